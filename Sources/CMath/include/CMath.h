// Elementary functions with one result on every machine.
//
// The mathematics libraries of operating systems round differently from version to version, and glibc's also from
// processor to processor: it has variants with and without fused multiply-add. These functions use only additions,
// multiplications, divisions and square roots of doubles, whose rounding IEEE 754 defines. Their error is less than
// one unit in the last place. Angles are in radians; special values are as in C's Annex F. All take constant time.

#ifndef CMATH_H
#define CMATH_H

// Sine and cosine of one angle, for little more than the price of one.
void CMathSineCosine(double x, double *sine, double *cosine);
double CMathSine(double x);
double CMathCosine(double x);
double CMathTangent(double x);

double CMathArcSine(double x);
double CMathArcCosine(double x);
// The angle of the direction (x, y).
double CMathArcTangent2(double y, double x);

// The length of (x, y).
double CMathHypotenuse(double x, double y);

double CMathExponential(double x);
double CMathExponential2(double x);
// e to the power x, less 1.
double CMathExponentialLess1(double x);
double CMathLogarithm(double x);
// x to the power y; rounded correctly except for one result in billions.
double CMathPower(double x, double y);

#endif
