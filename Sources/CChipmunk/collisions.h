// Collisions that go on where a debug build of the library (Debian's is one) would end the process.
//
// Where edges lie on each other, or sizes are very different, rounding can leave EPA a Minkowski difference
// of a single corner. A debug build calls that an internal error: it says so with cpMessage, and aborts. The
// cpMessage below takes the place of the library's, and leaves such a collision before the abort: the two
// shapes do not touch, until the next step looks again. It is weak, so that a library that is linked
// statically keeps its own: abort.h has the way out for that.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

// Where the collision that runs on this thread is left to. Only the library's own functions are on the
// stack between.
__attribute__((weak)) _Thread_local jmp_buf *CChipmunkWayOut = NULL;

// 1 while the library is made to warn on this thread, 2 once that warning has come to us.
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
  // That it has taken many iterations is of no use to anyone.
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

// What a step asks the index of moving shapes to do with each pair that may touch.
struct CChipmunkPairs {
  cpSpatialIndexQueryFunc collide;
  cpSpace *space;
};

// Collides two shapes, unless this step has done so, or the library would abort.
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

// An index's class for the part of a step before the collisions, and what it stands in for.
struct CChipmunkIndexClass {
  cpSpatialIndexClass klass;
  cpSpatialIndexClass *own;
  // Whether each collision is guarded by itself.
  bool guardsEach;
};

// Finds the pairs of the shapes that move anew: a walk through the index has ended in the middle.
static inline void CChipmunkRefill(cpSpatialIndex *index, const cpArray *bodies) {
  for (int i = 0; i < bodies->num; i++) {
    for (cpShape *shape = ((cpBody *)bodies->arr[i])->shapeList; shape; shape = shape->next) {
      index->klass->remove(index, shape, shape->hashid);
      index->klass->insert(index, shape, shape->hashid);
    }
  }
}

// Finds the pairs that may touch and collides each, as the tree does by itself. Where a collision has to be
// left, the rest of the pairs come after it.
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

// cpSpaceStep, without the contacts at which the library would abort. Returns whether there has been one, now
// or in a step before: to guard each collision costs less than to fill the index again.
static inline bool CChipmunkStepTree(cpSpace *space, cpFloat timeStep, bool guardsEach) {
  // Swift takes out of a header what is named in what it calls, and nothing else.
  (void)&cpMessage;
  cpSpatialIndex *index = space->dynamicShapes;
  // Until the collisions the library only reads in the index, which does not depend on its class.
  struct CChipmunkIndexClass stand = {*index->klass, index->klass, guardsEach};
  stand.klass.reindexQuery = CChipmunkReindexQuery;
  index->klass = &stand.klass;
  cpSpaceStep(space, timeStep);
  index->klass = stand.own;
  return stand.guardsEach;
}
