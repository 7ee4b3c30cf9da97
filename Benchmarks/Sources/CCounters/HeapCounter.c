#include "HeapCounter.h"

#include <stdatomic.h>
#include <stdlib.h>

#ifdef __GLIBC__

// An executable's malloc overrides the C library's, which remains available under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;

long HeapCounterAllocations(void) { return atomic_load(&allocations); }

void *malloc(size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add(&allocations, 1);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  atomic_fetch_add(&allocations, 1);
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

#else

long HeapCounterAllocations(void) { return -1; }

#endif
