// The memory of a snapshot, and how numbers and pointers are written to it and read from it.

struct CChipmunkSnapshot {
  uint8_t *bytes;
  size_t used, room, read;
  // Pointers are stored as 32-bit distances from the space, in units of 16 bytes, unless one is farther away.
  uintptr_t origin;
  bool isWide, isTooFar;
};

// Returns a place to write up to `size` bytes.
static inline uint8_t *CChipmunkReserve(struct CChipmunkSnapshot *snapshot, size_t size) {
  if (snapshot->used + size > snapshot->room) {
    snapshot->room = 2 * (snapshot->used + size) + 1024;
    snapshot->bytes = CChipmunkGrow(snapshot->bytes, snapshot->room, 1);
  }
  return snapshot->bytes + snapshot->used;
}

static inline uint8_t *CChipmunkWrite(uint8_t *end, const void *value, size_t size) {
  memcpy(end, value, size);
  return end + size;
}

static inline void CChipmunkPut(struct CChipmunkSnapshot *snapshot, const void *value, size_t size) {
  CChipmunkWrite(CChipmunkReserve(snapshot, size), value, size);
  snapshot->used += size;
}

static inline const uint8_t *CChipmunkRead(const uint8_t *start, void *value, size_t size) {
  memcpy(value, start, size);
  return start + size;
}

static inline void CChipmunkTake(struct CChipmunkSnapshot *snapshot, void *value, size_t size) {
  CChipmunkRead(snapshot->bytes + snapshot->read, value, size);
  snapshot->read += size;
}

static inline void CChipmunkPutCount(struct CChipmunkSnapshot *snapshot, uint32_t count) {
  CChipmunkPut(snapshot, &count, sizeof count);
}

static inline uint32_t CChipmunkTakeCount(struct CChipmunkSnapshot *snapshot) {
  uint32_t count;
  CChipmunkTake(snapshot, &count, sizeof count);
  return count;
}

static inline uint8_t *CChipmunkWritePointer(
    struct CChipmunkSnapshot *snapshot, uint8_t *end, const void *pointer) {
  if (snapshot->isWide) return CChipmunkWrite(end, &pointer, sizeof pointer);
  int64_t distance = (int64_t)((uintptr_t)pointer - snapshot->origin);
  int32_t units = (int32_t)(distance >> 4);
  if ((int64_t)units * 16 != distance) snapshot->isTooFar = true;
  return CChipmunkWrite(end, &units, sizeof units);
}

static inline void CChipmunkPutPointer(struct CChipmunkSnapshot *snapshot, const void *pointer) {
  uint8_t *start = CChipmunkReserve(snapshot, sizeof pointer);
  snapshot->used += (size_t)(CChipmunkWritePointer(snapshot, start, pointer) - start);
}

static inline const uint8_t *CChipmunkReadPointer(
    const struct CChipmunkSnapshot *snapshot, const uint8_t *start, void *pointer) {
  if (snapshot->isWide) return CChipmunkRead(start, pointer, sizeof(void *));
  int32_t units;
  start = CChipmunkRead(start, &units, sizeof units);
  uintptr_t address = snapshot->origin + (uintptr_t)((int64_t)units * 16);
  memcpy(pointer, &address, sizeof address);
  return start;
}

static inline void *CChipmunkTakePointer(struct CChipmunkSnapshot *snapshot) {
  void *pointer;
  const uint8_t *start = snapshot->bytes + snapshot->read;
  snapshot->read += (size_t)(CChipmunkReadPointer(snapshot, start, &pointer) - start);
  return pointer;
}
