// Shapes: the library's, with the data that the engine adds.

#ifndef CE_SHAPES_H
#define CE_SHAPES_H

#include "base.h"

// The response of a shape of ceCircleShapeNew and its like, behind the library's data.
ceShapeResponse *ceShapeResponseOf(const cpShape *shape);

// The radius of a circle, or of the rounding around a segment's or a polygon's core.
cpFloat ceShapeRadius(const cpShape *shape);

#endif
