// Inverse trigonometric functions, and the length of a vector.

#include "pairs.h"

// The angle whose tangent is y/x, for positive numbers with y <= x and y/x >= 2^-80, of moderate magnitude.
static CMathPair CMathArc(CMathPair y, CMathPair x) {
  CMathAssert(y.hi >= x.hi * 0x1p-80 && y.hi <= x.hi && x.hi > 0);
  // The angles with the tangents 0/8, 1/8, ... 8/8.
  static const CMathPair eighths[] = {
      {0, 0},
      {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
      {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
      {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
      {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
      {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
      {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
      {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
      {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  CMathPair tangent = CMathDivide(y, x);
  double near = CMathNearest(8 * tangent.hi), of = near / 8;
  CMathAssert(near >= 0 && near <= 8);
  // The tangent of the remaining angle, at most 1/16.
  CMathPair over = CMathAdd(tangent, (CMathPair){-of, 0});
  CMathPair under = CMathAdd((CMathPair){1, 0}, CMathMultiply(tangent, (CMathPair){of, 0}));
  CMathPair rest = near > 0 ? CMathDivide(over, under) : tangent;
  double z = rest.hi * rest.hi;
  double sum = z * (-1 / 3.0 + z * (1 / 5.0 + z * (-1 / 7.0 + z * (1 / 9.0 + z * (-1 / 11.0 + z / 13)))));
  return CMathAdd(eighths[(int)near], CMathFastSum(rest.hi, rest.lo + rest.hi * sum));
}

// The angle of the direction (x, y), for positive numbers of moderate magnitude.
static CMathPair CMathDirection(CMathPair y, CMathPair x) {
  CMathAssert(y.hi > 0 && x.hi > 0);
  const CMathPair quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  if (y.hi <= x.hi) return CMathArc(y, x);
  return CMathAdd(quarter, CMathNegative(CMathArc(x, y)));
}

static CMathPair CMathHalfTurnLess(CMathPair angle) {
  CMathAssert(angle.hi >= 0 && angle.hi <= 0x1.921fb54442d18p+0);
  const CMathPair half = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  return CMathAdd(half, CMathNegative(angle));
}

// The angle of the direction (x, y).
double CMathArcTangent2(double y, double x) {
  const double pi = 0x1.921fb54442d18p+1;
  if (isnan(x) || isnan(y)) return x + y;
  double up = fabs(y), along = fabs(x), angle;
  bool isBack = signbit(x);
  if (up == 0) {
    angle = isBack ? pi : 0;
  } else if (along == 0) {
    angle = pi / 2;
  } else if (isinf(up) || isinf(along)) {
    if (!isinf(along)) angle = pi / 2;
    else if (!isinf(up)) angle = isBack ? pi : 0;
    else angle = isBack ? 0x1.2d97c7f3321d2p+1 : pi / 4;
  } else {
    // Scale, so that the larger of the two is about 1.
    double most = up > along ? up : along, scale = 1;
    if (most < 0x1p-1022) scale = 0x1p200, most *= scale;
    int power = CMathExponent(most);
    double upScaled = CMathScaled(up * scale, -power), alongScaled = CMathScaled(along * scale, -power);
    if (upScaled < alongScaled * 0x1p-70) {
      angle = isBack ? pi : up / along;
    } else if (alongScaled < upScaled * 0x1p-70) {
      angle = pi / 2;
    } else {
      CMathPair pair = CMathDirection((CMathPair){upScaled, 0}, (CMathPair){alongScaled, 0});
      if (isBack) pair = CMathHalfTurnLess(pair);
      angle = pair.hi + pair.lo;
    }
  }
  CMathAssert(angle >= 0 && angle <= pi);
  return signbit(y) ? -angle : angle;
}

// The cosine for a sine from 0 to 1, or the sine for a cosine.
static CMathPair CMathOther(double x) {
  CMathAssert(x > 0 && x < 1);
  return CMathRoot(CMathMultiply(CMathSum(1, -x), CMathSum(1, x)));
}

double CMathArcSine(double x) {
  double size = fabs(x);
  if (!(size <= 1)) return (x - x) / (x - x);
  if (size < 0x1p-27) return x;
  if (size == 1) return x * 0x1.921fb54442d18p+0;
  CMathPair angle = CMathDirection((CMathPair){size, 0}, CMathOther(size));
  CMathAssert(angle.hi >= 0 && angle.hi <= 0x1.921fb54442d18p+0);
  return signbit(x) ? -(angle.hi + angle.lo) : angle.hi + angle.lo;
}

double CMathArcCosine(double x) {
  double size = fabs(x);
  if (!(size <= 1)) return (x - x) / (x - x);
  if (size == 1) return x < 0 ? 0x1.921fb54442d18p+1 : 0;
  if (size < 0x1p-60) return 0x1.921fb54442d18p+0;
  CMathPair angle = CMathDirection(CMathOther(size), (CMathPair){size, 0});
  if (x < 0) angle = CMathHalfTurnLess(angle);
  CMathAssert(angle.hi >= 0 && angle.hi <= 0x1.921fb54442d18p+1);
  return angle.hi + angle.lo;
}

// The length of (x, y).
double CMathHypotenuse(double x, double y) {
  x = fabs(x), y = fabs(y);
  if (isinf(x) || isinf(y)) return INFINITY;
  if (isnan(x) || isnan(y)) return x + y;
  double most = x > y ? x : y, least = x > y ? y : x;
  if (least <= most * 0x1p-60) return most + least;
  double scale = most < 0x1p-400 ? 0x1p600 : most > 0x1p400 ? 0x1p-600 : 1;
  most *= scale, least *= scale;
  CMathAssert(most >= 0x1p-475 && most <= 0x1p425 && least > 0);
  CMathPair root = CMathRoot(CMathAdd(CMathProduct(most, most), CMathProduct(least, least)));
  return (root.hi + root.lo) / scale;
}
