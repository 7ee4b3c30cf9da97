// Contacts of polygons with polygons, segments and circles, by separating axes. The library finds them by GJK and EPA,
// which ask the shapes for one support point after the other, begin where the step before has ended, and abort in a debug
// build where rounding misleads them.
//
// Of the normals of all edges, the one along which two shapes are farthest apart, or overlap least, is the contact's. Its
// points come from that edge and the one of the other shape that faces it most: as in the library, with its hashes.

// The corners of a polygon, counterclockwise, each with the normal of the edge that ends there. A segment has two.
struct CChipmunkPolygon {
  const struct cpSplittingPlane *corners;
  int count;
  cpFloat radius;
  cpHashValue id;
};

// The edge along whose normal two polygons are farthest apart, and how far; below 0 they overlap.
struct CChipmunkFacing {
  cpFloat gap;
  int edge;
  bool isSecond;
};

enum CChipmunkOutcome { CChipmunkApart, CChipmunkTouching, CChipmunkUndecided };

// Polygons with more corners are left to the library.
enum { CChipmunkMostCorners = 32 };

// A shape's polygon; `ends` is memory for a segment's.
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

static inline int CChipmunkBefore(const struct CChipmunkPolygon *polygon, int corner) {
  return (corner == 0 ? polygon->count : corner) - 1;
}

// MARK: The axis

// Looks at the edges of the first polygon. Returns false where the second one is farther away than `reach`.
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
      CChipmunkLaneBits isLess = along < least;
      least = (CChipmunkLanes)((isLess & (CChipmunkLaneBits)along) | (~isLess & (CChipmunkLaneBits)least));
    }
    cpFloat gap = (least[0] < least[1] ? least[0] : least[1]) - cpvdot(n, a->corners[edge].v0);
    if (gap > facing->gap) *facing = (struct CChipmunkFacing){gap, edge, isSecond};
    if (gap > reach) return false;
  }
  return true;
}

// The corner that is nearest to an edge with a normal.
static inline int CChipmunkNearest(const struct CChipmunkPolygon *polygon, cpVect n) {
  cpFloat least = INFINITY;
  int nearest = 0;
  for (int i = 0; i < polygon->count; i++) {
    cpFloat along = cpvdot(n, polygon->corners[i].v0);
    if (along < least) least = along, nearest = i;
  }
  return nearest;
}

// Where a point is along an edge: from 0 to 1 if it is nearer to the edge than to its ends.
static inline cpFloat CChipmunkAlong(const struct CChipmunkPolygon *polygon, int edge, cpVect point) {
  cpVect from = polygon->corners[CChipmunkBefore(polygon, edge)].v0, way = cpvsub(polygon->corners[edge].v0, from);
  return cpvdot(cpvsub(point, from), way) / cpvlengthsq(way);
}

// Whether a corner of an edge is nearer to another edge than to its ends; of parallel edges, whether they lie side by side.
// If not, two corners are nearest, and farther apart than along the normal.
static inline bool CChipmunkFacesEdge(
    const struct CChipmunkPolygon *a, int edgeA, const struct CChipmunkPolygon *b, int edgeB, int corner) {
  cpFloat along = CChipmunkAlong(a, edgeA, b->corners[corner].v0);
  if (along > 0 && along < 1) return true;
  int opposite = corner == edgeB ? CChipmunkBefore(b, edgeB) : edgeB;
  cpVect way = cpvsub(b->corners[opposite].v0, b->corners[corner].v0);
  if (cpfabs(cpvdot(way, a->corners[edgeA].n)) > 1e-9 * cpvlength(way)) return false;
  cpFloat other = CChipmunkAlong(a, edgeA, b->corners[opposite].v0);
  return (along > 0 || other > 0) && (along < 1 || other < 1);
}

// MARK: The points

static inline void CChipmunkAddPoint(struct cpCollisionInfo *info, cpVect p1, cpVect p2, cpHashValue hash) {
  if (!(cpvdot(cpvsub(p2, p1), info->n) <= 0)) return;
  struct cpContact *contact = info->arr + info->count++;
  contact->r1 = p1, contact->r2 = p2, contact->hash = hash;
}

// The points where two edges lie on each other: ContactPoints of cpCollision.c.
static inline void CChipmunkClipEdges(
    const struct CChipmunkPolygon *a, int edgeA, const struct CChipmunkPolygon *b, int edgeB,
    struct cpCollisionInfo *info) {
#pragma STDC FP_CONTRACT OFF
  int startA = CChipmunkBefore(a, edgeA), startB = CChipmunkBefore(b, edgeB);
  cpVect n = info->n, a0 = a->corners[startA].v0, a1 = a->corners[edgeA].v0;
  cpVect b0 = b->corners[startB].v0, b1 = b->corners[edgeB].v0;
  cpFloat atA0 = cpvcross(a0, n), atA1 = cpvcross(a1, n), atB0 = cpvcross(b0, n), atB1 = cpvcross(b1, n);
  cpFloat perA = 1 / (atA1 - atA0 + CPFLOAT_MIN), perB = 1 / (atB1 - atB0 + CPFLOAT_MIN);
  cpVect outA = cpvmult(n, a->radius), outB = cpvmult(n, -b->radius);
  CChipmunkAddPoint(
      info, cpvadd(outA, cpvlerp(a0, a1, cpfclamp01((atB1 - atA0) * perA))),
      cpvadd(outB, cpvlerp(b0, b1, cpfclamp01((atA0 - atB0) * perB))),
      CP_HASH_PAIR(CP_HASH_PAIR(a->id, startA), CP_HASH_PAIR(b->id, edgeB)));
  CChipmunkAddPoint(
      info, cpvadd(outA, cpvlerp(a0, a1, cpfclamp01((atB0 - atA0) * perA))),
      cpvadd(outB, cpvlerp(b0, b1, cpfclamp01((atA1 - atB0) * perB))),
      CP_HASH_PAIR(CP_HASH_PAIR(a->id, edgeA), CP_HASH_PAIR(b->id, startB)));
}

// MARK: Pairs

// Collides two polygons, the first of which may be a segment. `info` has room for the points.
static inline enum CChipmunkOutcome CChipmunkCollidePolygons(
    const struct CChipmunkPolygon *a, const struct CChipmunkPolygon *b, struct cpCollisionInfo *info) {
  cpFloat reach = a->radius + b->radius;
  struct CChipmunkFacing facing = {-INFINITY, 0, false};
  if (!CChipmunkFaceEdges(a, b, false, reach, &facing) || !CChipmunkFaceEdges(b, a, true, reach, &facing)) {
    return CChipmunkApart;
  }
  // As of numbers that are not finite.
  if (!(facing.gap > -INFINITY)) return CChipmunkApart;
  const struct CChipmunkPolygon *with = facing.isSecond ? b : a, *without = facing.isSecond ? a : b;
  cpVect n = with->corners[facing.edge].n;
  int corner = CChipmunkNearest(without, n), after = corner + 1 == without->count ? 0 : corner + 1;
  int edge = cpvdot(n, without->corners[corner].n) < cpvdot(n, without->corners[after].n) ? corner : after;
  if (facing.gap > 0 && !CChipmunkFacesEdge(with, facing.edge, without, edge, corner)) return CChipmunkUndecided;
  info->n = facing.isSecond ? cpvneg(n) : n;
  if (facing.isSecond) CChipmunkClipEdges(a, edge, b, facing.edge, info);
  else CChipmunkClipEdges(a, facing.edge, b, edge, info);
  return CChipmunkTouching;
}

// Collides a circle and a polygon. The library adds a polygon's radius where it has to be taken away, so that a circle
// sinks into a rounded polygon.
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
    nearest = polygon->corners[along > 0 ? edge : CChipmunkBefore(polygon, edge)].v0;
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
