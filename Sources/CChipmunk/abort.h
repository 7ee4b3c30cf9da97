// Recovery from a collision that makes the library abort, where cpMessage cannot be replaced: in a library that binds
// its own calls (linked with -Bsymbolic-functions, as on Ubuntu), in a static one, and on macOS.
//
// abort() raises SIGABRT first, and POSIX allows a handler to leave it with a jump. So our handler jumps out of the
// collision that runs on the thread. If there is none, it does what the previous action did. It is installed only if a
// probe shows that the library does not call our cpMessage.

#include <signal.h>

// The previous action for SIGABRT.
static inline struct sigaction *CChipmunkFormerAbort(void) {
  static struct sigaction former;
  return &former;
}

static inline void CChipmunkHandleAbort(int number, siginfo_t *info, void *context) {
  if (CChipmunkWayOut) _longjmp(*CChipmunkWayOut, 1);
  struct sigaction *former = CChipmunkFormerAbort();
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
static inline bool CChipmunkHearsMessages(void) {
  // Swift emits from a header only what the functions it calls refer to.
  (void)&cpMessage;
#if defined(__GLIBC__) || defined(__APPLE__)
  static char room[1];
  FILE *sink = fmemopen(room, sizeof room, "w"), *kept = stderr;
  if (!sink) return false;
  // cpBodyInit reads fields that it has not set: stack memory may hold an angle that makes it abort.
  cpBody a = {0}, b = {0};
  cpPinJoint joint = {0};
  cpBodyInit(&a, 1, 1);
  cpBodyInit(&b, 1, 1);
  CChipmunkProbe = 1;
  flockfile(kept);
  stderr = sink;
  cpPinJointInit(&joint, &a, &b, cpvzero, cpvzero);
  stderr = kept;
  funlockfile(kept);
  fclose(sink);
  bool hears = CChipmunkProbe == 2;
  CChipmunkProbe = 0;
  return hears;
#else
  return false;
#endif
}

// Sets up recovery from aborted collisions, once per process. Returns whether that needs the signal handler.
static inline bool CChipmunkPrepareWayOut(void) {
  if (CChipmunkHearsMessages()) return false;
  struct sigaction action = {0};
  action.sa_sigaction = CChipmunkHandleAbort;
  // The handler does not block the signal, so nothing needs to be undone after the jump.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGABRT, &action, CChipmunkFormerAbort());
  return true;
}
