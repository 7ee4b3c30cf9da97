// The library's arbiters, one for each pair of shapes that touches or has touched: in the lists of bodies, in the
// cache, and in the pool.

#ifndef CE_ARBITERS_H
#define CE_ARBITERS_H

#include "base.h"

// The arbiters in a space's cache that its last step did not solve: those of separated pairs, of ignored ones and of
// sensors. Together with the solved ones they are the whole cache, so that a snapshot need not walk it.
typedef struct ceInactiveArbiters {
  cpArbiter **arbiters;
  uint32_t count, capacity;
  // Their number at the beginning of a step, and whether they and the solved ones were the whole cache then.
  uint32_t formerInactive;
  bool isWhole;
  // The last number that a snapshot gave to an arbiter. Numbers are unique.
  uintptr_t number;
  // The arbiters that the last step solved; also memory for the cache's contents before a snapshot is read.
  void **former;
  int formerCount, formerCapacity;
} ceInactiveArbiters;

// The start of each of the library's contact buffers, which form a ring. The library's headers only declare this type;
// cpSpaceStep.c of Chipmunk 7.0 defines it:
//
//   struct cpContactBufferHeader { cpTimestamp stamp; cpContactBufferHeader *next; unsigned int numContacts; };
typedef struct ceContactBufferHead {
  cpTimestamp stamp;
  struct ceContactBufferHead *next;
  unsigned count;
} ceContactBufferHead;

// A number of four bytes, padded to a pointer's alignment; a pointer; and a number of four bytes, padded likewise.
_Static_assert(
    sizeof(cpTimestamp) == 4 && sizeof(unsigned) == 4 && _Alignof(void *) == sizeof(void *) &&
        offsetof(ceContactBufferHead, stamp) == 0 && offsetof(ceContactBufferHead, next) == sizeof(void *) &&
        offsetof(ceContactBufferHead, count) == 2 * sizeof(void *) && sizeof(ceContactBufferHead) == 3 * sizeof(void *),
    "a contact buffer begins as the library's does");

_Static_assert(CP_MAX_CONTACTS_PER_ARBITER == 2, "an arbiter has at most two points");
_Static_assert(CP_ARBITER_STATE_INVALIDATED < 8, "a snapshot has three bits for an arbiter's state");

// Lists an arbiter as inactive. O(1).
void ceAddInactive(ceInactiveArbiters *inactive, cpArbiter *arbiter);

// Frees the lists.
void ceInactiveFree(ceInactiveArbiters *inactive);

// Adds the solved arbiters from the first one on to the lists of their bodies, unless they are there. O(arbiters).
void ceThreadArbiters(cpSpace *space, int first);

// Returns an arbiter to the pool. Its shape is NULL then, which distinguishes it from those in the cache.
void ceArbiterPool(cpSpace *space, cpArbiter *arbiter);

// Removes an arbiter from the cache, and returns it to the pool.
void ceArbiterUncache(cpSpace *space, cpArbiter *arbiter);

// Removes the arbiter of a sleeping body from the cache, and gives its points memory of their own, which the library
// frees when the body wakes.
void ceArbiterRest(cpSpace *space, cpArbiter *arbiter);

// Gets the memory of a contact in a space with a grid. With a tree, it has no pose, and the rest stays as it is.
void ceArbiterGetMemory(const cpSpace *space, const cpArbiter *arbiter, ceContactMemory *memory);

// The cached arbiter of a pair, or NULL. O(1).
const cpArbiter *ceArbiterFind(const cpSpace *space, const cpShape *a, const cpShape *b);

// The cached arbiter of a pair, made if there is none. O(1).
cpArbiter *ceArbiterFindOrMake(cpSpace *space, const cpShape *a, const cpShape *b);

// Whether the lists of solved and inactive arbiters are the whole cache. If shapes are removed, the library removes
// their arbiters from the cache, but not from the list of inactive ones.
bool ceListsWholeCache(const cpSpace *space);

// Empties the list of solved arbiters, and keeps it as the former one.
void ceSetSolvedAside(cpSpace *space);

// Begins a step: removes the solved arbiters from the lists of bodies, and sets them aside. O(arbiters).
void ceBeginArbiters(ceEngine *engine);

// Removes the arbiters of pairs that separated some steps ago from the cache. O(arbiters).
void ceFilterCache(cpSpace *space);

// Removes the points of contacts that ended before their bodies fell asleep, or as they did; contacts that persist are
// not in the set. The library keeps such arbiters for as long as the bodies sleep; nothing needs their points.
void ceForgetEnded(ceEngine *engine);

// The change of the relative velocity at one of a contact's points along a direction by a unit impulse at another; at
// the same point, the inverse of the effective mass.
cpFloat ceArbiterCoupling(
    const cpArbiter *arbiter, const struct cpContact *at, const struct cpContact *by, cpVect direction);

// Whether a body is static or asleep.
static inline bool ceIsResting(const cpBody *body) {
  return body->sleeping.idleTime == INFINITY || body->sleeping.root;
}

#endif
