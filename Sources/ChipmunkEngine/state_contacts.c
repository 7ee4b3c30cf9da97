// The contacts of a snapshot: the arbiters that the library keeps for pairs of shapes. In this order: three counts; the
// arbiters of sleeping bodies; the addresses of the solved arbiters, and these; the same for inactive ones; the orders
// of bodies' lists that are not plain; and the space's address as the end. An arbiter has the addresses of its shapes,
// and what the next step reads of it. It refers to one of the last four surfaces, or brings a new one.
//
// Invariant: what is read does not depend on what the space has done since, apart from the addresses of arbiters:
// lists, cache and bodies' lists have the order that they had. The format is our own, and lives only as long as the
// process.

#include "engine.h"
#include "state.h"

// MARK: The state of an arbiter

void ceArbiterGetState(const cpSpace *space, const cpArbiter *arbiter, ceContactState *state) {
  ceAssert(arbiter->count >= 0 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER);
  state->state = arbiter->state, state->count = arbiter->contacts ? arbiter->count : 0;
  state->age = space->stamp - arbiter->stamp, state->normal = arbiter->n;
  state->surface = (ceContactSurface){arbiter->e, arbiter->u, arbiter->surface_vr};
  for (int i = 0; i < CP_MAX_CONTACTS_PER_ARBITER && i < state->count; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    state->points[i] = (ceContactPoint){point->r1, point->r2, cpv(point->jnAcc, point->jtAcc), point->hash};
  }
  ceArbiterGetMemory(space, arbiter, &state->memory);
}

// Returns memory for the points of a contact.
static struct cpContact *cePointMemory(cpSpace *space, cpArbiter *arbiter, int count, bool isSleeping) {
  ceAssert(count >= 0 && count <= CP_MAX_CONTACTS_PER_ARBITER);
  struct cpContact *points = NULL;
  if (isSleeping) {
    // The library frees this memory when the bodies wake.
    points = calloc((size_t)count + 1, sizeof *points);
    if (!points) abort();
  } else if (count > 0 && ceHasGrid(space)) {
    points = ((ceArbiter *)arbiter)->points;
  } else if (count > 0) {
    points = cpContactBufferGetArray(space);
    cpSpacePushContacts(space, count);
  }
  return points;
}

void ceArbiterSetState(cpSpace *space, cpArbiter *arbiter, const ceContactState *state, bool isSleeping) {
  ceAssert(arbiter->a && arbiter->b && state->count <= CP_MAX_CONTACTS_PER_ARBITER);
  ceEngineOf(space)->hasStrayContacts = true;
  arbiter->state = state->state, arbiter->stamp = space->stamp - state->age;
  arbiter->n = state->normal, arbiter->surface_vr = state->surface.velocity;
  arbiter->e = state->surface.restitution, arbiter->u = state->surface.friction;
  arbiter->handler = &space->defaultHandler, arbiter->swapped = cpFalse;
  arbiter->thread_a = arbiter->thread_b = (struct cpArbiterThread){NULL, NULL};
  arbiter->count = state->count, arbiter->contacts = cePointMemory(space, arbiter, state->count, isSleeping);
  // The solver computes everything else about the points.
  for (int i = 0; i < CP_MAX_CONTACTS_PER_ARBITER && i < state->count; i++) {
    const ceContactPoint *point = state->points + i;
    arbiter->contacts[i].r1 = point->armA, arbiter->contacts[i].r2 = point->armB;
    arbiter->contacts[i].jnAcc = point->impulse.x, arbiter->contacts[i].jtAcc = point->impulse.y;
    arbiter->contacts[i].hash = point->hash;
  }
  ceArbiterSetMemory(space, arbiter, state->memory);
}

// MARK: Records

// Surfaces of earlier arbiters, so that a record can refer to one by its number.
typedef struct ceSurfaceTable {
  ceContactSurface surfaces[4];
  unsigned next;
} ceSurfaceTable;

typedef struct ceContactStream {
  ceSnapshot *snapshot;
  cpSpace *space;
  ceInactiveArbiters *inactive;
  ceSurfaceTable surfaces;
  // The arbiters of a snapshot that is being written have the numbers after this one.
  uintptr_t before;
  // Whether each body has its contacts in the order in which reading adds them: the last one first.
  bool isPlain;
} ceContactStream;

// The first two bytes of a record: the arbiter's state, its number of points, its surface, and whether an age and a
// memory follow.
enum { ceNewSurface = 4, ceHasAge = 1 << 8, ceHasMemory = 1 << 9 };

static ceContactStream ceContactStreamOf(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(ceHasGrid(space));
  ceInactiveArbiters *inactive = &ceEngineOf(space)->inactive;
  return (ceContactStream){snapshot, space, inactive, {.next = 0}, inactive->number, true};
}

static unsigned ceFindSurface(const ceSurfaceTable *table, const ceContactSurface *surface) {
  ceAssert(table && surface);
  unsigned i = 0;
  while (i < ceNewSurface && memcmp(table->surfaces + i, surface, sizeof *surface) != 0) i++;
  return i;
}

// Passes a contact of two shapes.
static inline void cePassContact(
    ceContactStream *contacts, const cpShape **pair, ceContactState *state, bool isReading) {
  ceAssert(state->count >= 0 && state->count <= CP_MAX_CONTACTS_PER_ARBITER);
  ceSnapshot *snapshot = contacts->snapshot;
  ceSurfaceTable *table = &contacts->surfaces;
  unsigned known = isReading ? 0 : ceFindSurface(table, &state->surface);
  uint16_t head = (uint16_t)((unsigned)state->state | (unsigned)state->count << 3 | known << 5);
  if (state->age) head |= ceHasAge;
  if (state->memory.hasPose) head |= ceHasMemory;
  uint8_t *place = ceRecordStart(snapshot, 512, isReading);
  place = cePass(place, &head, sizeof head, isReading);
  place = cePass(place, pair, 2 * sizeof *pair, isReading);
  if (isReading) {
    state->state = (enum cpArbiterState)(head & 7), state->count = head >> 3 & 3, known = head >> 5 & 7;
    ceAssert(pair[0] && pair[1] && state->count <= CP_MAX_CONTACTS_PER_ARBITER && known <= ceNewSurface);
    if (known < ceNewSurface) state->surface = table->surfaces[known];
  }
  if (known == ceNewSurface) {
    place = cePass(place, &state->surface, sizeof state->surface, isReading);
    table->surfaces[table->next++ % ceNewSurface] = state->surface;
  }
  if (head & ceHasAge) place = cePass(place, &state->age, sizeof state->age, isReading);
  place = cePass(place, &state->normal, sizeof state->normal, isReading);
  // The constant bound lets the compiler unroll the loop, so that writing needs no copy of the points.
  for (int i = 0; i < CP_MAX_CONTACTS_PER_ARBITER; i++) {
    if (i < state->count) place = cePass(place, state->points + i, sizeof *state->points, isReading);
  }
  if (head & ceHasMemory) {
    ceContactMemory *memory = &state->memory;
    memory->hasPose = true;
    place = cePass(place, &memory->position, sizeof memory->position, isReading);
    place = cePass(place, &memory->rotation, sizeof memory->rotation, isReading);
    place = cePass(place, memory->impulses, sizeof memory->impulses, isReading);
    place = cePass(place, &memory->rolling, sizeof memory->rolling, isReading);
  }
  ceRecordEnd(snapshot, place, isReading);
}

// MARK: Writing

static void cePutContact(ceContactStream *contacts, const cpArbiter *arbiter) {
  const cpShape *pair[] = {arbiter->a, arbiter->b};
  ceContactState state;
  ceArbiterGetState(contacts->space, arbiter, &state);
  cePassContact(contacts, pair, &state, false);
}

// An arbiter's `data` is its number; nothing else uses that field.
static bool ceIsBefore(
    const ceContactStream *contacts, const cpArbiter *first, const cpArbiter *second) {
  ceAssert((uintptr_t)second->data > contacts->before);
  return !first || (uintptr_t)first->data - contacts->before - 1 < (uintptr_t)second->data - contacts->before - 1;
}

static void cePutNumbered(ceContactStream *contacts, cpArbiter *arbiter) {
  ceAssert(arbiter->a && arbiter->b);
  arbiter->data = (void *)++contacts->inactive->number;
  contacts->isPlain &= ceIsBefore(contacts, arbiter->thread_a.next, arbiter)
      && ceIsBefore(contacts, arbiter->thread_b.next, arbiter);
  cePutContact(contacts, arbiter);
}

// Of two sleeping bodies, one owns their arbiter, as in the library.
static bool ceOwnsArbiter(const cpBody *body, const cpArbiter *arbiter) {
  ceAssert(body == arbiter->body_a || body == arbiter->body_b);
  return body == arbiter->body_a || cpBodyGetType(arbiter->body_a) == CP_BODY_TYPE_STATIC;
}

static cpArbiter *ceNextArbiter(const cpArbiter *arbiter, const cpBody *body) {
  ceAssert(body == arbiter->body_a || body == arbiter->body_b);
  return body == arbiter->body_a ? arbiter->thread_a.next : arbiter->thread_b.next;
}

static void cePutSleeping(ceContactStream *contacts) {
  ceAssert(contacts->inactive->number == contacts->before);
  const cpArray *groups = contacts->space->sleepingComponents;
  for (int i = 0; i < groups->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)groups->arr[i], body) {
      CP_BODY_FOREACH_ARBITER(body, arbiter) {
        if (ceOwnsArbiter(body, arbiter)) cePutNumbered(contacts, arbiter);
      }
    }
  }
}

static void ceFindInactive(void *element, void *context) {
  cpArbiter *arbiter = element;
  ceContactStream *contacts = context;
  ceAssert(arbiter->a && arbiter->b);
  if ((uintptr_t)arbiter->data <= contacts->before) ceAddInactive(contacts->inactive, arbiter);
}

// Writes the order of a body's contacts as their numbers, from 0, unless the last contact comes first.
static void cePutThread(ceContactStream *contacts, cpBody *body) {
  ceAssert(body->space == contacts->space);
  uint32_t count = 0;
  bool isPlain = true;
  for (cpArbiter *arbiter = body->arbiterList; arbiter; arbiter = ceNextArbiter(arbiter, body)) {
    isPlain &= ceIsBefore(contacts, ceNextArbiter(arbiter, body), arbiter);
    count++;
  }
  if (isPlain) return;
  cePutPointer(contacts->snapshot, body);
  cePutCount(contacts->snapshot, count);
  for (cpArbiter *arbiter = body->arbiterList; arbiter; arbiter = ceNextArbiter(arbiter, body)) {
    cePutCount(contacts->snapshot, (uint32_t)((uintptr_t)arbiter->data - contacts->before - 1));
  }
}

static void cePutThreads(ceContactStream *contacts) {
  ceAssert(!contacts->isPlain);
  const cpSpace *space = contacts->space;
  for (int i = 0; i < space->dynamicBodies->num; i++) cePutThread(contacts, space->dynamicBodies->arr[i]);
  for (int i = 0; i < space->staticBodies->num; i++) cePutThread(contacts, space->staticBodies->arr[i]);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) cePutThread(contacts, body);
  }
}

void cePutContacts(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(!space->locked);
  ceContactStream contacts = ceContactStreamOf(snapshot, space);
  ceInactiveArbiters *inactive = contacts.inactive;
  cpArbiter **solved = (cpArbiter **)space->arbiters->arr;
  uint32_t solvedCount = (uint32_t)space->arbiters->num;
  size_t head = snapshot->size;
  uint32_t counts[3] = {0, solvedCount, 0};
  for (int i = 0; i < 3; i++) cePutCount(snapshot, counts[i]);
  cePutSleeping(&contacts);
  counts[0] = (uint32_t)(inactive->number - contacts.before);
  for (uint32_t i = 0; i < solvedCount; i++) cePutPointer(snapshot, solved[i]);
  for (uint32_t i = 0; i < solvedCount; i++) {
    if (i + 8 < solvedCount) cePrefetch(solved[i + 8], ceArbiterLines);
    cePutNumbered(&contacts, solved[i]);
  }
  if (!ceListsWholeCache(space)) {
    inactive->count = 0;
    cpHashSetEach(space->cachedArbiters, ceFindInactive, &contacts);
  }
  counts[2] = inactive->count;
  for (uint32_t i = 0; i < inactive->count; i++) cePutPointer(snapshot, inactive->arbiters[i]);
  for (uint32_t i = 0; i < inactive->count; i++) cePutContact(&contacts, inactive->arbiters[i]);
  memcpy(snapshot->bytes + head, counts, sizeof counts);
  if (!contacts.isPlain) cePutThreads(&contacts);
  // The address of the space ends the list.
  cePutPointer(snapshot, space);
}

// MARK: Reading

void ceDropThreads(cpSpace *space) {
  ceAssert(!space->locked);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) {
      CP_BODY_FOREACH_ARBITER(body, arbiter) {
        if (!ceOwnsArbiter(body, arbiter)) continue;
        free(arbiter->contacts);
        ceArbiterPool(space, arbiter);
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
static void ceFreeContactBuffers(cpSpace *space) {
  ceContactBufferHead *head = (ceContactBufferHead *)space->contactBuffersHead, *buffer = head;
  if (head) {
    do {
      ceAssert(buffer);
      buffer->stamp = space->stamp - space->collisionPersistence - 1;
      buffer = buffer->next;
    } while (buffer != head);
  }
  cpSpacePushFreshContactBuffer(space);
}

// The arbiter of an awake pair: usually the one that it had when the snapshot was written.
static cpArbiter *ceCachedArbiter(cpArbiter *likely, const cpShape *const *pair, cpSpace *space) {
  ceAssert(likely && pair[0] && pair[1]);
  if (likely->a == pair[0] && likely->b == pair[1]) return likely;
  return ceArbiterFindOrMake(space, pair[0], pair[1]);
}

// Reads a record. `likely` is NULL for a sleeping pair.
static cpArbiter *ceTakeContact(ceContactStream *contacts, cpArbiter *likely) {
  ceAssert(contacts->snapshot->position < contacts->snapshot->size);
  cpSpace *space = contacts->space;
  const cpShape *pair[2];
  ceContactState state = {.count = 0};
  cePassContact(contacts, pair, &state, true);
  cpArbiter *arbiter = likely ? ceCachedArbiter(likely, pair, space) : ceArbiterNew(space, pair[0], pair[1]);
  ceArbiterSetState(space, arbiter, &state, !likely);
  arbiter->data = (void *)contacts->inactive->number;
  return arbiter;
}

static cpArray *ceTakeSleeping(ceContactStream *contacts, uint32_t count) {
  cpArray *sleeping = count > 0 ? cpArrayNew(0) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    cpArbiter *arbiter = ceTakeContact(contacts, NULL);
    ceArbiterThreadBoth(arbiter);
    cpArrayPush(sleeping, arbiter);
  }
  ceAssert(!sleeping || (uint32_t)sleeping->num == count);
  return sleeping;
}

// Reads `count` records of cached arbiters, after a list of the likely arbiters.
static void ceTakeCached(ceContactStream *contacts, uint32_t count, bool isSolved) {
  ceSnapshot *snapshot = contacts->snapshot, likely = *snapshot, coming = *snapshot;
  ceAssert(snapshot->position + count * sizeof(void *) <= snapshot->size);
  snapshot->position += count * sizeof(void *);
  for (uint32_t i = 0; i < 8 && i < count; i++) cePrefetch(ceTakePointer(&coming), 3);
  for (uint32_t i = 0; i < count; i++) {
    if (i + 8 < count) cePrefetch(ceTakePointer(&coming), 3);
    cpArbiter *arbiter = ceTakeContact(contacts, ceTakePointer(&likely));
    if (isSolved) {
      ceArbiterThreadBoth(arbiter);
      cePush(contacts->space->arbiters, arbiter);
    } else {
      ceAddInactive(contacts->inactive, arbiter);
    }
  }
}

static void ceTakeThreads(ceContactStream *contacts, const cpArray *sleeping) {
  ceSnapshot *snapshot = contacts->snapshot;
  const cpSpace *space = contacts->space;
  uint32_t sleepers = sleeping ? (uint32_t)sleeping->num : 0;
  for (;;) {
    cpBody *body = ceTakePointer(snapshot);
    if ((void *)body == space) return;
    uint32_t length = ceTakeCount(snapshot);
    size_t start = snapshot->position;
    ceAssert(body->space == space && start + length * sizeof(uint32_t) <= snapshot->size);
    body->arbiterList = NULL;
    for (uint32_t i = length; i-- > 0;) {
      uint32_t place;
      memcpy(&place, snapshot->bytes + start + i * sizeof place, sizeof place);
      ceAssert(place < sleepers + (uint32_t)space->arbiters->num);
      void *arbiter = place < sleepers ? sleeping->arr[place] : space->arbiters->arr[place - sleepers];
      ceArbiterThread(arbiter, body);
    }
    snapshot->position += length * sizeof(uint32_t);
  }
}

// Empties the lists of cached arbiters, and keeps all as former ones. Returns whether these are the whole cache.
static bool ceForgetCached(ceContactStream *contacts) {
  ceInactiveArbiters *inactive = contacts->inactive;
  bool isWhole = ceListsWholeCache(contacts->space);
  ceSetSolvedAside(contacts->space);
  cpArray former = {inactive->formerCount, inactive->formerCapacity, inactive->former};
  for (uint32_t i = 0; i < inactive->count; i++) cpArrayPush(&former, inactive->arbiters[i]);
  inactive->former = former.arr, inactive->formerCapacity = former.max, inactive->formerCount = former.num;
  inactive->count = 0;
  ceAssert(contacts->space->arbiters->num == 0);
  return isWhole;
}

static cpBool ceKeepTaken(void *element, void *context) {
  cpArbiter *arbiter = element;
  const ceContactStream *contacts = context;
  ceAssert(arbiter->a && arbiter->b);
  if ((uintptr_t)arbiter->data == contacts->inactive->number) return cpTrue;
  ceArbiterPool(contacts->space, arbiter);
  return cpFalse;
}

// Removes the arbiters that are not in the snapshot from the cache.
static void ceDropOthers(ceContactStream *contacts, bool areListed) {
  const ceInactiveArbiters *inactive = contacts->inactive;
  ceAssert(inactive->formerCount >= 0 && inactive->formerCount <= inactive->formerCapacity);
  if (!areListed) {
    cpHashSetFilter(contacts->space->cachedArbiters, ceKeepTaken, contacts);
    return;
  }
  for (int i = 0; i < inactive->formerCount; i++) {
    cpArbiter *arbiter = inactive->former[i];
    if ((uintptr_t)arbiter->data != inactive->number) ceArbiterUncache(contacts->space, arbiter);
  }
}

void ceTakeContacts(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(!space->locked);
  ceContactStream contacts = ceContactStreamOf(snapshot, space);
  contacts.inactive->number++;
  uint32_t counts[3];
  for (int i = 0; i < 3; i++) counts[i] = ceTakeCount(snapshot);
  bool areListed = ceForgetCached(&contacts);
  ceFreeContactBuffers(space);
  cpArray *sleeping = ceTakeSleeping(&contacts, counts[0]);
  ceTakeCached(&contacts, counts[1], true);
  ceTakeCached(&contacts, counts[2], false);
  if ((uint32_t)cpHashSetCount(space->cachedArbiters) > counts[1] + counts[2]) ceDropOthers(&contacts, areListed);
  ceTakeThreads(&contacts, sleeping);
  if (sleeping) cpArrayFree(sleeping);
}
