// Contacts of polygons with polygons, segments and circles, by separating axes. The library uses GJK and EPA, which
// query one support point after another, start from the result of the previous step, and abort in a debug build if
// rounding misleads them.
//
// Of all edge normals, the contact's is the one along which the two shapes are farthest apart, or overlap least. Its
// points come from that edge and the opposing edge of the other shape, with the same hashes as in the library.

// The corners of a polygon, counterclockwise, each with the normal of the edge that ends there. A segment has two.
struct CChipmunkPolygon {
  const struct cpSplittingPlane *corners;
  int count;
  cpFloat radius;
  cpHashValue id;
};

// The edge along whose normal two polygons are farthest apart, and their distance; below 0 they overlap.
struct CChipmunkFacing {
  cpFloat gap;
  int edge;
  bool isSecond;
};

enum CChipmunkOutcome { CChipmunkApart, CChipmunkTouching, CChipmunkUndecided };

// The library collides polygons with more corners.
enum { CChipmunkMostCorners = 32 };

// A shape's polygon; `ends` is memory for the corners of a segment.
static inline struct CChipmunkPolygon CChipmunkPolygonOf(const cpShape *shape, struct cpSplittingPlane *ends) {
  if (shape->klass->type == CP_POLY_SHAPE) {
    const cpPolyShape *poly = (const cpPolyShape *)shape;
    return (struct CChipmunkPolygon){poly->planes, poly->count, poly->r, shape->hashid};
  }
  const cpSegmentShape *segment = (const cpSegmentShape *)shape;
  ends[0] = (struct cpSplittingPlane){segment->ta, cpvneg(segment->tn)};
  ends[1] = (struct cpSplittingPlane){segment->tb, segment->tn};
  return (struct CChipmunkPolygon){ends, 2, segment->r, shape->hashid};
}

static inline int CChipmunkBefore(int corner, int count) { return (corner == 0 ? count : corner) - 1; }

// MARK: The axis

// Tests the edges of the first polygon. Returns false if the second one is farther away than `reach`.
static inline bool CChipmunkFaceEdges(
    const struct CChipmunkPolygon *a, const struct CChipmunkPolygon *b, bool isSecond, cpFloat reach,
    struct CChipmunkFacing *facing) {
#pragma STDC FP_CONTRACT OFF
  CChipmunkLanes x[CChipmunkMostCorners / 2], y[CChipmunkMostCorners / 2];
  int lanes = (b->count + 1) / 2;
  for (int i = 0; i < lanes; i++) {
    cpVect first = b->corners[2 * i].v0, second = 2 * i + 1 < b->count ? b->corners[2 * i + 1].v0 : first;
    x[i] = (CChipmunkLanes){first.x, second.x}, y[i] = (CChipmunkLanes){first.y, second.y};
  }
  for (int edge = 0; edge < a->count; edge++) {
    cpVect n = a->corners[edge].n;
    CChipmunkLanes nx = {n.x, n.x}, ny = {n.y, n.y}, least = nx * x[0] + ny * y[0];
    for (int i = 1; i < lanes; i++) {
      CChipmunkLanes along = nx * x[i] + ny * y[i];
      least = CChipmunkLeast(along, least);
    }
    cpFloat gap = (least[0] < least[1] ? least[0] : least[1]) - cpvdot(n, a->corners[edge].v0);
    if (gap > facing->gap) *facing = (struct CChipmunkFacing){gap, edge, isSecond};
    if (gap > reach) return false;
  }
  return true;
}

// The corner that is nearest to an edge with this normal.
static inline int CChipmunkNearest(const struct CChipmunkPolygon *polygon, cpVect n) {
  cpFloat least = INFINITY;
  int nearest = 0;
  for (int i = 0; i < polygon->count; i++) {
    cpFloat along = cpvdot(n, polygon->corners[i].v0);
    if (along < least) least = along, nearest = i;
  }
  return nearest;
}

// The position of a point along an edge: between 0 and 1 if it is nearer to the edge than to its ends.
static inline cpFloat CChipmunkAlong(const struct CChipmunkPolygon *polygon, int edge, cpVect point) {
  cpVect from = polygon->corners[CChipmunkBefore(edge, polygon->count)].v0, way = cpvsub(polygon->corners[edge].v0, from);
  return cpvdot(cpvsub(point, from), way) / cpvlengthsq(way);
}

// Whether a corner of one edge is nearer to another edge than to its ends; for parallel edges, whether they lie side by
// side. If not, two corners are the nearest points, and farther apart than along the normal.
static inline bool CChipmunkFacesEdge(
    const struct CChipmunkPolygon *a, int edgeA, const struct CChipmunkPolygon *b, int edgeB, int corner) {
  cpFloat along = CChipmunkAlong(a, edgeA, b->corners[corner].v0);
  if (along > 0 && along < 1) return true;
  int opposite = corner == edgeB ? CChipmunkBefore(edgeB, b->count) : edgeB;
  cpVect way = cpvsub(b->corners[opposite].v0, b->corners[corner].v0);
  if (cpfabs(cpvdot(way, a->corners[edgeA].n)) > 1e-9 * cpvlength(way)) return false;
  cpFloat other = CChipmunkAlong(a, edgeA, b->corners[opposite].v0);
  return (along > 0 || other > 0) && (along < 1 || other < 1);
}

// MARK: Points

// Two touching edges as a nonzero number: the edge whose normal is the contact's, the edge of the other shape, and
// whether the first one belongs to the second shape. Above them are three bits for each point: whether it belongs to
// the second pair of corners, and for each shape whether it is at the shape's corner.
enum {
  CChipmunkEdgeBits = 5,
  CChipmunkSecondsNormal = 1 << 10,
  CChipmunkHasEdges = 1 << 11,
  CChipmunkEdges = (1 << 12) - 1,
  CChipmunkPointBits = 12
};

// Two touching edges, each by the corner at its end, and the corners of both shapes at which the contact's points may
// be: the start of one edge is opposite the end of the other.
struct CChipmunkTouch {
  int edgeA, edgeB, corners[2][2];
  bool isSecond;
};

// Decodes the edges of shapes with these numbers of corners. Returns false if there are no such edges.
static inline bool CChipmunkTouchOf(int countA, int countB, unsigned edges, struct CChipmunkTouch *touch) {
  bool isSecond = touch->isSecond = edges & CChipmunkSecondsNormal;
  int with = edges & (CChipmunkMostCorners - 1), without = edges >> CChipmunkEdgeBits & (CChipmunkMostCorners - 1);
  int edgeA = touch->edgeA = isSecond ? without : with, edgeB = touch->edgeB = isSecond ? with : without;
  if (!edges || edgeA >= countA || edgeB >= countB) return false;
  touch->corners[0][0] = CChipmunkBefore(edgeA, countA), touch->corners[0][1] = edgeB;
  touch->corners[1][0] = edgeA, touch->corners[1][1] = CChipmunkBefore(edgeB, countB);
  return true;
}

// The points where two edges overlap: ContactPoints of cpCollision.c, for both shapes at once.
static inline void CChipmunkClipEdges(
    const struct CChipmunkPolygon *a, const struct CChipmunkPolygon *b, const struct CChipmunkTouch *touch,
    struct cpCollisionInfo *info) {
#pragma STDC FP_CONTRACT OFF
  cpVect n = info->n;
  const int(*corners)[2] = touch->corners;
  cpVect a0 = a->corners[corners[0][0]].v0, a1 = a->corners[corners[1][0]].v0;
  cpVect b0 = b->corners[corners[1][1]].v0, b1 = b->corners[corners[0][1]].v0;
  CChipmunkLanes x0 = {a0.x, b0.x}, y0 = {a0.y, b0.y}, x1 = {a1.x, b1.x}, y1 = {a1.y, b1.y}, one = {1, 1};
  CChipmunkLanes nx = {n.x, n.x}, ny = {n.y, n.y}, radius = {a->radius, -b->radius};
  CChipmunkLanes at0 = x0 * ny - y0 * nx, at1 = x1 * ny - y1 * nx;
  CChipmunkLanes per = one / (at1 - at0 + CPFLOAT_MIN);
  CChipmunkLanes opposite[2] = {{at1[1], at0[0]}, {at0[1], at1[0]}};
  CChipmunkLanes cornersX[2] = {{x0[0], x1[1]}, {x1[0], x0[1]}}, cornersY[2] = {{y0[0], y1[1]}, {y1[0], y0[1]}};
  unsigned bits = 0;
#pragma clang loop unroll(full)
  for (int i = 0; i < 2; i++) {
    CChipmunkLanes t = CChipmunkMost(CChipmunkLeast((opposite[i] - at0) * per, one), (CChipmunkLanes){0, 0});
    CChipmunkLanes x = nx * radius + (x0 * (one - t) + x1 * t), y = ny * radius + (y0 * (one - t) + y1 * t);
    // Excludes zeros, since they have signs.
    CChipmunkLaneBits isAt = (x == nx * radius + cornersX[i]) & (y == ny * radius + cornersY[i]) & (x * y != 0);
    isAt &= (CChipmunkLaneBits){2, 4};
    unsigned corner = (unsigned)i | (unsigned)(isAt[0] | isAt[1]);
    struct cpContact *contact = info->arr + info->count;
    contact->r1 = cpv(x[0], y[0]), contact->r2 = cpv(x[1], y[1]);
    contact->hash = CP_HASH_PAIR(CP_HASH_PAIR(a->id, corners[i][0]), CP_HASH_PAIR(b->id, corners[i][1]));
    // Counted without a branch, which the processor would often mispredict.
    unsigned isHeld = cpvdot(cpvsub(contact->r2, contact->r1), n) <= 0;
    bits |= isHeld * corner << 3 * info->count;
    info->count += (int)isHeld;
  }
  info->id |= bits << CChipmunkPointBits;
}

// MARK: Pairs

// Collides two polygons, the first of which may be a segment. `info` has room for the points, and receives the edges.
static inline enum CChipmunkOutcome CChipmunkCollidePolygons(
    const struct CChipmunkPolygon *a, const struct CChipmunkPolygon *b, struct cpCollisionInfo *info) {
  cpFloat reach = a->radius + b->radius;
  struct CChipmunkFacing facing = {-INFINITY, 0, false};
  if (!CChipmunkFaceEdges(a, b, false, reach, &facing) || !CChipmunkFaceEdges(b, a, true, reach, &facing)) {
    return CChipmunkApart;
  }
  // If numbers are not finite.
  if (!(facing.gap > -INFINITY)) return CChipmunkApart;
  const struct CChipmunkPolygon *with = facing.isSecond ? b : a, *without = facing.isSecond ? a : b;
  cpVect n = with->corners[facing.edge].n;
  int corner = CChipmunkNearest(without, n), after = corner + 1 == without->count ? 0 : corner + 1;
  int edge = cpvdot(n, without->corners[corner].n) < cpvdot(n, without->corners[after].n) ? corner : after;
  if (facing.gap > 0 && !CChipmunkFacesEdge(with, facing.edge, without, edge, corner)) return CChipmunkUndecided;
  info->id = CChipmunkHasEdges | (unsigned)facing.edge | (unsigned)edge << CChipmunkEdgeBits;
  if (facing.isSecond) info->id |= CChipmunkSecondsNormal;
  struct CChipmunkTouch touch;
  info->n = cpvmult(n, facing.isSecond ? -1 : 1);
  if (CChipmunkTouchOf(a->count, b->count, info->id, &touch)) CChipmunkClipEdges(a, b, &touch, info);
  return CChipmunkTouching;
}

// Collides a circle and a polygon. The library adds a polygon's radius where it should subtract it, so that circles
// sink into rounded polygons.
static inline void CChipmunkCollideCircle(
    const cpCircleShape *circle, const struct CChipmunkPolygon *polygon, struct cpCollisionInfo *info) {
  cpVect center = circle->tc;
  cpFloat reach = circle->r + polygon->radius, gap = -INFINITY;
  int edge = 0;
  for (int i = 0; i < polygon->count; i++) {
    cpFloat away = cpvdot(polygon->corners[i].n, cpvsub(center, polygon->corners[i].v0));
    if (away > reach) return;
    if (away > gap) gap = away, edge = i;
  }
  if (!(gap > -INFINITY)) return;
  cpVect n = cpvneg(polygon->corners[edge].n), nearest = cpvadd(center, cpvmult(n, gap));
  cpFloat along = gap > 0 ? CChipmunkAlong(polygon, edge, center) : 0.5;
  if (!(along > 0 && along < 1)) {
    nearest = polygon->corners[along > 0 ? edge : CChipmunkBefore(edge, polygon->count)].v0;
    cpVect way = cpvsub(nearest, center);
    cpFloat distance = cpvlength(way);
    if (!(distance <= reach)) return;
    if (distance > 0) n = cpvmult(way, 1 / distance);
  }
  info->n = n, info->count = 1;
  info->arr->r1 = cpvadd(center, cpvmult(n, circle->r));
  info->arr->r2 = cpvsub(nearest, cpvmult(n, polygon->radius));
  info->arr->hash = 0;
}
