// Continuous collision.

#ifndef CE_CONTINUOUS_H
#define CE_CONTINUOUS_H

#include "base.h"
#include "bodies.h"
#include "time_of_impact.h"

// A body of this step's continuous collision, with its pose before the step.
typedef struct ceMovingBody {
  ceBody *body;
  cpVect p;
  cpFloat a;
  cpHashValue order;
  // The body's whole path, for bodies that meet it.
  cePath path;
  // Whether it is fast, or something fast passes by; if not, it is only kept from getting deeper.
  bool isFast;
} ceMovingBody;

// Two shapes that may meet on a body's path.
typedef struct ceCandidate {
  cpShape *a, *b;
  // The path of the other shape's body, or NULL if it does not move.
  const cePath *path;
  ceTimeOfImpactResult result;
  // Whether it stops nothing, and whether the body has passed it.
  bool isSensor, isOver;
  // The time from which on it is tested: after that at which the body has passed the end of a chained segment.
  cpFloat after;
} ceCandidate;

// The state of continuous collision in a space. Its memory is reused from step to step.
typedef struct ceContinuous {
  // Whether a body may be fast in the next step, and how many bodies were checked for that: others may have woken
  // since, with unknown velocities.
  bool mayBeFast;
  int checkedCount;
  ceMovingBody *bodies;
  int bodyCount, bodyCapacity;
  // The kinematic bodies.
  ceMovingBody *kinematics;
  int kinematicCount, kinematicCapacity;
  ceCandidate *candidates;
  int candidateCount, candidateCapacity;
  // The bodies that a search has found, some perhaps more than once.
  ceBody **found;
  int foundCapacity;
} ceContinuous;

// Lists the bodies of a step's continuous collision before the step. O(bodies + contacts).
void ceContinuousBegin(ceEngine *engine, cpFloat timeStep);

// Moves the listed bodies back to where shapes stop them, and collides them there. Bodies must have moved, and their
// shapes too.
void ceContinuousCollide(ceEngine *engine);

// Empties the list after the step.
void ceContinuousEnd(ceEngine *engine);

// Frees the memory, and makes the state new.
void ceContinuousFree(ceContinuous *continuous);

// Measures a body's shapes, unless that is done. O(corners²), if so O(1).
void ceBodyMeasure(ceBody *body);

// Lists the bodies that others have made fast within the substeps. O(bodies).
void ceListSped(ceEngine *engine);

// Lists the kinematic bodies. O(bodies).
void ceListKinematics(ceEngine *engine);

// Lists the fast bodies, and those that a fast kinematic body might pass over.
void ceListFast(ceEngine *engine, cpFloat timeStep);

// Lists the bodies that a kinematic body may press, and those that penetrate a static one deeply or are about to.
void ceListPressed(ceEngine *engine, cpFloat timeStep);

#endif
