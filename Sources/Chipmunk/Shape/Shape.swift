internal import CChipmunk
internal import ChipmunkEngine

/// The part of a body that collides: a geometry with friction and elasticity. Wraps `cpShape`.
///
/// A body makes its shapes (``Body/addShape(_:friction:elasticity:)``) and owns them. They are in a
/// space while their body is. A shape that was removed from its body, or outlives it, is
/// *detached*: you can read it, but methods that change it throw ``PhysicsError/Code/detached``,
/// and assignments have no effect. Each change wakes the body.
@safe
public final class Shape {
  let raw: UnsafeMutablePointer<cpShape>

  /// The form, in the body's own coordinates. See ``setGeometry(_:)``.
  public internal(set) var geometry: Geometry

  /// The body that the shape is a part of; nil once it is detached.
  public internal(set) var body: Body? {
    get { owner }
    set { owner = newValue }
  }

  // The body clears this before it releases anything: see `SpaceLink` for why it is not a weak reference.
  @safe unowned(unsafe) private var owner: Body?

  /// The continuation of the floor beyond a segment's ends. See ``setNeighbors(before:after:)``.
  public internal(set) var neighbors: (before: Vector?, after: Vector?) {
    get { (knownNeighbors.first ?? nil, knownNeighbors.last ?? nil) }
    set { knownNeighbors = newValue == (nil, nil) ? [] : [newValue.before, newValue.after] }
  }

  /// Both, or none: most shapes have none, and an empty list takes little memory.
  private var knownNeighbors: [Vector?] = []

  /// A user-defined number, which checkpoints keep.
  public var tag = 0

  /// User-defined data. It must not retain the body. Checkpoints do not keep it.
  public var userData: Any?

  var ownMass = 0.0

  /// The C shape's ``massInfo`` from the end of the step on, if the ``geometry`` changes there.
  private(set) var awaitedMassInfo: cpShapeMassInfo?

  /// The shape's number in its space, in the order of adding; events are sorted by it.
  public internal(set) var id: UInt = 0

  init(_ geometry: Geometry, of body: Body) throws(PhysicsError) {
    try geometry.requireSingleShape()
    self.geometry = geometry
    owner = body
    switch geometry {
    case .circle(let radius, let center):
      unsafe raw = ceCircleShapeNew(body.raw, radius, center.c)
    case .segment(let from, let to, let radius):
      unsafe raw = ceSegmentShapeNew(body.raw, from.c, to.c, radius)
    case .box(_, _, let radius, _), .polygon(_, let radius):
      let outline = try geometry.outline()
      unsafe raw = cePolyShapeNew(body.raw, Int32(outline.count), outline, radius)
    case .chain: preconditionFailure("a chain is not a single shape")
    }
    unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { unsafe ceShapeFree(raw) }

  static func owner(of raw: UnsafePointer<cpShape>) -> Shape {
    unsafe Unmanaged<Shape>.fromOpaque(raw.pointee.userData).takeUnretainedValue()
  }
}

extension Shape {
  /// The friction coefficient; a contact has the product of both. Wraps `cpShapeGetFriction`.
  public var friction: Double {
    get { unsafe cpShapeGetFriction(raw) }
    set {
      assign(newValue, .friction) { try change { unsafe cpShapeSetFriction($0.raw, newValue) } }
    }
  }

  /// The elasticity; a contact has the product of both. Wraps `cpShapeGetElasticity`.
  public var elasticity: Double {
    get { unsafe cpShapeGetElasticity(raw) }
    set {
      assign(newValue, .elasticity) { try change { unsafe cpShapeSetElasticity($0.raw, newValue) } }
    }
  }

  /// The coefficient of rolling resistance. A body that rolls on the other shape of a contact meets a torque of up to the
  /// coefficient, times the radius, times the normal force; the contact has the larger coefficient and radius of both.
  ///
  /// Radii are those of circles and of rounded corners, so a box without a radius has no resistance. It has an effect in
  /// spaces with ``Engine/tiltbox``. No function of the C library corresponds to this property.
  public var rollingResistance: Double {
    get { response.rollingResistance }
    set {
      assign(newValue, .rollingResistance) {
        try change { $0.response.rollingResistance = newValue }
      }
    }
  }

  /// The direction in which other shapes pass through this one, in the body's own coordinates, of any length from 10⁻⁹ to
  /// 10⁹; nil if none do. What comes against the direction is carried, and stays so as long as it touches.
  ///
  /// With `Vector(0, 1)`, a platform lets through what jumps from below or enters from its ends, and carries what falls on
  /// it. A shape that passes has no contact, so no handler is called. It has an effect in spaces with
  /// ``Engine/tiltbox``. No function of the C library corresponds to this property.
  public var oneWay: Vector? {
    get {
      let direction = response.oneWay
      return direction.x == 0 && direction.y == 0 ? nil : Vector(direction)
    }
    set {
      assign {
        if let newValue {
          try ParameterRange.oneWay.check(newValue)
          try ParameterRange.oneWayLength.check(newValue.length)
        }
        try change { shape in shape.response.oneWay = (newValue ?? .zero).c }
      }
    }
  }

  var response: ceShapeResponse {
    get { unsafe ceShapeGetResponse(raw) }
    set { unsafe ceShapeSetResponse(raw, newValue) }
  }

  /// The velocity of the surface, in units/s, as on a conveyor belt. Wraps
  /// `cpShapeGetSurfaceVelocity`.
  public var surfaceVelocity: Vector {
    get { unsafe Vector(cpShapeGetSurfaceVelocity(raw)) }
    set {
      assign(newValue, .surfaceVelocity) {
        try change { unsafe cpShapeSetSurfaceVelocity($0.raw, newValue.c) }
      }
    }
  }

  /// Whether the shape reports contacts without collision response. When it changes, its contacts
  /// end, and those that continue begin again in the next step; during a step it takes effect at
  /// the end of the step. Wraps `cpShapeGetSensor`.
  public var isSensor: Bool {
    get { unsafe cpShapeGetSensor(raw) != 0 }
    set {
      changeRole(from: \.isSensor, to: newValue) { shape in
        unsafe cpShapeSetSensor(shape.raw, newValue ? 1 : 0)
        shape.body?.forgetExtents()
      }
    }
  }

  /// The shapes that it may touch. Contacts that it no longer allows end in the next step. Wraps
  /// `cpShapeGetFilter`.
  public var filter: ShapeFilter {
    get { unsafe ShapeFilter(cpShapeGetFilter(raw)) }
    set { assign { try change { unsafe cpShapeSetFilter($0.raw, newValue.c) } } }
  }

  /// The collision type. When it changes, its contacts end, and those that continue begin again in
  /// the next step; during a step it takes effect at the end of the step. Wraps
  /// `cpShapeGetCollisionType`.
  public var collisionType: CollisionType {
    get { unsafe CollisionType(rawValue: UInt(cpShapeGetCollisionType(raw))) }
    set {
      changeRole(from: \.collisionType, to: newValue) { shape in
        unsafe cpShapeSetCollisionType(shape.raw, cpCollisionType(newValue.rawValue))
      }
    }
  }

  func change(_ change: @escaping (Shape) -> Void) throws(PhysicsError) {
    try attachedBody().change { [self] _ in
      change(self)
      wakeSleepers()
    }
  }

  /// Performs a change that makes every contact of the shape a different one, if the new value differs.
  private func changeRole<Role: Equatable>(
    from role: KeyPath<Shape, Role>,
    to new: Role,
    _ change: @escaping (Shape) -> Void
  ) {
    assign {
      try attachedBody().changeWhenUnlocked { [self] _ in
        if self[keyPath: role] != new {
          endContacts()
          change(self)
        }
        wakeSleepers()
      }
    }
  }

  /// Wakes the bodies that touch a static shape, or might from now on, as changes to a dynamic body wake the body
  /// itself.
  func wakeSleepers() {
    guard let body = unsafe raw.pointee.body, let space = unsafe raw.pointee.space else { return }
    guard unsafe cpBodyGetType(body) == CP_BODY_TYPE_STATIC else { return }
    unsafe cpBodyActivateStatic(body, raw)
    unsafe Space.owner(of: space).wakeSleepers(at: raw)
  }

  private func endContacts() {
    guard let space = unsafe raw.pointee.space else { return }
    unsafe Space.owner(of: space).endContacts(of: self)
  }
}

// Changing the geometry of existing shapes.
extension Shape {
  /// Changes the geometry, and wakes the bodies that touch the shape or may touch it now. Contacts
  /// continue if the new geometry still touches. During a step it takes effect at the end of the
  /// step. Wraps `cpCircleShapeSetRadius`, `cpCircleShapeSetOffset`, `cpSegmentShapeSetRadius`,
  /// `cpSegmentShapeSetEndpoints`, `cpPolyShapeSetRadius` and `cpPolyShapeSetVertsRaw`.
  ///
  /// A shape with a mass keeps it, and the body's moment and centre of gravity change accordingly.
  /// A body with its own mass keeps its moment.
  ///
  /// - Parameter geometry: a form of the same kind: a circle, a segment, or a box or polygon.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/wrongGeometry`` for another kind;
  ///   ``PhysicsError/Code/detached``.
  /// - Complexity: O(log *shapes in the space*), and that of ``Geometry/validate()``.
  public func setGeometry(_ geometry: Geometry) throws(PhysicsError) {
    let body = try attachedBody()
    guard geometry.kind == self.geometry.kind else {
      throw PhysicsError(
        .wrongGeometry,
        "a shape that is a \(self.geometry.kind) cannot become a \(geometry.kind)",
        "remove it, and add another shape"
      )
    }
    let model = try Shape(geometry, of: body)
    if ownMass > 0 {
      model.ownMass = ownMass
      try body.check(body.massOfShapes(with: (self, model.massInfo)))
    }
    let vertices = try geometry.outline()
    self.geometry = geometry
    awaitedMassInfo = model.massInfo
    body.changeWhenUnlocked { [self] body in
      awaitedMassInfo = nil
      wakeSleepers()
      unsafe cpBodyActivate(body.raw)
      take(geometry, vertices)
      body.forgetExtents()
      body.takeMassOfShapes()
      if let space = unsafe raw.pointee.space { unsafe Space.owner(of: space).noteChanged(self) }
    }
  }

  private func take(_ geometry: Geometry, _ outline: [cpVect]) {
    switch geometry {
    case .chain: break
    case .circle(let radius, let center):
      unsafe cpCircleShapeSetRadius(raw, radius)
      unsafe cpCircleShapeSetOffset(raw, center.c)
    case .segment(let from, let to, let radius):
      unsafe cpSegmentShapeSetRadius(raw, radius)
      unsafe cpSegmentShapeSetEndpoints(raw, from.c, to.c)
      takeNeighbors()
    case .box(_, _, let radius, _), .polygon(_, let radius):
      var outline = outline
      unsafe cpPolyShapeSetRadius(raw, radius)
      unsafe cpPolyShapeSetVertsRaw(raw, Int32(outline.count), &outline)
    }
    // The C function points a segment's normal to the opposite side of a new segment's, and boxes would sink in.
    unsafe ceShapeMeasure(raw)
  }
}

extension Space {
  /// Updates the index for a shape of a static body, since no step does.
  fileprivate func noteChanged(_ shape: Shape) {
    guard let body = unsafe shape.raw.pointee.body else { return }
    // Before this, a polygon's new edges have no world coordinates.
    unsafe ceShapeUpdate(shape.raw)
    guard unsafe cpBodyGetType(body) == CP_BODY_TYPE_STATIC else {
      return noteMoved(unsafe Body.owner(of: body))
    }
    unsafe ceShapeReindex(shape.raw)
    shape.wakeSleepers()
  }
}

extension Geometry {
  fileprivate var kind: String {
    switch self {
    case .circle: "circle"
    case .segment: "segment"
    case .box, .polygon: "polygon"
    case .chain: "chain"
    }
  }

  /// The vertices of a box or a polygon, counterclockwise.
  fileprivate func outline() throws(PhysicsError) -> [cpVect] {
    switch self {
    case .circle, .segment, .chain: []
    case .box(let width, let height, _, let center): Self.corners(width, height, center).map(\.c)
    case .polygon(let vertices, _): try Self.convexHull(of: vertices).map(\.c)
    }
  }
}

// Floors made of many segments.
extension Shape {
  /// Tells a segment where the floor continues beyond its ends, so that bodies do not catch on the
  /// joints between segments; wakes its body. During a step it takes effect at the end of the step. Wraps
  /// `cpSegmentShapeSetNeighbors`.
  ///
  /// ```swift
  /// for place in 1..<floor.count - 1 {
  ///   try floor[place].setNeighbors(before: points[place - 1], after: points[place + 2])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - before: the far end of the segment that ends where this one begins, in the body's own coordinates,
  ///     in units; nil for none.
  ///   - after: the far end of the segment that begins where this one ends; nil for none.
  /// - Throws: ``PhysicsError/Code/outOfRange``, ``PhysicsError/Code/detached``, or
  ///   ``PhysicsError/Code/wrongGeometry`` unless the shape is a segment.
  public func setNeighbors(before: Vector?, after: Vector?) throws(PhysicsError) {
    guard case .segment = geometry else {
      throw PhysicsError(
        .wrongGeometry,
        "only a segment has neighbours",
        "set the neighbours of shapes that are segments"
      )
    }
    for point in [before, after] {
      if let point { try ParameterRange.point.check(point) }
    }
    try attachedBody().changeWhenUnlocked { [self] body in
      guard self.body === body else { return }
      wakeSleepers()
      unsafe cpBodyActivate(body.raw)
      neighbors = (before, after)
      takeNeighbors()
      // They decide which points of the next contact count.
      body.forgetExtents()
    }
  }

  func takeNeighbors() {
    guard case .segment(let from, let to, _) = geometry else { return }
    let (before, after) = (neighbors.before ?? from, neighbors.after ?? to)
    unsafe cpSegmentShapeSetNeighbors(raw, before.c, after.c)
  }
}
