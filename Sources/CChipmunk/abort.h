// A way out of a collision that the library aborts where cpMessage cannot be replaced: in a library that binds its own
// calls (linked with -Bsymbolic-functions, as on Ubuntu), in a static one, and on macOS.
//
// abort() raises SIGABRT first, and POSIX lets a handler leave it by a jump. So a handler jumps to the way out of the
// collision that runs on the thread, and otherwise does what was done before it was there. It is installed only where
// a probe shows that the library does not call our cpMessage.

#include <signal.h>

// What was done with SIGABRT before.
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

// Whether the library's messages reach our cpMessage. A pin joint without length makes a debug build warn; a build
// without messages is taken for one whose messages do not.
static inline bool CChipmunkHearsMessages(void) {
  // Swift takes out of a header what is named in what it calls, and nothing else.
  (void)&cpMessage;
#if defined(__GLIBC__) || defined(__APPLE__)
  static char room[1];
  FILE *sink = fmemopen(room, sizeof room, "w"), *kept = stderr;
  if (!sink) return false;
  // cpBodyInit reads what it has not set: memory of the stack may hold an angle that it aborts for.
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

// Makes sure, once a process, that there is a way out of aborted collisions. Returns whether that takes the handler.
static inline bool CChipmunkPrepareWayOut(void) {
  if (CChipmunkHearsMessages()) return false;
  struct sigaction action = {0};
  action.sa_sigaction = CChipmunkHandleAbort;
  // The signal is not blocked in the handler, so that nothing has to be undone after the jump.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGABRT, &action, CChipmunkFormerAbort());
  return true;
}
