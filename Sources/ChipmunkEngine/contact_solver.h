// The contact solver of a step.

#ifndef CE_CONTACT_SOLVER_H
#define CE_CONTACT_SOLVER_H

#include "base.h"

// The velocities and inverse masses of a body.
typedef struct ceBodyState {
  // Each is a velocity and its `v_bias`.
  ceLanes x, y, w;
  cpFloat mInv, iInv;
} ceBodyState;

// Two pairs that share no moving body and have the same number of points.
typedef struct ceWidePair {
  uint32_t a[2], b[2];
  int count;
  bool hasMovingSurface;
  cpFloat nx[2], ny[2], friction[2];
  // The relative velocities of the surfaces.
  cpFloat surfaceX[2], surfaceY[2];
  // The second one is NULL if a pair is alone; its bodies are then one that nothing moves.
  struct cpContact *points[2];
} ceWidePair;

// One contact point of each of two pairs.
typedef struct ceWideContact {
  cpFloat r1x[2], r1y[2], r2x[2], r2y[2], nMass[2], tMass[2];
  // The target velocities along the normal, and the accumulated impulses: first those of the first pair and its
  // `v_bias`, then those of the second pair. A `v_bias` has no friction.
  cpFloat target[4], sum[4], jtAcc[4];
} ceWideContact;

typedef struct ceSolverBody {
  cpBody *body;
  // The level of its next pair.
  uint32_t level;
  bool isShared;
} ceSolverBody;

// A pair, in the order of arbiters: the indexes of its bodies, and its batch. The pairs of a batch have the same level
// and number of points; UINT32_MAX means none.
typedef struct ceContactPair {
  uint32_t a, b, batch;
} ceContactPair;

typedef struct ceSolver {
  // The library solves fewer pairs than this.
  int fewestPairs;
  // Whether to avoid AVX2; for tests.
  bool isNarrow;
  ceBodyState *states;
  ceSolverBody *bodies;
  ceContactPair *pairs;
  ceWidePair *widePairs;
  ceWideContact *contacts;
  // The start of each batch in the order of levels, and the pairs in that order.
  uint32_t *starts, *order;
  // The bodies on which constraints act too.
  uint32_t *shared;
  uint32_t bodyCount, bodyCapacity, pairCount, pairCapacity, batchCount, widePairCount, widePairCapacity, contactCount;
  uint32_t sharedCount, sharedCapacity;
} ceSolver;

// Applies the cached impulses of all contacts and constraints times `ratio` (warm starting), and iterates. All arbiters
// must have had their preStep. O(iterations · contacts).
void ceSolverSolve(ceSolver *solver, const cpSpace *space, cpFloat timeStep, cpFloat ratio);

// Frees the solver's memory, and makes it new.
void ceSolverFree(ceSolver *solver);

#endif
