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
