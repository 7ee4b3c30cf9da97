// The library's arbiters, one for each pair of shapes that touches or has touched: in the lists of bodies, in the cache,
// and in the pool.

#include "gridpairs.h"

// MARK: The lists of bodies

// Puts an arbiter at the head of a body's list.
static inline void CChipmunkThread(cpArbiter *arbiter, cpBody *body) {
  cpArbiter *next = body->arbiterList;
  struct cpArbiterThread *thread = cpArbiterThreadForBody(arbiter, body);
  thread->next = next, thread->prev = NULL;
  if (next) cpArbiterThreadForBody(next, body)->prev = arbiter;
  body->arbiterList = arbiter;
}

static inline void CChipmunkThreadBoth(cpArbiter *arbiter) {
  CChipmunkThread(arbiter, arbiter->body_a), CChipmunkThread(arbiter, arbiter->body_b);
}

// Removes an arbiter from a body's list, if it is in it.
static inline void CChipmunkUnthread(cpArbiter *arbiter, cpBody *body) {
  struct cpArbiterThread *thread = cpArbiterThreadForBody(arbiter, body), links = *thread;
  if (links.prev) cpArbiterThreadForBody(links.prev, body)->next = links.next;
  else if (body->arbiterList == arbiter) body->arbiterList = links.next;
  if (links.next) cpArbiterThreadForBody(links.next, body)->prev = links.prev;
  *thread = (struct cpArbiterThread){NULL, NULL};
}

// Prefetches an arbiter, and the lists of the bodies of one that comes sooner.
static inline void CChipmunkFetchThreads(const cpArray *arbiters, int far, int near) {
  if (far >= 0 && far < arbiters->num) CChipmunkFetch(arbiters->arr[far], 3);
  if (near < 0 || near >= arbiters->num) return;
  const cpArbiter *arbiter = arbiters->arr[near];
  __builtin_prefetch(&arbiter->body_a->arbiterList), __builtin_prefetch(&arbiter->body_b->arbiterList);
}

// cpSpaceProcessComponents, which also puts bodies to sleep.
static inline void CChipmunkProcessComponents(cpSpace *space, cpFloat timeStep) {
  if (space->sleepTimeThreshold != INFINITY) return cpSpaceProcessComponents(space, timeStep);
  const cpArray *arbiters = space->arbiters;
  for (int i = 0; i < arbiters->num; i++) {
    CChipmunkFetchThreads(arbiters, i + 8, i + 4);
    CChipmunkThreadBoth(arbiters->arr[i]);
  }
}

// MARK: The cache

// Returns an arbiter to the pool. Its shape is NULL, which distinguishes it from those in the cache.
static inline void CChipmunkPool(cpSpace *space, cpArbiter *arbiter) {
  arbiter->contacts = NULL, arbiter->count = 0, arbiter->a = NULL;
  CChipmunkPush(space->pooledArbiters, arbiter);
}

// Whether the lists of solved and unsolved arbiters are the whole cache. If shapes are removed, the library removes
// their arbiters from the cache, but not from the list of unsolved ones.
static inline bool CChipmunkListsCache(const cpSpace *space) {
  return (uint32_t)cpHashSetCount(space->cachedArbiters) ==
         (uint32_t)space->arbiters->num + CChipmunkUnsolvedOf(space)->count;
}

// Removes an arbiter from the cache, and returns it to the pool.
static inline void CChipmunkUncache(cpSpace *space, cpArbiter *arbiter) {
  const cpShape *pair[] = {arbiter->a, arbiter->b};
  cpHashSetRemove(space->cachedArbiters, CP_HASH_PAIR((cpHashValue)pair[0], (cpHashValue)pair[1]), pair);
  CChipmunkPool(space, arbiter);
}

// Empties the list of solved arbiters, and keeps it as the former one.
static inline void CChipmunkSetSolvedAside(cpSpace *space) {
  struct CChipmunkUnsolved *unsolved = CChipmunkUnsolvedOf(space);
  cpArray *solved = space->arbiters, former = *solved;
  solved->arr = unsolved->former, solved->max = unsolved->formerRoom, solved->num = 0;
  unsolved->former = former.arr, unsolved->formerRoom = former.max, unsolved->formerCount = former.num;
}

// Begins a step: removes the solved arbiters from the lists of bodies, and sets them aside.
static inline void CChipmunkForgetSolved(cpSpace *space) {
  struct CChipmunkUnsolved *unsolved = CChipmunkUnsolvedOf(space);
  unsolved->isWhole = CChipmunkListsCache(space), unsolved->formerUnsolved = unsolved->count;
  const cpArray *solved = space->arbiters;
  for (int i = solved->num; i-- > 0;) {
    CChipmunkFetchThreads(solved, i - 8, i - 4);
    cpArbiter *arbiter = solved->arr[i];
    arbiter->state = CP_ARBITER_STATE_NORMAL;
    if (arbiter->body_a->sleeping.root || arbiter->body_b->sleeping.root) continue;
    CChipmunkUnthread(arbiter, arbiter->body_a), CChipmunkUnthread(arbiter, arbiter->body_b);
  }
  CChipmunkSetSolvedAside(space);
}

// Lists an arbiter that this step does not solve. Returns whether it stays in the cache, like cpSpaceArbiterSetFilter.
static inline bool CChipmunkStaysCached(cpArbiter *arbiter, cpSpace *space) {
  cpTimestamp age = space->stamp - arbiter->stamp;
  if (age == 0 && arbiter->count > 0) return true;
  if (!(CChipmunkRests(arbiter->body_a) && CChipmunkRests(arbiter->body_b))) {
    if (age >= 1 && arbiter->state != CP_ARBITER_STATE_CACHED) {
      arbiter->state = CP_ARBITER_STATE_CACHED;
      arbiter->handler->separateFunc(arbiter, space, arbiter->handler->userData);
    }
    if (age >= space->collisionPersistence) return false;
  }
  CChipmunkAddUnsolved(CChipmunkUnsolvedOf(space), arbiter);
  return true;
}

static inline cpBool CChipmunkFilterCached(cpArbiter *arbiter, cpSpace *space) {
  bool stays = CChipmunkStaysCached(arbiter, space);
  if (!stays) CChipmunkPool(space, arbiter);
  return stays;
}

// Filters an arbiter, unless this step has collided its pair.
static inline void CChipmunkFilterFormer(cpArbiter *arbiter, cpSpace *space) {
  if (arbiter->stamp != space->stamp && !CChipmunkStaysCached(arbiter, space)) CChipmunkUncache(space, arbiter);
}

// Removes the arbiters of pairs that separated some steps ago from the cache. Usually, lists have the whole cache, and
// save a walk through its hash table.
static inline void CChipmunkFilterCache(cpSpace *space) {
  struct CChipmunkUnsolved *unsolved = CChipmunkUnsolvedOf(space);
  uint32_t count = unsolved->count;
  unsolved->count = 0;
  if (!unsolved->isWhole) {
    cpHashSetFilter(space->cachedArbiters, (cpHashSetFilterFunc)CChipmunkFilterCached, space);
    return;
  }
  for (uint32_t i = 0; i < unsolved->formerUnsolved; i++) CChipmunkFilterFormer(unsolved->arbiters[i], space);
  for (uint32_t i = unsolved->formerUnsolved; i < count; i++) CChipmunkAddUnsolved(unsolved, unsolved->arbiters[i]);
  for (int i = 0; i < unsolved->formerCount; i++) {
    if (i + 16 < unsolved->formerCount) __builtin_prefetch(&((const cpArbiter *)unsolved->former[i + 16])->stamp);
    CChipmunkFilterFormer(unsolved->former[i], space);
  }
}

struct CChipmunkListing {
  const cpSpace *space;
  uint32_t missing;
};

static inline void CChipmunkFindListed(void *arbiter, void *context) {
  struct CChipmunkListing *listing = context;
  const struct CChipmunkUnsolved *unsolved = CChipmunkUnsolvedOf(listing->space);
  uint32_t found = 0;
  for (int i = 0; i < listing->space->arbiters->num; i++) found += listing->space->arbiters->arr[i] == arbiter;
  for (uint32_t i = 0; i < unsolved->count; i++) found += unsolved->arbiters[i] == arbiter;
  listing->missing += found != 1;
}

// Whether each arbiter in the cache is in one of the lists, and once; for tests.
static inline bool CChipmunkListsEach(const cpSpace *space) {
  struct CChipmunkListing listing = {space, 0};
  cpHashSetEach(space->cachedArbiters, CChipmunkFindListed, &listing);
  return listing.missing == 0;
}
