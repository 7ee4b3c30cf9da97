// Bodies and their shapes: poses, rotations, and the data that the engine adds to the library's bodies.

#ifndef CE_BODIES_H
#define CE_BODIES_H

#include "base.h"

// The engine's body: the library's, with the data that the solver and continuous collision need.
typedef struct ceBody {
  cpBody body;
  // The index of the body in the contact solver, meaningful only while it runs.
  uint32_t solverIndex;
  // The bits, see ceBodyBit, of all bodies with which it has, or has had, a joint.
  uint64_t joined;
  // Half the thickness of the thinnest shape; the largest distance of any point from the centre of gravity, and of any
  // corner. The latter leaves out the rounding around a corner, which does not rotate.
  cpFloat minExtent, maxExtent, cornerExtent;
  // The thresholds of ceSpaceCheckBounds; below 0 until the shapes are measured.
  cpFloat slowSquared, cornerExtentSquared;
  ceBodyResponse response;
  // Whether this step's continuous collision has the body, and the last step in which one of its contacts began there.
  bool isListed;
  cpTimestamp strayStamp;
  // The last step in which, or after which, its shapes came among the moving ones or the static ones.
  cpTimestamp indexStamp;
} ceBody;

_Static_assert(offsetof(ceBody, body) == 0, "a body and the library's have one address");

// A bit that a body shares with few others.
static inline uint64_t ceBodyBit(const cpBody *body) {
  return (uint64_t)1 << ((uint64_t)(uintptr_t)body * 0x9e3779b97f4a7c15 >> 58);
}

// cpBodyGetType, without a call.
static inline bool ceIsDynamic(const cpBody *body) {
  return body->sleeping.idleTime != INFINITY && body->m != INFINITY;
}

// The cosine and sine of a body's angle.
static inline cpVect ceRotationOf(const cpBody *body) { return cpv(body->transform.a, body->transform.b); }

// How many times gravity acts on a body, at least 1: its contacts bounce only above the speed that this adds.
static inline cpFloat ceGravityScaleOf(const cpBody *body) {
  return body->m_inv > 0 ? cpfmax(1, fabs(((const ceBody *)body)->response.gravityScale)) : 1;
}

// Moves a body and its shapes, without waking it.
void ceBodySetPose(cpBody *body, cpVect p, cpFloat angle);

// Updates all moving shapes from their bodies' transforms: cpShapeCacheBB for each.
void ceUpdateShapes(ceEngine *engine);

#endif
