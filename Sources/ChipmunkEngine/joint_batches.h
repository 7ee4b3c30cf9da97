// Pivots, and joints with one angular row, in batches of four, which share no moving body, solved side by side.

#ifndef CE_JOINT_BATCHES_H
#define CE_JOINT_BATCHES_H

#include "batches.h"

// The most by which an arm may rotate in a substep for the centripetal term to hold, in radians.
#define CE_MAX_ROTATION 0.5

typedef struct cePivotBatch {
  ceBatchPairs pairs;
  // At the beginning of the step: the arms, and the way from the first centre of gravity to the second one.
  ceWide startAX, startAY, startBX, startBY, betweenX, betweenY, knee;
  // See ceJoint.
  ceWide gain;
  // At the beginning of the substep: the arms, and the velocity that a soft solution adds to that of the anchors.
  ceWide armAX, armAY, armBX, armBY, biasX, biasY;
  // The impulses of the current substep, and of the step so far.
  ceWide impulseX, impulseY, sumX, sumY;
} cePivotBatch;

// A joint corrects an error e at its rate times 1 + 4 e⁴ / (e⁴ + knee): small ones softly, since taut chains would
// vibrate, and up to five times as fast what a hit has pulled open.
#define CE_STIFFENING 4

// Motors and rotary limits. A motor's limits are infinite.
typedef struct ceAngularBatch {
  ceBatchPairs pairs;
  // The inverse of the inverse masses, the rate of a motor, and the greatest impulse of a substep.
  ceWide mass, rate, greatest;
  // The angle of the second body less that of the first, when the step began and now, and its limits.
  ceWide startAngle, angle, min, max;
  // Whether a lane is of a limit.
  ceWideBits isLimit;
  ceWide impulse, sum;
} ceAngularBatch;

// Finds what a substep of length `h` needs, before velocities are integrated: the arms of pivots, and the biases.
// O(batches), like the others.
void cePivotBatchesBegin(cePivotBatch *batches, int count, const ceMotion *motions, cpFloat biasRate, cpFloat h);

// Apply the impulses of the last substep.
void cePivotBatchesWarmStart(const cePivotBatch *batches, int count, ceMotion *motions);
void ceAngularBatchesWarmStart(const ceAngularBatch *batches, int count, ceMotion *motions);

// Solve with a softness; or as rigid, with the bodies where they are by now, if it is NULL. Angles must be the current
// ones, and `h` the substep.
void cePivotBatchesSolve(cePivotBatch *batches, int count, ceMotion *motions, const ceSoftness *soft);
void ceAngularBatchesSolve(
    ceAngularBatch *batches, int count, ceMotion *motions, const ceSoftness *soft, cpFloat h);

#endif
