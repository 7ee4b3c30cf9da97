// What Swift cannot call by itself: functions with any number of arguments, and types that differ from system to system.

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

// Sine and cosine at once, for little more than the price of one: glibc and musl declare it for GNU programs alone.
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

// How late the kernel may end the calling thread's sleeps so that it can end several at once; 0 if that was set.
static inline int CPlatformSetTimerSlack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}

// How long the calling thread runs before others of its kind have their turn; 0 if that was set, or if it is none of the
// ordinary kind. It gets no more of a processor by it, but when it wakes it waits for no slice of others that is longer.
// From Linux 6.12 on; before, it has no effect.
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

// Gives a pipe room for so many bytes; -1 if the system does not grant as many, or if it is no pipe.
static inline int CPlatformSetPipeSize(int descriptor, int bytes) {
  // F_SETPIPE_SZ, which glibc and musl define for GNU programs alone.
  return fcntl(descriptor, 1031, bytes);
}
#else
// Other systems have no such things, or none that a thread can set.
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

// Lets the main thread's stack grow to so many bytes, or as far as the system allows; where it has its size from the
// start, as on macOS, nothing changes.
static inline void CPlatformGrowMainStack(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= bytes) return;
  limit.rlim_cur = limit.rlim_max < bytes ? limit.rlim_max : bytes;
  (void)setrlimit(RLIMIT_STACK, &limit);
}

typedef struct {
  pthread_t id;
} CPlatformThread;

// Starts a thread with a stack of so many bytes; 0, or the system's error number.
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

// Raises the limit of open files to so many, or as far as the system allows, and returns it.
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
