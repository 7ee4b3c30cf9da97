// Contacts in batches of four, which share no moving body, solved side by side.
//
// A batch has each number of its four contacts in one vector. The processor's vectors have four numbers with AVX2 and
// two without; no operation is fused, so the bits are the same.

#ifndef CE_CONTACT_BATCHES_H
#define CE_CONTACT_BATCHES_H

#include "base.h"

enum { ceWidth = 4 };

// A number of each contact of a batch, and a mask: all bits or none.
typedef double ceWide __attribute__((vector_size(32)));
typedef int64_t ceWideBits __attribute__((vector_size(32)));

// What changes of a body within a step: one cache line, which is all that contacts read and write of it.
typedef struct ceMotion {
  cpVect v;
  cpFloat w;
  // 0 for a body that the solver does not move.
  cpFloat massInverse;
  // How far the body has moved and rotated since the step began: a vector, and a cosine and a sine.
  cpVect moved, rotation;
} ceMotion;

_Static_assert(sizeof(ceMotion) == 64, "a motion is a cache line: two rows of four numbers");

// The first motion belongs to no body and never moves. Those after the bodies' are written for bodies that do not move,
// one by each batch, so that threads do not share it.
enum { ceStillMotion, ceFirstMotion };

typedef struct ceBatchPoint {
  // The arms from the centres of gravity at the beginning of the step, in a frame whose y axis is the normal.
  ceWide armAX, armAY, armBX, armBY;
  ceWide tangentMass;
  // The impulses of the current substep, and of the step so far.
  ceWide normalImpulse, tangentImpulse, normalSum, tangentSum;
} ceBatchPoint;

// In the equations for a contact's two points, each has a little more of its own inverse mass than of the other point:
// two points at one place would make them singular.
#define CE_OWN_SHARE 1.001

typedef struct ceContactBatch {
  // The motions to read, and those to write.
  int32_t a[ceWidth], b[ceWidth], toA[ceWidth], toB[ceWidth];
  // The normal leads from the first to the second body.
  ceWide nx, ny, inertiaInverseA, inertiaInverseB, friction;
  // What the separation is more than what follows from arms and motions.
  ceWide gap;
  // How softly the contacts are solved, and how fast shapes part.
  ceWide biasRate, leak, pushOut;
  // The mass of each point alone, and how a unit impulse at one changes the speed of the other. Those of a second point
  // are 0 if there is only one.
  ceWide mass[2], coupling;
  // Whether any of the batch has two points, a round feature, a surface speed, rolling resistance, or elasticity.
  bool hasTwo, isRound, hasSurfaceSpeed, hasRolling, hasElastic;
  ceBatchPoint points[CP_MAX_CONTACTS_PER_ARBITER];
  // The radii of round features, which do not rotate with the body.
  ceWide radiusA, radiusB;
  ceWide surfaceSpeed, rollingResistance, rollingMass, rollingImpulse, elasticity;
  // Whether a contact bounces rather than rests, and has bounced in this substep.
  ceWideBits willBounce, hasBounced;
} ceContactBatch;

// Completes batches whose arms are in the world's coordinates, whose points have masses of 1, and whose pushOut lacks
// what the contacts bear. O(batches), like the others.
void ceBatchesPrepare(ceContactBatch *batches, int count, const ceMotion *motions);

// Applies the impulses of the last substep.
void ceBatchesWarmStart(const ceContactBatch *batches, int count, ceMotion *motions);

// Solves contacts softly, or as rigid and without a correction of their depths; `h` is the substep.
void ceBatchesSolve(ceContactBatch *batches, int count, ceMotion *motions, cpFloat h, bool isSoft);

// For each contact that is elastic or will bounce, a bit that says whether its points approach faster than a speed.
// Bit i of `approaching[k]` is for contact i of batch k. Returns whether there is any.
bool ceBatchesFindApproaching(
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat speed, uint8_t *approaching);

#endif
