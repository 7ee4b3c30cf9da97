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

// An arm to a corner, rounded as that of a contact. A shape's radius is negative for the second one.
static inline cpVect CChipmunkArm(const cpShape *shape, cpVect corner, cpVect n, cpFloat radius) {
  return cpvsub(cpvadd(cpvmult(n, radius), corner), shape->body->p);
}

// Returns false where shapes do not touch by edges.
static inline bool CChipmunkFindCorners(
    const cpShape *a, const cpShape *b, unsigned edges, struct CChipmunkCorners *corners) {
  if (!edges || !CChipmunkIsPolygon(b) || (!CChipmunkIsPolygon(a) && a->klass->type != CP_SEGMENT_SHAPE)) return false;
  struct cpSplittingPlane ends[2];
  struct CChipmunkPolygon first = CChipmunkPolygonOf(a, ends), second = CChipmunkPolygonOf(b, NULL);
  struct CChipmunkTouch touch;
  if (!CChipmunkTouchOf(&first, &second, edges, &touch)) return false;
  cpVect n = corners->n = touch.n;
  for (int i = 0; i < 2; i++) {
    int cornerA = touch.corners[i][0], cornerB = touch.corners[i][1];
    corners->arms[i][0] = CChipmunkArm(a, first.corners[cornerA].v0, n, first.radius);
    corners->arms[i][1] = CChipmunkArm(b, second.corners[cornerB].v0, n, -second.radius);
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
