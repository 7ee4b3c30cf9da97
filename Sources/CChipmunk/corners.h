// The corners by which two shapes touch. A point of contact of polygons or segments has a hash of two corners, one of
// each shape, and lies on at least one of them, as a rule: a byte stands for the hash and for one arm. A circle has one
// corner, its center, and the hash of its contacts is 0.

// The number whose product with CP_HASH_COEF is 1.
#define CChipmunkHashInverse 0xd860d4e515c09221ull

static inline bool CChipmunkIsCircle(const cpShape *shape) { return shape->klass->type == CP_CIRCLE_SHAPE; }

static inline cpHashValue CChipmunkCornerHash(const cpShape *a, unsigned cornerA, const cpShape *b, unsigned cornerB) {
  if (CChipmunkIsCircle(a) || CChipmunkIsCircle(b)) return 0;
  return CP_HASH_PAIR(CP_HASH_PAIR(a->hashid, cornerA), CP_HASH_PAIR(b->hashid, cornerB));
}

// How many corners there are, or those that have a number below 16.
static inline unsigned CChipmunkCornerCount(const cpShape *shape) {
  if (shape->klass->type != CP_POLY_SHAPE) return 2;
  unsigned count = (unsigned)((const cpPolyShape *)shape)->count;
  return count < 16 ? count : 16;
}

// The corners of a hash, the first one's number times 16 and the second one's; 256 for none. `counts` are at most 16.
static inline unsigned CChipmunkCornersOf(cpHashValue hash, cpHashValue a, cpHashValue b, const unsigned *counts) {
  unsigned corners = 256;
  // Without a jump out of the loop, which a processor would guess wrong.
  for (unsigned corner = 0; corner < counts[0]; corner++) {
    cpHashValue first = CP_HASH_PAIR(a, corner);
    cpHashValue second = (hash ^ first * CP_HASH_COEF) * CChipmunkHashInverse;
    cpHashValue other = (second ^ b * CP_HASH_COEF) * CChipmunkHashInverse;
    corners = other < counts[1] ? corner << 4 | (unsigned)other : corners;
  }
  return corners;
}

// Finds the corners of all points. Returns whether there are such.
static inline bool CChipmunkFindCorners(const cpArbiter *arbiter, unsigned *corners) {
  if (arbiter->count == 0) return false;
  const cpShape *a = arbiter->a, *b = arbiter->b;
  const struct cpContact *points = arbiter->contacts;
  if (CChipmunkIsCircle(a) || CChipmunkIsCircle(b)) {
    corners[0] = 0;
    return arbiter->count == 1 && points[0].hash == 0;
  }
  unsigned counts[2] = {CChipmunkCornerCount(a), CChipmunkCornerCount(b)};
  corners[0] = CChipmunkCornersOf(points[0].hash, a->hashid, b->hashid, counts);
  if (arbiter->count == 1 || corners[0] == 256) return corners[0] != 256;
  // As a rule the second point is at the edges' other ends.
  unsigned first = (corners[0] >> 4) + 1, second = corners[0] & 15;
  if (first == counts[0]) first = 0;
  if (second == 0) second = counts[1];
  corners[1] = first << 4 | (second - 1);
  if (CChipmunkCornerHash(a, first, b, second - 1) != points[1].hash) {
    corners[1] = CChipmunkCornersOf(points[1].hash, a->hashid, b->hashid, counts);
  }
  return corners[1] != 256;
}

// Whether so many numbers have the same bits: 1 or 0.
static inline unsigned CChipmunkAreSame(const cpFloat *a, const cpFloat *b, int count) {
  uint64_t difference = 0;
  for (int i = 0; i < count; i++) difference |= CMathBits(a[i]) ^ CMathBits(b[i]);
  return difference == 0;
}

// The arm to a corner, rounded as the library does.
static inline cpVect CChipmunkArm(
    const cpShape *shape, const cpBody *body, unsigned corner, cpVect normal, cpFloat side) {
  cpVect place;
  cpFloat radius;
  if (CChipmunkIsCircle(shape)) {
    place = ((const cpCircleShape *)shape)->tc, radius = ((const cpCircleShape *)shape)->r;
  } else if (shape->klass->type == CP_SEGMENT_SHAPE) {
    const cpSegmentShape *segment = (const cpSegmentShape *)shape;
    place = corner == 0 ? segment->ta : segment->tb, radius = segment->r;
  } else {
    const cpPolyShape *polygon = (const cpPolyShape *)shape;
    place = polygon->planes[corner].v0, radius = polygon->r;
  }
  return cpvsub(cpvadd(cpvmult(normal, side * radius), place), body->p);
}

// Which arms of a point its corners give: 1 for the first, 2 for the second.
static inline unsigned CChipmunkArmsFrom(const cpArbiter *arbiter, int point, unsigned corners) {
  const struct cpContact *contact = arbiter->contacts + point;
  cpVect first = CChipmunkArm(arbiter->a, arbiter->body_a, corners >> 4, arbiter->n, 1);
  cpVect second = CChipmunkArm(arbiter->b, arbiter->body_b, corners & 15, arbiter->n, -1);
  return CChipmunkAreSame(&first.x, &contact->r1.x, 2) | CChipmunkAreSame(&second.x, &contact->r2.x, 2) << 1;
}
