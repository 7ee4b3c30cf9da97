// Memory that grows, and that is fetched ahead. Where there is none left, the process ends, as in the library.

#include <stddef.h>
#include <stdlib.h>

// A list's memory, with room for so many elements of a size.
static inline void *CChipmunkGrow(void *memory, size_t count, size_t size) {
  memory = realloc(memory, count * size);
  if (!memory) abort();
  return memory;
}

// cpArrayPush, with a call only where there is no room.
static inline void CChipmunkPush(cpArray *array, void *object) {
  if (array->num < array->max) array->arr[array->num++] = object;
  else cpArrayPush(array, object);
}

// Has lines of memory brought before their turn.
static inline void CChipmunkFetch(const void *memory, int lines) {
  for (int i = 0; i < lines; i++) __builtin_prefetch((const char *)memory + 64 * i);
}

// New memory for so many elements of a size, which begins with a line of the cache. What the old one held is lost.
static inline void *CChipmunkRenew(void *memory, size_t count, size_t size) {
  free(memory);
  if (posix_memalign(&memory, 64, count * size)) abort();
  return memory;
}
