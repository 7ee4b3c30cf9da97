// Sine, cosine and tangent.

#pragma once

#include "turns.h"

#pragma STDC FP_CONTRACT OFF

// Near-minimax polynomials in z, the square of an angle up to an eighth of a turn: the sine is x + x z (first + z a),
// the cosine 1 - z / 2 + z z b, with errors below 2^-58. Both are computed side by side.

static const double CMathSineFirst = -0x1.5555555555549p-3;

typedef double CMathLanes __attribute__((vector_size(16)));

// The polynomials a and b.
static inline CMathLanes CMathTails(double square) {
  const CMathLanes p0 = {0x1.111111110f87ap-7, 0x1.555555555554cp-5};
  const CMathLanes p1 = {-0x1.a01a019c11987p-13, -0x1.6c16c16c1517ep-10};
  const CMathLanes p2 = {0x1.71de3577b64eap-19, 0x1.a01a019cb1c08p-16};
  const CMathLanes p3 = {-0x1.ae5e663a92bf9p-26, -0x1.27e4f809f26e7p-22};
  const CMathLanes p4 = {0x1.5d93010a602ep-33, 0x1.1ee9ebea50ea8p-29};
  const CMathLanes p5 = {0, -0x1.8fae9d068098ap-37};
  CMathLanes z = {square, square}, fourth = z * z;
  return (p0 + z * p1) + fourth * ((p2 + z * p3) + fourth * (p4 + z * p5));
}

static inline void CMathSineCosine(double x, double *sine, double *cosine) {
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
  CMathTurn turn = CMathReduce(x);
  double r = turn.rest.hi, lost = turn.rest.lo, z = r * r, half = 0.5 * z, first = 1 - half;
  CMathLanes tails = CMathTails(z);
  double ofSine = r + (r * z * (CMathSineFirst + z * tails[0]) + lost * first);
  double ofCosine = first + (((1 - first) - half) + (z * z * tails[1] - r * lost));
  bool isCrossed = turn.quarters & 1;
  double s = isCrossed ? ofCosine : ofSine, c = isCrossed ? ofSine : ofCosine;
  *sine = turn.quarters & 2 ? -s : s;
  *cosine = (turn.quarters + 1) & 2 ? -c : c;
}

static inline double CMathSine(double x) {
  double sine, cosine;
  CMathSineCosine(x, &sine, &cosine);
  return sine;
}

static inline double CMathCosine(double x) {
  double sine, cosine;
  CMathSineCosine(x, &sine, &cosine);
  return cosine;
}

static inline double CMathTangent(double x) {
  if (!(fabs(x) <= 0x1.fffffffffffffp+1023)) return x - x;
  if (fabs(x) < 0x1p-27) return x;
  CMathTurn turn = CMathReduce(x);
  // The quotient of two rounded numbers would have an error above one unit.
  CMathPair z = CMathMultiply(turn.rest, turn.rest), half = {-0.5 * z.hi, -0.5 * z.lo};
  CMathLanes tails = CMathTails(z.hi);
  CMathPair s = CMathMultiply(z, CMathFastSum(CMathSineFirst, z.hi * tails[0]));
  s = CMathAdd(turn.rest, CMathMultiply(turn.rest, s));
  CMathPair c = CMathAdd((CMathPair){1, 0}, half);
  c = CMathAdd(c, (CMathPair){z.hi * z.hi * tails[1], 0});
  CMathPair tangent = turn.quarters & 1 ? CMathDivide(CMathNegative(c), s) : CMathDivide(s, c);
  return tangent.hi + tangent.lo;
}

#pragma STDC FP_CONTRACT DEFAULT
