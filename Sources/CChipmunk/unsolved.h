// The arbiters in a space's cache that its last step did not solve: those of separated pairs, of ignored ones and of
// sensors. Together with the solved ones they are the whole cache, so that a snapshot need not walk it.

struct CChipmunkUnsolved {
  cpArbiter **arbiters;
  uint32_t count, room;
  // Their number at the beginning of a step, and whether they and the solved ones were the whole cache then.
  uint32_t formerUnsolved;
  bool isWhole;
  // The last number that a snapshot gave to an arbiter. Numbers are unique.
  uintptr_t number;
  // The arbiters that the last step solved; also room for the cache's contents before a snapshot is read.
  void **former;
  int formerCount, formerRoom;
};

static inline void CChipmunkAddUnsolved(struct CChipmunkUnsolved *unsolved, cpArbiter *arbiter) {
  if (unsolved->count == unsolved->room) {
    unsolved->room = unsolved->room * 2 + 64;
    unsolved->arbiters = CChipmunkGrow(unsolved->arbiters, unsolved->room, sizeof *unsolved->arbiters);
  }
  unsolved->arbiters[unsolved->count++] = arbiter;
}
