// Memory for objects of one size, side by side: a step goes over bodies, shapes and joints in about the order in which
// they were made. If they were scattered, it would wait for memory.

#ifndef CE_POOL_H
#define CE_POOL_H

#include "base.h"

// A pool has blocks of slots. It needs no initialization but that with zeros, and is never freed.
typedef struct cePool {
  // The blocks with free slots.
  struct cePoolBlock *blocks;
} cePool;

// Takes memory of a size, which is the same for all objects of a pool, filled with zeros. Any thread may call this. If
// no memory is left, the process ends. O(size).
void *cePoolTake(cePool *pool, size_t size);

// Gives it back. A block without objects is freed, unless it is the only one with free slots. O(1).
void cePoolGive(cePool *pool, void *memory);

#endif
