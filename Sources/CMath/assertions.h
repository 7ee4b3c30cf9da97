// Assertions state what a function relies on. Debug builds and the fuzzers check them; release builds do not compile
// them. The engine uses them too.

#ifndef CMATH_ASSERTIONS_H
#define CMATH_ASSERTIONS_H

#include <stdio.h>

#ifndef CE_ASSERTIONS
#ifdef DEBUG
#define CE_ASSERTIONS 1
#else
#define CE_ASSERTIONS 0
#endif
#endif

#if CE_ASSERTIONS
#define CMathAssert(condition) ((condition) ? (void)0 : CMathFail(#condition, __FILE__, __LINE__))
#else
#define CMathAssert(condition) ((void)0)
#endif

// Reports a failed assertion and ends the process by a trap: abort() would be caught as an abort of the library.
_Noreturn static inline void CMathFail(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: %s is false; this is an error in tiltbox, please report it\n", file, line, condition);
  __builtin_trap();
}

#endif
