// Elementary functions with one result on every machine.
//
// The mathematics libraries of operating systems round differently from version to version, and glibc's also from
// processor to processor: it has variants with and without fused multiply-add. These functions use only additions,
// multiplications, divisions and square roots of doubles, whose rounding IEEE 754 defines. Their error is less than
// one unit in the last place. Angles are in radians; special values are as in C's Annex F.

#pragma once

#include "pairs.h"
#include "turns.h"
#include "trigonometry.h"
#include "arcs.h"
#include "exponentials.h"
#include "powers.h"
