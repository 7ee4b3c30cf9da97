// Our body: the library's, with the data that sweeps and snapshots need.
struct CChipmunkBody {
  cpBody body;
  // Half the thickness of the thinnest shape; the largest distance of any point from the centre of gravity, and of any
  // corner. The latter leaves out the rounding around a corner, which does not turn.
  cpFloat thin, reach, swing;
  // The thresholds of CChipmunkLook; below 0 until the shapes are measured.
  cpFloat slowSquared, swingSquared;
  bool isBullet;
  // Whether this step sweeps the body, and whether the body has collided ahead of the step's own collisions.
  bool isListed, hasAsked;
  // The space's time stamp when the body's place or its shapes last changed other than by a step's motion. Contacts up
  // to then may not fit the shapes.
  cpTimestamp movedAt;
};

// cpBodyNew for our body. cpBodyFree frees it.
static inline cpBody *CChipmunkBodyNew(cpFloat mass, cpFloat moment) {
  struct CChipmunkBody *body = calloc(1, sizeof *body);
  if (!body) abort();
  body->slowSquared = -1;
  return cpBodyInit(&body->body, mass, moment);
}

static inline cpBody *CChipmunkBodyNewOfType(cpBodyType type) {
  cpBody *body = CChipmunkBodyNew(0, 0);
  cpBodySetType(body, type);
  return body;
}

static inline bool CChipmunkIsBullet(const cpBody *body) { return ((const struct CChipmunkBody *)body)->isBullet; }

static inline void CChipmunkSetBullet(cpBody *body, bool isBullet) {
  ((struct CChipmunkBody *)body)->isBullet = isBullet;
}

static inline void CChipmunkNoteMoved(cpBody *body) {
  if (body->space) ((struct CChipmunkBody *)body)->movedAt = body->space->stamp;
}

// Call this after a body's shapes or its centre of gravity have changed.
static inline void CChipmunkForgetMeasure(cpBody *body) {
  ((struct CChipmunkBody *)body)->slowSquared = -1;
  CChipmunkNoteMoved(body);
}
