// Elementary functions with one result on every machine.
//
// A system's mathematics library rounds differently from one version to the next, and glibc's from one processor to
// the next: it has variants with and without fused multiply-add. These functions consist of additions,
// multiplications, divisions and square roots of doubles, which IEEE 754 rounds in one way. They are off by less than
// one unit in the last place. Angles are in radians; special values are as in C's Annex F.

#pragma once

#include "pairs.h"
#include "turns.h"
#include "trigonometry.h"
#include "arcs.h"
#include "exponentials.h"
#include "powers.h"
