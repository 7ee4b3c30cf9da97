// The only access to the C library.

// Without these two, `cpVect` becomes a CoreGraphics type on Apple's systems.
#define CP_USE_CGTYPES 0
#define CP_USE_DOUBLES 1

#include <chipmunk/chipmunk.h>
// With the structs known, each pointer imports with its own type: freeing a body as a shape does not compile, and
// reading a state is a single load.
#include <chipmunk/chipmunk_structs.h>
// Not included by chipmunk.h.
#include <chipmunk/cpMarch.h>
#include <chipmunk/cpPolyline.h>
// Ends the contacts of a shape that stays in its space, and enumerates all contacts.
#include <chipmunk/chipmunk_private.h>
// Changes the form of a shape that is in a space.
#include <chipmunk/chipmunk_unsafe.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "collisions.h"
#include "memory.h"
#include "sweepstep.h"
#include "gridstep.h"
#include "snapshot.h"

#include "abort.h"

// A debug build of the library (Debian's is one) prints a banner to standard output when a process creates its first
// space. Standard output carries data, so we create the first space while C's `stdout` is a stream that discards
// everything. File descriptor 1 is untouched, and the stream stays open: another thread may be about to write to it.
static inline void CChipmunkPrintBannerToNowhere(void) {
  static char room[1];
  FILE *sink = fmemopen(room, sizeof room, "w");
  if (!sink) return;
  FILE *kept = stdout;
  flockfile(kept);
  stdout = sink;
  cpSpaceFree(cpSpaceNew());
  stdout = kept;
  funlockfile(kept);
}

// The bytes of stack that the calling thread has left, or SIZE_MAX if unknown (on a stack that is not the thread's
// own).
static inline size_t CChipmunkStackLeft(void) {
  static _Thread_local uintptr_t low, size;
  if (!size) {
#ifdef __APPLE__
    size = pthread_get_stacksize_np(pthread_self());
    low = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size;
#else
    pthread_attr_t attributes;
    void *address;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attributes)) return SIZE_MAX;
    pthread_attr_getstack(&attributes, &address, &bytes);
    pthread_attr_destroy(&attributes);
    low = (uintptr_t)address;
    size = bytes;
#endif
  }
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  return here - low < size ? here - low : SIZE_MAX;
}

struct CChipmunkCall {
  void (*function)(void *);
  void *context;
};

static inline void *CChipmunkRunCall(void *call) {
  ((struct CChipmunkCall *)call)->function(((struct CChipmunkCall *)call)->context);
  return NULL;
}

// Calls a function on a new thread with `bytes` of stack, and waits for it. Returns whether the thread could start.
static inline bool CChipmunkCallOnStack(
    size_t bytes, void (*function)(void *), void *context) {
  struct CChipmunkCall call = {function, context};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes)) return false;
  bool runs = !pthread_attr_setstacksize(&attributes, bytes) &&
              !pthread_create(&thread, &attributes, CChipmunkRunCall, &call);
  pthread_attr_destroy(&attributes);
  if (runs) pthread_join(thread, NULL);
  return runs;
}

// The version of the linked library. Swift would import the C variable as mutable.
static inline const char *CChipmunkVersion(void) { return cpVersionString; }

static inline cpVect CChipmunkShapeVelocity(void *shape) { return ((cpShape *)shape)->body->v; }

// Gives a space empty indexes of shapes: grids, or trees like those of cpSpaceInit.
static inline void CChipmunkRenewIndexes(cpSpace *space, bool isGrid) {
  cpSpatialIndexFree(space->staticShapes);
  cpSpatialIndexFree(space->dynamicShapes);
  if (isGrid) {
    space->staticShapes = CChipmunkGridNew(NULL);
    space->dynamicShapes = CChipmunkGridNew(space->staticShapes);
    return;
  }
  space->staticShapes = cpBBTreeNew((cpSpatialIndexBBFunc)cpShapeGetBB, NULL);
  space->dynamicShapes = cpBBTreeNew((cpSpatialIndexBBFunc)cpShapeGetBB, space->staticShapes);
  cpBBTreeSetVelocityFunc(space->dynamicShapes, CChipmunkShapeVelocity);
}

// Adds an arbiter to the cache where a step looks for the pair's, like cpSpaceActivateBody.
static inline void CChipmunkCacheArbiter(cpSpace *space, cpArbiter *arbiter) {
  const cpShape *pair[] = {arbiter->a, arbiter->b};
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)arbiter->a, (cpHashValue)arbiter->b);
  cpHashSetInsert(space->cachedArbiters, hash, pair, NULL, arbiter);
}
