// The lists, the cache and the pool of arbiters, the library's records of pairs of shapes. An arbiter is
//
//   - in the pool, if it belongs to no pair;
//   - in the cache, a hash table by pair, and in the list of solved arbiters or in that of inactive ones;
//   - only in the lists of its bodies, if these sleep and touch.
//
// Invariants between steps: solved arbiters and those of sleeping contacts are in the doubly linked lists of both
// bodies, others are not. A pair has at most one arbiter. Unless shapes have been removed, the two lists are the whole
// cache. The hash, the links and the ages at which arbiters leave the cache are the library's: CP_HASH_PAIR,
// cpArbiterUnthread, and cpSpaceArbiterSetFilter in cpSpaceStep.c.

#include "arbiters.h"

#include "engine.h"

// MARK: The lists

void ceAddInactive(ceInactiveArbiters *inactive, cpArbiter *arbiter) {
  ceAssert(arbiter && inactive->count <= inactive->capacity);
  if (inactive->count == inactive->capacity) {
    inactive->capacity = inactive->capacity * 2 + 64;
    inactive->arbiters = ceGrow(inactive->arbiters, inactive->capacity, sizeof *inactive->arbiters);
  }
  inactive->arbiters[inactive->count++] = arbiter;
}

void ceInactiveFree(ceInactiveArbiters *inactive) {
  ceAssert(inactive->count <= inactive->capacity);
  free(inactive->arbiters), free(inactive->former);
  *inactive = (ceInactiveArbiters){.number = inactive->number};
}

void ceArbiterThread(cpArbiter *arbiter, cpBody *body) {
  ceAssert(body == arbiter->body_a || body == arbiter->body_b);
  ceAssert(body->arbiterList != arbiter);
  cpArbiter *next = body->arbiterList;
  struct cpArbiterThread *thread = cpArbiterThreadForBody(arbiter, body);
  thread->next = next, thread->prev = NULL;
  if (next) cpArbiterThreadForBody(next, body)->prev = arbiter;
  body->arbiterList = arbiter;
}

void ceArbiterThreadBoth(cpArbiter *arbiter) {
  ceAssert(arbiter->body_a != arbiter->body_b);
  ceArbiterThread(arbiter, arbiter->body_a), ceArbiterThread(arbiter, arbiter->body_b);
}

// Removes an arbiter from a body's list, if it is in it.
static void ceArbiterUnthread(cpArbiter *arbiter, cpBody *body) {
  ceAssert(body == arbiter->body_a || body == arbiter->body_b);
  struct cpArbiterThread *thread = cpArbiterThreadForBody(arbiter, body), links = *thread;
  ceAssert(!links.prev || cpArbiterThreadForBody(links.prev, body)->next == arbiter);
  ceAssert(!links.next || cpArbiterThreadForBody(links.next, body)->prev == arbiter);
  if (links.prev) cpArbiterThreadForBody(links.prev, body)->next = links.next;
  else if (body->arbiterList == arbiter) body->arbiterList = links.next;
  if (links.next) cpArbiterThreadForBody(links.next, body)->prev = links.prev;
  *thread = (struct cpArbiterThread){NULL, NULL};
}

// Whether an arbiter is in the lists of its bodies: a solved or sleeping one.
static bool ceIsThreaded(const cpArbiter *arbiter) {
  ceAssert(arbiter->body_a && arbiter->body_b);
  return arbiter->thread_a.next || arbiter->thread_a.prev || arbiter->body_a->arbiterList == arbiter;
}

// Prefetches an arbiter, and the lists of the bodies of one that comes sooner.
static void cePrefetchThreads(const cpArray *arbiters, int far, int near) {
  ceAssert(arbiters->num <= arbiters->max);
  if (far >= 0 && far < arbiters->num) cePrefetch(arbiters->arr[far], 3);
  if (near < 0 || near >= arbiters->num) return;
  const cpArbiter *arbiter = arbiters->arr[near];
  __builtin_prefetch(&arbiter->body_a->arbiterList), __builtin_prefetch(&arbiter->body_b->arbiterList);
}

void ceThreadArbiters(cpSpace *space, int first) {
  ceAssert(first >= 0 && first <= space->arbiters->num);
  const cpArray *arbiters = space->arbiters;
  for (int i = first; i < arbiters->num; i++) {
    cePrefetchThreads(arbiters, i + 8, i + 4);
    cpArbiter *arbiter = arbiters->arr[i];
    // A body that has just woken has its contacts in its list.
    if (!ceIsThreaded(arbiter)) ceArbiterThreadBoth(arbiter);
  }
}

// MARK: The cache

static cpHashValue cePairHash(const cpShape *a, const cpShape *b) {
  ceAssert(a && b && a != b);
  return CP_HASH_PAIR((cpHashValue)a, (cpHashValue)b);
}

void ceArbiterPool(cpSpace *space, cpArbiter *arbiter) {
  ceAssert(arbiter != NULL);
  arbiter->contacts = NULL, arbiter->count = 0, arbiter->a = NULL;
  cePush(space->pooledArbiters, arbiter);
}

bool ceListsWholeCache(const cpSpace *space) {
  ceAssert(ceHasGrid(space));
  return (uint32_t)cpHashSetCount(space->cachedArbiters) ==
         (uint32_t)space->arbiters->num + ceEngineOf(space)->inactive.count;
}

void ceArbiterUncache(cpSpace *space, cpArbiter *arbiter) {
  ceAssert(ceArbiterFind(space, arbiter->a, arbiter->b) == arbiter);
  const cpShape *pair[] = {arbiter->a, arbiter->b};
  cpHashSetRemove(space->cachedArbiters, cePairHash(pair[0], pair[1]), pair);
  ceArbiterPool(space, arbiter);
}

void ceShapeEndContacts(cpShape *shape) {
  cpSpace *space = shape->space;
  ceAssert(space && !space->locked);
  const cpArray *pool = space->pooledArbiters;
  int former = pool->num;
  cpSpaceFilterArbiters(space, shape->body, shape);
  // The library leaves the shapes of those that it returns to the pool: see ceArbiterPool.
  for (int i = former; i < pool->num; i++) ((cpArbiter *)pool->arr[i])->a = NULL;
}

void ceArbiterRest(cpSpace *space, cpArbiter *arbiter) {
  ceAssert(ceArbiterFind(space, arbiter->a, arbiter->b) == arbiter);
  const cpShape *pair[] = {arbiter->a, arbiter->b};
  cpHashSetRemove(space->cachedArbiters, cePairHash(pair[0], pair[1]), pair);
  struct cpContact *points = ceGrow(NULL, (size_t)arbiter->count + 1, sizeof *points);
  memcpy(points, arbiter->contacts, (size_t)arbiter->count * sizeof *points);
  arbiter->contacts = points;
}

void ceSetSolvedAside(cpSpace *space) {
  ceAssert(ceEngineOf(space)->hasGrid);
  ceInactiveArbiters *inactive = &ceEngineOf(space)->inactive;
  cpArray *solved = space->arbiters, former = *solved;
  solved->arr = inactive->former, solved->max = inactive->formerCapacity, solved->num = 0;
  inactive->former = former.arr, inactive->formerCapacity = former.max, inactive->formerCount = former.num;
}

// Empties the lists of bodies, none of which has sleeping contacts. Several threads may do so for one body.
static void ceEmptyLists(void *context, int from, int to) {
  const cpArray *solved = context;
  ceAssert(from >= 0 && from <= to && to <= solved->num);
  for (int i = from; i < to; i++) {
    if (i + 8 < to) cePrefetch(solved->arr[i + 8], 3);
    cpArbiter *arbiter = solved->arr[i];
    arbiter->state = CP_ARBITER_STATE_NORMAL;
    arbiter->thread_a = arbiter->thread_b = (struct cpArbiterThread){NULL, NULL};
    __atomic_store_n(&arbiter->body_a->arbiterList, NULL, __ATOMIC_RELAXED);
    __atomic_store_n(&arbiter->body_b->arbiterList, NULL, __ATOMIC_RELAXED);
  }
}

// Removes the solved arbiters from the lists of bodies, and leaves those of sleeping contacts.
static void ceUnthreadAll(const cpArray *solved) {
  ceAssert(solved->num <= solved->max);
  for (int i = solved->num; i-- > 0;) {
    cePrefetchThreads(solved, i - 8, i - 4);
    cpArbiter *arbiter = solved->arr[i];
    arbiter->state = CP_ARBITER_STATE_NORMAL;
    if (arbiter->body_a->sleeping.root || arbiter->body_b->sleeping.root) continue;
    ceArbiterUnthread(arbiter, arbiter->body_a), ceArbiterUnthread(arbiter, arbiter->body_b);
  }
}

#if CE_ASSERTIONS
static bool ceListsAreEmpty(const cpArray *bodies) {
  bool isEmpty = true;
  for (int i = 0; i < bodies->num; i++) isEmpty &= !((const cpBody *)bodies->arr[i])->arbiterList;
  return isEmpty;
}
#endif

void ceBeginArbiters(ceEngine *engine) {
  cpSpace *space = &engine->space;
  ceAssert(!space->locked);
  ceInactiveArbiters *inactive = &engine->inactive;
  inactive->isWhole = ceListsWholeCache(space), inactive->formerInactive = inactive->count;
  cpArray *solved = space->arbiters;
  if (space->sleepingComponents->num > 0) ceUnthreadAll(solved);
  else ceShareWork(&engine->workers, solved->num, 128, ceEmptyLists, solved);
  ceAssert(space->sleepingComponents->num > 0 || ceListsAreEmpty(space->dynamicBodies));
  ceSetSolvedAside(space);
}

// Whether a body was static or asleep when the step looked for contacts: it may have woken or fallen asleep since.
static bool ceWasResting(const cpBody *body, const cpSpace *space) {
  ceAssert(body && space->locked);
  return ceIsResting(body) != (((const ceBody *)body)->indexStamp == space->stamp);
}

static void ceEndContact(cpArbiter *arbiter, cpSpace *space) {
  ceArbiter *of = (ceArbiter *)arbiter;
  ceAssert(arbiter->state != CP_ARBITER_STATE_CACHED && arbiter->stamp != space->stamp);
  of->wasIgnored = arbiter->state == CP_ARBITER_STATE_IGNORE, of->hasResumed = false;
  // The bodies may have slept since the last stamp.
  arbiter->state = CP_ARBITER_STATE_CACHED, arbiter->stamp = space->stamp - 1;
  arbiter->handler->separateFunc(arbiter, space, arbiter->handler->userData);
}

// Lists an arbiter that this step does not solve. Returns whether it stays in the cache, like cpSpaceArbiterSetFilter;
// one that ends does so in any case, since continuous collision may resume it.
static bool ceArbiterStaysCached(cpArbiter *arbiter, cpSpace *space) {
  ceAssert(arbiter->a && arbiter->handler);
  cpTimestamp age = space->stamp - arbiter->stamp;
  if (age == 0 && arbiter->count > 0) return true;
  if (!(ceWasResting(arbiter->body_a, space) && ceWasResting(arbiter->body_b, space))) {
    if (age >= 1 && arbiter->state != CP_ARBITER_STATE_CACHED) ceEndContact(arbiter, space);
    else if (age >= space->collisionPersistence) return false;
  }
  ceAddInactive(&ceEngineOf(space)->inactive, arbiter);
  return true;
}

static cpBool ceFilterCached(void *arbiter, void *space) {
  ceAssert(arbiter && ((const cpSpace *)space)->locked);
  bool stays = ceArbiterStaysCached(arbiter, space);
  if (!stays) ceArbiterPool(space, arbiter);
  return stays;
}

// Filters an arbiter, unless this step has collided its pair.
static void ceFilterFormer(cpArbiter *arbiter, cpSpace *space) {
  ceAssert(space->locked);
  if (arbiter->stamp != space->stamp && !ceArbiterStaysCached(arbiter, space)) ceArbiterUncache(space, arbiter);
}

void ceFilterCache(cpSpace *space) {
  ceAssert(space->locked);
  // Usually, the lists have the whole cache, and save a walk through its hash table.
  ceInactiveArbiters *inactive = &ceEngineOf(space)->inactive;
  uint32_t count = inactive->count;
  inactive->count = 0;
  if (!inactive->isWhole) {
    cpHashSetFilter(space->cachedArbiters, ceFilterCached, space);
    return;
  }
  for (uint32_t i = 0; i < inactive->formerInactive; i++) ceFilterFormer(inactive->arbiters[i], space);
  for (uint32_t i = inactive->formerInactive; i < count; i++) ceAddInactive(inactive, inactive->arbiters[i]);
  for (int i = 0; i < inactive->formerCount; i++) {
    if (i + 16 < inactive->formerCount) __builtin_prefetch(&((const cpArbiter *)inactive->former[i + 16])->stamp);
    ceFilterFormer(inactive->former[i], space);
  }
}

static void ceForgetEndedContact(void *element, void *unused) {
  (void)unused;
  cpArbiter *arbiter = element;
  ceAssert(arbiter->body_a && arbiter->body_b);
  if (ceIsResting(arbiter->body_a) && ceIsResting(arbiter->body_b)) arbiter->count = 0, arbiter->contacts = NULL;
}

void ceForgetEnded(ceEngine *engine) {
  ceAssert(engine->hasGrid && !engine->space.locked);
  if (!engine->hasPendingEndings) return;
  engine->hasPendingEndings = false;
  cpHashSetEach(engine->space.cachedArbiters, ceForgetEndedContact, NULL);
}

bool ceContactHasResumed(const cpArbiter *arbiter) {
  ceAssert(arbiter != NULL);
  return ((const ceArbiter *)arbiter)->hasResumed;
}

// MARK: Making

cpArbiter *ceArbiterNew(cpSpace *space, const cpShape *a, const cpShape *b) {
  ceAssert(a && b && a != b);
  if (space->pooledArbiters->num == 0) {
    // The library does the same when its pool is empty.
    int count = (int)(CP_BUFFER_BYTES / sizeof(ceArbiter));
    ceArbiter *buffer = calloc(1, CP_BUFFER_BYTES);
    if (!buffer) abort();
    cpArrayPush(space->allocatedBuffers, buffer);
    for (int i = 0; i < count; i++) cpArrayPush(space->pooledArbiters, &buffer[i].arbiter);
  }
  cpArbiter *arbiter = cpArbiterInit(
      cpArrayPop(space->pooledArbiters), (cpShape *)(uintptr_t)a, (cpShape *)(uintptr_t)b);
  ceArbiterSetMemory(space, arbiter, (ceContactMemory){.hasPose = false});
  return arbiter;
}

static void *ceArbiterMake(const void *pair, void *space) {
  ceAssert(pair && space);
  const cpShape *const *shapes = pair;
  return ceArbiterNew(space, shapes[0], shapes[1]);
}

cpArbiter *ceArbiterFindOrMake(cpSpace *space, const cpShape *a, const cpShape *b) {
  ceAssert(a && b && a != b);
  const cpShape *pair[] = {a, b};
  return (cpArbiter *)(uintptr_t)cpHashSetInsert(space->cachedArbiters, cePairHash(a, b), pair, ceArbiterMake, space);
}

const cpArbiter *ceArbiterFind(const cpSpace *space, const cpShape *a, const cpShape *b) {
  ceAssert(a && b && a != b);
  const cpShape *pair[] = {a, b};
  return cpHashSetFind(space->cachedArbiters, cePairHash(a, b), pair);
}

void ceArbiterCache(cpSpace *space, cpArbiter *arbiter) {
  ceAssert(!ceArbiterFind(space, arbiter->a, arbiter->b));
  const cpShape *pair[] = {arbiter->a, arbiter->b};
  cpHashSetInsert(space->cachedArbiters, cePairHash(arbiter->a, arbiter->b), pair, NULL, arbiter);
}

// MARK: Memory of contacts

// Makes a contact start anew in the next step.
static void ceForgetMemory(ceArbiter *of) {
  ceAssert(of);
  // Without impulses: if its bodies wake within a step, the solver starts from those of a manifold without points, too.
  of->manifold = (ceManifold){.count = 0}, of->rollingImpulse = 0, of->extent = -1;
  of->impulses[0] = of->impulses[1] = cpvzero;
}

void ceArbiterGetMemory(const cpSpace *space, const cpArbiter *arbiter, ceContactMemory *memory) {
  ceAssert(arbiter->count >= 0 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER);
  const ceArbiter *of = (const ceArbiter *)arbiter;
  // If an inactive pair touches again, its contact begins anew: its manifold may not even fit its shapes any more.
  memory->hasPose = ceHasGrid(space) && arbiter->count > 0 && of->manifold.count > 0 && ceIsThreaded(arbiter);
  if (!memory->hasPose) return;
  memory->position = of->pose.position, memory->rotation = of->pose.rotation;
  memory->rolling = of->rollingImpulse;
  for (int i = 0; i < 2; i++) {
    memory->impulses[i] = i < of->manifold.count ? of->impulses[i] : cpvzero;
  }
}

void ceArbiterSetMemory(cpSpace *space, cpArbiter *arbiter, ceContactMemory memory) {
  ceAssert(arbiter->a && arbiter->b && arbiter->a->body != arbiter->b->body);
  // With a tree, some arbiters are the library's own, which are smaller.
  if (!ceHasGrid(space)) return;
  ceArbiter *of = (ceArbiter *)arbiter;
  ceForgetMemory(of);
  if (!memory.hasPose) return;
  ceMeasureBodies(ceEngineOf(space));
  cpFloat extent = cePairExtent(arbiter->a, arbiter->b);
  of->pose = (ceRelativePose){memory.position, memory.rotation}, of->rollingImpulse = memory.rolling;
  cpFloat margin = cePairMargin(arbiter->body_a, arbiter->body_b, extent);
  ceManifoldCompute(arbiter->a, arbiter->b, of->pose, margin, margin, &of->manifold);
  for (int i = 0; i < of->manifold.count; i++) of->impulses[i] = memory.impulses[i];
}

// MARK: Reading

cpFloat ceArbiterCoupling(
    const cpArbiter *arbiter, const struct cpContact *at, const struct cpContact *by, cpVect direction) {
  ceAssert(at >= arbiter->contacts && at < arbiter->contacts + arbiter->count);
  ceAssert(by >= arbiter->contacts && by < arbiter->contacts + arbiter->count);
  const cpBody *a = arbiter->body_a, *b = arbiter->body_b;
  return (a->m_inv + b->m_inv) + (a->i_inv * cpvcross(at->r1, direction) * cpvcross(by->r1, direction) +
                                  b->i_inv * cpvcross(at->r2, direction) * cpvcross(by->r2, direction));
}

cpFloat ceArbiterEnergyLost(const cpSpace *space, const cpArbiter *arbiter) {
  ceAssert(arbiter->count >= 0 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER);
  if (!ceHasGrid(space)) return cpArbiterTotalKE(arbiter) / 2;
  cpFloat share = (1 - arbiter->e) / (1 + arbiter->e), twice = 0;
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    twice += share * point->jnAcc * point->jnAcc * ceArbiterCoupling(arbiter, point, point, arbiter->n);
    twice += point->jtAcc * point->jtAcc * ceArbiterCoupling(arbiter, point, point, cpvperp(arbiter->n));
  }
  return twice / 2;
}

// MARK: Access for tests

// Numbers the arbiters of a list. Returns how many of its entries are in the cache.
static int ceNumberListed(const cpSpace *space, void **arbiters, int count) {
  ceAssert(count >= 0);
  int cached = 0;
  for (int i = 0; i < count; i++) {
    cpArbiter *arbiter = arbiters[i];
    arbiter->data = (void *)++ceEngineOf(space)->inactive.number;
    cached += arbiter->a && ceArbiterFind(space, arbiter->a, arbiter->b) == arbiter;
  }
  return cached;
}

static void ceCountNumbered(void *arbiter, void *numbers) {
  ceAssert(arbiter);
  uintptr_t *before = numbers, *count = before + 1;
  *count += (uintptr_t)((const cpArbiter *)arbiter)->data > *before;
}

bool ceSpaceListsEachArbiter(const cpSpace *space) {
  ceAssert(!space->locked);
  const ceInactiveArbiters *inactive = &ceEngineOf(space)->inactive;
  uintptr_t numbers[2] = {inactive->number, 0};
  int solved = ceNumberListed(space, space->arbiters->arr, space->arbiters->num);
  int listed = solved + ceNumberListed(space, (void **)inactive->arbiters, (int)inactive->count);
  cpHashSetEach(space->cachedArbiters, ceCountNumbered, numbers);
  // Each is in a list, and there are no more entries.
  return solved == space->arbiters->num && listed == cpHashSetCount(space->cachedArbiters) &&
         numbers[1] == (uintptr_t)listed;
}
