// The narrow phase: cpSpaceCollideShapes and cpArbiterUpdate for a space with a grid, with our own manifolds
// (manifold.c). With its separation s, its speed v along the normal and the part a <= 0 of the relative acceleration, a
// point touches within a step of length h if it overlaps or rests very near, or if
//
//   s + v h + a h² / 2 < 0.
//
// Two thin moving bodies touch also if one of them would pass the other like that while it rests, deeper than its
// thickness: a third body may stop it. A manifold is kept while the relative pose has hardly changed, so that points do
// not jitter. Invariant: the points of a new manifold have the impulses of old ones with the same features. Pairs are
// collided in any order, by several threads: each writes only its own arbiter's manifold or, if the pair has no arbiter
// yet, a contact of its own. Then the contacts begin one by one, in the order of pairs: arbiters are made, and handlers
// called as in cpSpaceStep.c.
// Derived here.

#include "narrow_phase.h"

#include "engine.h"
#include "shapes.h"

// MARK: Manifolds

// A manifold is kept while the relative pose has moved by less than this share of the extent since it was computed.
// Recomputed points jitter, and friction holds what it finds there: a tower would creep.
static const cpFloat ceRecyclingDistance = 0.01;

static ceRelativePose ceRelativePoseOf(const cpBody *a, const cpBody *b) {
  ceAssert(a != b);
  cpVect rotationA = ceRotationOf(a), rotationB = ceRotationOf(b);
  return (ceRelativePose){cpvunrotate(cpvsub(b->p, a->p), rotationA), cpvunrotate(rotationB, rotationA)};
}

static bool ceKeepsManifold(const ceArbiter *arbiter, ceRelativePose pose, cpFloat extent, const cpSpace *space) {
  ceAssert(arbiter->manifold.count >= 0 && arbiter->manifold.count <= CP_MAX_CONTACTS_PER_ARBITER);
  if (arbiter->manifold.count == 0 || arbiter->arbiter.stamp + 1 != space->stamp) return false;
  ceAssert(arbiter->arbiter.a->klass->type != CP_CIRCLE_SHAPE);
  const ceBody *a = (const ceBody *)arbiter->arbiter.body_a, *b = (const ceBody *)arbiter->arbiter.body_b;
  cpFloat reach = cpfmin(a->maxExtent, b->maxExtent);
  return cpvdist(arbiter->pose.position, pose.position) + cpvdist(arbiter->pose.rotation, pose.rotation) * reach <
         ceRecyclingDistance * extent;
}

// A pair that is apart by less than this share of the extent, and that neither parts nor meets faster than that in a
// step, touches: one of the two may be stopped within the step by a third.
static const cpFloat ceTouchingDistance = 0.01;
// The same for thin bodies, as a share of the difference between their margin and the extent.
static const cpFloat ceThinTouchingDistance = 0.05;

static cpFloat ceNearOf(cpFloat extent, cpFloat margin) {
  return cpfmax(ceTouchingDistance * extent, ceThinTouchingDistance * (margin - extent));
}

// The least separation within a step of two corners or centres that are apart by `separation` along n.
static cpFloat ceLeastSeparation(
    const ceManifold *manifold, cpVect n, cpFloat separation, cpVect v, cpFloat timeStep) {
  ceAssert(manifold->isCorner && timeStep > 0);
  cpVect between = cpvmult(n, separation + manifold->radius);
  cpFloat squared = cpvdot(v, v), time = squared > 0 ? cpfclamp(-cpvdot(between, v) / squared, 0, timeStep) : 0;
  return cpvlength(cpvadd(between, cpvmult(v, time))) - manifold->radius;
}

// Whether one of two moving bodies would come nearer to the other by more than `way` within a step, if a third one
// stopped the other.
static bool ceMayPass(const cpBody *a, const cpBody *b, cpFloat way, cpFloat timeStep) {
  ceAssert(way >= 0 && timeStep > 0);
  if (a->m_inv == 0 || b->m_inv == 0) return false;
  return cpfmax(cpvlengthsq(a->v), cpvlengthsq(b->v)) * timeStep * timeStep > way * way;
}

// Whether points that are apart by `separation` along n get deeper into each other within a step than `depth`, with
// their relative velocity and acceleration.
static bool cePointsMeet(
    ceShapePair pair, const ceManifold *manifold, cpVect n, cpFloat separation, cpFloat near, cpVect v,
    cpVect acceleration, cpFloat depth, cpFloat timeStep) {
  ceAssert(separation > 0 && depth >= 0 && timeStep > 0);
  if (manifold->isCorner) {
    cpFloat least = ceLeastSeparation(manifold, n, separation, v, timeStep);
    // What slides over the seam of two segments must not meet the end of the next one; circles have no seams.
    if (least > -depth || (least > -near && !ceAreCircles(pair.a, pair.b))) return false;
  }
  cpFloat towards = cpfmin(cpvdot(acceleration, n), 0);
  return separation + cpvdot(v, n) * timeStep + 0.5 * towards * timeStep * timeStep < -depth;
}

// Whether one of a manifold's points touches, or will within the step.
static bool ceWillTouch(
    const cpSpace *space, ceShapePair pair, const ceManifold *manifold, cpFloat extent, cpFloat margin) {
  ceAssert(manifold->count >= 1 && manifold->count <= CP_MAX_CONTACTS_PER_ARBITER && extent >= 0);
  const cpBody *a = pair.a->body, *b = pair.b->body;
  cpFloat dt = space->curr_dt, near = ceNearOf(extent, margin), thickness = 2 * extent;
  cpVect rotationA = ceRotationOf(a), rotationB = ceRotationOf(b);
  cpVect n = cpvrotate(manifold->normal, rotationA);
  for (int i = 0; i < manifold->count; i++) {
    cpVect armA = cpvrotate(manifold->points[i].onA, rotationA), armB = cpvrotate(manifold->points[i].onB, rotationB);
    cpFloat separation = cpvdot(cpvadd(cpvsub(b->p, a->p), cpvsub(armB, armA)), n);
    if (separation <= 0) return true;
    cpVect v = ceRelativeVelocity(a, armA, b, armB);
    cpFloat way = (manifold->isCorner ? cpvlength(v) : fabs(cpvdot(v, n))) * dt;
    if (separation <= near && way <= near) return true;
    cpVect gA = ceAccelerationOf(space, a), gB = ceAccelerationOf(space, b);
    if (cePointsMeet(pair, manifold, n, separation, near, v, cpvsub(gB, gA), 0, dt)) return true;
    if (!(margin > extent && ceMayPass(a, b, separation + thickness, dt))) continue;
    // While one of the two rests.
    cpVect vA = cpvneg(cePointVelocity(a, armA)), vB = cePointVelocity(b, armB);
    if (cePointsMeet(pair, manifold, n, separation, near, vB, gB, thickness, dt)) return true;
    if (cePointsMeet(pair, manifold, n, separation, near, vA, cpvneg(gA), thickness, dt)) return true;
  }
  return false;
}

// How far two bodies' points may be apart at most to touch within a step.
static cpFloat ceReachOf(
    const cpSpace *space, const cpBody *a, const cpBody *b, cpFloat extent, cpFloat margin) {
  ceAssert(extent >= 0 && space->curr_dt > 0);
  cpFloat dt = space->curr_dt;
  cpFloat speed = cpvdist(a->v, b->v);
  cpVect gA = ceAccelerationOf(space, a), gB = ceAccelerationOf(space, b);
  cpFloat acceleration = cpvdist(gA, gB);
  if (margin > extent && ceMayPass(a, b, 2 * extent, dt)) {
    speed = cpfmax(speed, cpfmax(cpvlength(a->v), cpvlength(b->v)));
    acceleration = cpfmax(acceleration, cpfmax(cpvlength(gA), cpvlength(gB)));
  }
  speed = speed + fabs(a->w) * ((const ceBody *)a)->maxExtent + fabs(b->w) * ((const ceBody *)b)->maxExtent;
  return (speed + acceleration * dt) * dt + ceNearOf(extent, margin);
}

// Hands the impulses of an arbiter's points to those of a new manifold with the same features.
static void ceMatchImpulses(ceArbiter *of, const ceManifold *new) {
  const ceManifold *old = &of->manifold;
  ceAssert(old->count <= CP_MAX_CONTACTS_PER_ARBITER && new->count <= CP_MAX_CONTACTS_PER_ARBITER);
  cpVect former[] = {of->impulses[0], of->impulses[1]};
  for (int i = 0; i < CP_MAX_CONTACTS_PER_ARBITER; i++) {
    of->impulses[i] = cpvzero;
    for (int k = 0; k < old->count && i < new->count; k++) {
      if (new->points[i].id == old->points[k].id) of->impulses[i] = former[k];
    }
  }
}

void ceMeasureBodies(ceEngine *engine) {
  ceAssert(engine->hasGrid);
  if (engine->measuredChanges == engine->shapeChanges) return;
  engine->measuredChanges = engine->shapeChanges;
  const ceProxies *proxies[] = {&engine->movingProxies, &engine->staticProxies};
  for (int i = 0; i < 2; i++) {
    for (uint32_t slot = 0; slot < proxies[i]->slotCount; slot++) {
      const cpShape *shape = proxies[i]->shapes[slot];
      if (shape) ceBodyMeasure((ceBody *)shape->body);
    }
  }
}

// MARK: One pair

// Whether the shapes of an arbiter, or of none if NULL, touched in the last step.
static bool ceHasTouched(const cpArbiter *known, const cpSpace *space) {
  return known && known->stamp + 1 == space->stamp;
}

// The arbiter of two shapes, or NULL: usually the likely one, which the proxies remember from the last step.
static ceArbiter *ceArbiterOfPair(cpArbiter *likely, const cpShape *a, const cpShape *b, const cpSpace *space) {
  ceAssert(a->klass->type <= b->klass->type);
  // The library invalidates an arbiter that it removes from its cache, except those of sleeping bodies, whose stamps
  // fall behind. If the arbiter is another pair's by now, another thread may write all but its shapes.
  bool isOfPair = likely && ((likely->a == a && likely->b == b) || (likely->a == b && likely->b == a));
  if (isOfPair && ceHasTouched(likely, space) && likely->state != CP_ARBITER_STATE_INVALIDATED) {
    return (ceArbiter *)likely;
  }
  return (ceArbiter *)(uintptr_t)ceArbiterFind(space, a, b);
}

// Whether continuous collision made a contact of a body in the last step.
static bool ceWasStray(const cpBody *body, const cpSpace *space) {
  ceAssert(body->space);
  return ((const ceBody *)body)->strayStamp + 1 == space->stamp;
}

// The same, or NULL if the shapes did not touch in the last step.
static ceArbiter *ceArbiterOfTouched(cpArbiter *likely, const cpShape *a, const cpShape *b, const cpSpace *space) {
  bool isStray = ceEngineOf(space)->hasStrayContacts || (ceWasStray(a->body, space) && ceWasStray(b->body, space));
  ceAssert(likely || isStray || !ceHasTouched(ceArbiterFind(space, a, b), space));
  return likely || isStray ? ceArbiterOfPair(likely, a, b, space) : NULL;
}

bool ceMayCollide(const cpShape *a, const cpShape *b) {
  ceAssert(a->body && b->body);
  if (cpShapeFilterReject(a->filter, b->filter)) return false;
  cpBody *body = a->body, *other = b->body;
  if (!(((const ceBody *)body)->joined & ceBodyBit(other))) return true;
  for (cpConstraint *of = body->constraintList; of; of = body == of->a ? of->next_a : of->next_b) {
    if (!of->collideBodies && (of->a == other || of->b == other)) return false;
  }
  return true;
}

static bool ceMayTouch(const cpShape *a, const cpShape *b) {
  ceAssert(a != b);
  return a->body != b->body && cpBBIntersects(a->bb, b->bb) && ceMayCollide(a, b);
}

// What meets a one-way shape is carried if it comes against the shape's direction, to the side that the direction leads
// to. It passes if it is deeper inside than the first share of the extent and than a step leads it, or than the second
// share; or if its points move away along the normal by more than ceTouchingDistance in a step. What is carried once
// stays so as long as it touches.
static const cpFloat ceOneWayDepth = 0.25, ceMostOneWayDepth = 0.75;
// The least cosine of the angle between the direction and the normal, 60 degrees: the ends of a platform are no walls.
static const cpFloat ceOneWayCosine = 0.5;

static bool ceIsOneWay(const cpShape *shape) {
  cpVect way = ceShapeResponseOf(shape)->oneWay;
  return way.x != 0 || way.y != 0;
}

static bool ceLetsOtherPass(
    const cpShape *shape, const cpShape *other, cpVect normal, cpFloat separation, cpFloat moved) {
  ceAssert(shape->body != other->body);
  if (!ceIsOneWay(shape)) return false;
  cpVect way = cpvrotate(cpvnormalize(ceShapeResponseOf(shape)->oneWay), ceRotationOf(shape->body));
  cpFloat extent = cePairExtent(shape, other);
  cpFloat depth = cpfclamp(-moved, ceOneWayDepth * extent, ceMostOneWayDepth * extent);
  return cpvdot(normal, way) < ceOneWayCosine || separation < -depth || moved > ceTouchingDistance * extent;
}

bool ceLetsPass(const cpShape *a, const cpShape *b, cpVect normal, cpFloat separation, cpFloat moved) {
  ceAssert(a->body != b->body);
  return ceLetsOtherPass(a, b, normal, separation, moved) || ceLetsOtherPass(b, a, cpvneg(normal), separation, moved);
}

static bool ceStartPasses(const cpSpace *space, ceShapePair pair, const ceManifold *manifold) {
  ceAssert(manifold->count >= 1 && manifold->count <= CP_MAX_CONTACTS_PER_ARBITER);
  if (!ceIsOneWay(pair.a) && !ceIsOneWay(pair.b)) return false;
  const cpBody *a = pair.a->body, *b = pair.b->body;
  cpVect rotationA = ceRotationOf(a), rotationB = ceRotationOf(b);
  cpVect normal = cpvrotate(manifold->normal, rotationA);
  cpFloat separation = INFINITY, moved = INFINITY;
  for (int i = 0; i < manifold->count; i++) {
    const ceManifoldPoint *point = manifold->points + i;
    cpVect v = ceRelativeVelocity(a, cpvrotate(point->onA, rotationA), b, cpvrotate(point->onB, rotationB));
    separation = cpfmin(separation, point->separation), moved = cpfmin(moved, cpvdot(v, normal) * space->curr_dt);
  }
  return ceLetsPass(pair.a, pair.b, normal, separation, moved);
}

// Whether the circles around two bodies are so far apart that none of their shapes touch, with room for rounding.
static bool ceAreFar(const cpBody *a, const cpBody *b, cpFloat reach, cpFloat extent) {
  ceAssert(reach >= 0 && extent >= 0);
  cpFloat around = ((const ceBody *)a)->maxExtent + ((const ceBody *)b)->maxExtent;
  cpFloat far = around + reach + ceTouchingDistance * extent;
  return cpvdistsq(a->p, b->p) > far * far;
}

ceTouch ceCollidePair(const cpSpace *space, ceShapePair pair, cpArbiter *likely, ceContactStart *start) {
  const cpShape *a = pair.a, *b = pair.b;
  ceTouch apart = {NULL, 0};
  if (!ceMayTouch(a, b)) return apart;
  // No manifold of a circle is kept, since a point that rotates with a disc pushes it.
  bool isCircle = a->klass->type == CP_CIRCLE_SHAPE;
  ceArbiter *known = isCircle ? NULL : ceArbiterOfTouched(likely, a, b, space);
  cpBody *bodyA = a->body, *bodyB = b->body;
  ceAssert(((ceBody *)bodyA)->slowSquared >= 0 && ((ceBody *)bodyB)->slowSquared >= 0);
  cpFloat extent = known && ceIsMeasured(ceEngineOf(space), known) ? known->extent : cePairExtent(a, b);
  cpFloat margin = cePairMargin(bodyA, bodyB, extent);
  ceRelativePose pose = ceRelativePoseOf(bodyA, bodyB);
  if (known && ceKeepsManifold(known, pose, extent, space)) {
    if (!ceWillTouch(space, pair, &known->manifold, extent, margin)) return apart;
    return (ceTouch){&known->arbiter, known->manifold.count};
  }
  cpFloat reach = ceReachOf(space, bodyA, bodyB, extent, margin);
  // A body that has diverged within the step meets nothing.
  if (!(reach < INFINITY) || ceAreFar(bodyA, bodyB, reach, extent)) return apart;
  ceManifold manifold;
  ceManifoldCompute(a, b, pose, margin, reach, &manifold);
  if (manifold.count == 0 || !ceWillTouch(space, pair, &manifold, extent, margin)) return apart;
  if (!known) known = ceArbiterOfPair(likely, a, b, space);
  bool touched = known && ceHasTouched(&known->arbiter, space);
  if (!touched && ceStartPasses(space, pair, &manifold)) return apart;
  if (known) {
    if (touched) ceMatchImpulses(known, &manifold);
    else known->rollingImpulse = 0, known->impulses[0] = known->impulses[1] = cpvzero;
    known->pose = pose, known->manifold = manifold;
  } else {
    *start = (ceContactStart){pose, manifold};
  }
  return (ceTouch){known ? &known->arbiter : NULL, manifold.count};
}

// MARK: Contacts of a step

cpArbiter *ceArbiterOfStart(cpSpace *space, ceShapePair pair, const ceContactStart *start) {
  ceAssert(start->manifold.count > 0);
  ceArbiter *arbiter = (ceArbiter *)ceArbiterFindOrMake(space, pair.a, pair.b);
  arbiter->pose = start->pose, arbiter->manifold = start->manifold;
  arbiter->impulses[0] = arbiter->impulses[1] = cpvzero;
  return &arbiter->arbiter;
}

// Computes the points of a contact from its manifold, with the impulses of the last step.
static void ceUpdatePoints(ceArbiter *of, const cpBody *bodyA, const cpBody *bodyB) {
  const ceManifold *manifold = &of->manifold;
  int formerCount = of->arbiter.count;
  ceAssert(formerCount >= 0 && formerCount <= CP_MAX_CONTACTS_PER_ARBITER);
  struct {
    cpHashValue hash;
    cpFloat jnAcc, jtAcc;
  } former[CP_MAX_CONTACTS_PER_ARBITER];
  for (int i = 0; i < formerCount; i++) {
    const struct cpContact *point = of->arbiter.contacts + i;
    former[i].hash = point->hash, former[i].jnAcc = point->jnAcc, former[i].jtAcc = point->jtAcc;
  }
  cpVect rotationA = ceRotationOf(bodyA), rotationB = ceRotationOf(bodyB);
  for (int i = 0; i < manifold->count; i++) {
    struct cpContact *point = of->points + i;
    // Rounded as a place in the world.
    point->r1 = cpvsub(cpvadd(cpvrotate(manifold->points[i].onA, rotationA), bodyA->p), bodyA->p);
    point->r2 = cpvsub(cpvadd(cpvrotate(manifold->points[i].onB, rotationB), bodyB->p), bodyB->p);
    point->hash = manifold->points[i].id, point->jnAcc = point->jtAcc = 0;
    for (int k = 0; k < formerCount; k++) {
      if (point->hash == former[k].hash) point->jnAcc = former[k].jnAcc, point->jtAcc = former[k].jtAcc;
    }
  }
}

// The radius of the circle that rolls; or, of two, that of their relative curvature.
static cpFloat ceRollingRadius(const cpShape *a, cpFloat radiusA, const cpShape *b, cpFloat radiusB) {
  ceAssert(a->klass->type <= b->klass->type && radiusA >= 0 && radiusB >= 0);
  if (a->klass->type != CP_CIRCLE_SHAPE) return cpfmax(radiusA, radiusB);
  if (b->klass->type != CP_CIRCLE_SHAPE) return radiusA;
  return radiusA > 0 && radiusB > 0 ? radiusA * radiusB / (radiusA + radiusB) : 0;
}

void ceArbiterMeasure(ceArbiter *arbiter) {
  const cpShape *a = arbiter->arbiter.a, *b = arbiter->arbiter.b;
  ceAssert(a && b && a->body != b->body);
  cpFloat radiusA = ceShapeRadius(a), radiusB = ceShapeRadius(b);
  cpFloat coefficient = cpfmax(ceShapeResponseOf(a)->rollingResistance, ceShapeResponseOf(b)->rollingResistance);
  arbiter->extent = cePairExtent(a, b), arbiter->radiusA = radiusA, arbiter->radiusB = radiusB;
  arbiter->rollingResistance = coefficient > 0 ? coefficient * ceRollingRadius(a, radiusA, b, radiusB) : 0;
  arbiter->isBesideFixed = a->body->m_inv == 0 || b->body->m_inv == 0;
  arbiter->shapeChanges = ceEngineOf(a->space)->shapeChanges;
}

// Begins a contact that has ended; or resumes it, if it ended earlier in the step, before continuous collision found it.
static void ceContactRestart(ceArbiter *of, const cpSpace *space) {
  cpArbiter *arbiter = &of->arbiter;
  ceAssert(arbiter->state == CP_ARBITER_STATE_CACHED && arbiter->stamp != space->stamp);
  arbiter->state = CP_ARBITER_STATE_FIRST_COLLISION;
  if (arbiter->stamp + 1 != space->stamp) return;
  of->hasResumed = true;
  arbiter->state = of->wasIgnored ? CP_ARBITER_STATE_IGNORE : CP_ARBITER_STATE_NORMAL;
}

bool ceContactUpdate(const cpSpace *space, ceShapePair pair, cpArbiter *arbiter) {
  const cpShape *a = pair.a, *b = pair.b;
  ceArbiter *of = (ceArbiter *)arbiter;
  ceAssert(of->manifold.count > 0 && of->manifold.count <= CP_MAX_CONTACTS_PER_ARBITER);
  ceUpdatePoints(of, a->body, b->body);
  cpVect n = cpvrotate(of->manifold.normal, ceRotationOf(a->body));
  cpVect surface = cpvsub(b->surfaceV, a->surfaceV);
  // Not written without need, since other threads may compare them.
  if (arbiter->a != a) arbiter->a = a, arbiter->b = b, of->extent = -1;
  arbiter->body_a = a->body, arbiter->body_b = b->body;
  arbiter->contacts = of->points, arbiter->count = of->manifold.count, arbiter->n = n;
  arbiter->e = a->e * b->e, arbiter->u = a->u * b->u;
  arbiter->surface_vr = cpvsub(surface, cpvmult(n, cpvdot(surface, n)));
  arbiter->handler = (cpCollisionHandler *)(uintptr_t)&space->defaultHandler, arbiter->swapped = cpFalse;
  if (arbiter->state == CP_ARBITER_STATE_CACHED) ceContactRestart(of, space);
  arbiter->stamp = space->stamp;
  if (!ceIsMeasured(ceEngineOf(space), of)) ceArbiterMeasure(of);
  bool isSolid = !a->sensor && !b->sensor && !(a->body->m == INFINITY && b->body->m == INFINITY);
  return isSolid && arbiter->state == CP_ARBITER_STATE_NORMAL &&
         arbiter->handler->preSolveFunc == ceEngineOf(space)->silentPreSolve;
}

void ceContactBegin(cpSpace *space, cpArbiter *arbiter) {
  ceAssert(space->locked && ceHasGrid(space));
  cpCollisionHandler *handler = arbiter->handler;
  if (arbiter->state == CP_ARBITER_STATE_FIRST_COLLISION && !handler->beginFunc(arbiter, space, handler->userData)) {
    cpArbiterIgnore(arbiter);
  }
  bool isHeld = arbiter->state != CP_ARBITER_STATE_IGNORE &&
                handler->preSolveFunc(arbiter, space, handler->userData) &&
                arbiter->state != CP_ARBITER_STATE_IGNORE && !arbiter->a->sensor && !arbiter->b->sensor &&
                !(arbiter->body_a->m == INFINITY && arbiter->body_b->m == INFINITY);
  if (isHeld) return cePush(space->arbiters, arbiter);
  arbiter->contacts = NULL, arbiter->count = 0;
  // Nothing is solved, so nothing is remembered.
  ((ceArbiter *)arbiter)->manifold.count = 0;
  ceAddInactive(&ceEngineOf(space)->inactive, arbiter);
  if (arbiter->state != CP_ARBITER_STATE_IGNORE) arbiter->state = CP_ARBITER_STATE_NORMAL;
}

void ceCollideShapes(cpSpace *space, cpShape *a, cpShape *b) {
  ceAssert(space->locked && a->body != b->body);
  ceShapePair pair = ceOrderShapes(a, b);
  ceContactStart start;
  cpArbiter *known = (cpArbiter *)(uintptr_t)ceArbiterFind(space, a, b);
  ceTouch touch = ceCollidePair(space, pair, known, &start);
  if (touch.count == 0) return;
  ((ceBody *)a->body)->strayStamp = ((ceBody *)b->body)->strayStamp = space->stamp;
  cpArbiter *arbiter = touch.arbiter ? touch.arbiter : ceArbiterOfStart(space, pair, &start);
  bool isPlain = ceContactUpdate(space, pair, arbiter);
  if (isPlain) cePush(space->arbiters, arbiter);
  else ceContactBegin(space, arbiter);
}
