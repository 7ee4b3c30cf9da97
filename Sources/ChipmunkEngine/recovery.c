// Recovery from collisions at which a debug build of the library (Debian's is one) would end the process.
//
// If edges lie on each other, or sizes differ greatly, rounding can leave EPA with a Minkowski difference of a single
// corner. A debug build treats that as an internal error: it reports it with cpMessage, and aborts. Our cpMessage
// replaces the library's and jumps out of such a collision before the abort: the two shapes do not touch until the next
// step tests them again.
//
// cpMessage cannot be replaced in a library that binds its own calls (linked with -Bsymbolic-functions, as on Ubuntu),
// in a static one, and on macOS. There we handle SIGABRT: abort() raises it first, and POSIX allows a handler to leave
// it with a jump. If no collision runs on the thread, the handler does what the previous action did. It is installed
// only if a probe shows that the library does not call our cpMessage.

#include <signal.h>
#include <stdarg.h>

#include "recovery.h"

_Thread_local jmp_buf *ceRecoveryPoint = NULL;

// 1 while a probe makes the library warn on this thread, 2 after the warning has reached us.
static _Thread_local int ceMessageProbe = 0;

// Replaces the library's function. It is weak, so a statically linked library keeps its own.
__attribute__((weak, visibility("default"))) void cpMessage(
    const char *condition, const char *file, int line, int isError, int isHardError,
    const char *message, ...) {
  (void)isHardError;
  ceAssert(condition && file && message);
  if (ceMessageProbe) {
    ceMessageProbe = 2;
    return;
  }
  int isOfCollision = strstr(file, "cpCollision.c") != NULL;
  if (isOfCollision && isError && ceRecoveryPoint) _longjmp(*ceRecoveryPoint, 1);
  // A warning about many iterations is of no use to anyone.
  if (isOfCollision && !isError) return;
  va_list arguments;
  va_start(arguments, message);
  fputs(isError ? "Aborting due to Chipmunk error: " : "Chipmunk warning: ", stderr);
  vfprintf(stderr, message, arguments);
  fprintf(stderr, "\n\tFailed condition: %s\n\tSource:%s:%d\n", condition, file, line);
  va_end(arguments);
}

struct cpCollisionInfo ceCollide(const cpShape *a, const cpShape *b, struct cpContact *contacts) {
  ceAssert(a && b && contacts);
  // Volatile, since a jump may come between two writes.
  volatile bool isDone = false;
  struct cpCollisionInfo info;
  jmp_buf *outer = ceRecoveryPoint, point;
  ceRecoveryPoint = &point;
  if (_setjmp(point) == 0) info = cpCollide(a, b, 0, contacts), isDone = true;
  ceRecoveryPoint = outer;
  return isDone ? info : (struct cpCollisionInfo){.a = a, .b = b};
}

// MARK: The signal handler

// The previous action for SIGABRT.
static struct sigaction ceFormerAction;

static void ceHandleAbort(int number, siginfo_t *info, void *context) {
  ceAssert(number == SIGABRT);
  if (ceRecoveryPoint) _longjmp(*ceRecoveryPoint, 1);
  const struct sigaction *former = &ceFormerAction;
  if (former->sa_flags & SA_SIGINFO) {
    former->sa_sigaction(number, info, context);
  } else if (former->sa_handler == SIG_DFL) {
    signal(number, SIG_DFL);
    raise(number);
  } else if (former->sa_handler != SIG_IGN) {
    former->sa_handler(number);
  }
}

// Whether the library's messages reach our cpMessage. A pin joint of zero length makes a debug build warn. A build
// without messages counts as one whose messages do not reach us.
static bool ceReceivesMessages(void) {
  ceAssert(ceMessageProbe == 0);
#if defined(__GLIBC__) || defined(__APPLE__)
  static char byte[1];
  FILE *sink = fmemopen(byte, sizeof byte, "w"), *kept = stderr;
  if (!sink) return false;
  // cpBodyInit reads fields that it has not set: stack memory may hold an angle that makes it abort.
  cpBody a = {0}, b = {0};
  cpPinJoint joint = {0};
  cpBodyInit(&a, 1, 1);
  cpBodyInit(&b, 1, 1);
  ceMessageProbe = 1;
  flockfile(kept);
  stderr = sink;
  cpPinJointInit(&joint, &a, &b, cpvzero, cpvzero);
  stderr = kept;
  funlockfile(kept);
  fclose(sink);
  bool hears = ceMessageProbe == 2;
  ceMessageProbe = 0;
  return hears;
#else
  return false;
#endif
}

static bool ceInstallRecovery(void) {
  ceAssert(!ceRecoveryPoint);
  if (ceReceivesMessages()) return false;
  struct sigaction action = {0};
  action.sa_sigaction = ceHandleAbort;
  // The handler does not block the signal, so nothing needs to be undone after the jump.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGABRT, &action, &ceFormerAction);
  return true;
}

// MARK: The banner

// Standard output carries data, so we create the first space while C's `stdout` is a stream that discards everything.
// File descriptor 1 is untouched, and the stream stays open: another thread may be about to write to it.
//
// Where C's `stdout` is a constant, as in musl, this does nothing: there, the library is not Debian's.
static void ceSilenceBanner(void) {
  ceAssert(!ceRecoveryPoint);
#if defined(__GLIBC__) || defined(__APPLE__)
  static char byte[1];
  FILE *sink = fmemopen(byte, sizeof byte, "w");
  if (!sink) return;
  FILE *kept = stdout;
  flockfile(kept);
  stdout = sink;
  cpSpaceFree(cpSpaceNew());
  stdout = kept;
  funlockfile(kept);
#endif
}

bool ceInitialize(void) {
  ceSilenceBanner();
  return ceInstallRecovery();
}
