// Bodies and their shapes.
//
// A body's transform rotates about its centre of gravity c: world = R (local - c) + p, with R from the cosine and sine of
// its angle. Invariant between steps: a body's transform, and its shapes' boxes, corners and normals, fit its pose. The
// arithmetic keeps the bits of cpBodyUpdatePosition and cpPolyShapeCacheData, apart from cosine and sine.

#include "bodies.h"

#include "engine.h"

// MARK: Making bodies

cpBody *ceBodyNew(cpFloat mass, cpFloat moment) {
  ceAssert(mass >= 0 && moment >= 0);
  ceBody *body = calloc(1, sizeof *body);
  if (!body) abort();
  body->slowSquared = -1;
  return cpBodyInit(&body->body, mass, moment);
}

cpBody *ceBodyNewOfType(cpBodyType type) {
  cpBody *body = ceBodyNew(0, 0);
  cpBodySetType(body, type);
  return body;
}

bool ceBodyIsBullet(const cpBody *body) { return ((const ceBody *)body)->isBullet; }

void ceBodySetBullet(cpBody *body, bool isBullet) { ((ceBody *)body)->isBullet = isBullet; }

// Recomputes the contacts of a body in the next step.
static void ceForgetManifolds(cpBody *body) {
  if (!ceHasGrid(body->space)) return;
  for (cpArbiter *arbiter = body->arbiterList; arbiter;) {
    ((ceArbiter *)arbiter)->manifold.count = 0;
    arbiter = body == arbiter->body_a ? arbiter->thread_a.next : arbiter->thread_b.next;
  }
}

void ceBodyForgetExtents(cpBody *body) {
  ceForgetManifolds(body);
  ((ceBody *)body)->slowSquared = -1;
}

// MARK: Poses
//
// In a space with a grid, bodies rotate by CMath's sines and cosines, which are the same on every machine; in a space
// with a tree by the library's, as in plain C.

cpVect ceRotation(const cpSpace *space, cpFloat angle) {
  if (!ceHasGrid(space)) return cpvforangle(angle);
  cpVect rotation;
  CMathSineCosine(angle, &rotation.y, &rotation.x);
  return rotation;
}

void ceBodySetTransform(cpBody *body, cpVect rotation) {
  cpVect p = body->p, c = body->cog;
  cpFloat cosine = rotation.x, sine = rotation.y;
  body->transform = cpTransformNewTranspose(
      cosine, -sine, p.x - (c.x * cosine - c.y * sine), sine, cosine, p.y - (c.x * sine + c.y * cosine));
}

void ceBodyUpdateRotation(cpBody *body) {
  if (ceHasGrid(body->space)) ceBodySetTransform(body, ceRotation(body->space, body->a));
}

void ceBodyWritePose(cpBody *body, cpVect position, cpFloat angle) {
  cpVect center = body->cog, rotation = ceRotation(body->space, angle);
  cpVect arm = cpv(center.x * rotation.x - center.y * rotation.y, center.x * rotation.y + center.y * rotation.x);
  body->a = angle;
  body->p = cpvadd(arm, position);
  ceBodySetTransform(body, rotation);
}

void ceBodySetPosition(cpBody *body, cpVect position) {
  cpBodySetPosition(body, position);
  ceBodyUpdateRotation(body);
}

void ceBodySetAngle(cpBody *body, cpFloat angle) {
  cpBodySetAngle(body, angle);
  ceBodyUpdateRotation(body);
}

// cpBodyUpdatePosition with the engine's rotation: integrates the position, and resets the bias velocities.
static void ceBodyIntegrate(cpBody *body, cpFloat timeStep) {
  ceAssert(timeStep > 0 && ceHasGrid(body->space));
  body->p = cpvadd(body->p, cpvmult(cpvadd(body->v, body->v_bias), timeStep));
  cpFloat angle = body->a + (body->w + body->w_bias) * timeStep;
  cpVect rotation = {body->transform.a, body->transform.b};
  // Compared by their bits, since zeros have signs.
  if (ceBits(angle) != ceBits(body->a)) CMathSineCosine(angle, &rotation.y, &rotation.x);
  body->a = angle;
  ceBodySetTransform(body, rotation);
  body->v_bias = cpvzero;
  body->w_bias = 0;
}

void ceBodyUpdatePosition(cpBody *body, cpFloat timeStep) {
  if (ceHasGrid(body->space)) ceBodyIntegrate(body, timeStep);
  else cpBodyUpdatePosition(body, timeStep);
}

// MARK: Shapes

static void cePolygonUpdate(cpPolyShape *polygon) {
  ceAssert(polygon->count >= 3);
  cpTransform transform = polygon->shape.body->transform;
  ceLanes x = {transform.a, transform.b}, y = {transform.c, transform.d}, by = {transform.tx, transform.ty};
  ceLanes low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  struct cpSplittingPlane *planes = polygon->planes;
  int count = polygon->count;
  for (int i = 0; i < count; i++) {
    struct cpSplittingPlane from = planes[count + i];
    ceLanes corner = x * from.v0.x + y * from.v0.y + by, normal = x * from.n.x + y * from.n.y;
    memcpy(&planes[i].v0, &corner, sizeof corner);
    memcpy(&planes[i].n, &normal, sizeof normal);
    low = ceMin(low, corner), high = ceMax(high, corner);
  }
  low -= polygon->r, high += polygon->r;
  polygon->shape.bb = (cpBB){low[0], low[1], high[0], high[1]};
}

// Updates a shape from its body's transform: cpShapeCacheBB, without a call for polygons.
static void ceShapeUpdate(cpShape *shape) {
  if (shape->klass->type == CP_POLY_SHAPE) cePolygonUpdate((cpPolyShape *)shape);
  else cpShapeCacheBB(shape);
}

void ceBodySetPose(cpBody *body, cpVect p, cpFloat angle) {
  ceAssert(!isnan(p.x) && !isnan(p.y));
  body->p = p;
  body->a = angle;
  ceBodySetTransform(body, ceRotation(body->space, angle));
  CP_BODY_FOREACH_SHAPE(body, shape) ceShapeUpdate(shape);
}

void ceUpdateShapes(ceEngine *engine) {
  ceAssert(engine->hasGrid && engine->space.locked);
  const ceProxies *moving = &engine->movingProxies;
  for (uint32_t slot = 0; slot < moving->slotCount; slot++) {
    if (slot + 8 < moving->slotCount) cePrefetch(moving->shapes[slot + 8], 8);
    if (moving->shapes[slot]) ceShapeUpdate(moving->shapes[slot]);
  }
}
