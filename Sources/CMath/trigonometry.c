// Sine, cosine and tangent.

#include "pairs.h"

// MARK: Reduction by the nearest whole number of quarter turns

// The remainder of an angle, at most slightly more than an eighth of a turn, and the quarter turns removed, modulo 4.
typedef struct {
  CMathPair rest;
  unsigned quarters;
} CMathReduced;

// Reduces any finite angle of at least 1/2, after Payne and Hanek: computes only the bits around the binary point of
// the product with 2/pi, in integer arithmetic.
static CMathReduced CMathReduceAny(double x) {
  CMathAssert(fabs(x) >= 0.5 && fabs(x) < INFINITY);
  // The bits of 2/pi after the binary point, with a word of zeros before them.
  static const uint64_t bits[] = {
      0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
      0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
      0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
      0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
  uint64_t whole = (CMathBits(x) & 0xfffffffffffff) | 0x10000000000000;
  // x is `whole` times 2^e: bits of 2/pi before the one with weight 2^(1-e) contribute multiples of four.
  unsigned start = (unsigned)(CMathExponent(x) - 52 + 62), word = start / 64, shift = start % 64;
  CMathAssert(word + 3 < sizeof bits / sizeof *bits);
  uint64_t part[3];
  for (unsigned i = 0; i < 3; i++) {
    part[i] = shift ? bits[word + i] << shift | bits[word + i + 1] >> (64 - shift) : bits[word + i];
  }
  unsigned __int128 low = (unsigned __int128)whole * part[2];
  unsigned __int128 middle = (unsigned __int128)whole * part[1] + (uint64_t)(low >> 64);
  uint64_t high = whole * part[0] + (uint64_t)(middle >> 64), next = (uint64_t)middle, last = (uint64_t)low;
  // Two bits before the binary point, and 190 after it.
  unsigned quarters = (unsigned)(high >> 62);
  high = high << 2 | next >> 62, next = next << 2 | last >> 62, last <<= 2;
  bool isAbove = high >> 63;
  if (isAbove) {
    quarters++;
    high = ~high, next = ~next, last = ~last;
  }
  int power = -1;
  while (!(high >> 63)) {
    int by = high ? __builtin_clzll(high) : 63;
    high = high << by | next >> (64 - by), next = next << by | last >> (64 - by), last <<= by;
    power -= by;
  }
  const uint64_t rounded = (1 << 11) - 1;
  double first = (double)(high & ~rounded) * 0x1p-63;
  double second = (double)((high & rounded) << 42 | next >> 22) * 0x1p-105;
  const CMathPair quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  CMathPair rest = CMathMultiply(CMathFastSum(first, second), quarter);
  double scale = CMathScale(power);
  CMathAssert(fabs(rest.hi * scale) <= 0x1.921fb6p-1);
  if (isAbove) scale = -scale;
  if (x < 0) scale = -scale, quarters = 0u - quarters;
  return (CMathReduced){{rest.hi * scale, rest.lo * scale}, quarters & 3};
}

static CMathReduced CMathReduce(double x) {
  CMathAssert(fabs(x) < INFINITY);
  double size = fabs(x);
  if (size <= 0x1.921fb54442d18p-1) return (CMathReduced){{x, 0}, 0};
  if (size < 0x1p17) {
    // After Cody and Waite: the first two parts have 33 bits, so their products are exact.
    double count = CMathNearest(x * 0x1.45f306dc9c883p-1);
    double near = x - count * 0x1.921fb544p+0, second = count * 0x1.0b4611a6p-34, third = count * 0x1.3198a2e037073p-69;
    double closer = near - second;
    CMathAssert(fabs(closer) <= 0x1.9221p-1);
    if (fabs(closer) > 0x1p-13) {
      double lost = (near - closer) - second, hi = closer - third;
      return (CMathReduced){{hi, ((closer - hi) - third) + lost}, (unsigned)(int)count & 3};
    }
  }
  return CMathReduceAny(x);
}

// MARK: Functions

// Near-minimax polynomials in z, the square of an angle up to an eighth of a turn: the sine is x + x z (first + z a),
// the cosine 1 - z / 2 + z z b, with errors below 2^-58. Both are computed side by side.

static const double CMathSineFirst = -0x1.5555555555549p-3;

typedef double CMathLanes __attribute__((vector_size(16)));

// The polynomials a and b.
static CMathLanes CMathTails(double square) {
  CMathAssert(square >= 0 && square < 0.62);
  const CMathLanes p0 = {0x1.111111110f87ap-7, 0x1.555555555554cp-5};
  const CMathLanes p1 = {-0x1.a01a019c11987p-13, -0x1.6c16c16c1517ep-10};
  const CMathLanes p2 = {0x1.71de3577b64eap-19, 0x1.a01a019cb1c08p-16};
  const CMathLanes p3 = {-0x1.ae5e663a92bf9p-26, -0x1.27e4f809f26e7p-22};
  const CMathLanes p4 = {0x1.5d93010a602ep-33, 0x1.1ee9ebea50ea8p-29};
  const CMathLanes p5 = {0, -0x1.8fae9d068098ap-37};
  CMathLanes z = {square, square}, fourth = z * z;
  return (p0 + z * p1) + fourth * ((p2 + z * p3) + fourth * (p4 + z * p5));
}

void CMathSineCosine(double x, double *sine, double *cosine) {
  double size = fabs(x);
  if (size <= 0x1.921fb54442d18p-1) {
    // Most angles this small are 0. Zeros keep their signs.
    if (size < 0x1p-27) {
      *sine = x, *cosine = 1;
      return;
    }
    double z = x * x, half = 0.5 * z, first = 1 - half;
    CMathLanes tails = CMathTails(z);
    *sine = x + x * z * (CMathSineFirst + z * tails[0]);
    *cosine = first + (((1 - first) - half) + z * z * tails[1]);
    return;
  }
  if (!(size <= 0x1.fffffffffffffp+1023)) {
    *sine = *cosine = x - x;
    return;
  }
  CMathReduced reduced = CMathReduce(x);
  double r = reduced.rest.hi, lost = reduced.rest.lo, z = r * r, half = 0.5 * z, first = 1 - half;
  CMathLanes tails = CMathTails(z);
  double ofSine = r + (r * z * (CMathSineFirst + z * tails[0]) + lost * first);
  double ofCosine = first + (((1 - first) - half) + (z * z * tails[1] - r * lost));
  bool isCrossed = reduced.quarters & 1;
  double s = isCrossed ? ofCosine : ofSine, c = isCrossed ? ofSine : ofCosine;
  *sine = reduced.quarters & 2 ? -s : s;
  *cosine = (reduced.quarters + 1) & 2 ? -c : c;
  CMathAssert(fabs(*sine) <= 1 && fabs(*cosine) <= 1);
}

double CMathSine(double x) {
  double sine, cosine;
  CMathSineCosine(x, &sine, &cosine);
  return sine;
}

double CMathCosine(double x) {
  double sine, cosine;
  CMathSineCosine(x, &sine, &cosine);
  return cosine;
}

double CMathTangent(double x) {
  if (!(fabs(x) <= 0x1.fffffffffffffp+1023)) return x - x;
  if (fabs(x) < 0x1p-27) return x;
  CMathReduced reduced = CMathReduce(x);
  // The quotient of two rounded numbers would have an error above one unit.
  CMathAssert(reduced.rest.hi != 0);
  CMathPair z = CMathMultiply(reduced.rest, reduced.rest), half = {-0.5 * z.hi, -0.5 * z.lo};
  CMathLanes tails = CMathTails(z.hi);
  CMathPair s = CMathMultiply(z, CMathFastSum(CMathSineFirst, z.hi * tails[0]));
  s = CMathAdd(reduced.rest, CMathMultiply(reduced.rest, s));
  CMathPair c = CMathAdd((CMathPair){1, 0}, half);
  c = CMathAdd(c, (CMathPair){z.hi * z.hi * tails[1], 0});
  CMathPair tangent = reduced.quarters & 1 ? CMathDivide(CMathNegative(c), s) : CMathDivide(s, c);
  return tangent.hi + tangent.lo;
}
