// The corners by which polygons touch. Two edges give a contact's normal, and each of its points lies between the start of
// one edge and the end of the other, on at least one of these corners as a rule. So a few bits stand for a normal, a hash
// and an arm.

// What the edges of an arbiter give: its normal, and for either point both corners' arms and the hash.
struct CChipmunkCorners {
  cpVect n, arms[2][2];
  cpHashValue hashes[2];
};

// Whether so many numbers have the same bits: 1 or 0.
static inline unsigned CChipmunkAreSame(const cpFloat *a, const cpFloat *b, int count) {
  uint64_t difference = 0;
  for (int i = 0; i < count; i++) difference |= CMathBits(a[i]) ^ CMathBits(b[i]);
  return difference == 0;
}

// A corner's place, or the normal of the edge that ends there, where the body is now: a shape is told so in a step only.
static inline cpVect CChipmunkCornerOf(const cpShape *shape, int corner) {
  if (shape->klass->type == CP_SEGMENT_SHAPE) {
    const cpSegmentShape *segment = (const cpSegmentShape *)shape;
    return cpTransformPoint(shape->body->transform, corner == 0 ? segment->a : segment->b);
  }
  const cpPolyShape *poly = (const cpPolyShape *)shape;
  return cpTransformPoint(shape->body->transform, poly->planes[poly->count + corner].v0);
}

static inline cpVect CChipmunkNormalOf(const cpShape *shape, int corner) {
  if (shape->klass->type == CP_SEGMENT_SHAPE) {
    cpVect n = cpTransformVect(shape->body->transform, ((const cpSegmentShape *)shape)->n);
    return corner == 0 ? cpvneg(n) : n;
  }
  const cpPolyShape *poly = (const cpPolyShape *)shape;
  return cpTransformVect(shape->body->transform, poly->planes[poly->count + corner].n);
}

// An arm to a corner, rounded as that of a contact. A shape's radius is negative for the second one.
static inline cpVect CChipmunkArm(const cpShape *shape, int corner, cpVect n, cpFloat radius) {
  return cpvsub(cpvadd(cpvmult(n, radius), CChipmunkCornerOf(shape, corner)), shape->body->p);
}

static inline cpFloat CChipmunkRadius(const cpShape *shape) {
  return shape->klass->type == CP_SEGMENT_SHAPE ? ((const cpSegmentShape *)shape)->r : ((const cpPolyShape *)shape)->r;
}

// Returns false where shapes do not touch by edges.
static inline bool CChipmunkFindCorners(
    const cpShape *a, const cpShape *b, unsigned edges, struct CChipmunkCorners *corners) {
  bool isSegment = a->klass->type == CP_SEGMENT_SHAPE;
  if (!edges || !CChipmunkIsPolygon(b) || (!CChipmunkIsPolygon(a) && !isSegment)) return false;
  int countA = isSegment ? 2 : ((const cpPolyShape *)a)->count, countB = ((const cpPolyShape *)b)->count;
  struct CChipmunkTouch touch;
  if (!CChipmunkTouchOf(countA, countB, edges, &touch)) return false;
  const cpShape *with = touch.isSecond ? b : a;
  cpVect n = CChipmunkNormalOf(with, touch.isSecond ? touch.edgeB : touch.edgeA);
  n = corners->n = cpvmult(n, touch.isSecond ? -1 : 1);
  for (int i = 0; i < 2; i++) {
    int cornerA = touch.corners[i][0], cornerB = touch.corners[i][1];
    corners->arms[i][0] = CChipmunkArm(a, cornerA, n, CChipmunkRadius(a));
    corners->arms[i][1] = CChipmunkArm(b, cornerB, n, -CChipmunkRadius(b));
    corners->hashes[i] = CP_HASH_PAIR(CP_HASH_PAIR(a->hashid, cornerA), CP_HASH_PAIR(b->hashid, cornerB));
  }
  return true;
}

// Three bits for each point of an arbiter: whether it is the second one of the corners', and which arms are those to
// corners. 256 for a contact that does not follow from edges.
static inline unsigned CChipmunkPointBits(const cpArbiter *arbiter) {
  struct CChipmunkCorners corners;
  if (arbiter->count == 0 || !CChipmunkFindCorners(arbiter->a, arbiter->b, CChipmunkEdgesOf(arbiter), &corners)) return 256;
  unsigned bits = 0, isRight = CChipmunkAreSame(&corners.n.x, &arbiter->n.x, 2);
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    unsigned place = point->hash == corners.hashes[1];
    isRight &= point->hash == corners.hashes[place];
    unsigned arms = CChipmunkAreSame(&corners.arms[place][0].x, &point->r1.x, 2) |
                    CChipmunkAreSame(&corners.arms[place][1].x, &point->r2.x, 2) << 1;
    bits |= (place | arms << 1) << 3 * i;
  }
  return isRight ? bits : 256;
}
