// The contacts of a snapshot: what the library remembers of pairs of shapes.

#include "corners.h"

// Surfaces that arbiters have had before, so that a record can name one by its number.
struct CChipmunkSurfaces {
  cpFloat numbers[4][4];
  unsigned next;
};

// A record's first two bytes: the arbiter's state, how many points it has, its surface, whether there is an age, whether
// it has edges instead of a normal and hashes, and three bits for each point: see CChipmunkPointBits.
enum { CChipmunkNewSurface = 4, CChipmunkHasAge = 1 << 8, CChipmunkIsByEdges = 1 << 9, CChipmunkPoints = 10 };

struct CChipmunkContacts {
  struct CChipmunkSnapshot *snapshot;
  cpSpace *space;
  struct CChipmunkUnsolved *unsolved;
  struct CChipmunkSurfaces surfaces;
  // The numbers of the arbiters of a snapshot that is written follow this one.
  uintptr_t before;
  // Whether each body has its contacts in the order in which reading comes to them: the last one first.
  bool isPlain;
};

static inline struct CChipmunkContacts CChipmunkContactsOf(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  struct CChipmunkUnsolved *unsolved = CChipmunkUnsolvedOf(space);
  return (struct CChipmunkContacts){snapshot, space, unsolved, {{{0}}, 0}, unsolved->number, true};
}

static inline unsigned CChipmunkFindSurface(struct CChipmunkSurfaces *surfaces, const cpFloat *surface) {
  unsigned i = 0;
  while (i < CChipmunkNewSurface && !CChipmunkAreSame(surfaces->numbers[i], surface, 4)) i++;
  return i;
}

static inline void CChipmunkLearnSurface(struct CChipmunkSurfaces *surfaces, const cpFloat *surface) {
  memcpy(surfaces->numbers[surfaces->next++ % CChipmunkNewSurface], surface, sizeof *surfaces->numbers);
}

// MARK: Writing

static inline void CChipmunkPutContact(struct CChipmunkContacts *contacts, const cpArbiter *arbiter) {
  struct CChipmunkSnapshot *snapshot = contacts->snapshot;
  cpTimestamp age = contacts->space->stamp - arbiter->stamp;
  cpFloat surface[4] = {arbiter->e, arbiter->u, arbiter->surface_vr.x, arbiter->surface_vr.y};
  unsigned place = CChipmunkFindSurface(&contacts->surfaces, surface);
  uint16_t head = (uint16_t)((unsigned)arbiter->state | (unsigned)arbiter->count << 3 | place << 5);
  if (age) head |= CChipmunkHasAge;
  unsigned bits = CChipmunkPointBits(arbiter);
  bool isByEdges = bits < 256;
  if (isByEdges) head |= (uint16_t)(CChipmunkIsByEdges | bits << CChipmunkPoints);
  uint8_t *start = CChipmunkReserve(snapshot, 256);
  uint8_t *end = CChipmunkWrite(start, &head, sizeof head);
  end = CChipmunkWritePointer(snapshot, end, arbiter->a);
  end = CChipmunkWritePointer(snapshot, end, arbiter->b);
  if (place == CChipmunkNewSurface) {
    end = CChipmunkWrite(end, surface, sizeof surface);
    CChipmunkLearnSurface(&contacts->surfaces, surface);
  }
  if (age) end = CChipmunkWrite(end, &age, sizeof age);
  uint16_t edges = (uint16_t)CChipmunkEdgesOf(arbiter);
  if (isByEdges) end = CChipmunkWrite(end, &edges, sizeof edges);
  else end = CChipmunkWrite(end, &arbiter->n, sizeof arbiter->n);
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *contact = arbiter->contacts + i;
    unsigned arms = (unsigned)head >> (CChipmunkPoints + 3 * i + 1);
    cpFloat impulses[2] = {contact->jnAcc, contact->jtAcc};
    end = CChipmunkWrite(end, impulses, sizeof impulses);
    if (!isByEdges) end = CChipmunkWrite(end, &contact->hash, sizeof contact->hash);
    // Written in any case, and written over where a corner gives it: a processor would guess wrong.
    end = CChipmunkWrite(end, &contact->r1, sizeof contact->r1) - (arms & 1) * sizeof contact->r1;
    end = CChipmunkWrite(end, &contact->r2, sizeof contact->r2) - (arms >> 1 & 1) * sizeof contact->r2;
  }
  snapshot->used += (size_t)(end - start);
}

// An arbiter's `data`, which nobody else uses, is its number.
static inline bool CChipmunkIsBefore(
    const struct CChipmunkContacts *contacts, const cpArbiter *first, const cpArbiter *second) {
  return !first || (uintptr_t)first->data - contacts->before - 1 < (uintptr_t)second->data - contacts->before - 1;
}

static inline void CChipmunkPutNumbered(struct CChipmunkContacts *contacts, cpArbiter *arbiter) {
  arbiter->data = (void *)++contacts->unsolved->number;
  contacts->isPlain &= CChipmunkIsBefore(contacts, arbiter->thread_a.next, arbiter)
      && CChipmunkIsBefore(contacts, arbiter->thread_b.next, arbiter);
  CChipmunkPutContact(contacts, arbiter);
}

// An arbiter belongs to one of the two bodies that sleep, as the library has it.
static inline bool CChipmunkOwns(const cpBody *body, const cpArbiter *arbiter) {
  return body == arbiter->body_a || cpBodyGetType(arbiter->body_a) == CP_BODY_TYPE_STATIC;
}

static inline cpArbiter *CChipmunkNextOf(const cpArbiter *arbiter, const cpBody *body) {
  return body == arbiter->body_a ? arbiter->thread_a.next : arbiter->thread_b.next;
}

static inline void CChipmunkPutSleeping(struct CChipmunkContacts *contacts) {
  const cpArray *groups = contacts->space->sleepingComponents;
  for (int i = 0; i < groups->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)groups->arr[i], body) {
      CP_BODY_FOREACH_ARBITER(body, arbiter) {
        if (CChipmunkOwns(body, arbiter)) CChipmunkPutNumbered(contacts, arbiter);
      }
    }
  }
}

static inline void CChipmunkFindUnsolved(void *element, void *context) {
  cpArbiter *arbiter = element;
  struct CChipmunkContacts *contacts = context;
  if ((uintptr_t)arbiter->data <= contacts->before) CChipmunkAddUnsolved(contacts->unsolved, arbiter);
}

// Writes the order of a body's contacts, the number of each from 0 on, unless the last one comes first.
static inline void CChipmunkPutThread(struct CChipmunkContacts *contacts, cpBody *body) {
  uint32_t count = 0;
  bool isPlain = true;
  for (cpArbiter *arbiter = body->arbiterList; arbiter; arbiter = CChipmunkNextOf(arbiter, body)) {
    isPlain &= CChipmunkIsBefore(contacts, CChipmunkNextOf(arbiter, body), arbiter);
    count++;
  }
  if (isPlain) return;
  CChipmunkPutPointer(contacts->snapshot, body);
  CChipmunkPutCount(contacts->snapshot, count);
  for (cpArbiter *arbiter = body->arbiterList; arbiter; arbiter = CChipmunkNextOf(arbiter, body)) {
    CChipmunkPutCount(contacts->snapshot, (uint32_t)((uintptr_t)arbiter->data - contacts->before - 1));
  }
}

static inline void CChipmunkPutThreads(struct CChipmunkContacts *contacts) {
  const cpSpace *space = contacts->space;
  for (int i = 0; i < space->dynamicBodies->num; i++) CChipmunkPutThread(contacts, space->dynamicBodies->arr[i]);
  for (int i = 0; i < space->staticBodies->num; i++) CChipmunkPutThread(contacts, space->staticBodies->arr[i]);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) CChipmunkPutThread(contacts, body);
  }
}

static inline void CChipmunkPutContacts(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  struct CChipmunkContacts contacts = CChipmunkContactsOf(snapshot, space);
  struct CChipmunkUnsolved *unsolved = contacts.unsolved;
  cpArbiter **solved = (cpArbiter **)space->arbiters->arr;
  uint32_t solvedCount = (uint32_t)space->arbiters->num;
  size_t head = snapshot->used;
  uint32_t counts[3] = {0, solvedCount, 0};
  CChipmunkPut(snapshot, counts, sizeof counts);
  CChipmunkPutSleeping(&contacts);
  counts[0] = (uint32_t)(unsolved->number - contacts.before);
  for (uint32_t i = 0; i < solvedCount; i++) CChipmunkPutPointer(snapshot, solved[i]);
  for (uint32_t i = 0; i < solvedCount; i++) {
    if (i + 8 < solvedCount) CChipmunkFetch(solved[i + 8], 3);
    if (i + 4 < solvedCount) CChipmunkFetch(solved[i + 4]->contacts, 2);
    CChipmunkPutNumbered(&contacts, solved[i]);
  }
  if ((uint32_t)cpHashSetCount(space->cachedArbiters) != solvedCount + unsolved->count) {
    unsolved->count = 0;
    cpHashSetEach(space->cachedArbiters, CChipmunkFindUnsolved, &contacts);
  }
  counts[2] = unsolved->count;
  for (uint32_t i = 0; i < unsolved->count; i++) CChipmunkPutPointer(snapshot, unsolved->arbiters[i]);
  for (uint32_t i = 0; i < unsolved->count; i++) CChipmunkPutContact(&contacts, unsolved->arbiters[i]);
  memcpy(snapshot->bytes + head, counts, sizeof counts);
  if (!contacts.isPlain) CChipmunkPutThreads(&contacts);
  // The space itself ends the list.
  CChipmunkPutPointer(snapshot, space);
}

// MARK: Reading

// Puts an arbiter at the head of a body's list.
static inline void CChipmunkThread(cpArbiter *arbiter, cpBody *body) {
  cpArbiter *next = body->arbiterList;
  struct cpArbiterThread *thread = cpArbiterThreadForBody(arbiter, body);
  thread->next = next, thread->prev = NULL;
  if (next) cpArbiterThreadForBody(next, body)->prev = arbiter;
  body->arbiterList = arbiter;
}

// Lets go of all sleepers' contacts, which have memory of their own, and of all lists of contacts.
static inline void CChipmunkDropThreads(cpSpace *space) {
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) {
      CP_BODY_FOREACH_ARBITER(body, arbiter) {
        if (!CChipmunkOwns(body, arbiter)) continue;
        free(arbiter->contacts);
        CChipmunkPool(space, arbiter);
      }
    }
  }
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) body->arbiterList = NULL;
  }
  for (int i = 0; i < space->dynamicBodies->num; i++) ((cpBody *)space->dynamicBodies->arr[i])->arbiterList = NULL;
  for (int i = 0; i < space->staticBodies->num; i++) ((cpBody *)space->staticBodies->arr[i])->arbiterList = NULL;
}

// Lets all buffers of contacts be used anew: they form a ring.
static inline void CChipmunkFreeBuffers(cpSpace *space) {
  struct CChipmunkBufferHead *head = (struct CChipmunkBufferHead *)space->contactBuffersHead, *buffer = head;
  if (head) {
    do {
      buffer->stamp = space->stamp - space->collisionPersistence - 1;
      buffer = buffer->next;
    } while (buffer != head);
  }
  cpSpacePushFreshContactBuffer(space);
}

// The arbiter of a pair that does not sleep: as a rule the one that it had when the snapshot was written.
static inline cpArbiter *CChipmunkCachedArbiter(cpArbiter *likely, const cpShape *const *pair, cpSpace *space) {
  if (likely->a == pair[0] && likely->b == pair[1]) return likely;
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)pair[0], (cpHashValue)pair[1]);
  return (cpArbiter *)cpHashSetInsert(
      space->cachedArbiters, hash, pair, (cpHashSetTransFunc)CChipmunkMakeCached, space);
}

// Reads a record. `likely` is NULL for one that sleeps.
static inline cpArbiter *CChipmunkTakeContact(struct CChipmunkContacts *contacts, cpArbiter *likely) {
  struct CChipmunkSnapshot *snapshot = contacts->snapshot;
  cpSpace *space = contacts->space;
  uint16_t head;
  CChipmunkTake(snapshot, &head, sizeof head);
  const cpShape *a = CChipmunkTakePointer(snapshot), *b = CChipmunkTakePointer(snapshot), *pair[] = {a, b};
  int count = head >> 3 & 3;
  unsigned place = head >> 5 & 7;
  struct cpContact *points = NULL;
  cpArbiter *arbiter;
  if (likely) {
    arbiter = CChipmunkCachedArbiter(likely, pair, space);
    if (count) points = cpContactBufferGetArray(space), cpSpacePushContacts(space, count);
  } else {
    arbiter = CChipmunkMakeArbiter(space, (cpShape *)a, (cpShape *)b);
    // The library frees it when they wake.
    points = calloc((size_t)count + 1, sizeof *points);
    if (!points) abort();
  }
  if (place == CChipmunkNewSurface) {
    cpFloat surface[4];
    CChipmunkTake(snapshot, surface, sizeof surface);
    place = contacts->surfaces.next % CChipmunkNewSurface;
    CChipmunkLearnSurface(&contacts->surfaces, surface);
  }
  const cpFloat *surface = contacts->surfaces.numbers[place];
  cpTimestamp age = 0;
  if (head & CChipmunkHasAge) CChipmunkTake(snapshot, &age, sizeof age);
  struct CChipmunkCorners corners;
  uint16_t edges = 0;
  bool isByEdges = head & CChipmunkIsByEdges;
  if (isByEdges) {
    CChipmunkTake(snapshot, &edges, sizeof edges);
    // A shape may have fewer corners than it had.
    if (!CChipmunkFindCorners(a, b, edges, &corners)) memset(&corners, 0, sizeof corners);
  } else {
    CChipmunkTake(snapshot, &corners.n, sizeof corners.n);
  }
  arbiter->n = corners.n;
  CChipmunkSetEdges(arbiter, edges);
  arbiter->data = (void *)contacts->unsolved->number;
  arbiter->thread_a = arbiter->thread_b = (struct cpArbiterThread){NULL, NULL};
  arbiter->handler = &space->defaultHandler;
  arbiter->swapped = cpFalse;
  arbiter->stamp = space->stamp - age;
  arbiter->state = (enum cpArbiterState)(head & 7);
  arbiter->e = surface[0], arbiter->u = surface[1], arbiter->surface_vr = cpv(surface[2], surface[3]);
  arbiter->count = count, arbiter->contacts = points;
  for (int i = 0; i < count; i++) {
    cpFloat impulses[2];
    CChipmunkTake(snapshot, impulses, sizeof impulses);
    points[i].jnAcc = impulses[0], points[i].jtAcc = impulses[1];
    if (!isByEdges) {
      CChipmunkTake(snapshot, &points[i].hash, sizeof points[i].hash);
      CChipmunkTake(snapshot, &points[i].r1, sizeof points[i].r1);
      CChipmunkTake(snapshot, &points[i].r2, sizeof points[i].r2);
      continue;
    }
    unsigned bits = (unsigned)head >> (CChipmunkPoints + 3 * i), place = bits & 1;
    points[i].hash = corners.hashes[place];
    cpVect read, first = corners.arms[place][0], second = corners.arms[place][1];
    memcpy(&read, snapshot->bytes + snapshot->read, sizeof read);
    snapshot->read += bits & 2 ? 0 : sizeof read;
    points[i].r1.x = bits & 2 ? first.x : read.x, points[i].r1.y = bits & 2 ? first.y : read.y;
    memcpy(&read, snapshot->bytes + snapshot->read, sizeof read);
    snapshot->read += bits & 4 ? 0 : sizeof read;
    points[i].r2.x = bits & 4 ? second.x : read.x, points[i].r2.y = bits & 4 ? second.y : read.y;
  }
  return arbiter;
}

static inline void CChipmunkThreadBoth(cpArbiter *arbiter) {
  CChipmunkThread(arbiter, arbiter->body_a), CChipmunkThread(arbiter, arbiter->body_b);
}

static inline cpArray *CChipmunkTakeSleeping(struct CChipmunkContacts *contacts, uint32_t count) {
  cpArray *sleeping = count > 0 ? cpArrayNew(0) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    cpArbiter *arbiter = CChipmunkTakeContact(contacts, NULL);
    CChipmunkThreadBoth(arbiter);
    cpArrayPush(sleeping, arbiter);
  }
  return sleeping;
}

// Reads so many records of arbiters in the cache, with a list of the likely ones before them.
static inline void CChipmunkTakeCached(struct CChipmunkContacts *contacts, uint32_t count, bool isSolved) {
  struct CChipmunkSnapshot *snapshot = contacts->snapshot, likely = *snapshot, coming = *snapshot;
  size_t size = snapshot->isWide ? sizeof(void *) : sizeof(int32_t);
  snapshot->read += count * size;
  for (uint32_t i = 0; i < 8 && i < count; i++) CChipmunkFetch(CChipmunkTakePointer(&coming), 3);
  for (uint32_t i = 0; i < count; i++) {
    if (i + 8 < count) CChipmunkFetch(CChipmunkTakePointer(&coming), 3);
    cpArbiter *arbiter = CChipmunkTakeContact(contacts, CChipmunkTakePointer(&likely));
    if (isSolved) {
      CChipmunkThreadBoth(arbiter);
      cpArrayPush(contacts->space->arbiters, arbiter);
    } else {
      CChipmunkAddUnsolved(contacts->unsolved, arbiter);
    }
  }
}

static inline void CChipmunkTakeThreads(struct CChipmunkContacts *contacts, const cpArray *sleeping) {
  struct CChipmunkSnapshot *snapshot = contacts->snapshot;
  const cpSpace *space = contacts->space;
  uint32_t sleepers = sleeping ? (uint32_t)sleeping->num : 0;
  for (;;) {
    cpBody *body = CChipmunkTakePointer(snapshot);
    if ((void *)body == space) return;
    uint32_t length = CChipmunkTakeCount(snapshot);
    size_t start = snapshot->read;
    body->arbiterList = NULL;
    for (uint32_t i = length; i-- > 0;) {
      uint32_t place;
      memcpy(&place, snapshot->bytes + start + i * sizeof place, sizeof place);
      void *arbiter = place < sleepers ? sleeping->arr[place] : space->arbiters->arr[place - sleepers];
      CChipmunkThread(arbiter, body);
    }
    snapshot->read += length * sizeof(uint32_t);
  }
}

// Empties the lists of arbiters in the cache. Returns how many there are in `former`, or -1 if that are not all.
static inline int CChipmunkForgetCached(struct CChipmunkContacts *contacts) {
  struct CChipmunkUnsolved *unsolved = contacts->unsolved;
  cpArray *solved = contacts->space->arbiters, former = *solved;
  solved->arr = unsolved->former, solved->max = unsolved->formerRoom, solved->num = 0;
  for (uint32_t i = 0; i < unsolved->count; i++) cpArrayPush(&former, unsolved->arbiters[i]);
  unsolved->former = former.arr, unsolved->formerRoom = former.max, unsolved->count = 0;
  return former.num == cpHashSetCount(contacts->space->cachedArbiters) ? former.num : -1;
}

static inline cpBool CChipmunkKeepTaken(void *element, void *context) {
  cpArbiter *arbiter = element;
  const struct CChipmunkContacts *contacts = context;
  if ((uintptr_t)arbiter->data == contacts->unsolved->number) return cpTrue;
  CChipmunkPool(contacts->space, arbiter);
  return cpFalse;
}

// Takes out of the cache what the snapshot does not have.
static inline void CChipmunkDropOthers(struct CChipmunkContacts *contacts, int formerCount) {
  cpHashSet *cache = contacts->space->cachedArbiters;
  if (formerCount < 0) {
    cpHashSetFilter(cache, CChipmunkKeepTaken, contacts);
    return;
  }
  for (int i = 0; i < formerCount; i++) {
    cpArbiter *arbiter = contacts->unsolved->former[i];
    if ((uintptr_t)arbiter->data == contacts->unsolved->number) continue;
    const cpShape *pair[] = {arbiter->a, arbiter->b};
    cpHashSetRemove(cache, CP_HASH_PAIR((cpHashValue)pair[0], (cpHashValue)pair[1]), pair);
    CChipmunkPool(contacts->space, arbiter);
  }
}

static inline void CChipmunkTakeContacts(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  struct CChipmunkContacts contacts = CChipmunkContactsOf(snapshot, space);
  contacts.unsolved->number++;
  uint32_t counts[3];
  CChipmunkTake(snapshot, counts, sizeof counts);
  int former = CChipmunkForgetCached(&contacts);
  CChipmunkFreeBuffers(space);
  cpArray *sleeping = CChipmunkTakeSleeping(&contacts, counts[0]);
  CChipmunkTakeCached(&contacts, counts[1], true);
  CChipmunkTakeCached(&contacts, counts[2], false);
  if ((uint32_t)cpHashSetCount(space->cachedArbiters) > counts[1] + counts[2]) CChipmunkDropOthers(&contacts, former);
  CChipmunkTakeThreads(&contacts, sleeping);
  if (sleeping) cpArrayFree(sleeping);
}
