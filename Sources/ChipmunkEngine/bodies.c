// Bodies and their shapes. A body's transform rotates about its centre of gravity c,
//
//   world = R (local - c) + p,
//
// with R from the cosine and sine of its angle. Motion is integrated by symplectic Euler: v += h a, then p += h v, with
// the decay of damping.h. Invariant between steps: a body's transform, and its shapes' boxes, corners and normals, fit
// its pose. The arithmetic is that of the library's cpBody.c, apart from cosine and sine, but rounds the same however
// it is compiled.

#include "bodies.h"

#include "damping.h"
#include "engine.h"
#include "pool.h"

// MARK: Making bodies

static cePool ceBodyPool;

cpBody *ceBodyNew(cpBodyType type, cpFloat mass, cpFloat moment) {
  ceAssert(type == CP_BODY_TYPE_DYNAMIC || (mass == 0 && moment == 0));
  ceAssert(mass >= 0 && moment >= 0);
  ceBody *body = cePoolTake(&ceBodyPool, sizeof *body);
  body->slowSquared = -1;
  body->response = (ceBodyResponse){1, 1, 1, false};
  cpBodyInit(&body->body, mass, moment);
  if (type != CP_BODY_TYPE_DYNAMIC) cpBodySetType(&body->body, type);
  return &body->body;
}

void ceBodyFree(cpBody *body) {
  ceAssert(!body->space && !body->shapeList);
  cpBodyDestroy(body);
  cePoolGive(&ceBodyPool, body);
}

ceBodyResponse ceBodyGetResponse(const cpBody *body) { return ((const ceBody *)body)->response; }

void ceBodySetResponse(cpBody *body, ceBodyResponse response) {
  ceAssert(isfinite(response.gravityScale));
  ceAssert(response.damping >= 0 && response.damping <= 1);
  ceAssert(response.angularDamping >= 0 && response.angularDamping <= 1);
  ((ceBody *)body)->response = response;
}

// Recomputes the contacts of a body in the next step.
static void ceForgetManifolds(cpBody *body) {
  if (!ceHasGrid(body->space)) return;
  for (cpArbiter *arbiter = body->arbiterList; arbiter;) {
    ceAssert(body == arbiter->body_a || body == arbiter->body_b);
    ceArbiterSetMemory(body->space, arbiter, (ceContactMemory){.hasPose = false});
    arbiter = body == arbiter->body_a ? arbiter->thread_a.next : arbiter->thread_b.next;
  }
}

void ceBodyForgetExtents(cpBody *body) {
  ceAssert(!body->space || !body->space->locked);
  ceAssert(isfinite(body->cog.x) && isfinite(body->cog.y));
  ceForgetManifolds(body);
  ((ceBody *)body)->slowSquared = -1;
  // Steps measure the bodies of shapes, and those that may be fast: not one that a contact wakes within the step.
  if (ceIsDynamic(body) && !body->shapeList) ceBodyMeasure((ceBody *)body);
  if (ceHasGrid(body->space)) ceEngineOf(body->space)->shapeChanges++;
}

// MARK: Poses
//
// In a space with a grid, bodies rotate by CMath's sines and cosines, which are the same on every machine; in a space
// with a tree by the library's, as in plain C.

#if CE_ASSERTIONS
// Whether a vector is a cosine and a sine, up to rounding.
static bool ceIsRotation(cpVect v) { return fabs(v.x * v.x + v.y * v.y - 1) < 1e-9; }
#endif

cpVect ceRotation(const cpSpace *space, cpFloat angle) {
  if (!ceHasGrid(space)) return cpvforangle(angle);
  cpVect rotation;
  CMathSineCosine(angle, &rotation.y, &rotation.x);
  ceAssert(!isfinite(angle) || ceIsRotation(rotation));
  return rotation;
}

void ceBodySetTransform(cpBody *body, cpVect rotation) {
  // The angle of a body that diverges within a step may be infinite.
  ceAssert(isnan(rotation.x) || ceIsRotation(rotation));
  cpVect p = body->p, c = body->cog;
  cpFloat cosine = rotation.x, sine = rotation.y;
  body->transform = cpTransformNewTranspose(
      cosine, -sine, p.x - (c.x * cosine - c.y * sine), sine, cosine, p.y - (c.x * sine + c.y * cosine));
}

void ceBodyWritePose(cpBody *body, cpVect position, cpFloat angle) {
  ceAssert(isfinite(position.x) && isfinite(position.y) && isfinite(angle));
  cpVect rotation = ceRotation(body->space, angle);
  body->a = angle;
  body->p = cpvadd(cpvrotate(body->cog, rotation), position);
  ceBodySetTransform(body, rotation);
}

// MARK: Motion

cpFloat ceBodyKineticEnergy(const cpBody *body) {
  ceAssert(body->m >= 0 && body->i >= 0);
  // A body that cannot rotate has an infinite moment.
  cpFloat speed = cpvdot(body->v, body->v), angularSpeed = body->w * body->w;
  return (speed != 0 ? speed * body->m : 0) + (angularSpeed != 0 ? angularSpeed * body->i : 0);
}

ceBodyVelocities ceBodyIntegrateVelocities(
    const cpBody *body, ceBodyVelocities from, cpVect gravity, cpFloat damping, cpFloat timeStep) {
  ceAssert(ceIsDynamic(body) && timeStep > 0);
  ceDecay linear = {.kept = damping, .gained = timeStep}, angular = linear;
  // A caller's function may set any damping.
  if (ceHasGrid(body->space) && damping >= 0) {
    ceBodyResponse response = ((const ceBody *)body)->response;
    linear = ceDecayOf(damping, response.damping, timeStep);
    angular = ceDecayOf(damping, response.angularDamping, timeStep);
  }
  cpVect acceleration = cpvadd(gravity, cpvmult(body->f, body->m_inv));
  return (ceBodyVelocities){
      cpvadd(cpvmult(from.v, linear.kept), cpvmult(acceleration, linear.gained)),
      from.w * angular.kept + body->t * body->i_inv * angular.gained};
}

cpVect ceBodyDisplacement(const cpBody *body, cpFloat timeStep) {
  ceAssert(timeStep > 0);
  cpVect by = cpvmult(cpvadd(body->v, body->v_bias), timeStep);
  const ceStepBody *integrated = body->space ? ceEngineOf(body->space)->substeps.integrated : NULL;
  return integrated && integrated->body == body ? cpvsub(by, ceLagOf(integrated, timeStep)) : by;
}

// cpBodyUpdatePosition with the engine's rotation: integrates the position, and resets the bias velocities.
static void ceBodyIntegrate(cpBody *body, cpFloat timeStep) {
  ceAssert(timeStep > 0 && ceHasGrid(body->space));
  body->p = cpvadd(body->p, ceBodyDisplacement(body, timeStep));
  cpFloat angle = body->a + (body->w + body->w_bias) * timeStep;
  cpVect rotation = ceRotationOf(body);
  // Compared by their bits, since zeros have signs.
  if (ceBits(angle) != ceBits(body->a)) CMathSineCosine(angle, &rotation.y, &rotation.x);
  body->a = angle;
  ceBodySetTransform(body, rotation);
  body->v_bias = cpvzero;
  body->w_bias = 0;
}

void ceBodyUpdatePosition(cpBody *body, cpFloat timeStep) {
  ceAssert(timeStep > 0);
  if (ceHasGrid(body->space)) ceBodyIntegrate(body, timeStep);
  else cpBodyUpdatePosition(body, timeStep);
}

// MARK: Shapes

void ceBodySetPose(cpBody *body, cpVect p, cpFloat angle) {
  ceAssert(!isnan(p.x) && !isnan(p.y));
  body->p = p;
  body->a = angle;
  ceBodySetTransform(body, ceRotation(body->space, angle));
  CP_BODY_FOREACH_SHAPE(body, shape) ceShapeUpdate(shape);
}
