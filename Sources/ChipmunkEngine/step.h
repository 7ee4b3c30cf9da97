// The step of a space: step.c with a grid, step_library.c with the library's tree.

#ifndef CE_STEP_H
#define CE_STEP_H

#include "base.h"

// The state of the library's steps.
typedef struct ceLibraryStep {
  // Replaces the index's own class up to the collisions of a step.
  cpSpatialIndexClass klass, *own;
  // Whether each collision has its own recovery point, since one has aborted: that costs less than filling the index
  // again.
  bool guardsEach;
} ceLibraryStep;

// cpSpaceStep, without the contacts at which the library would abort.
void ceStepLibrary(ceEngine *engine, cpFloat timeStep);

#endif
