// Powers of e and of 2.

#include "pairs.h"

// e^r - (1 + r + r^2 / 2), for |r| up to slightly more than log(2) / 2: a near-minimax polynomial with an error below
// 2^-63.
static double CMathExponentialTail(double r) {
  CMathAssert(fabs(r) <= 0.35);
  double z = r * r, fourth = z * z;
  double a = r * 0x1.555555555555bp-3 + z * (0x1.555555555555dp-5 + r * 0x1.111111110ec82p-7);
  double b = (0x1.6c16c16c136d3p-10 + r * 0x1.a01a01b3788b8p-13) +
             z * (0x1.a01a01b40b8fcp-16 + r * 0x1.71ddf022c4b16p-19);
  double c = (0x1.27e4bfac19ae5p-22 + r * 0x1.af6bf1a6f47fap-26) + z * 0x1.1f9d52c02b15fp-29;
  return z * (a + fourth * (b + fourth * c));
}

// e to the power of a pair of this size.
static double CMathExponentialNear(CMathPair x) {
  CMathAssert(fabs(x.hi) <= 0.35);
  CMathPair sum = CMathFastSum(1, x.hi);
  return sum.hi + (sum.lo + (0.5 * (x.hi * x.hi) + CMathExponentialTail(x.hi) + x.lo));
}

// e to the power of a pair of this size, less 1.
static CMathPair CMathExponentialLess1Near(CMathPair x) {
  CMathAssert(fabs(x.hi) <= 0.35);
  CMathPair square = CMathProduct(x.hi, x.hi), sum = CMathFastSum(x.hi, 0.5 * square.hi);
  return (CMathPair){sum.hi, sum.lo + (0.5 * square.lo + CMathExponentialTail(x.hi) + x.lo * (1 + x.hi))};
}

static CMathPair CMathLessLogarithms(double x, double count) {
  // The first part of log 2 has 32 bits, so the product is exact.
  double near = x - count * 0x1.62e42feep-1, second = count * 0x1.a39ef35793c76p-33;
  double hi = near - second;
  CMathAssert(count == trunc(count) && fabs(hi) <= 0.35);
  return (CMathPair){hi, (near - hi) - second};
}

double CMathExponential(double x) {
  if (isnan(x)) return x;
  if (x > 710) return INFINITY;
  if (x < -746) return 0;
  double count = CMathNearest(x * 0x1.71547652b82fep+0);
  CMathAssert(count >= -1077 && count <= 1025);
  return CMathScaled(CMathExponentialNear(CMathLessLogarithms(x, count)), (int)count);
}

double CMathExponential2(double x) {
  if (isnan(x)) return x;
  if (x >= 1024) return INFINITY;
  if (x < -1076) return 0;
  double count = CMathNearest(x), rest = x - count;
  CMathAssert(count >= -1076 && count <= 1024 && fabs(rest) <= 0.5);
  if (fabs(rest) < 0x1p-60) return CMathScaled(1, (int)count);
  CMathPair natural = CMathProduct(rest, 0x1.62e42fefa39efp-1);
  natural = CMathFastSum(natural.hi, natural.lo + rest * 0x1.abc9e3b39803fp-56);
  return CMathScaled(CMathExponentialNear(natural), (int)count);
}

// e to the power x, less 1.
double CMathExponentialLess1(double x) {
  if (isnan(x) || fabs(x) < 0x1p-54) return x;
  if (x > 710) return INFINITY;
  if (x < -40) return -1;
  double count = CMathNearest(x * 0x1.71547652b82fep+0);
  if (count > 60) return CMathExponential(x);
  CMathAssert(count >= -58);
  CMathPair less = CMathExponentialLess1Near(CMathLessLogarithms(x, count));
  double scale = CMathScale((int)count);
  CMathPair whole = CMathAdd(CMathSum(scale, -1), (CMathPair){less.hi * scale, less.lo * scale});
  return whole.hi + whole.lo;
}
