// How a snapshot's bytes are written and read. Records are passed by functions that do both: `isReading` is a constant
// where they are called.

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

// Writes a value at a place, or reads it from there, and returns the place after it. A record passes all its fields
// this way, in one function for both directions.
static inline uint8_t *cePass(uint8_t *place, void *value, size_t size, bool isReading) {
  ceAssert(place && value);
  if (isReading) memcpy(value, place, size);
  else memcpy(place, value, size);
  return place + size;
}

// Returns the place of the next record, which has up to `size` bytes.
static inline uint8_t *ceRecordStart(ceSnapshot *snapshot, size_t size, bool isReading) {
  ceAssert(!isReading || snapshot->position <= snapshot->size);
  return isReading ? snapshot->bytes + snapshot->position : ceSnapshotReserve(snapshot, size);
}

// Ends a record.
static inline void ceRecordEnd(ceSnapshot *snapshot, const uint8_t *end, bool isReading) {
  size_t place = (size_t)(end - snapshot->bytes);
  ceAssert(place <= (isReading ? snapshot->size : snapshot->capacity));
  if (isReading) snapshot->position = place;
  else snapshot->size = place;
}

// Appends a count.
static inline void cePutCount(ceSnapshot *snapshot, uint32_t count) {
  uint8_t *start = ceRecordStart(snapshot, sizeof count, false);
  ceRecordEnd(snapshot, cePass(start, &count, sizeof count, false), false);
}

// Reads the next count.
static inline uint32_t ceTakeCount(ceSnapshot *snapshot) {
  uint32_t count;
  ceRecordEnd(snapshot, cePass(ceRecordStart(snapshot, 0, true), &count, sizeof count, true), true);
  return count;
}

// Appends a pointer.
static inline void cePutPointer(ceSnapshot *snapshot, const void *pointer) {
  ceAssert(pointer);
  uint8_t *start = ceRecordStart(snapshot, sizeof pointer, false);
  ceRecordEnd(snapshot, cePass(start, &pointer, sizeof pointer, false), false);
}

// Reads the next pointer.
static inline void *ceTakePointer(ceSnapshot *snapshot) {
  void *pointer;
  uint8_t *start = ceRecordStart(snapshot, 0, true);
  ceRecordEnd(snapshot, cePass(start, &pointer, sizeof pointer, true), true);
  return pointer;
}

// MARK: Contacts

// Appends all arbiters of a space. O(arbiters).
void cePutContacts(ceSnapshot *snapshot, cpSpace *space);

// Reads the arbiters of a space, whose bodies must have been read. O(arbiters).
void ceTakeContacts(ceSnapshot *snapshot, cpSpace *space);

// Releases the contacts of sleeping bodies, which have their own memory, and empties all bodies' lists of contacts.
void ceDropThreads(cpSpace *space);

#endif
