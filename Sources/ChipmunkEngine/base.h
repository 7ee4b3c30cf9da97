// What every file of the engine includes first: the rounding rule, assertions, and memory.

#ifndef CE_BASE_H
#define CE_BASE_H

// No fused multiply-add, which rounds once where two operations round twice: results must not depend on the processor.
// The pragma comes before the library's headers, so it also covers their inline functions.
#pragma STDC FP_CONTRACT OFF

#include "../CMath/assertions.h"
#include "CMath.h"
#include "include/ChipmunkEngine.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "arithmetic must round to double");
_Static_assert(sizeof(cpFloat) == 8 && sizeof(cpVect) == 16, "the library must use doubles");

// Everything that the engine's files declare from here on stays in the engine.
#pragma GCC visibility push(hidden)

#define ceAssert CMathAssert

typedef struct ceEngine ceEngine;

// MARK: Memory. If none is left, the process ends, as in the library.

// Resizes an array's memory to hold `count` elements.
static inline void *ceGrow(void *memory, size_t count, size_t size) {
  ceAssert(count > 0 && size > 0 && count <= SIZE_MAX / size);
  memory = realloc(memory, count * size);
  if (!memory) abort();
  return memory;
}

// Ensures capacity for `more` elements after the first `count` of an array.
static inline void *ceReserveMore(void *array, int count, int more, int *capacity, size_t size) {
  ceAssert(count >= 0 && more > 0 && count <= *capacity && (array || *capacity == 0));
  if (count + more <= *capacity) return array;
  *capacity = 2 * (count + more) + 16;
  return ceGrow(array, (size_t)*capacity, size);
}

// The same for one element.
static inline void *ceReserve(void *array, int count, int *capacity, size_t size) {
  return ceReserveMore(array, count, 1, capacity, size);
}

// Ensures capacity for `count` elements. The old contents are lost.
static inline void *ceRenew(void *array, int count, int *capacity, size_t size) {
  ceAssert(count >= 0 && *capacity >= 0 && (array || *capacity == 0));
  if (count <= *capacity) return array;
  *capacity = count + count / 2;
  free(array);
  return ceGrow(NULL, (size_t)*capacity, size);
}

// The same, aligned to a cache line.
static inline void *ceRenewAligned(void *array, int count, int *capacity, size_t size) {
  ceAssert(count >= 0 && *capacity >= 0 && (array || *capacity == 0));
  if (count <= *capacity) return array;
  *capacity = count + count / 2;
  ceAssert((size_t)*capacity <= SIZE_MAX / size);
  free(array);
  if (posix_memalign(&array, 64, (size_t)*capacity * size)) abort();
  return array;
}

// cpArrayPush, with a call only if the array is full.
static inline void cePush(cpArray *array, void *object) {
  ceAssert(object && array->num >= 0 && array->num <= array->max);
  if (array->num < array->max) array->arr[array->num++] = object;
  else cpArrayPush(array, object);
}

// Prefetches cache lines; the memory may be NULL.
static inline void cePrefetch(const void *memory, unsigned lines) {
  for (unsigned i = 0; i < lines; i++) __builtin_prefetch((const void *)((uintptr_t)memory + 64 * i));
}

// Prefetches what comes some places later in an array of constraints.
static inline void cePrefetchConstraint(const cpArray *constraints, int i) {
  if (i + 8 < constraints->num) cePrefetch(constraints->arr[i + 8], 3);
}

// Prefetches the motion and the extents of the body that comes some places later in an array of bodies.
static inline void cePrefetchBody(const cpArray *bodies, int i) {
  if (i + 8 >= bodies->num) return;
  uintptr_t body = (uintptr_t)bodies->arr[i + 8];
  __builtin_prefetch((const void *)(body + 64)), __builtin_prefetch((const void *)(body + 256));
}

// MARK: Numbers

// Two numbers in one register.
typedef double ceLanes __attribute__((vector_size(16)));
typedef int64_t ceLaneBits __attribute__((vector_size(16)));

// cpfmin of both numbers.
static inline ceLanes ceMin(ceLanes a, ceLanes b) {
  ceLaneBits isLess = a < b;
  return (ceLanes)((isLess & (ceLaneBits)a) | (~isLess & (ceLaneBits)b));
}

// cpfmax of both numbers.
static inline ceLanes ceMax(ceLanes a, ceLanes b) {
  ceLaneBits isMore = a > b;
  return (ceLanes)((isMore & (ceLaneBits)a) | (~isMore & (ceLaneBits)b));
}

static inline uint64_t ceBits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

#endif
