// The contacts of a snapshot: what the library remembers of pairs of shapes.

// A record's first two bytes: the arbiter's state, how many points it has, where it was, and what else is there.
enum {
  CChipmunkSleeps = 1 << 5,
  CChipmunkSolved = 2 << 5,
  CChipmunkPlaces = 3 << 5,
  CChipmunkHasSurface = 1 << 7,
  CChipmunkHasAge = 1 << 8,
};

// All of a point that outlasts a step.
struct CChipmunkPoint {
  cpVect r1, r2;
  cpFloat normal, tangent;
  cpHashValue hash;
};

static inline void CChipmunkPutContact(
    struct CChipmunkSnapshot *snapshot, const cpArbiter *arbiter, cpTimestamp stamp, int place) {
  cpTimestamp age = stamp - arbiter->stamp;
  cpFloat surface[4] = {arbiter->e, arbiter->u, arbiter->surface_vr.x, arbiter->surface_vr.y};
  bool isOrdinary = surface[0] == arbiter->a->e * arbiter->b->e && surface[1] == arbiter->a->u * arbiter->b->u;
  isOrdinary &= CChipmunkIsZero((double[]){surface[2], surface[3], 0});
  uint16_t head = (uint16_t)((int)arbiter->state | arbiter->count << 3 | place);
  if (!isOrdinary) head |= CChipmunkHasSurface;
  if (age) head |= CChipmunkHasAge;
  uint8_t *start = CChipmunkReserve(snapshot, 256);
  uint8_t *end = CChipmunkWrite(start, &head, sizeof head);
  end = CChipmunkWritePointer(snapshot, end, arbiter->a);
  end = CChipmunkWritePointer(snapshot, end, arbiter->b);
  end = CChipmunkWritePointer(snapshot, end, arbiter);
  if (head & CChipmunkHasSurface) end = CChipmunkWrite(end, surface, sizeof surface);
  if (head & CChipmunkHasAge) end = CChipmunkWrite(end, &age, sizeof age);
  end = CChipmunkWrite(end, &arbiter->n, sizeof arbiter->n);
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *contact = arbiter->contacts + i;
    struct CChipmunkPoint point = {contact->r1, contact->r2, contact->jnAcc, contact->jtAcc, contact->hash};
    end = CChipmunkWrite(end, &point, sizeof point);
  }
  snapshot->used += (size_t)(end - start);
}

// An arbiter belongs to one of the two bodies that sleep, as the library has it.
static inline bool CChipmunkOwns(const cpBody *body, const cpArbiter *arbiter) {
  return body == arbiter->body_a || cpBodyGetType(arbiter->body_a) == CP_BODY_TYPE_STATIC;
}

static inline cpArbiter *CChipmunkNextOf(const cpArbiter *arbiter, const cpBody *body) {
  return body == arbiter->body_a ? arbiter->thread_a.next : arbiter->thread_b.next;
}

struct CChipmunkPutting {
  struct CChipmunkSnapshot *snapshot;
  cpSpace *space;
  uintptr_t count, firstSolved;
};

// An arbiter's `data`, which nobody else uses, is its number from 1 on from when a snapshot is written.
static inline void CChipmunkPutNumbered(struct CChipmunkPutting *putting, cpArbiter *arbiter, int place) {
  arbiter->data = (void *)++putting->count;
  CChipmunkPutContact(putting->snapshot, arbiter, putting->space->stamp, place);
}

static inline void CChipmunkPutOther(void *element, void *context) {
  cpArbiter *arbiter = element;
  struct CChipmunkPutting *putting = context;
  const cpArray *solved = putting->space->arbiters;
  uintptr_t place = (uintptr_t)arbiter->data - putting->firstSolved;
  if (place >= (uintptr_t)solved->num || solved->arr[place] != arbiter) CChipmunkPutNumbered(putting, arbiter, 0);
}

// Notes the order of a body's contacts unless it is the one in which reading comes to them: the last one first.
static inline void CChipmunkPutThread(struct CChipmunkSnapshot *snapshot, cpBody *body) {
  uintptr_t last = UINTPTR_MAX;
  bool isPlain = true;
  uint32_t count = 0;
  for (cpArbiter *arbiter = body->arbiterList; arbiter; arbiter = CChipmunkNextOf(arbiter, body)) {
    if ((uintptr_t)arbiter->data >= last) isPlain = false;
    last = (uintptr_t)arbiter->data;
    count++;
  }
  if (isPlain) return;
  CChipmunkPutPointer(snapshot, body);
  CChipmunkPutCount(snapshot, count);
  for (cpArbiter *arbiter = body->arbiterList; arbiter; arbiter = CChipmunkNextOf(arbiter, body)) {
    CChipmunkPutCount(snapshot, (uint32_t)((uintptr_t)arbiter->data - 1));
  }
}

static inline void CChipmunkPutContacts(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  struct CChipmunkPutting putting = {snapshot, space, 0, 0};
  size_t head = snapshot->used;
  CChipmunkPutCount(snapshot, 0);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) {
      CP_BODY_FOREACH_ARBITER(body, arbiter) {
        if (CChipmunkOwns(body, arbiter)) CChipmunkPutNumbered(&putting, arbiter, CChipmunkSleeps);
      }
    }
  }
  putting.firstSolved = putting.count + 1;
  for (int i = 0; i < space->arbiters->num; i++) {
    CChipmunkPutNumbered(&putting, space->arbiters->arr[i], CChipmunkSolved);
  }
  cpHashSetEach(space->cachedArbiters, CChipmunkPutOther, &putting);
  uint32_t count = (uint32_t)putting.count;
  memcpy(snapshot->bytes + head, &count, sizeof count);
  for (int i = 0; i < space->dynamicBodies->num; i++) CChipmunkPutThread(snapshot, space->dynamicBodies->arr[i]);
  for (int i = 0; i < space->staticBodies->num; i++) CChipmunkPutThread(snapshot, space->staticBodies->arr[i]);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) CChipmunkPutThread(snapshot, body);
  }
  // The space itself ends the list.
  CChipmunkPutPointer(snapshot, space);
}

// Puts an arbiter at the head of a body's list.
static inline void CChipmunkThread(cpArbiter *arbiter, cpBody *body) {
  cpArbiter *next = body->arbiterList;
  struct cpArbiterThread *thread = cpArbiterThreadForBody(arbiter, body);
  thread->next = next, thread->prev = NULL;
  if (next) cpArbiterThreadForBody(next, body)->prev = arbiter;
  body->arbiterList = arbiter;
}

static inline cpArbiter *CChipmunkMakeArbiter(cpSpace *space, cpShape *a, cpShape *b) {
  if (space->pooledArbiters->num == 0) {
    // As the library does when it has none to spare.
    int count = CP_BUFFER_BYTES / sizeof(cpArbiter);
    cpArbiter *buffer = calloc(1, CP_BUFFER_BYTES);
    if (!buffer) abort();
    cpArrayPush(space->allocatedBuffers, buffer);
    for (int i = 0; i < count; i++) cpArrayPush(space->pooledArbiters, buffer + i);
  }
  return cpArbiterInit(cpArrayPop(space->pooledArbiters), a, b);
}

static inline void *CChipmunkMakeCached(const cpShape *const *pair, cpSpace *space) {
  return CChipmunkMakeArbiter(space, (cpShape *)pair[0], (cpShape *)pair[1]);
}

static inline void CChipmunkPool(cpSpace *space, cpArbiter *arbiter) {
  arbiter->contacts = NULL, arbiter->count = 0, arbiter->data = NULL;
  cpArrayPush(space->pooledArbiters, arbiter);
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

// While a snapshot is read, the `data` of arbiters in the cache: known before, or taken from the snapshot.
#define CChipmunkKnown ((void *)UINTPTR_MAX)
#define CChipmunkTaken ((void *)(UINTPTR_MAX - 1))

static inline void CChipmunkMarkKnown(void *arbiter, void *unused) {
  ((cpArbiter *)arbiter)->data = CChipmunkKnown;
}

static inline cpBool CChipmunkKeepTaken(void *element, void *space) {
  cpArbiter *arbiter = element;
  if (arbiter->data == CChipmunkTaken) return cpTrue;
  CChipmunkPool(space, arbiter);
  return cpFalse;
}

// What the library begins each of its buffers of contacts with.
struct CChipmunkBufferHead {
  cpTimestamp stamp;
  struct CChipmunkBufferHead *next;
  unsigned count;
};

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
  if (likely->data != CChipmunkKnown || likely->a != pair[0] || likely->b != pair[1]) {
    cpHashValue hash = CP_HASH_PAIR((cpHashValue)pair[0], (cpHashValue)pair[1]);
    likely = (cpArbiter *)cpHashSetInsert(
        space->cachedArbiters, hash, pair, (cpHashSetTransFunc)CChipmunkMakeCached, space);
  }
  likely->data = CChipmunkTaken;
  return likely;
}

static inline cpArbiter *CChipmunkTakeContact(
    struct CChipmunkSnapshot *snapshot, cpSpace *space, int *place) {
  uint16_t head;
  CChipmunkTake(snapshot, &head, sizeof head);
  const cpShape *a = CChipmunkTakePointer(snapshot), *b = CChipmunkTakePointer(snapshot), *pair[] = {a, b};
  cpArbiter *arbiter = CChipmunkTakePointer(snapshot);
  int count = head >> 3 & 3;
  struct cpContact *contacts = NULL;
  *place = head & CChipmunkPlaces;
  if (*place == CChipmunkSleeps) {
    arbiter = CChipmunkMakeArbiter(space, (cpShape *)a, (cpShape *)b);
    // The library frees it when they wake.
    contacts = calloc((size_t)count + 1, sizeof *contacts);
    if (!contacts) abort();
  } else {
    arbiter = CChipmunkCachedArbiter(arbiter, pair, space);
    if (count) contacts = cpContactBufferGetArray(space), cpSpacePushContacts(space, count);
  }
  cpFloat surface[4] = {a->e * b->e, a->u * b->u, 0, 0};
  cpTimestamp age = 0;
  if (head & CChipmunkHasSurface) CChipmunkTake(snapshot, surface, sizeof surface);
  if (head & CChipmunkHasAge) CChipmunkTake(snapshot, &age, sizeof age);
  CChipmunkTake(snapshot, &arbiter->n, sizeof arbiter->n);
  arbiter->a = a, arbiter->body_a = a->body, arbiter->b = b, arbiter->body_b = b->body;
  arbiter->thread_a = arbiter->thread_b = (struct cpArbiterThread){NULL, NULL};
  arbiter->handler = &space->defaultHandler;
  arbiter->swapped = cpFalse;
  arbiter->stamp = space->stamp - age;
  arbiter->state = (enum cpArbiterState)(head & 7);
  arbiter->e = surface[0], arbiter->u = surface[1], arbiter->surface_vr = cpv(surface[2], surface[3]);
  arbiter->count = count, arbiter->contacts = contacts;
  for (int i = 0; i < count; i++) {
    struct CChipmunkPoint point;
    CChipmunkTake(snapshot, &point, sizeof point);
    contacts[i].r1 = point.r1, contacts[i].r2 = point.r2;
    contacts[i].jnAcc = point.normal, contacts[i].jtAcc = point.tangent, contacts[i].hash = point.hash;
  }
  return arbiter;
}

static inline void CChipmunkTakeThreads(
    struct CChipmunkSnapshot *snapshot, cpSpace *space, const cpArray *sleeping) {
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

static inline void CChipmunkTakeContacts(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  uint32_t count = CChipmunkTakeCount(snapshot);
  cpHashSetEach(space->cachedArbiters, CChipmunkMarkKnown, NULL);
  space->arbiters->num = 0;
  CChipmunkFreeBuffers(space);
  cpArray *sleeping = NULL;
  int cached = 0;
  for (uint32_t i = 0; i < count; i++) {
    int place;
    cpArbiter *arbiter = CChipmunkTakeContact(snapshot, space, &place);
    if (place == CChipmunkSleeps) {
      if (!sleeping) sleeping = cpArrayNew(0);
      cpArrayPush(sleeping, arbiter);
    } else {
      cached++;
    }
    if (place == CChipmunkSolved) cpArrayPush(space->arbiters, arbiter);
    if (place) CChipmunkThread(arbiter, arbiter->body_a), CChipmunkThread(arbiter, arbiter->body_b);
  }
  if (cpHashSetCount(space->cachedArbiters) > cached) cpHashSetFilter(space->cachedArbiters, CChipmunkKeepTaken, space);
  CChipmunkTakeThreads(snapshot, space, sleeping);
  if (sleeping) cpArrayFree(sleeping);
}
