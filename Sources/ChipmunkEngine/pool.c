// A block begins at a multiple of its size, so a slot's address leads to it. Slots are taken in the order of their
// addresses, and the last one that was given back first. Invariant: the list of a pool has exactly the blocks with free
// slots.

#ifndef __wasm__
#include <pthread.h>
#endif

#include "pool.h"

// With the address sanitizer each object has memory of its own, so that it finds accesses to what has been freed.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CE_HAS_POOLS 0
#endif
#endif
#ifndef CE_HAS_POOLS
#define CE_HAS_POOLS 1
#endif

#if CE_HAS_POOLS
enum { ceBlockBytes = 1 << 16, ceSlotAlignment = 64 };

typedef struct cePoolBlock {
  struct cePoolBlock *previous, *next;
  // The slots that have been given back, each with the address of the next.
  void *given;
  // The size of a slot; the numbers of slots that are in use, and that have ever been.
  size_t slotBytes, count, usedCount;
} cePoolBlock;

_Static_assert(sizeof(cePoolBlock) <= ceSlotAlignment, "a block's first slot comes after one cache line");

#ifdef __wasm__
static void ceLockPools(void) {}
static void ceUnlockPools(void) {}
#else
static pthread_mutex_t ceMutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t ceOnce = PTHREAD_ONCE_INIT;

static void ceLockMutex(void) { pthread_mutex_lock(&ceMutex); }
static void ceUnlockPools(void) { pthread_mutex_unlock(&ceMutex); }
// A fork while another thread takes memory must not leave the mutex locked in the child.
static void ceWatchForks(void) { pthread_atfork(ceLockMutex, ceUnlockPools, ceUnlockPools); }

static void ceLockPools(void) {
  pthread_once(&ceOnce, ceWatchForks);
  ceLockMutex();
}
#endif

static bool ceIsFull(const cePoolBlock *block) {
  ceAssert(block->count <= block->usedCount);
  return !block->given && ceSlotAlignment + (block->usedCount + 1) * block->slotBytes > ceBlockBytes;
}

static void ceLinkBlock(cePool *pool, cePoolBlock *block) {
  ceAssert(!ceIsFull(block));
  block->previous = NULL, block->next = pool->blocks;
  if (block->next) block->next->previous = block;
  pool->blocks = block;
}

static void ceUnlinkBlock(cePool *pool, const cePoolBlock *block) {
  ceAssert((pool->blocks == block) == !block->previous);
  if (block->previous) block->previous->next = block->next;
  else pool->blocks = block->next;
  if (block->next) block->next->previous = block->previous;
}

static void ceAddBlock(cePool *pool, size_t size) {
  void *memory;
  ceAssert(size > 0 && size <= (size_t)ceBlockBytes / 4);
  if (posix_memalign(&memory, ceBlockBytes, ceBlockBytes)) abort();
  cePoolBlock *block = memory;
  *block = (cePoolBlock){.slotBytes = (size + ceSlotAlignment - 1) / ceSlotAlignment * ceSlotAlignment};
  ceLinkBlock(pool, block);
}

void *cePoolTake(cePool *pool, size_t size) {
  ceLockPools();
  if (!pool->blocks) ceAddBlock(pool, size);
  cePoolBlock *block = pool->blocks;
  ceAssert(size <= block->slotBytes);
  void *memory = block->given;
  if (memory) memcpy(&block->given, memory, sizeof block->given);
  else memory = (char *)block + ceSlotAlignment + block->usedCount++ * block->slotBytes;
  block->count++;
  if (ceIsFull(block)) ceUnlinkBlock(pool, block);
  ceUnlockPools();
  return memset(memory, 0, size);
}

void cePoolGive(cePool *pool, void *memory) {
  ceLockPools();
  cePoolBlock *block = (cePoolBlock *)((uintptr_t)memory & ~(uintptr_t)(ceBlockBytes - 1));
  ceAssert(block->count > 0);
  bool wasFull = ceIsFull(block);
  memcpy(memory, &block->given, sizeof block->given);
  block->given = memory, block->count--;
  if (wasFull) ceLinkBlock(pool, block);
  bool isSpare = block->count == 0 && (block->previous || block->next);
  if (isSpare) ceUnlinkBlock(pool, block);
  ceUnlockPools();
  if (isSpare) free(block);
}
#else
void *cePoolTake(cePool *pool, size_t size) {
  ceAssert(pool && size > 0);
  (void)pool;
  void *memory = calloc(1, size);
  if (!memory) abort();
  return memory;
}

void cePoolGive(cePool *pool, void *memory) {
  ceAssert(pool && memory);
  (void)pool, free(memory);
}
#endif
