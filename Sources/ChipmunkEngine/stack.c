// The stack of the calling thread, which some recursive functions of the library may exhaust. What is left is the
// distance of the current frame from the stack's lowest address, which the system knows. Invariant: the bounds of a
// thread's stack do not change, so each thread asks once.

#define _GNU_SOURCE
#include <pthread.h>

#include "base.h"

size_t ceStackLeft(void) {
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

typedef struct ceStackCall {
  void (*function)(void *);
  void *context;
} ceStackCall;

static void *ceRunStackCall(void *call) {
  ceAssert(call && ((ceStackCall *)call)->function);
  ((ceStackCall *)call)->function(((ceStackCall *)call)->context);
  return NULL;
}

bool ceCallOnStack(size_t bytes, void (*function)(void *), void *context) {
  ceAssert(function && bytes > 0);
  ceStackCall call = {function, context};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes)) return false;
  bool runs = !pthread_attr_setstacksize(&attributes, bytes) &&
              !pthread_create(&thread, &attributes, ceRunStackCall, &call);
  pthread_attr_destroy(&attributes);
  if (runs) pthread_join(thread, NULL);
  return runs;
}
