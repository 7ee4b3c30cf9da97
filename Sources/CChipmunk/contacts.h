// The collision of two shapes in a step with a grid: cpSpaceCollideShapes, without the library's repeated look-ups for
// contacts that persist. Polygons collide with polygons, segments and circles as in polygons.h, all other pairs as in
// the library.

#include "polygons.h"

static inline bool CChipmunkIsPolygon(const cpShape *shape) {
  return shape->klass->type == CP_POLY_SHAPE && ((const cpPolyShape *)shape)->count <= CChipmunkMostCorners;
}

// cpCollide, with the points in the space's own memory.
static inline struct cpCollisionInfo CChipmunkCollidePair(const cpShape *a, const cpShape *b, cpSpace *space) {
  bool isSwapped = a->klass->type > b->klass->type;
  struct cpCollisionInfo info = {.a = isSwapped ? b : a, .b = isSwapped ? a : b, .arr = cpContactBufferGetArray(space)};
  struct cpSplittingPlane ends[2];
  if (CChipmunkIsPolygon(info.b)) {
    struct CChipmunkPolygon second = CChipmunkPolygonOf(info.b, NULL);
    if (info.a->klass->type == CP_CIRCLE_SHAPE) {
      CChipmunkCollideCircle((const cpCircleShape *)info.a, &second, &info);
      return info;
    }
    if (CChipmunkIsPolygon(info.a) || (info.a->klass->type == CP_SEGMENT_SHAPE && !CChipmunkIsChained(info.a))) {
      struct CChipmunkPolygon first = CChipmunkPolygonOf(info.a, ends);
      if (CChipmunkCollidePolygons(&first, &second, &info) != CChipmunkUndecided) return info;
    }
  }
  info = cpCollide(info.a, info.b, 0, info.arr);
  info.id = 0;
  return info;
}

// The edges by which two polygons touch, and which points are at corners, or 0. They are stored in the field of a
// library handler that our spaces do not use.
static inline unsigned CChipmunkEdgesOf(const cpArbiter *arbiter) { return (unsigned)(uintptr_t)arbiter->handlerA; }

static inline void CChipmunkSetEdges(cpArbiter *arbiter, unsigned edges) {
  arbiter->handlerA = (cpCollisionHandler *)(uintptr_t)edges;
}

// MARK: Arbiters

static inline cpArbiter *CChipmunkMakeArbiter(cpSpace *space, cpShape *a, cpShape *b) {
  if (space->pooledArbiters->num == 0) {
    // The library does the same when its pool is empty.
    int count = CP_BUFFER_BYTES / sizeof(cpArbiter);
    cpArbiter *buffer = calloc(1, CP_BUFFER_BYTES);
    if (!buffer) abort();
    cpArrayPush(space->allocatedBuffers, buffer);
    for (int i = 0; i < count; i++) cpArrayPush(space->pooledArbiters, buffer + i);
  }
  return cpArbiterInit(cpArrayPop(space->pooledArbiters), a, b);
}

static inline void *CChipmunkMakeCached(const cpShape *const *pair, cpSpace *space) {
  return CChipmunkMakeArbiter(space, (cpShape *)pair[0], (cpShape *)pair[1]);
}

// The arbiter of two touching shapes: usually the one that the grid remembers from the last step.
static inline cpArbiter *CChipmunkArbiterOf(
    const struct CChipmunkGrid *grid, const struct cpCollisionInfo *info, cpSpace *space) {
  cpArbiter *known = grid->arbiter;
  // The library invalidates an arbiter that it removes from its cache, except those of sleeping bodies, whose stamps
  // fall behind.
  if (known && known->stamp + 1 == space->stamp && known->state != CP_ARBITER_STATE_INVALIDATED &&
      ((known->a == info->a && known->b == info->b) || (known->a == info->b && known->b == info->a))) {
    return known;
  }
  const cpShape *pair[] = {info->a, info->b};
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)info->a, (cpHashValue)info->b);
  return (cpArbiter *)cpHashSetInsert(
      space->cachedArbiters, hash, pair, (cpHashSetTransFunc)CChipmunkMakeCached, space);
}

// cpArbiterUpdate, for a space whose only handler is the default one.
static inline void CChipmunkUpdate(cpArbiter *arbiter, const struct cpCollisionInfo *info, cpSpace *space) {
#pragma STDC FP_CONTRACT OFF
  const cpShape *a = info->a, *b = info->b;
  for (int i = 0; i < info->count; i++) {
    struct cpContact *contact = info->arr + i;
    contact->r1 = cpvsub(contact->r1, a->body->p), contact->r2 = cpvsub(contact->r2, b->body->p);
    contact->jnAcc = contact->jtAcc = 0;
    for (int j = 0; j < arbiter->count; j++) {
      const struct cpContact *old = arbiter->contacts + j;
      if (contact->hash == old->hash) contact->jnAcc = old->jnAcc, contact->jtAcc = old->jtAcc;
    }
  }
  arbiter->a = a, arbiter->b = b, arbiter->body_a = a->body, arbiter->body_b = b->body;
  arbiter->contacts = info->arr, arbiter->count = info->count, arbiter->n = info->n;
  arbiter->e = a->e * b->e, arbiter->u = a->u * b->u;
  cpVect surface = cpvsub(b->surfaceV, a->surfaceV);
  arbiter->surface_vr = cpvsub(surface, cpvmult(info->n, cpvdot(surface, info->n)));
  arbiter->handler = &space->defaultHandler, arbiter->swapped = cpFalse;
  CChipmunkSetEdges(arbiter, info->id);
  if (arbiter->state == CP_ARBITER_STATE_CACHED) arbiter->state = CP_ARBITER_STATE_FIRST_COLLISION;
}

// MARK: Pairs

// The start of each of the library's contact buffers.
struct CChipmunkBufferHead {
  cpTimestamp stamp;
  struct CChipmunkBufferHead *next;
  unsigned count;
};

static inline bool CChipmunkMayTouch(const cpShape *a, const cpShape *b) {
  return a->body != b->body && cpBBIntersects(a->bb, b->bb) && CChipmunkMayMeet(a, b);
}

// cpSpaceCollideShapes. Stores the pair's arbiter in the grid.
static inline cpCollisionID CChipmunkCollideShapes(cpShape *a, cpShape *b, cpCollisionID unused, cpSpace *space) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)space->dynamicShapes;
  struct cpCollisionInfo info = {.count = 0};
  if (CChipmunkMayTouch(a, b)) info = CChipmunkCollidePair(a, b, space);
  if (info.count == 0) return grid->arbiter = NULL, unused;
  cpSpacePushContacts(space, info.count);
  cpArbiter *arbiter = grid->arbiter = CChipmunkArbiterOf(grid, &info, space);
  CChipmunkUpdate(arbiter, &info, space);
  cpCollisionHandler *handler = arbiter->handler;
  if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION && !handler->beginFunc(arbiter, space, handler->userData)) {
    cpArbiterIgnore(arbiter);
  }
  bool isHeld = arbiter->state != CP_ARBITER_STATE_IGNORE &&
                handler->preSolveFunc(arbiter, space, handler->userData) &&
                arbiter->state != CP_ARBITER_STATE_IGNORE && !a->sensor && !b->sensor &&
                !(a->body->m == INFINITY && b->body->m == INFINITY);
  if (isHeld) {
    CChipmunkPush(space->arbiters, arbiter);
  } else {
    ((struct CChipmunkBufferHead *)space->contactBuffersHead)->count -= (unsigned)info.count;
    arbiter->contacts = NULL, arbiter->count = 0;
    CChipmunkAddUnsolved(&grid->unsolved, arbiter);
    if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
  }
  arbiter->stamp = space->stamp;
  return unused;
}
