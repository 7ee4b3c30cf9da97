// The engine's state of a space.

#ifndef CE_ENGINE_H
#define CE_ENGINE_H

#include "arbiters.h"
#include "base.h"
#include "bodies.h"
#include "broad_phase.h"
#include "continuous.h"
#include "damping.h"
#include "pairs.h"
#include "sleeping.h"
#include "step.h"
#include "substeps.h"
#include "workers.h"

// A space with all that the engine keeps for it. The space is the first field, so the library's pointer to a space is
// the engine's too.
struct ceEngine {
  cpSpace space;
  // Whether steps are those of step.c, with a grid; otherwise, the library has its tree and cpSpaceStep.
  bool hasGrid;
  // The shapes of static and sleeping bodies, and those of moving bodies.
  ceProxies staticProxies, movingProxies;
  cePairs pairs;
  // Whether pairs may have touched in the last step that the moving proxies' lists of touched shapes lack, besides those
  // of bodies with its `strayStamp`.
  bool hasStrayContacts;
  ceInactiveArbiters inactive;
  // Whether shapes have become static since ceForgetEnded, for example of bodies that fell asleep.
  bool hasPendingEndings;
  // How often shapes have been added or changed, or their responses; and that number when ceMeasureBodies was last
  // called. Arbiters, too, know of which number their measures are.
  uint64_t shapeChanges, measuredChanges;
  // Whether a constraint may have a function, so that steps call it after solving.
  bool hasFunctions;
  ceWorkers workers;
  // The library's own functions, which only let shapes collide.
  cpCollisionPreSolveFunc silentPreSolve;
  cpCollisionPostSolveFunc silentPostSolve;
  ceDampingCache damping;
  ceContinuous continuous;
  ceLibraryStep libraryStep;
  ceSubsteps substeps;
};

_Static_assert(offsetof(ceEngine, space) == 0, "an engine and its space have one address");

static inline ceEngine *ceEngineOf(const cpSpace *space) { return (ceEngine *)(uintptr_t)space; }

// Whether a space, or none if NULL, has a grid.
static inline bool ceHasGrid(const cpSpace *space) { return space && ceEngineOf(space)->hasGrid; }

// Whether an arbiter's measures are still those of its shapes.
static inline bool ceIsMeasured(const ceEngine *engine, const ceArbiter *arbiter) {
  bool isMeasured = arbiter->extent >= 0 && arbiter->shapeChanges == engine->shapeChanges;
  ceAssert(!isMeasured || arbiter->extent == cePairExtent(arbiter->arbiter.a, arbiter->arbiter.b));
  return isMeasured;
}

#endif
