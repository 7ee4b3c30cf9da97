// Pairs of doubles that represent their sum, with about 104 bits (Dekker, A Floating-Point Technique for Extending the
// Available Precision, 1971).

#ifndef CMATH_PAIRS_H
#define CMATH_PAIRS_H

// No fused multiply-add, which rounds once where two operations round twice. Every file includes this one first.
#pragma STDC FP_CONTRACT OFF

#include "assertions.h"
#include "include/CMath.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "arithmetic must round to double");

typedef struct {
  double hi, lo;
} CMathPair;

static inline uint64_t CMathBits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double CMathFromBits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// 2 to a power from -1022 to 1023.
static inline double CMathScale(int power) {
  CMathAssert(power >= -1022 && power <= 1023);
  return CMathFromBits((uint64_t)(power + 1023) << 52);
}

// x times 2 to any power, rounded only once unless x is subnormal or the power is below -1022.
static inline double CMathScaled(double x, int power) {
  if (power > 1023) return x * CMathScale(1023) * CMathScale(power - 1023 > 1023 ? 1023 : power - 1023);
  if (power >= -1022) return x * CMathScale(power);
  return x * CMathScale(-969) * CMathScale(power + 969 < -1022 ? -1022 : power + 969);
}

// The exponent of a normal number.
static inline int CMathExponent(double x) {
  CMathAssert(isnormal(x));
  return (int)(CMathBits(x) >> 52 & 0x7ff) - 1023;
}

// The nearest integer to a number below 2^51, as a double.
static inline double CMathNearest(double x) {
  CMathAssert(fabs(x) < 0x1p51);
  const double big = 0x1.8p52;
  return x + big - big;
}

// MARK: Exact sums and products

// a + b, if |a| >= |b|.
static inline CMathPair CMathFastSum(double a, double b) {
  double sum = a + b;
  return (CMathPair){sum, b - (sum - a)};
}

static inline CMathPair CMathSum(double a, double b) {
  double sum = a + b, part = sum - a;
  return (CMathPair){sum, (a - (sum - part)) + (b - part)};
}

// The product of two numbers up to 2^450: exact if each is 0 or at least 2^-450.
static inline CMathPair CMathProduct(double a, double b) {
  CMathAssert(fabs(a) <= 0x1p450 && fabs(b) <= 0x1p450);
  const double splitter = 0x1p27 + 1;
  double wideA = a * splitter, wideB = b * splitter;
  double a1 = wideA - (wideA - a), a2 = a - a1, b1 = wideB - (wideB - b), b2 = b - b1;
  double product = a * b;
  return (CMathPair){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

// MARK: Arithmetic of pairs

static inline CMathPair CMathAdd(CMathPair a, CMathPair b) {
  CMathPair high = CMathSum(a.hi, b.hi), low = CMathSum(a.lo, b.lo);
  high = CMathFastSum(high.hi, high.lo + low.hi);
  return CMathFastSum(high.hi, high.lo + low.lo);
}

static inline CMathPair CMathNegative(CMathPair a) { return (CMathPair){-a.hi, -a.lo}; }

static inline CMathPair CMathMultiply(CMathPair a, CMathPair b) {
  CMathPair product = CMathProduct(a.hi, b.hi);
  return CMathFastSum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline CMathPair CMathDivide(CMathPair a, CMathPair b) {
  CMathAssert(b.hi != 0);
  double quotient = a.hi / b.hi;
  CMathPair rest = CMathAdd(a, CMathNegative(CMathMultiply(b, (CMathPair){quotient, 0})));
  return CMathFastSum(quotient, rest.hi / b.hi);
}

// The square root of a positive pair.
static inline CMathPair CMathRoot(CMathPair a) {
  CMathAssert(a.hi > 0);
  double root = sqrt(a.hi);
  CMathPair rest = CMathAdd(a, CMathNegative(CMathProduct(root, root)));
  return CMathFastSum(root, rest.hi / (2 * root));
}

#endif
