// Logarithms and powers. Both are computed in pairs, and rounded correctly except for one number in billions.

#include "pairs.h"

// The natural logarithm of a positive finite number.
static CMathPair CMathLogarithmPair(double x) {
  CMathAssert(x > 0 && x < INFINITY);
  // 1/3, 1/5, ... 1/21.
  static const CMathPair terms[] = {
      {0x1.5555555555555p-2, 0x1.5555555555555p-56},  {0x1.999999999999ap-3, -0x1.999999999999ap-57},
      {0x1.2492492492492p-3, 0x1.2492492492492p-57},  {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
      {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59}, {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58},
      {0x1.1111111111111p-4, 0x1.1111111111111p-60},  {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
      {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},  {0x1.8618618618618p-5, 0x1.8618618618618p-59}};
  int power = 0;
  if (x < 0x1p-1022) x *= 0x1p54, power = -54;
  int exponent = CMathExponent(x);
  double part = x * CMathScale(exponent < 1023 ? -exponent : -1022);
  if (exponent == 1023) part /= 2;
  if (part > 0x1.6a09e667f3bcdp+0) part /= 2, exponent++;
  power += exponent;
  CMathAssert(part > 0.7 && part < 1.5);
  // With s = (part - 1) / (part + 1), the logarithm is 2s (1 + s^2 / 3 + s^4 / 5 + ...), with s^2 below 0.03.
  CMathPair s = CMathDivide((CMathPair){part - 1, 0}, CMathSum(part, 1));
  CMathPair z = CMathMultiply(s, s);
  double tail = 0;
  for (int n = 41; n > 21; n -= 2) tail = 1.0 / n + z.hi * tail;
  CMathPair sum = {z.hi * tail, 0};
  for (int i = 9; i >= 0; i--) sum = CMathMultiply(z, CMathAdd(terms[i], sum));
  CMathPair twice = {2 * s.hi, 2 * s.lo};
  CMathPair logarithm = CMathAdd(twice, CMathMultiply(twice, sum));
  // The first part of log 2 has 42 bits, so the product is exact.
  CMathPair whole = CMathFastSum(power * 0x1.62e42fefa38p-1, power * 0x1.ef35793c7673p-45);
  return power ? CMathAdd(whole, logarithm) : logarithm;
}

double CMathLogarithm(double x) {
  if (isnan(x) || x == INFINITY) return x;
  if (x == 0) return -INFINITY;
  if (x < 0) return (x - x) / (x - x);
  CMathPair logarithm = CMathLogarithmPair(x);
  CMathAssert(fabs(logarithm.hi) < 746);
  return logarithm.hi + logarithm.lo;
}

// e to the power of a pair from -746 to 710.
static double CMathExponentialOfPair(CMathPair x) {
  CMathAssert(x.hi >= -746 && x.hi <= 710);
  // 1/2!, 1/3!, ... 1/11!.
  static const CMathPair terms[] = {
      {0x1p-1, 0},
      {0x1.5555555555555p-3, 0x1.5555555555555p-57},   {0x1.5555555555555p-5, 0x1.5555555555555p-59},
      {0x1.1111111111111p-7, 0x1.1111111111111p-63},   {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
      {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},  {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
      {0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73},  {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
      {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80}};
  double count = CMathNearest(x.hi * 0x1.71547652b82fep+0);
  // The first two parts of log 2 have 32 and 33 bits.
  CMathPair first = {x.hi - count * 0x1.62e42feep-1, 0}, second = {-count * 0x1.a39ef356p-33, x.lo};
  CMathPair rest = CMathAdd(first, second);
  rest = CMathAdd(rest, (CMathPair){-count * 0x1.93c7673007e5fp-65, 0});
  CMathAssert(fabs(rest.hi) <= 0.35);
  double tail = 0, factor = 0x1.1eed8eff8d898p-29;
  const double further[] = {0x1.6124613a86d09p-33, 0x1.93974a8c07c9dp-37, 0x1.ae7f3e733b81fp-41, 0x1.ae7f3e733b81fp-45,
                            0x1.952c77030ad4ap-49, 0x1.6827863b97d97p-53, 0x1.2f49b46814157p-57, 0x1.e542ba4020225p-62};
  for (int i = 7; i >= 0; i--) tail = further[i] + rest.hi * tail;
  tail = factor + rest.hi * tail;
  CMathPair sum = {rest.hi * tail, 0};
  for (int i = 9; i >= 0; i--) sum = CMathMultiply(rest, CMathAdd(terms[i], sum));
  sum = CMathAdd(rest, CMathMultiply(rest, sum));
  sum = CMathAdd((CMathPair){1, 0}, sum);
  return CMathScaled(sum.hi, (int)count);
}

double CMathPower(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (isnan(x) || isnan(y)) return x + y;
  double size = fabs(x);
  bool isWhole = fabs(y) >= 0x1p53 || y == trunc(y);
  bool isOdd = isWhole && fabs(y) < 0x1p53 && y / 2 != trunc(y / 2);
  double sign = isOdd && signbit(x) ? -1 : 1;
  if (isinf(y)) return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
  if (size == 0) return y > 0 ? sign * 0 : sign * INFINITY;
  if (isinf(x)) return y > 0 ? sign * INFINITY : sign * 0;
  if (x < 0 && !isWhole) return (x - x) / (x - x);
  if (size == 1) return sign;
  if (fabs(y) < 0x1p-64) return 1;
  CMathAssert(size > 0 && size < INFINITY && isfinite(y));
  bool grows = (size > 1) == (y > 0);
  if (fabs(y) > 0x1p64) return sign * (grows ? INFINITY : 0);
  CMathPair exponent = CMathMultiply(CMathLogarithmPair(size), (CMathPair){y, 0});
  if (exponent.hi > 710) return sign * INFINITY;
  if (exponent.hi < -746) return sign * 0;
  return sign * CMathExponentialOfPair(exponent);
}
