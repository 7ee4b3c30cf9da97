// The arbiters in a space's cache that its last step did not solve: those of separated pairs, of ignored ones and of
// sensors. Together with the solved ones they are the whole cache, so that a snapshot need not walk it.

struct CChipmunkUnsolved {
  cpArbiter **arbiters;
  uint32_t count, room;
  // The last number that a snapshot gave to an arbiter. Numbers are unique.
  uintptr_t number;
  // Room for the cache's contents before a snapshot is read.
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
