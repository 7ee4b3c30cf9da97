// Collisions that continue where a debug build of the library (Debian's is one) would end the process.
//
// If edges lie on each other, or sizes differ greatly, rounding can leave EPA with a Minkowski difference of a single
// corner. A debug build treats that as an internal error: it reports it with cpMessage, and aborts. The cpMessage below
// replaces the library's and leaves such a collision before the abort: the two shapes do not touch until the next step
// tests them again. It is weak, so a statically linked library keeps its own; abort.h handles that case.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

// The jump target for the collision that runs on this thread. Only the library's own functions are on the stack in
// between.
__attribute__((weak)) _Thread_local jmp_buf *CChipmunkWayOut = NULL;

// 1 while a probe makes the library warn on this thread, 2 after the warning has reached us.
__attribute__((weak)) _Thread_local int CChipmunkProbe = 0;

__attribute__((weak)) void cpMessage(
    const char *condition, const char *file, int line, int isError, int isHardError,
    const char *message, ...) {
  if (CChipmunkProbe) {
    CChipmunkProbe = 2;
    return;
  }
  int isOfCollision = strstr(file, "cpCollision.c") != NULL;
  if (isOfCollision && isError && CChipmunkWayOut) _longjmp(*CChipmunkWayOut, 1);
  // A warning about many iterations is of no use to anyone.
  if (isOfCollision && !isError) return;
  va_list arguments;
  va_start(arguments, message);
  fputs(isError ? "Aborting due to Chipmunk error: " : "Chipmunk warning: ", stderr);
  vfprintf(stderr, message, arguments);
  fprintf(stderr, "\n\tFailed condition: %s\n\tSource:%s:%d\n", condition, file, line);
  va_end(arguments);
}

// cpCollide, without contacts where the library would abort.
static inline struct cpCollisionInfo CChipmunkCollide(
    const cpShape *a, const cpShape *b, struct cpContact *contacts) {
  struct cpCollisionInfo none = {.a = a, .b = b};
  jmp_buf *outer = CChipmunkWayOut, wayOut;
  CChipmunkWayOut = &wayOut;
  if (_setjmp(wayOut) == 0) none = cpCollide(a, b, 0, contacts);
  CChipmunkWayOut = outer;
  return none;
}

// The function that a step has the index of moving shapes call for each pair that may touch, and its space.
struct CChipmunkPairs {
  cpSpatialIndexQueryFunc collide;
  cpSpace *space;
};

// Collides two shapes, unless this step has already done so or the library would abort.
static inline cpCollisionID CChipmunkCollideOnce(void *a, void *b, cpCollisionID id, void *context) {
  struct CChipmunkPairs *pairs = context;
  const cpShape *pair[] = {a, b};
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)a, (cpHashValue)b);
  const cpArbiter *arbiter = cpHashSetFind(pairs->space->cachedArbiters, hash, pair);
  if (arbiter && arbiter->stamp == pairs->space->stamp) return id;
  cpCollisionID next = 0;
  jmp_buf *outer = CChipmunkWayOut, wayOut;
  CChipmunkWayOut = &wayOut;
  if (_setjmp(wayOut) == 0) next = pairs->collide(a, b, id, pairs->space);
  CChipmunkWayOut = outer;
  return next;
}

// The class of an index up to the collisions of a step, and the class that it replaces.
struct CChipmunkIndexClass {
  cpSpatialIndexClass klass;
  cpSpatialIndexClass *own;
  // Whether each collision has its own guard.
  bool guardsEach;
};

// Rebuilds the pairs of moving shapes after a jump has interrupted a walk through the index.
static inline void CChipmunkRefill(cpSpatialIndex *index, const cpArray *bodies) {
  for (int i = 0; i < bodies->num; i++) {
    for (cpShape *shape = ((cpBody *)bodies->arr[i])->shapeList; shape; shape = shape->next) {
      index->klass->remove(index, shape, shape->hashid);
      index->klass->insert(index, shape, shape->hashid);
    }
  }
}

// Finds the pairs that may touch and collides each, as the tree itself does. If one collision would abort, the
// remaining pairs follow in a second pass.
static inline void CChipmunkReindexQuery(
    cpSpatialIndex *index, cpSpatialIndexQueryFunc collide, void *space) {
  struct CChipmunkIndexClass *stand = (struct CChipmunkIndexClass *)index->klass;
  index->klass = stand->own;
  if (!stand->guardsEach) {
    jmp_buf *outer = CChipmunkWayOut, wayOut;
    CChipmunkWayOut = &wayOut;
    if (_setjmp(wayOut) == 0) {
      index->klass->reindexQuery(index, collide, space);
      CChipmunkWayOut = outer;
      return;
    }
    CChipmunkWayOut = outer;
    stand->guardsEach = true;
    CChipmunkRefill(index, ((cpSpace *)space)->dynamicBodies);
  }
  struct CChipmunkPairs pairs = {collide, space};
  index->klass->reindexQuery(index, CChipmunkCollideOnce, &pairs);
}

// cpSpaceStep, without the contacts at which the library would abort. Returns whether there has been one, now or in an
// earlier step: guarding each collision costs less than filling the index again.
static inline bool CChipmunkStepTree(cpSpace *space, cpFloat timeStep, bool guardsEach) {
  // Swift emits from a header only what the functions it calls refer to.
  (void)&cpMessage;
  cpSpatialIndex *index = space->dynamicShapes;
  // Up to the collisions, the library only reads the index, and that does not depend on the class.
  struct CChipmunkIndexClass stand = {*index->klass, index->klass, guardsEach};
  stand.klass.reindexQuery = CChipmunkReindexQuery;
  index->klass = &stand.klass;
  cpSpaceStep(space, timeStep);
  index->klass = stand.own;
  return stand.guardsEach;
}
