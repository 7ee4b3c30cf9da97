// The contacts of a snapshot: the arbiters that the library keeps for pairs of shapes.

#include "corners.h"
#include "snapshotbytes.h"

// Surfaces of earlier arbiters, so that a record can refer to one by its number.
struct CChipmunkSurfaces {
  cpFloat numbers[4][4];
  unsigned next;
};

// The first two bytes of a record: the arbiter's state, its number of points, its surface, whether an age follows,
// whether edges replace the normal and the hashes, and the bits of each point: see CChipmunkEdgesOf.
enum { CChipmunkNewSurface = 4, CChipmunkHasAge = 1 << 8, CChipmunkIsByEdges = 1 << 9, CChipmunkPoints = 10 };

struct CChipmunkContacts {
  struct CChipmunkSnapshot *snapshot;
  cpSpace *space;
  struct CChipmunkUnsolved *unsolved;
  struct CChipmunkSurfaces surfaces;
  // The arbiters of a snapshot that is being written have the numbers after this one.
  uintptr_t before;
  // Whether each body has its contacts in the order in which reading adds them: the last one first.
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

// Whether a body is unchanged since it got a contact in a step.
static inline bool CChipmunkIsAsAt(const cpBody *body, const cpArbiter *arbiter) {
  return ((const struct CChipmunkBody *)body)->movedAt < arbiter->stamp;
}

// Whether the points of a contact follow from its edges and the current shapes. Neither another step nor a call may
// have moved them since the step that found the contact.
static inline bool CChipmunkFitsShapes(const struct CChipmunkContacts *contacts, const cpArbiter *arbiter) {
  const cpBody *a = arbiter->body_a, *b = arbiter->body_b;
  bool isStill = arbiter->stamp == contacts->space->stamp || (CChipmunkRests(a) && CChipmunkRests(b));
  return isStill && CChipmunkIsAsAt(a, arbiter) && CChipmunkIsAsAt(b, arbiter);
}

static inline void CChipmunkPutContact(struct CChipmunkContacts *contacts, const cpArbiter *arbiter) {
  struct CChipmunkSnapshot *snapshot = contacts->snapshot;
  cpTimestamp age = contacts->space->stamp - arbiter->stamp;
  cpFloat surface[4] = {arbiter->e, arbiter->u, arbiter->surface_vr.x, arbiter->surface_vr.y};
  unsigned place = CChipmunkFindSurface(&contacts->surfaces, surface);
  uint16_t head = (uint16_t)((unsigned)arbiter->state | (unsigned)arbiter->count << 3 | place << 5);
  if (age) head |= CChipmunkHasAge;
  unsigned edges = CChipmunkEdgesOf(arbiter);
  bool isByEdges = edges && arbiter->count > 0 && CChipmunkFitsShapes(contacts, arbiter);
  if (isByEdges) head |= (uint16_t)(CChipmunkIsByEdges | edges >> CChipmunkPointBits << CChipmunkPoints);
  uint8_t *start = CChipmunkReserve(snapshot, 256);
  uint8_t *end = CChipmunkWrite(start, &head, sizeof head);
  end = CChipmunkWritePointer(snapshot, end, arbiter->a);
  end = CChipmunkWritePointer(snapshot, end, arbiter->b);
  if (place == CChipmunkNewSurface) {
    end = CChipmunkWrite(end, surface, sizeof surface);
    CChipmunkLearnSurface(&contacts->surfaces, surface);
  }
  if (age) end = CChipmunkWrite(end, &age, sizeof age);
  uint16_t edgesOnly = (uint16_t)(edges & CChipmunkEdges);
  if (isByEdges) end = CChipmunkWrite(end, &edgesOnly, sizeof edgesOnly);
  else end = CChipmunkWrite(end, &arbiter->n, sizeof arbiter->n);
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *contact = arbiter->contacts + i;
    unsigned arms = (unsigned)head >> (CChipmunkPoints + 3 * i + 1);
    cpFloat impulses[2] = {contact->jnAcc, contact->jtAcc};
    end = CChipmunkWrite(end, impulses, sizeof impulses);
    if (!isByEdges) end = CChipmunkWrite(end, &contact->hash, sizeof contact->hash);
    // Always written, then overwritten if a corner determines it: a processor would often mispredict a branch.
    end = CChipmunkWrite(end, &contact->r1, sizeof contact->r1) - (arms & 1) * sizeof contact->r1;
    end = CChipmunkWrite(end, &contact->r2, sizeof contact->r2) - (arms >> 1 & 1) * sizeof contact->r2;
  }
  snapshot->used += (size_t)(end - start);
}

// An arbiter's `data` is its number; nothing else uses that field.
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

// Of two sleeping bodies, one owns their arbiter, as in the library.
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

// Writes the order of a body's contacts as their numbers, from 0, unless the last contact comes first.
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
  if (!CChipmunkListsCache(space)) {
    unsolved->count = 0;
    cpHashSetEach(space->cachedArbiters, CChipmunkFindUnsolved, &contacts);
  }
  counts[2] = unsolved->count;
  for (uint32_t i = 0; i < unsolved->count; i++) CChipmunkPutPointer(snapshot, unsolved->arbiters[i]);
  for (uint32_t i = 0; i < unsolved->count; i++) CChipmunkPutContact(&contacts, unsolved->arbiters[i]);
  memcpy(snapshot->bytes + head, counts, sizeof counts);
  if (!contacts.isPlain) CChipmunkPutThreads(&contacts);
  // The address of the space ends the list.
  CChipmunkPutPointer(snapshot, space);
}

// MARK: Reading

// Releases the contacts of sleeping bodies, which have their own memory, and empties all lists of contacts.
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

// Marks all contact buffers as reusable; they form a ring.
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

// The arbiter of an awake pair: usually the one that it had when the snapshot was written.
static inline cpArbiter *CChipmunkCachedArbiter(cpArbiter *likely, const cpShape *const *pair, cpSpace *space) {
  if (likely->a == pair[0] && likely->b == pair[1]) return likely;
  cpHashValue hash = CP_HASH_PAIR((cpHashValue)pair[0], (cpHashValue)pair[1]);
  return (cpArbiter *)cpHashSetInsert(
      space->cachedArbiters, hash, pair, (cpHashSetTransFunc)CChipmunkMakeCached, space);
}

// Reads the points of a contact. The bits are those of CChipmunkEdgesOf; without corners, the record has each point in
// full.
static inline const uint8_t *CChipmunkReadPoints(
    const uint8_t *start, struct cpContact *points, int count, const struct CChipmunkCorners *corners, unsigned bits) {
  for (int i = 0; i < count; i++, bits >>= 3) {
    struct cpContact *point = points + i;
    start = CChipmunkRead(start, &point->jnAcc, sizeof point->jnAcc);
    start = CChipmunkRead(start, &point->jtAcc, sizeof point->jtAcc);
    if (!corners) {
      start = CChipmunkRead(start, &point->hash, sizeof point->hash);
      start = CChipmunkRead(start, &point->r1, sizeof point->r1);
      start = CChipmunkRead(start, &point->r2, sizeof point->r2);
      continue;
    }
    point->hash = corners->hashes[bits & 1];
    const cpVect *arms = corners->arms[bits & 1];
    // Without a branch, which the processor would often mispredict.
    memcpy(&point->r1, bits & 2 ? (const uint8_t *)arms : start, sizeof point->r1);
    start += bits & 2 ? 0 : sizeof point->r1;
    memcpy(&point->r2, bits & 4 ? (const uint8_t *)(arms + 1) : start, sizeof point->r2);
    start += bits & 4 ? 0 : sizeof point->r2;
  }
  return start;
}

// Reads a record. `likely` is NULL for a sleeping pair.
static inline cpArbiter *CChipmunkTakeContact(struct CChipmunkContacts *contacts, cpArbiter *likely) {
  struct CChipmunkSnapshot *snapshot = contacts->snapshot;
  cpSpace *space = contacts->space;
  const uint8_t *start = snapshot->bytes + snapshot->read;
  uint16_t head;
  const cpShape *pair[2];
  start = CChipmunkRead(start, &head, sizeof head);
  start = CChipmunkReadPointer(snapshot, start, pair);
  start = CChipmunkReadPointer(snapshot, start, pair + 1);
  int count = head >> 3 & 3;
  unsigned place = head >> 5 & 7;
  struct cpContact *points = NULL;
  cpArbiter *arbiter;
  if (likely) {
    arbiter = CChipmunkCachedArbiter(likely, pair, space);
    if (count) points = cpContactBufferGetArray(space), cpSpacePushContacts(space, count);
  } else {
    arbiter = CChipmunkMakeArbiter(space, (cpShape *)pair[0], (cpShape *)pair[1]);
    // The library frees this memory when the bodies wake.
    points = calloc((size_t)count + 1, sizeof *points);
    if (!points) abort();
  }
  if (place == CChipmunkNewSurface) {
    cpFloat surface[4];
    start = CChipmunkRead(start, surface, sizeof surface);
    place = contacts->surfaces.next % CChipmunkNewSurface;
    CChipmunkLearnSurface(&contacts->surfaces, surface);
  }
  const cpFloat *surface = contacts->surfaces.numbers[place];
  arbiter->e = surface[0], arbiter->u = surface[1], arbiter->surface_vr = cpv(surface[2], surface[3]);
  cpTimestamp age = 0;
  if (head & CChipmunkHasAge) start = CChipmunkRead(start, &age, sizeof age);
  struct CChipmunkCorners corners;
  unsigned edges = 0;
  bool isByEdges = head & CChipmunkIsByEdges;
  if (isByEdges) {
    uint16_t edgesOnly;
    start = CChipmunkRead(start, &edgesOnly, sizeof edgesOnly);
    edges = edgesOnly | (unsigned)head >> CChipmunkPoints << CChipmunkPointBits;
    // The shape may have fewer corners than before.
    if (!CChipmunkFindCorners(pair[0], pair[1], edges, &corners)) memset(&corners, 0, sizeof corners);
  } else {
    start = CChipmunkRead(start, &corners.n, sizeof corners.n);
  }
  start = CChipmunkReadPoints(start, points, count, isByEdges ? &corners : NULL, edges >> CChipmunkPointBits);
  snapshot->read = (size_t)(start - snapshot->bytes);
  arbiter->n = corners.n;
  CChipmunkSetEdges(arbiter, edges);
  arbiter->data = (void *)contacts->unsolved->number;
  arbiter->thread_a = arbiter->thread_b = (struct cpArbiterThread){NULL, NULL};
  arbiter->handler = &space->defaultHandler;
  arbiter->swapped = cpFalse;
  arbiter->stamp = space->stamp - age;
  arbiter->state = (enum cpArbiterState)(head & 7);
  arbiter->count = count, arbiter->contacts = points;
  return arbiter;
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

// Reads `count` records of cached arbiters, after a list of the likely arbiters.
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
      CChipmunkPush(contacts->space->arbiters, arbiter);
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

// Empties the lists of cached arbiters, and keeps all as former ones. Returns whether these are the whole cache.
static inline bool CChipmunkForgetCached(struct CChipmunkContacts *contacts) {
  struct CChipmunkUnsolved *unsolved = contacts->unsolved;
  bool isWhole = CChipmunkListsCache(contacts->space);
  CChipmunkSetSolvedAside(contacts->space);
  cpArray former = {unsolved->formerCount, unsolved->formerRoom, unsolved->former};
  for (uint32_t i = 0; i < unsolved->count; i++) cpArrayPush(&former, unsolved->arbiters[i]);
  unsolved->former = former.arr, unsolved->formerRoom = former.max, unsolved->formerCount = former.num;
  unsolved->count = 0;
  return isWhole;
}

static inline cpBool CChipmunkKeepTaken(void *element, void *context) {
  cpArbiter *arbiter = element;
  const struct CChipmunkContacts *contacts = context;
  if ((uintptr_t)arbiter->data == contacts->unsolved->number) return cpTrue;
  CChipmunkPool(contacts->space, arbiter);
  return cpFalse;
}

// Removes the arbiters that are not in the snapshot from the cache.
static inline void CChipmunkDropOthers(struct CChipmunkContacts *contacts, bool areListed) {
  const struct CChipmunkUnsolved *unsolved = contacts->unsolved;
  if (!areListed) {
    cpHashSetFilter(contacts->space->cachedArbiters, CChipmunkKeepTaken, contacts);
    return;
  }
  for (int i = 0; i < unsolved->formerCount; i++) {
    cpArbiter *arbiter = unsolved->former[i];
    if ((uintptr_t)arbiter->data != unsolved->number) CChipmunkUncache(contacts->space, arbiter);
  }
}

static inline void CChipmunkTakeContacts(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  struct CChipmunkContacts contacts = CChipmunkContactsOf(snapshot, space);
  contacts.unsolved->number++;
  uint32_t counts[3];
  CChipmunkTake(snapshot, counts, sizeof counts);
  bool areListed = CChipmunkForgetCached(&contacts);
  CChipmunkFreeBuffers(space);
  cpArray *sleeping = CChipmunkTakeSleeping(&contacts, counts[0]);
  CChipmunkTakeCached(&contacts, counts[1], true);
  CChipmunkTakeCached(&contacts, counts[2], false);
  if ((uint32_t)cpHashSetCount(space->cachedArbiters) > counts[1] + counts[2]) CChipmunkDropOthers(&contacts, areListed);
  CChipmunkTakeThreads(&contacts, sleeping);
  if (sleeping) cpArrayFree(sleeping);
}
