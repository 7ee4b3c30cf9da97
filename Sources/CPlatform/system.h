// What Swift cannot call by itself: functions with any number of arguments, and types that differ from system to system.

#include <pthread.h>
#include <stddef.h>

#ifdef __linux__
#include <sys/prctl.h>

// How late the kernel may end the calling thread's sleeps so that it can end several at once; 0 if that was set.
static inline int CPlatformSetTimerSlack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}
#else
// Other systems have no such thing, or none that a thread can set.
static inline int CPlatformSetTimerSlack(unsigned long nanoseconds) {
  (void)nanoseconds;
  return 0;
}
#endif

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
