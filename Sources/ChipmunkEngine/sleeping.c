// Sleeping: an island of bodies that have all been slow for a while rests until something touches one of them.
//
// An island is a set of dynamic bodies that contacts and joints connect; static bodies connect nothing, and a kinematic
// one keeps what it touches awake. A body is slow in a step if its kinetic energy is at most m s² / 2, where s is the
// idle speed. Without one it is the speed that gravity adds in a millisecond, and what moves without touching anything,
// such as a body that begins to fall, stays awake. A sleeping island is stored as in the library, which wakes it:
// its bodies and joints are not in the space's lists, its shapes are static, and its contacts have memory of their own.
//
// Islands are the trees of a disjoint-set forest (R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
// 1975). While a step looks for them, `sleeping.root` is a body's parent.

#include "sleeping.h"

#include "engine.h"

// MARK: Waking

static bool ceIsKinematic(const cpBody *body) { return body->m == INFINITY && body->sleeping.idleTime != INFINITY; }

// The idle speed, if none is set, is the speed that gravity adds in this time: it does not depend on the step.
static const cpFloat ceIdleTime = 0.001;

// Adds a step to the idle times of slow bodies.
static void ceUpdateIdleTimes(const cpSpace *space, cpFloat timeStep) {
  ceAssert(timeStep > 0 && space->idleSpeedThreshold >= 0);
  cpFloat speed = space->idleSpeedThreshold;
  cpFloat slow = speed != 0 ? speed * speed : cpvlengthsq(space->gravity) * ceIdleTime * ceIdleTime;
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    cpBody *body = space->dynamicBodies->arr[i];
    if (!ceIsDynamic(body)) continue;
    // Written so that NaN fails the test.
    bool isSlow = ceBodyKineticEnergy(body) <= body->m * slow;
    body->sleeping.idleTime = isSlow ? body->sleeping.idleTime + timeStep : 0;
  }
}

// Wakes a body that touches another one, or is joined to it, unless both sleep or one is static.
static void ceWakeBeside(cpBody *body, const cpBody *other) {
  ceAssert(body != other);
  if (body->sleeping.root || ceIsKinematic(other)) cpBodyActivate(body);
}

// No contact or joint in the space's lists is between sleeping bodies. What wakes is added at the ends of the lists.

void ceWakeTouched(const cpSpace *space, int first) {
  ceAssert(first >= 0 && first <= space->arbiters->num);
  const cpArray *arbiters = space->arbiters;
  if (space->sleepTimeThreshold == INFINITY) return;
  for (int i = first, count = arbiters->num; i < count; i++) {
    const cpArbiter *arbiter = arbiters->arr[i];
    ceWakeBeside(arbiter->body_a, arbiter->body_b), ceWakeBeside(arbiter->body_b, arbiter->body_a);
  }
}

static void ceWakeJoined(const cpSpace *space) {
  ceAssert(!space->locked);
  const cpArray *constraints = space->constraints;
  for (int i = 0, count = constraints->num; i < count; i++) {
    const cpConstraint *constraint = constraints->arr[i];
    ceWakeBeside(constraint->a, constraint->b), ceWakeBeside(constraint->b, constraint->a);
  }
}

// MARK: Islands

static cpBody *ceIslandOf(cpBody *body) {
  ceAssert(body->sleeping.root);
  while (body->sleeping.root != body) {
    body->sleeping.root = body->sleeping.root->sleeping.root;
    body = body->sleeping.root;
  }
  return body;
}

static void ceJoinIslands(cpBody *a, cpBody *b) {
  ceAssert(a != b);
  // Only dynamic bodies in the space have parents.
  if (a->sleeping.root && b->sleeping.root) ceIslandOf(b)->sleeping.root = ceIslandOf(a);
}

// Makes the trees, and lets the roots of islands that stay awake refer to themselves as their next body.
static void ceFindIslands(const cpSpace *space) {
  const cpArray *bodies = space->dynamicBodies, *arbiters = space->arbiters, *constraints = space->constraints;
  for (int i = 0; i < bodies->num; i++) {
    cpBody *body = bodies->arr[i];
    ceAssert(!body->sleeping.root && !body->sleeping.next);
    if (ceIsDynamic(body)) body->sleeping.root = body;
  }
  for (int i = 0; i < arbiters->num; i++) {
    const cpArbiter *arbiter = arbiters->arr[i];
    ceJoinIslands(arbiter->body_a, arbiter->body_b);
  }
  for (int i = 0; i < constraints->num; i++) {
    const cpConstraint *constraint = constraints->arr[i];
    ceJoinIslands(constraint->a, constraint->b);
  }
  for (int i = 0; i < bodies->num; i++) {
    cpBody *body = bodies->arr[i];
    if (!body->sleeping.root) continue;
    cpBody *root = ceIslandOf(body);
    bool isIdle = body->sleeping.idleTime > 0 && body->sleeping.idleTime >= space->sleepTimeThreshold;
    bool isHeld = space->idleSpeedThreshold != 0 || body->arbiterList || body->constraintList;
    if (!isIdle || (!isHeld && ceBodyKineticEnergy(body) != 0)) root->sleeping.next = root;
  }
  // Now every body's parent is its root.
  for (int i = 0; i < bodies->num; i++) {
    cpBody *body = bodies->arr[i];
    if (body->sleeping.root) body->sleeping.root = ceIslandOf(body);
  }
}

// MARK: Falling asleep

static void ceRestBody(cpSpace *space, cpBody *body) {
  cpBody *root = body->sleeping.root;
  ceAssert(ceIsDynamic(body) && root && root->sleeping.root == root);
  if (body == root) {
    cePush(space->sleepingComponents, root);
  } else {
    body->sleeping.next = root->sleeping.next;
    root->sleeping.next = body;
  }
  for (cpShape *shape = body->shapeList; shape; shape = shape->next) {
    // Without what it could cover within a step.
    ceShapeUpdate(shape);
    cpSpatialIndexRemove(space->dynamicShapes, shape, shape->hashid);
    cpSpatialIndexInsert(space->staticShapes, shape, shape->hashid);
  }
}

// Moves the bodies of idle islands out of the space's list. Returns whether there are any.
static bool ceRestBodies(cpSpace *space) {
  ceAssert(!space->locked);
  cpArray *bodies = space->dynamicBodies;
  int awake = 0;
  for (int i = 0; i < bodies->num; i++) {
    cpBody *body = bodies->arr[i];
    const cpBody *root = body->sleeping.root;
    if (!root || root->sleeping.next == root) bodies->arr[awake++] = body;
    else ceRestBody(space, body);
  }
  bool rests = awake < bodies->num;
  bodies->num = awake;
  for (int i = 0; i < awake; i++) {
    cpBody *body = bodies->arr[i];
    body->sleeping.root = body->sleeping.next = NULL;
  }
  return rests;
}

// Moves the contacts and joints of sleeping bodies out of the space's lists.
static void ceRestContacts(cpSpace *space) {
  ceAssert(!space->locked);
  cpArray *arbiters = space->arbiters, *constraints = space->constraints;
  int awake = 0;
  for (int i = 0; i < arbiters->num; i++) {
    cpArbiter *arbiter = arbiters->arr[i];
    if (arbiter->body_a->sleeping.root || arbiter->body_b->sleeping.root) ceArbiterRest(space, arbiter);
    else arbiters->arr[awake++] = arbiter;
  }
  arbiters->num = awake, awake = 0;
  for (int i = 0; i < constraints->num; i++) {
    cpConstraint *constraint = constraints->arr[i];
    if (!constraint->a->sleeping.root && !constraint->b->sleeping.root) constraints->arr[awake++] = constraint;
  }
  constraints->num = awake;
}

void ceBodySleep(cpBody *body, cpBody *group) {
  ceAssert(body->space && !body->space->locked && body->space->sleepTimeThreshold < INFINITY);
  ceAssert(ceIsDynamic(body) && (!group || group->sleeping.root));
  cpBodySleepWithGroup(body, group);
  if (!ceHasGrid(body->space)) return;
  CP_BODY_FOREACH_SHAPE(body, shape) ceShapeReindex(shape);
}

void ceProcessComponents(cpSpace *space, cpFloat timeStep) {
  ceAssert(!space->locked && timeStep > 0);
  if (space->sleepTimeThreshold == INFINITY) return;
  ceUpdateIdleTimes(space, timeStep);
  ceWakeTouched(space, 0), ceWakeJoined(space);
  ceThreadArbiters(space, 0);
  ceFindIslands(space);
  if (ceRestBodies(space)) ceRestContacts(space);
}
