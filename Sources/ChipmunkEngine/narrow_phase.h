// The pairs of shapes that touch in a step.

#ifndef CE_NARROW_PHASE_H
#define CE_NARROW_PHASE_H

#include "base.h"
#include "manifold.h"

// The number of points at which two shapes touch, or will within the step, and the arbiter that they have already.
typedef struct ceTouch {
  cpArbiter *arbiter;
  int count;
} ceTouch;

// The contact of shapes that have no arbiter yet.
typedef struct ceContactStart {
  ceRelativePose pose;
  ceManifold manifold;
} ceContactStart;

// Measures the bodies whose shapes have changed. O(1) if there are none, otherwise O(shapes).
void ceMeasureBodies(ceEngine *engine);

_Static_assert(
    CP_CIRCLE_SHAPE < CP_SEGMENT_SHAPE && CP_SEGMENT_SHAPE < CP_POLY_SHAPE, "shapes collide in this order of types");

// Two shapes in the order in which they collide: by type, and by id if they have one type.
typedef struct ceShapePair {
  cpShape *a, *b;
} ceShapePair;

static inline ceShapePair ceOrderShapes(cpShape *a, cpShape *b) {
  ceAssert(a != b);
  cpShapeType typeA = a->klass->type, typeB = b->klass->type;
  bool isInOrder = typeA != typeB ? typeA < typeB : a->hashid < b->hashid;
  return isInOrder ? (ceShapePair){a, b} : (ceShapePair){b, a};
}

static inline bool ceAreCircles(const cpShape *a, const cpShape *b) {
  ceAssert(a && b);
  return a->klass->type == CP_CIRCLE_SHAPE && b->klass->type == CP_CIRCLE_SHAPE;
}

static inline cpVect cePointVelocity(const cpBody *body, cpVect arm) {
  return cpvadd(body->v, cpvmult(cpvperp(arm), body->w));
}

// The velocity of a point of the second body relative to one of the first.
static inline cpVect ceRelativeVelocity(const cpBody *a, cpVect armA, const cpBody *b, cpVect armB) {
  ceAssert(a != b);
  return cpvsub(cePointVelocity(b, armB), cePointVelocity(a, armA));
}

// Collides two shapes within a step. `likely` is the arbiter that they had in the last step, or NULL. Fills in `start`
// if they touch and have no arbiter. Threads may call this for different pairs at once. O(corners²).
ceTouch ceCollidePair(const cpSpace *space, ceShapePair pair, cpArbiter *likely, ceContactStart *start);

// Makes the arbiter of two shapes that touch for the first time.
cpArbiter *ceArbiterOfStart(cpSpace *space, ceShapePair pair, const ceContactStart *start);

// Updates the arbiter of two shapes that touch: cpArbiterUpdate, for a space whose only handler is the default one.
// Returns whether it may be solved without calling a handler. Threads may call this for different pairs at once, if the
// arbiters have the shapes in this order.
bool ceContactUpdate(const cpSpace *space, ceShapePair pair, cpArbiter *arbiter);

// Calls handlers for a contact, and adds it to those that the step solves, or to the inactive ones.
void ceContactBegin(cpSpace *space, cpArbiter *arbiter);

// Collides two shapes, and begins their contact if they touch.
void ceCollideShapes(cpSpace *space, cpShape *a, cpShape *b);

// Whether filters and joints let two shapes collide. O(joints of a).
bool ceMayCollide(const cpShape *a, const cpShape *b);

// Whether a shape is a segment with a neighbour. The library omits contacts at the inner ends of a chain, since the
// neighbour has them.
static inline bool ceIsChained(const cpShape *shape) {
  if (shape->klass->type != CP_SEGMENT_SHAPE) return false;
  const cpSegmentShape *segment = (const cpSegmentShape *)shape;
  return cpvlengthsq(segment->a_tangent) > 0 || cpvlengthsq(segment->b_tangent) > 0;
}

// Whether a shape with a direction in which others pass lets another one through, or the other the shape. They meet
// with a normal that leads from the first to the second, a separation along it, and how far they move apart along it in
// the step.
bool ceLetsPass(const cpShape *a, const cpShape *b, cpVect normal, cpFloat separation, cpFloat moved);

#endif
