// Contacts in batches of four, which share no moving body, solved side by side.
//
// batches.h says how a batch is laid out.

#ifndef CE_CONTACT_BATCHES_H
#define CE_CONTACT_BATCHES_H

#include "batches.h"

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
  ceBatchPairs pairs;
  // The normal leads from the first to the second body.
  ceWide nx, ny, friction;
  // What the separation is more than what follows from arms and motions.
  ceWide gap;
  // How softly the contacts are solved, and how fast shapes part.
  ceWide biasRate, leak, pushOut;
  // The mass of each point alone, and how a unit impulse at one changes the speed of the other. Those of a second point
  // are 0 if there is only one.
  ceWide mass[2], coupling;
  // Whether any of the batch may bounce.
  bool hasElastic;
  // Whether any has two points, a round feature, a surface speed, or rolling resistance: known after ceBatchesPrepare.
  bool hasTwo, isRound, hasSurfaceSpeed, hasRolling;
  ceBatchPoint points[CP_MAX_CONTACTS_PER_ARBITER];
  // The radii of round features, which do not rotate with the body.
  ceWide radiusA, radiusB;
  ceWide surfaceSpeed, rollingResistance, rollingMass, rollingImpulse, elasticity;
  // The speed above which a contact is searched for impacts; INFINITY if it has none by itself.
  ceWide bounceSpeed;
  // Whether a contact bounces rather than rests, and whether it has bounced in this substep.
  ceWideBits willBounce, hasBounced;
} ceContactBatch;

// Completes batches whose arms are in the world's coordinates, whose points have masses of 1, and whose pushOut lacks
// what the contacts bear. O(batches), like the others.
void ceBatchesPrepare(ceContactBatch *batches, int count, const ceMotion *motions);

// Applies the impulses of the last substep.
void ceBatchesWarmStart(const ceContactBatch *batches, int count, ceMotion *motions);

// Solves contacts softly, or as rigid and without a correction of their depths; `h` is the substep.
void ceBatchesSolve(ceContactBatch *batches, int count, ceMotion *motions, cpFloat h, bool isSoft);

// For each contact a bit that says whether its points approach faster than its bounceSpeed less `gained`, which forces
// may add. Bit i of `approaching[k]` is for contact i of batch k. Returns whether there is any.
bool ceBatchesFindApproaching(
    const ceContactBatch *batches, int count, const ceMotion *motions, cpFloat gained, uint8_t *approaching);

#endif
