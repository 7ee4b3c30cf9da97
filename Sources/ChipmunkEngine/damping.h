// Powers with the time step in the exponent, such as damping^dt, cached from step to step.

#ifndef CE_DAMPING_H
#define CE_DAMPING_H

#include "base.h"

enum { ceDampingCacheCapacity = 16 };

typedef struct cePower {
  cpFloat base, exponent, power;
} cePower;

typedef struct ceDampingCache {
  cePower powers[ceDampingCacheCapacity];
} ceDampingCache;

// A power, from the cache if it is there. The result is valid up to the next call. O(1).
const cePower *ceDampingFind(ceDampingCache *cache, cpFloat base, cpFloat exponent);

#endif
