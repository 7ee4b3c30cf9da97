// How a snapshot's bytes are written and read.

#ifndef CE_STATE_H
#define CE_STATE_H

#include "base.h"

// Returns a place to write up to `size` bytes.
static inline uint8_t *ceSnapshotReserve(ceSnapshot *snapshot, size_t size) {
  ceAssert(snapshot->size <= snapshot->capacity);
  if (snapshot->size + size > snapshot->capacity) {
    snapshot->capacity = 2 * (snapshot->size + size) + 1024;
    snapshot->bytes = ceGrow(snapshot->bytes, snapshot->capacity, 1);
  }
  return snapshot->bytes + snapshot->size;
}

// Writes a value at `end`, and returns the end after it.
static inline uint8_t *ceWriteBytes(uint8_t *end, const void *value, size_t size) {
  ceAssert(end && (value || size == 0));
  memcpy(end, value, size);
  return end + size;
}

// Appends a value.
static inline void cePutBytes(ceSnapshot *snapshot, const void *value, size_t size) {
  ceAssert(value || size == 0);
  ceWriteBytes(ceSnapshotReserve(snapshot, size), value, size);
  snapshot->size += size;
}

// Reads a value at `start`, and returns the place after it.
static inline const uint8_t *ceReadBytes(const uint8_t *start, void *value, size_t size) {
  ceAssert(start && value);
  memcpy(value, start, size);
  return start + size;
}

// Reads the next value.
static inline void ceTakeBytes(ceSnapshot *snapshot, void *value, size_t size) {
  ceAssert(snapshot->position + size <= snapshot->size);
  ceReadBytes(snapshot->bytes + snapshot->position, value, size);
  snapshot->position += size;
}

// Appends a count.
static inline void cePutCount(ceSnapshot *snapshot, uint32_t count) {
  cePutBytes(snapshot, &count, sizeof count);
}

// Reads the next count.
static inline uint32_t ceTakeCount(ceSnapshot *snapshot) {
  uint32_t count;
  ceTakeBytes(snapshot, &count, sizeof count);
  return count;
}

// Writes a pointer at `end`, and returns the end after it. Notes if it is too far away.
static inline uint8_t *ceWritePointer(ceSnapshot *snapshot, uint8_t *end, const void *pointer) {
  ceAssert(end && pointer);
  if (snapshot->isWide) return ceWriteBytes(end, &pointer, sizeof pointer);
  int64_t distance = (int64_t)((uintptr_t)pointer - snapshot->origin);
  int32_t units = (int32_t)(distance >> 4);
  if ((int64_t)units * 16 != distance) snapshot->isTooFar = true;
  return ceWriteBytes(end, &units, sizeof units);
}

// Appends a pointer.
static inline void cePutPointer(ceSnapshot *snapshot, const void *pointer) {
  ceAssert(pointer);
  uint8_t *start = ceSnapshotReserve(snapshot, sizeof pointer);
  snapshot->size += (size_t)(ceWritePointer(snapshot, start, pointer) - start);
}

// Reads a pointer at `start`, and returns the place after it.
static inline const uint8_t *ceReadPointer(
    const ceSnapshot *snapshot, const uint8_t *start, void *pointer) {
  ceAssert(start && pointer);
  if (snapshot->isWide) return ceReadBytes(start, pointer, sizeof(void *));
  int32_t units;
  start = ceReadBytes(start, &units, sizeof units);
  uintptr_t address = snapshot->origin + (uintptr_t)((int64_t)units * 16);
  memcpy(pointer, &address, sizeof address);
  return start;
}

// Reads the next pointer.
static inline void *ceTakePointer(ceSnapshot *snapshot) {
  ceAssert(snapshot->position < snapshot->size);
  void *pointer;
  const uint8_t *start = snapshot->bytes + snapshot->position;
  snapshot->position += (size_t)(ceReadPointer(snapshot, start, &pointer) - start);
  return pointer;
}

// 1 if `count` numbers have the same bits, 0 otherwise.
static inline unsigned ceSameBits(const cpFloat *a, const cpFloat *b, int count) {
  ceAssert(count > 0);
  uint64_t difference = 0;
  for (int i = 0; i < count; i++) difference |= ceBits(a[i]) ^ ceBits(b[i]);
  return difference == 0;
}

// MARK: Contacts

// Appends all arbiters of a space. O(arbiters).
void cePutContacts(ceSnapshot *snapshot, cpSpace *space);

// Reads the arbiters of a space, whose bodies must have been read. O(arbiters).
void ceTakeContacts(ceSnapshot *snapshot, cpSpace *space);

// Releases the contacts of sleeping bodies, which have their own memory, and empties all bodies' lists of contacts.
void ceDropThreads(cpSpace *space);

#endif
