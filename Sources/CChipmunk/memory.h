// Growing memory, and prefetching. If no memory is left, the process ends, as in the library.

#include <stddef.h>
#include <stdlib.h>

// Resizes a list's memory to hold `count` elements.
static inline void *CChipmunkGrow(void *memory, size_t count, size_t size) {
  memory = realloc(memory, count * size);
  if (!memory) abort();
  return memory;
}

// cpArrayPush, with a call only if the array is full.
static inline void CChipmunkPush(cpArray *array, void *object) {
  if (array->num < array->max) array->arr[array->num++] = object;
  else cpArrayPush(array, object);
}

// Prefetches cache lines.
static inline void CChipmunkFetch(const void *memory, int lines) {
  for (int i = 0; i < lines; i++) __builtin_prefetch((const char *)memory + 64 * i);
}

// New memory for `count` elements, aligned to a cache line. The old contents are lost.
static inline void *CChipmunkRenew(void *memory, size_t count, size_t size) {
  free(memory);
  if (posix_memalign(&memory, 64, count * size)) abort();
  return memory;
}
