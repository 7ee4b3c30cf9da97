/// A contact that has ended since the last step; the next step reports it.
struct EndingRecord: Archivable {
  /// The shapes' ids; shapes no longer in the space count down from -1.
  var a = 0
  var b = 0
  var point = Vector.zero
  /// 1 if the ending has a point, 0 if it has none.
  var pointCount = 1
  var normal = Vector.zero
  var impulse = Vector.zero
  var typeA: CollisionType = 0
  var typeB: CollisionType = 0
  /// The ids at the time of the event, by which events are sorted.
  var idA: UInt = 0
  var idB: UInt = 0

  mutating func pass(through archive: inout Archive) throws(PhysicsError) {
    try archive.integer("a", &a)
    try archive.integer("b", &b)
    try archive.vector("point", &point, .contactArm)
    try archive.integer("points", &pointCount, 0...1, or: 1)
    try archive.vector("normal", &normal, .contactNormal)
    try archive.vector("impulse", &impulse, .storedImpulse, or: .zero)
    try archive.integer("typeA", &typeA.rawValue, or: 0)
    try archive.integer("typeB", &typeB.rawValue, or: 0)
    try archive.integer("idA", &idA, or: 0)
    try archive.integer("idB", &idB, or: 0)
  }
}

extension EndingRecord {
  init(of event: ContactEvent, _ a: Int, _ b: Int) {
    (self.a, self.b) = (a, b)
    (point, normal, impulse) = (event.point, event.normal, event.impulse)
    pointCount = event.hasPoint ? 1 : 0
    (typeA, typeB) = (event.types.a, event.types.b)
    (idA, idB) = (event.ids.a, event.ids.b)
  }

  func makeEvent(_ a: Shape, _ b: Shape) -> ContactEvent {
    ContactEvent(
      kind: .separate,
      a: a,
      b: b,
      point: point,
      hasPoint: pointCount == 1,
      normal: normal,
      impulse: impulse,
      types: (typeA, typeB),
      ids: (idA, idB)
    )
  }
}
