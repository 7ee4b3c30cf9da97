// Shapes: the library's, with the data that the engine adds.

#ifndef CE_SHAPES_H
#define CE_SHAPES_H

#include "base.h"

// The data of a shape behind the library's.
typedef struct ceShapeData {
  cpFloat rollingResistance;
  // The direction in which others pass; zero if none do.
  cpVect oneWay;
} ceShapeData;

// The data of a shape of ceCircleShapeNew and its like.
ceShapeData *ceShapeDataOf(const cpShape *shape);

// The radius of a circle, or of the rounding around a segment's or a polygon's core.
cpFloat ceShapeRadius(const cpShape *shape);

#endif
