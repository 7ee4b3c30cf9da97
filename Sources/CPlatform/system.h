// System calls that Swift cannot import: variadic functions, and types that differ between systems.

#ifndef CPLATFORM_SYSTEM_H
#define CPLATFORM_SYSTEM_H

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

// Computes sine and cosine for little more than the cost of one. glibc and musl declare `sincos` only for _GNU_SOURCE.
static inline void CPlatformSineAndCosine(double angle, double *sine, double *cosine) {
#ifdef __linux__
  extern void sincos(double, double *, double *);
  sincos(angle, sine, cosine);
#else
  *sine = sin(angle);
  *cosine = cos(angle);
#endif
}

#ifdef __linux__
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Sets the maximum delay of the calling thread's sleeps, which lets the kernel end several at once; 0 on success.
static inline int CPlatformSetTimerSlack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}

// Sets the time slice of the calling thread: how long it runs before other ordinary threads have their turn. Returns
// 0 on success, or if the thread's scheduling policy is not the ordinary one. The thread gets no larger share of a
// processor, but when it wakes, it does not wait for longer slices of other threads. Has no effect before Linux 6.12.
static inline int CPlatformSetTimeSlice(uint64_t nanoseconds) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0)) return -1;
  if (attributes.policy != 0) return 0;
  attributes.size = sizeof attributes;
  attributes.runtime = nanoseconds;
  return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

// Sets the capacity of a pipe in bytes; -1 if the system does not grant it, or if the descriptor is not a pipe.
static inline int CPlatformSetPipeSize(int descriptor, int bytes) {
  // F_SETPIPE_SZ, which glibc and musl define only for _GNU_SOURCE.
  return fcntl(descriptor, 1031, bytes);
}
#else
// Other systems do not have these settings, or not for a thread.
static inline int CPlatformSetTimerSlack(unsigned long nanoseconds) {
  (void)nanoseconds;
  return 0;
}

static inline int CPlatformSetTimeSlice(unsigned long long nanoseconds) {
  (void)nanoseconds;
  return 0;
}

static inline int CPlatformSetPipeSize(int descriptor, int bytes) {
  (void)descriptor, (void)bytes;
  return -1;
}
#endif

// Allows the main thread's stack to grow to a number of bytes, or as far as the system permits. Has no effect where its
// size is fixed at the start, as on macOS.
static inline void CPlatformGrowMainStack(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= bytes) return;
  limit.rlim_cur = limit.rlim_max < bytes ? limit.rlim_max : bytes;
  (void)setrlimit(RLIMIT_STACK, &limit);
}

typedef struct {
  pthread_t id;
} CPlatformThread;

// Starts a thread with a stack of the given size in bytes; returns 0, or the system's error number.
static inline int CPlatformStart(CPlatformThread *thread, size_t stack, void *(*work)(void *), void *context) {
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code) return code;
  code = pthread_attr_setstacksize(&attributes, stack);
  if (!code) code = pthread_create(&thread->id, &attributes, work, context);
  pthread_attr_destroy(&attributes);
  return code;
}

static inline void CPlatformJoin(CPlatformThread thread) { pthread_join(thread.id, NULL); }

static inline void CPlatformDetach(CPlatformThread thread) { pthread_detach(thread.id); }

// Raises the limit of open files to `most`, or as far as the system permits, and returns it.
static inline long CPlatformRaiseFileLimit(long most) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return 256;
  if (limit.rlim_cur < (rlim_t)most) {
    struct rlimit raised = limit;
    raised.rlim_cur = limit.rlim_max < (rlim_t)most ? limit.rlim_max : (rlim_t)most;
    if (!setrlimit(RLIMIT_NOFILE, &raised)) limit = raised;
  }
  return limit.rlim_cur > (rlim_t)most ? most : (long)limit.rlim_cur;
}

#endif
