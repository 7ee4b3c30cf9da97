// Powers with the time step in the exponent, cached from step to step.

#include "../CPlatform/Math/CMath.h"

struct CChipmunkPower {
  cpFloat base, exponent, power, steady;
};

enum { CChipmunkPowerCount = 16 };

struct CChipmunkPowers {
  struct CChipmunkPower known[CChipmunkPowerCount];
};

// A nearby base whose power is in the middle of the numbers that round to the same value: libraries that round
// differently agree on it. For exponents above 1/8, neighbouring bases are too far apart.
static inline cpFloat CChipmunkSteadyBase(cpFloat base, cpFloat exponent, cpFloat power) {
  if (!(base > 0x1p-1000 && base < 1 && exponent <= 0.125)) return base;
  return CMathExponentialOfPair(CMathDivide(CMathLogarithmPair(power), (CMathPair){exponent, 0}));
}

static inline const struct CChipmunkPower *CChipmunkFindPower(
    struct CChipmunkPowers *powers, cpFloat base, cpFloat exponent) {
  uint64_t hash = CMathBits(base) * 0x9E3779B97F4A7C15u;
  struct CChipmunkPower *found = &powers->known[hash >> 60];
  if (found->base != base || found->exponent != exponent) {
    cpFloat power = CMathPower(base, exponent);
    *found = (struct CChipmunkPower){base, exponent, power, CChipmunkSteadyBase(base, exponent, power)};
  }
  return found;
}
