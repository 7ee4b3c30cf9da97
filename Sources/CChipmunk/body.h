// A body of ours: the library's, with what sweeps and snapshots have to know of it.
struct CChipmunkBody {
  cpBody body;
  // Half of the thinnest shape's thickness; how far any point is from the centre of gravity, and any corner: the
  // roundness around one does not turn.
  cpFloat thin, reach, swing;
  // What CChipmunkLook compares with; below 0 while the shapes are not measured.
  cpFloat slowSquared, swingSquared;
  bool isBullet;
  // Whether it is swept in this step, and has been collided before its turn.
  bool isListed, hasAsked;
  // The space's time stamp when something other than a step's motion last changed the body's place or its shapes. Its
  // contacts up to then may not fit its shapes.
  cpTimestamp movedAt;
};

// cpBodyNew, for a body of ours. cpBodyFree frees it.
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

// To be called when the shapes of a body are others than before, or its centre of gravity.
static inline void CChipmunkForgetMeasure(cpBody *body) {
  ((struct CChipmunkBody *)body)->slowSquared = -1;
  CChipmunkNoteMoved(body);
}
