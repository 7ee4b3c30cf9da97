// The pairs of shapes that touch in a step: cpSpaceCollideShapes, without the library's narrow phase.

#include "narrow_phase.h"

#include "engine.h"

// MARK: Arbiters

// The arbiter of two shapes, or NULL: usually the likely one, which the proxies remember from the last step.
static cpArbiter *ceArbiterOfPair(cpArbiter *likely, const cpShape *a, const cpShape *b, const cpSpace *space) {
  // The library invalidates an arbiter that it removes from its cache, except those of sleeping bodies, whose stamps
  // fall behind.
  if (likely && likely->stamp + 1 == space->stamp && likely->state != CP_ARBITER_STATE_INVALIDATED &&
      ((likely->a == a && likely->b == b) || (likely->a == b && likely->b == a))) {
    return likely;
  }
  return (cpArbiter *)(uintptr_t)ceArbiterFind(space, a, b);
}

// cpArbiterUpdate, for a space whose only handler is the default one.
static void ceArbiterUpdate(cpArbiter *arbiter, const struct cpCollisionInfo *info, cpSpace *space) {
  ceAssert(info->count > 0 && info->count <= CP_MAX_CONTACTS_PER_ARBITER);
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
  if (arbiter->state == CP_ARBITER_STATE_CACHED) arbiter->state = CP_ARBITER_STATE_FIRST_COLLISION;
}

// MARK: Pairs of a step

bool ceMayCollide(const cpShape *a, const cpShape *b) {
  ceAssert(a->body && b->body);
  if (cpShapeFilterReject(a->filter, b->filter)) return false;
  cpBody *body = a->body, *other = b->body;
  for (cpConstraint *of = body->constraintList; of; of = body == of->a ? of->next_a : of->next_b) {
    if (!of->collideBodies && (of->a == other || of->b == other)) return false;
  }
  return true;
}

static bool ceMayTouch(const cpShape *a, const cpShape *b) {
  return a->body != b->body && cpBBIntersects(a->bb, b->bb) && ceMayCollide(a, b);
}

cpCollisionID ceCollideShapes(void *first, void *second, cpCollisionID unused, void *inSpace) {
  cpShape *a = first, *b = second;
  cpSpace *space = inSpace;
  ceAssert(space->locked && ceHasGrid(space));
  ceEngine *engine = ceEngineOf(space);
  struct cpCollisionInfo info = {.count = 0};
  cpArbiter *arbiter = NULL;
  if (ceMayTouch(a, b)) {
    arbiter = ceArbiterOfPair(engine->pairs.arbiter, a, b, space);
    info = ceCollidePair(a, b, space, &arbiter);
  }
  engine->pairs.arbiter = info.count > 0 ? arbiter : NULL;
  if (info.count == 0) return unused;
  cpSpacePushContacts(space, info.count);
  ceArbiterUpdate(arbiter, &info, space);
  cpCollisionHandler *handler = arbiter->handler;
  if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION && !handler->beginFunc(arbiter, space, handler->userData)) {
    cpArbiterIgnore(arbiter);
  }
  bool isHeld = arbiter->state != CP_ARBITER_STATE_IGNORE &&
                handler->preSolveFunc(arbiter, space, handler->userData) &&
                arbiter->state != CP_ARBITER_STATE_IGNORE && !a->sensor && !b->sensor &&
                !(a->body->m == INFINITY && b->body->m == INFINITY);
  if (isHeld) {
    cePush(space->arbiters, arbiter);
  } else {
    ((ceContactBufferHead *)space->contactBuffersHead)->count -= (unsigned)info.count;
    arbiter->contacts = NULL, arbiter->count = 0;
    // Nothing is solved, so nothing is remembered.
    ((ceArbiter *)arbiter)->manifold.count = 0;
    ceAddInactive(&engine->inactive, arbiter);
    if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
  }
  arbiter->stamp = space->stamp;
  return unused;
}
