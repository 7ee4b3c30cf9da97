// The arbiters in a space's cache that its last step has not solved: of pairs that have parted, that are ignored, or
// of sensors. With the solved ones they are all of the cache, so that a snapshot need not walk it.

struct CChipmunkUnsolved {
  cpArbiter **arbiters;
  uint32_t count, room;
  // The last number that a snapshot has given to an arbiter. None is given twice.
  uintptr_t number;
  // Room for what was in the cache before a snapshot is read.
  void **former;
  int formerRoom;
};

static inline void CChipmunkAddUnsolved(struct CChipmunkUnsolved *unsolved, cpArbiter *arbiter) {
  if (unsolved->count == unsolved->room) {
    unsolved->room = unsolved->room * 2 + 64;
    unsolved->arbiters = CChipmunkGrow(unsolved->arbiters, unsolved->room, sizeof *unsolved->arbiters);
  }
  unsolved->arbiters[unsolved->count++] = arbiter;
}

static inline bool CChipmunkRests(const cpBody *body) {
  return body->sleeping.idleTime == INFINITY || body->sleeping.root;
}

// cpSpaceArbiterSetFilter, which also notes what is left unsolved. Shapes that an arbiter in the pool does not have
// tell it from those in the cache.
static inline cpBool CChipmunkKeepArbiter(
    cpArbiter *arbiter, cpSpace *space, struct CChipmunkUnsolved *unsolved) {
  cpTimestamp age = space->stamp - arbiter->stamp;
  if (age == 0 && arbiter->count > 0 && space->collisionPersistence > 0) return cpTrue;
  if (!(CChipmunkRests(arbiter->body_a) && CChipmunkRests(arbiter->body_b))) {
    if (age >= 1 && arbiter->state != CP_ARBITER_STATE_CACHED) {
      arbiter->state = CP_ARBITER_STATE_CACHED;
      arbiter->handler->separateFunc(arbiter, space, arbiter->handler->userData);
    }
    if (age >= space->collisionPersistence) {
      arbiter->contacts = NULL, arbiter->count = 0, arbiter->a = NULL;
      cpArrayPush(space->pooledArbiters, arbiter);
      return cpFalse;
    }
  }
  CChipmunkAddUnsolved(unsolved, arbiter);
  return cpTrue;
}
