// Damping: the exact solution of a linear drag k besides a constant acceleration a, over a time h,
//
//   v' = a - k v
//   v(h) = v e^-kh + a/k (1 - e^-kh)
//   x(h) = v(h) h - (a/k - v) ((1 - e^-kh) / k - h e^-kh),
//
// where the space's damping d and a body's share s, which remain after a second, make e^-kh = d^h s^h. A body without a
// drag of its own keeps the bits of the library's formula, v(h) = v d^h + a h (cpBodyUpdateVelocity). The exponent is a
// time step, so few powers are needed, again and again: a cache has them. Invariant: it returns what CMathPower would.

#include "damping.h"

const ceDampingEntry *ceDampingFind(ceDampingCache *cache, cpFloat base, cpFloat exponent) {
  ceAssert(base >= 0 && exponent > 0);
  uint64_t hash = ceBits(base) * 0x9E3779B97F4A7C15u;
  ceDampingEntry *found = &cache->entries[hash >> 60];
  if (found->base != base || found->exponent != exponent) {
    *found = (ceDampingEntry){base, exponent, CMathPower(base, exponent)};
  }
  return found;
}

ceDecay ceDecayOf(cpFloat power, cpFloat share, cpFloat time) {
  ceAssert(power >= 0 && share >= 0 && share <= 1 && time > 0);
  if (share == 1) return (ceDecay){.kept = power, .gained = time, .held = 0.5 * time * time, .lag = 1};
  if (share == 0 || power == 0) return (ceDecay){.kept = 0};
  cpFloat x = -(CMathLogarithm(power) + time * CMathLogarithm(share)), kept = CMathExponential(-x);
  // (1 - exp(-x)) / x, and exp(-x) less that: near 0 their series, since the differences would lose digits. A caller's
  // function may amplify, so that x is below 0.
  bool isSmall = fabs(x) < 1e-4;
  cpFloat mean = isSmall ? 1 - x / 2 + x * x / 6 : (1 - kept) / x;
  cpFloat difference = isSmall ? -x / 2 + x * x / 3 : kept - mean;
  return (ceDecay){.kept = kept, .gained = mean * time, .held = time / x, .drag = 1, .lag = -difference * time};
}
