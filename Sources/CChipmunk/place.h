// Updates a shape from its body's transform: cpShapeCacheBB, without a call for polygons.

// Two numbers in one register.
typedef double CChipmunkLanes __attribute__((vector_size(16)));
typedef int64_t CChipmunkLaneBits __attribute__((vector_size(16)));

// cpfmin and cpfmax of both numbers.
static inline CChipmunkLanes CChipmunkLeast(CChipmunkLanes a, CChipmunkLanes b) {
  CChipmunkLaneBits isLess = a < b;
  return (CChipmunkLanes)((isLess & (CChipmunkLaneBits)a) | (~isLess & (CChipmunkLaneBits)b));
}

static inline CChipmunkLanes CChipmunkMost(CChipmunkLanes a, CChipmunkLanes b) {
  CChipmunkLaneBits isMore = a > b;
  return (CChipmunkLanes)((isMore & (CChipmunkLaneBits)a) | (~isMore & (CChipmunkLaneBits)b));
}

static inline void CChipmunkPlacePolygon(cpPolyShape *polygon) {
#pragma STDC FP_CONTRACT OFF
  cpTransform transform = polygon->shape.body->transform;
  CChipmunkLanes x = {transform.a, transform.b}, y = {transform.c, transform.d}, by = {transform.tx, transform.ty};
  CChipmunkLanes low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  struct cpSplittingPlane *planes = polygon->planes;
  int count = polygon->count;
  for (int i = 0; i < count; i++) {
    struct cpSplittingPlane from = planes[count + i];
    CChipmunkLanes corner = x * from.v0.x + y * from.v0.y + by, normal = x * from.n.x + y * from.n.y;
    memcpy(&planes[i].v0, &corner, sizeof corner);
    memcpy(&planes[i].n, &normal, sizeof normal);
    low = CChipmunkLeast(low, corner), high = CChipmunkMost(high, corner);
  }
  low -= polygon->r, high += polygon->r;
  polygon->shape.bb = (cpBB){low[0], low[1], high[0], high[1]};
}

static inline void CChipmunkPlaceShape(cpShape *shape) {
  if (shape->klass->type == CP_POLY_SHAPE) CChipmunkPlacePolygon((cpPolyShape *)shape);
  else cpShapeCacheBB(shape);
}
