// Continuous collision: a body that would fly through something in a step is moved back to its time of impact and keeps
// its velocity, so that the step's own collisions find a contact there and respond to it.
//
// A step sweeps a body
//   - if it moves by more than three quarters of its half thickness;
//   - if it touches a kinematic body, or penetrates a static one deeply or is about to: whatever presses it, it gets no
//     deeper into static shapes;
//   - if a fast kinematic body might pass over it.
// The sweep is against static and kinematic shapes, and for a bullet against dynamic ones too. Static shapes always
// stop a body. A kinematic body carries along what it meets, and passes through what it presses into something static.
// Handlers are called at the place of impact, through the library's own collision there: what they let pass does not
// stop the body. Handlers are also called for sensors that the body passes, which stop nothing.

#include "impact.h"

// A body that this step sweeps, with its place before the step.
struct CChipmunkSwept {
  struct CChipmunkBody *body;
  cpVect p;
  cpFloat a;
  cpHashValue order;
  // The body's whole path, for bodies that meet it.
  struct CChipmunkWay way;
  // Whether it is fast, or something fast passes by; if not, the sweep only keeps it from getting deeper.
  bool isFast;
  // The place that the velocities lead to, in case a caller's function moves the body.
  cpVect to;
  cpFloat toAngle;
};

// Two shapes that may meet on a body's path.
struct CChipmunkMeeting {
  cpShape *a, *b;
  // The path of the other shape's body, or NULL if it does not move.
  const struct CChipmunkWay *way;
  struct CChipmunkImpact impact;
  // Whether it stops nothing, and whether the body has passed it.
  bool isSensor, isOver;
};

// The state of a space's sweep. Its memory is reused from step to step.
struct CChipmunkSweep {
  // Replaces the index's own class up to the collisions of a step. It is the first field, since the sweep is found
  // through it.
  cpSpatialIndexClass klass, *own;
  // Whether a body may be fast in the next step, and how many bodies were checked for that: others may have woken
  // since, with unknown velocities.
  bool mayBeFast;
  int lookedAt;
  cpSpace *space;
  cpSpatialIndexQueryFunc collide;
  void *data;
  struct CChipmunkSwept *swept;
  int sweptCount, sweptRoom;
  // The kinematic bodies, if any body is fast.
  struct CChipmunkSwept *movers;
  int moverCount, moverRoom;
  struct CChipmunkMeeting *meetings;
  int meetingCount, meetingRoom;
  // Whether a pair has been collided ahead of the step's own collisions.
  bool hasAsked;
};

static inline void *CChipmunkRoom(void *list, int count, int *room, size_t size) {
  if (count < *room) return list;
  *room = 2 * count + 16;
  return CChipmunkGrow(list, (size_t)*room, size);
}

// MARK: Measuring bodies

// Half the smallest extent of a shape.
static inline cpFloat CChipmunkThinness(const struct CChipmunkHull *hull) {
  if (hull->count < 3) return hull->radius;
  cpFloat least = INFINITY;
  cpVect from = CChipmunkLocal(hull, hull->count - 1);
  for (int i = 0; i < hull->count; i++) {
    cpVect to = CChipmunkLocal(hull, i), edge = cpvsub(to, from);
    cpFloat length = cpvlength(edge), most = 0;
    for (int j = 0; j < hull->count && length > 0; j++) {
      most = cpfmax(most, fabs(cpvcross(edge, cpvsub(CChipmunkLocal(hull, j), from))) / length);
    }
    if (length > 0) least = cpfmin(least, most);
    from = to;
  }
  return least / 2 + hull->radius;
}

static inline void CChipmunkMeasure(struct CChipmunkBody *body) {
  cpFloat solid = INFINITY, any = INFINITY, reach = 0, swing = 0;
  for (const cpShape *shape = body->body.shapeList; shape; shape = shape->next) {
    struct CChipmunkHull hull = CChipmunkHullOf(shape);
    cpFloat thin = CChipmunkThinness(&hull);
    any = cpfmin(any, thin);
    if (!shape->sensor) solid = cpfmin(solid, thin);
    swing = cpfmax(swing, CChipmunkSwing(&hull));
    reach = cpfmax(reach, CChipmunkSwing(&hull) + hull.radius);
  }
  // A line has no thickness, yet it may move a little.
  body->thin = cpfmax(solid < INFINITY ? solid : any, 1e-3 * reach);
  body->reach = reach;
  body->swing = swing;
  body->swingSquared = swing * swing;
  // Half the allowed distance, squared: see CChipmunkLook.
  body->slowSquared = 0.375 * 0.375 * body->thin * body->thin;
}

// MARK: Finding bodies to sweep

// Goes over the bodies after a step. Notes whether one may be fast in the next step. Returns whether all are within the
// speed limit, and the squares of their numbers are far from overflow.
static inline bool CChipmunkLook(
    const cpSpace *space, cpFloat limitSquared, cpFloat timeStep, struct CChipmunkSweep *sweep) {
  cpFloat perStep = timeStep * timeStep;
  bool isFast = false, isInBounds = true;
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    const struct CChipmunkBody *of = space->dynamicBodies->arr[i];
    const cpBody *body = &of->body;
    cpFloat speed = body->v.x * body->v.x + body->v.y * body->v.y;
    cpFloat moving = speed + (body->v_bias.x * body->v_bias.x + body->v_bias.y * body->v_bias.y);
    cpFloat turning = body->w * body->w + body->w_bias * body->w_bias;
    // Four times the sum of these squares is at least the square of the sum.
    isFast |= (moving + turning * of->swingSquared) * perStep > of->slowSquared;
    cpFloat squares = moving + turning + (body->p.x * body->p.x + body->p.y * body->p.y) + body->a * body->a;
    // Written so that NaN fails the test.
    isInBounds &= speed <= limitSquared && squares < 1e30;
  }
  sweep->mayBeFast |= isFast;
  sweep->lookedAt = space->dynamicBodies->num;
  return isInBounds;
}

static inline cpFloat CChipmunkDisplacement(const struct CChipmunkBody *of, cpFloat timeStep) {
  const cpBody *body = &of->body;
  return (cpvlength(cpvadd(body->v, body->v_bias)) + fabs(body->w + body->w_bias) * of->swing) * timeStep;
}

static inline void CChipmunkList(struct CChipmunkSweep *sweep, struct CChipmunkBody *body, bool isFast, cpFloat timeStep) {
  if (body->isListed || !body->body.shapeList) return;
  sweep->swept = CChipmunkRoom(sweep->swept, sweep->sweptCount, &sweep->sweptRoom, sizeof *sweep->swept);
  const cpBody *of = &body->body;
  sweep->swept[sweep->sweptCount++] = (struct CChipmunkSwept){
      .body = body,
      .p = of->p,
      .a = of->a,
      .order = of->shapeList->hashid,
      .isFast = isFast,
      .to = cpvadd(of->p, cpvmult(cpvadd(of->v, of->v_bias), timeStep)),
      .toAngle = of->a + (of->w + of->w_bias) * timeStep};
  body->isListed = true;
}

// Lists the bodies that a fast kinematic body might pass over.
static inline void CChipmunkListPassed(
    const cpSpace *space, const struct CChipmunkBody *mover, cpFloat displacement, cpFloat timeStep,
    struct CChipmunkSweep *sweep) {
  cpFloat around = mover->reach + 0.5 * displacement;
  cpVect from = mover->body.p, to = cpvadd(from, cpvmult(mover->body.v, timeStep));
  cpBB box = cpBBMerge(cpBBNewForCircle(from, around), cpBBNewForCircle(to, around));
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    struct CChipmunkBody *body = space->dynamicBodies->arr[i];
    if (body->body.m_inv == 0 || !cpBBIntersects(box, cpBBNewForCircle(body->body.p, body->reach))) continue;
    cpFloat relative = displacement + CChipmunkDisplacement(body, timeStep);
    if (relative > 0.75 * (body->thin + mover->thin)) CChipmunkList(sweep, body, true, timeStep);
  }
}

static inline void CChipmunkListFast(cpSpace *space, cpFloat timeStep, struct CChipmunkSweep *sweep) {
  sweep->moverCount = 0;
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    struct CChipmunkBody *body = space->dynamicBodies->arr[i];
    if (body->slowSquared < 0) CChipmunkMeasure(body);
    if (body->body.m_inv == 0) {
      sweep->movers = CChipmunkRoom(sweep->movers, sweep->moverCount, &sweep->moverRoom, sizeof *sweep->movers);
      sweep->movers[sweep->moverCount++] = (struct CChipmunkSwept){.body = body, .p = body->body.p, .a = body->body.a};
    } else if (CChipmunkDisplacement(body, timeStep) > 0.75 * body->thin) {
      CChipmunkList(sweep, body, true, timeStep);
    }
  }
  for (int i = 0; i < sweep->moverCount; i++) {
    struct CChipmunkBody *mover = sweep->movers[i].body;
    cpFloat displacement = CChipmunkDisplacement(mover, timeStep);
    if (displacement <= 0.75 * mover->thin || !mover->body.shapeList) continue;
    CChipmunkListPassed(space, mover, displacement, timeStep, sweep);
  }
}

static inline cpFloat CChipmunkDepth(const cpArbiter *arbiter) {
  cpVect apart = cpvsub(arbiter->body_b->p, arbiter->body_a->p);
  cpFloat depth = 0;
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *contact = arbiter->contacts + i;
    depth = cpfmax(depth, -cpvdot(cpvadd(apart, cpvsub(contact->r2, contact->r1)), arbiter->n));
  }
  return depth;
}

// Lists the bodies that a kinematic body may press, and those that penetrate a static one deeply or are about to.
static inline void CChipmunkListPressed(const cpSpace *space, cpFloat timeStep, struct CChipmunkSweep *sweep) {
  for (int i = 0; i < space->arbiters->num; i++) {
    const cpArbiter *arbiter = space->arbiters->arr[i];
    cpBody *a = arbiter->body_a, *b = arbiter->body_b;
    if (a->m_inv != 0 && b->m_inv != 0) continue;
    cpBody *other = a->m_inv == 0 ? a : b;
    struct CChipmunkBody *body = (struct CChipmunkBody *)(a->m_inv == 0 ? b : a);
    if (body->slowSquared < 0) CChipmunkMeasure(body);
    bool isPressed = other->sleeping.idleTime != INFINITY;
    if (!isPressed) {
      cpFloat depth = CChipmunkDepth(arbiter);
      isPressed = depth > 0.25 * body->thin || depth + CChipmunkDisplacement(body, timeStep) > 0.75 * body->thin;
    }
    if (isPressed) CChipmunkList(sweep, body, false, timeStep);
  }
}
