// Powers with the time step in the exponent, such as damping^dt, cached from step to step.

#ifndef CE_DAMPING_H
#define CE_DAMPING_H

#include "base.h"

enum { ceDampingCacheCapacity = 16 };

typedef struct ceDampingEntry {
  cpFloat base, exponent, power;
} ceDampingEntry;

typedef struct ceDampingCache {
  ceDampingEntry entries[ceDampingCacheCapacity];
} ceDampingCache;

// A power, from the cache if it is there. The result is valid up to the next call. O(1).
const ceDampingEntry *ceDampingFind(ceDampingCache *cache, cpFloat base, cpFloat exponent);

// How a velocity changes within a time h under a constant acceleration a and a drag of k v,
// v = a/k + (v - a/k) exp(-k h), and the displacement, which lags behind v h.
typedef struct ceDecay {
  // The new velocity is kept v + gained a. The displacement lags behind the new velocity times h by
  // lag (held a - drag v).
  cpFloat kept, gained, held, drag, lag;
} ceDecay;

// The decay within a time of a body that keeps a share of its velocity over a second, besides `power`, the share that
// the space's damping leaves it in that time. Without a drag of its own, the body follows the library's formula,
// v = v power + a h.
ceDecay ceDecayOf(cpFloat power, cpFloat share, cpFloat time);

#endif
