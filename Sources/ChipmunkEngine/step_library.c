// The library's own step: cpSpaceStep, without the contacts at which it would abort. It asks the index of moving shapes
// for pairs through the index's class. We replace that class for the call, and collide with a recovery point
// (recovery.c). Invariants: without an abort, cpSpaceStep computes the bits that it would compute alone; after one,
// each other pair is still collided once; and the index has its own class again.

#include "engine.h"
#include "recovery.h"

// The function that the library has the index call for each pair that may touch, and its space.
typedef struct ceTreePairs {
  cpSpatialIndexQueryFunc collide;
  cpSpace *space;
} ceTreePairs;

// Collides two shapes, unless this step has already done so or the library would abort.
static cpCollisionID ceCollideOnce(void *a, void *b, cpCollisionID id, void *context) {
  ceTreePairs *pairs = context;
  ceAssert(a != b && pairs->collide && pairs->space->locked);
  const cpArbiter *arbiter = ceArbiterFind(pairs->space, a, b);
  if (arbiter && arbiter->stamp == pairs->space->stamp) return id;
  cpCollisionID next = 0;
  jmp_buf *outer = ceRecoveryPoint, point;
  ceRecoveryPoint = &point;
  if (_setjmp(point) == 0) next = pairs->collide(a, b, id, pairs->space);
  ceRecoveryPoint = outer;
  return next;
}

// Rebuilds the pairs of moving shapes after a jump has interrupted a walk through the index.
static void ceReinsertShapes(cpSpatialIndex *index, const cpArray *bodies) {
  ceAssert(bodies->num <= bodies->max);
  for (int i = 0; i < bodies->num; i++) {
    for (cpShape *shape = ((cpBody *)bodies->arr[i])->shapeList; shape; shape = shape->next) {
      index->klass->remove(index, shape, shape->hashid);
      index->klass->insert(index, shape, shape->hashid);
    }
  }
}

// Finds the pairs that may touch and collides each, as the tree itself does. If one collision would abort, the
// remaining pairs follow in a second pass.
static void ceTreeReindexQuery(cpSpatialIndex *index, cpSpatialIndexQueryFunc collide, void *space) {
  ceEngine *engine = ceEngineOf(space);
  ceAssert(!engine->hasGrid && engine->libraryStep.own && index->klass == &engine->libraryStep.klass);
  index->klass = engine->libraryStep.own;
  ceTreePairs pairs = {collide, space};
  if (engine->libraryStep.guardsEach) return index->klass->reindexQuery(index, ceCollideOnce, &pairs);
  jmp_buf *outer = ceRecoveryPoint, point;
  ceRecoveryPoint = &point;
  if (_setjmp(point) == 0) {
    index->klass->reindexQuery(index, collide, space);
    ceRecoveryPoint = outer;
    return;
  }
  ceRecoveryPoint = outer;
  engine->libraryStep.guardsEach = true;
  ceReinsertShapes(index, engine->space.dynamicBodies);
  index->klass->reindexQuery(index, ceCollideOnce, &pairs);
}

void ceStepLibrary(ceEngine *engine, cpFloat timeStep) {
  ceAssert(!engine->hasGrid);
  cpSpatialIndex *index = engine->space.dynamicShapes;
  ceLibraryStep *step = &engine->libraryStep;
  // Up to the collisions, the library only reads the index, and that does not depend on the class.
  step->own = index->klass, step->klass = *index->klass;
  step->klass.reindexQuery = ceTreeReindexQuery;
  index->klass = &step->klass;
  cpSpaceStep(&engine->space, timeStep);
  index->klass = step->own;
}
