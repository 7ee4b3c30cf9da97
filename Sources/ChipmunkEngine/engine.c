// Making and freeing spaces. A space of the engine is a cpSpace (cpSpaceInit in cpSpace.c) with the engine's state
// behind it, and with indexes of our own: two grids, of static and sleeping shapes and of moving ones, or the library's
// two trees. Invariant: ceForgetSteps leaves an engine as ceSpaceNew makes it, apart from its settings.

#include "engine.h"

const char *ceVersion(void) { return cpVersionString; }

// MARK: Making

static cpVect ceShapeVelocity(void *shape) { return ((cpShape *)shape)->body->v; }

// Gives a space without indexes new ones: grids, or trees like those of cpSpaceInit.
static void ceMakeIndexes(ceEngine *engine) {
  ceAssert(!engine->space.locked && engine->space.arbiters->num == 0);
  cpSpace *space = &engine->space;
  if (engine->hasGrid) {
    space->staticShapes = ceIndexNew(engine, NULL);
    space->dynamicShapes = ceIndexNew(engine, space->staticShapes);
    return;
  }
  space->staticShapes = cpBBTreeNew((cpSpatialIndexBBFunc)cpShapeGetBB, NULL);
  space->dynamicShapes = cpBBTreeNew((cpSpatialIndexBBFunc)cpShapeGetBB, space->staticShapes);
  cpBBTreeSetVelocityFunc(space->dynamicShapes, ceShapeVelocity);
}

// Frees what the engine knows from earlier steps, and makes it new.
static void ceForgetSteps(ceEngine *engine) {
  ceAssert(!engine->space.locked);
  ceProxiesFree(&engine->staticProxies), ceProxiesFree(&engine->movingProxies);
  cePairsFree(&engine->pairs);
  ceInactiveFree(&engine->inactive);
  engine->hasPendingEndings = false, engine->shapeChanges++;
  engine->damping = (ceDampingCache){.entries = {{0}}};
  ceContinuousFree(&engine->continuous);
  engine->libraryStep.guardsEach = false;
  ceSubstepsFree(&engine->substeps);
}

cpSpace *ceSpaceNew(bool hasGrid) {
  ceEngine *engine = calloc(1, sizeof *engine);
  if (!engine) abort();
  engine->hasGrid = hasGrid;
  ceWorkersSetLimit(&engine->workers, 1, false);
  cpSpace *space = cpSpaceInit(&engine->space);
  ceAssert(space == &engine->space);
  engine->silentPreSolve = space->defaultHandler.preSolveFunc;
  engine->silentPostSolve = space->defaultHandler.postSolveFunc;
  ceSpaceRenewIndexes(space);
  return space;
}

void ceSpaceRenewIndexes(cpSpace *space) {
  ceAssert(!space->locked && space->arbiters->num == 0);
  ceEngine *engine = ceEngineOf(space);
  cpSpatialIndexFree(space->staticShapes);
  cpSpatialIndexFree(space->dynamicShapes);
  ceForgetSteps(engine);
  ceMakeIndexes(engine);
}

void ceSpaceFree(cpSpace *space) {
  ceAssert(!space->locked && space->sleepingComponents->num == 0);
  cpSpaceDestroy(space);
  ceForgetSteps(ceEngineOf(space));
  ceWorkersFree(&ceEngineOf(space)->workers);
  free(space);
}

void ceSpaceNoteMotion(cpSpace *space) {
  ceAssert(space);
  ceEngineOf(space)->continuous.mayBeFast = true;
}

void ceSpaceSetSubsteps(cpSpace *space, int count) {
  ceAssert(count >= 0 && count <= ceMaxSubsteps);
  ceEngineOf(space)->substeps.fixedCount = count;
}

void ceSpaceSetThreads(cpSpace *space, int limit, bool isForced) {
  ceAssert(limit >= 1 && !space->locked);
  ceWorkersSetLimit(&ceEngineOf(space)->workers, limit < ceMaxThreads ? limit : ceMaxThreads, isForced);
}

int ceSpaceSubsteps(const cpSpace *space) { return ceEngineOf(space)->substeps.fixedCount; }
