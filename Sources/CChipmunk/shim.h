// The only door to the C library.

// Without these two, `cpVect` becomes a CoreGraphics type on Apple's systems.
#define CP_USE_CGTYPES 0
#define CP_USE_DOUBLES 1

#include <chipmunk/chipmunk.h>
// With the structs known, each pointer imports with its own type, so that a body cannot be freed as
// a shape, and a state is read by one load.
#include <chipmunk/chipmunk_structs.h>

#include <stdio.h>

// A debug build of the library (Debian's is one) prints a banner to standard output when a process
// makes its first space. Standard output carries data, so the first space is made while C's `stdout`
// is the null device. The file descriptor 1 is left alone.
static inline void CChipmunkPrintBannerToNowhere(void) {
  FILE *sink = fopen("/dev/null", "w");
  if (!sink) return;
  FILE *kept = stdout;
  stdout = sink;
  cpSpaceFree(cpSpaceNew());
  stdout = kept;
  fclose(sink);
}
