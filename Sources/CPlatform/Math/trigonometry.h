// Sine, cosine and tangent.

#pragma once

#include "turns.h"

#pragma STDC FP_CONTRACT OFF

// Near-minimax polynomials in z, the square of an angle up to an eighth of a turn: the sine is x + x z (first + tail), the
// cosine 1 - z / 2 + z z tail, with errors below 2 to the -58th.

static const double CMathSineFirst = -0x1.5555555555549p-3;

static inline double CMathSineTail(double z) {
  double odd = 0x1.111111110f87ap-7 + z * -0x1.a01a019c11987p-13;
  double even = (0x1.71de3577b64eap-19 + z * -0x1.ae5e663a92bf9p-26) + z * z * 0x1.5d93010a602ep-33;
  return z * (odd + z * z * even);
}

static inline double CMathCosineTail(double z) {
  double low = 0x1.555555555554cp-5 + z * -0x1.6c16c16c1517ep-10;
  double middle = 0x1.a01a019cb1c08p-16 + z * -0x1.27e4f809f26e7p-22;
  double high = 0x1.1ee9ebea50ea8p-29 + z * -0x1.8fae9d068098ap-37, fourth = z * z;
  return low + fourth * (middle + fourth * high);
}

static inline double CMathSineNear(CMathPair x) {
  double z = x.hi * x.hi;
  return x.hi + (x.hi * z * (CMathSineFirst + CMathSineTail(z)) + x.lo * (1 - 0.5 * z));
}

static inline double CMathCosineNear(CMathPair x) {
  double z = x.hi * x.hi, half = 0.5 * z, first = 1 - half;
  return first + (((1 - first) - half) + (z * z * CMathCosineTail(z) - x.hi * x.lo));
}

static inline void CMathSineCosine(double x, double *sine, double *cosine) {
  if (!(fabs(x) <= 0x1.fffffffffffffp+1023)) {
    *sine = *cosine = x - x;
    return;
  }
  CMathTurn turn = CMathReduce(x);
  double ofSine = CMathSineNear(turn.rest), ofCosine = CMathCosineNear(turn.rest);
  bool isCrossed = turn.quarters & 1;
  double first = isCrossed ? ofCosine : ofSine, second = isCrossed ? ofSine : ofCosine;
  // A number that is below 2 to the -27th is its own sine, zeros with their signs.
  *sine = turn.quarters & 2 ? -first : fabs(x) < 0x1p-27 ? x : first;
  *cosine = (turn.quarters + 1) & 2 ? -second : second;
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
  // The quotient of two rounded numbers would be off by more than one unit.
  CMathPair z = CMathMultiply(turn.rest, turn.rest), half = {-0.5 * z.hi, -0.5 * z.lo};
  CMathPair s = CMathMultiply(z, CMathFastSum(CMathSineFirst, CMathSineTail(z.hi)));
  s = CMathAdd(turn.rest, CMathMultiply(turn.rest, s));
  CMathPair c = CMathAdd((CMathPair){1, 0}, half);
  c = CMathAdd(c, (CMathPair){z.hi * z.hi * CMathCosineTail(z.hi), 0});
  CMathPair tangent = turn.quarters & 1 ? CMathDivide(CMathNegative(c), s) : CMathDivide(s, c);
  return tangent.hi + tangent.lo;
}

#pragma STDC FP_CONTRACT DEFAULT
