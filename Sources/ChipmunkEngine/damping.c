// Damping: v = v damping^dt. The exponent is the time step, so few powers are needed, again and again.

#include "damping.h"

const cePower *ceDampingFind(ceDampingCache *cache, cpFloat base, cpFloat exponent) {
  ceAssert(base >= 0 && exponent > 0);
  uint64_t hash = ceBits(base) * 0x9E3779B97F4A7C15u;
  cePower *found = &cache->powers[hash >> 60];
  if (found->base != base || found->exponent != exponent) {
    *found = (cePower){base, exponent, CMathPower(base, exponent)};
  }
  return found;
}
