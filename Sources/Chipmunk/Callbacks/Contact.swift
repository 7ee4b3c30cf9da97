internal import CChipmunk
internal import ChipmunkEngine

/// A contact between two shapes, valid during the call of a handler. Wraps `cpArbiter`.
///
/// You can neither store it nor exchange it for another one: copy the values that you need later.
/// Changes affect only this step, and have no effect after the contact is solved; the next step
/// starts from the shapes again. If a value is out of range, the step throws.
@safe
public struct Contact: ~Copyable {
  private let arbiter: UnsafeMutablePointer<cpArbiter>
  private let isFlipped: Bool
  private let isSolved: Bool

  init(_ arbiter: UnsafeMutablePointer<cpArbiter>, isFlipped: Bool, isSolved: Bool = false) {
    unsafe self.arbiter = arbiter
    self.isFlipped = isFlipped
    self.isSolved = isSolved
  }

  /// The first shape: that of the handler's first type, or else the one with the lower id.
  public var a: Shape { unsafe .owner(of: isFlipped ? arbiter.pointee.b : arbiter.pointee.a) }

  /// The second shape.
  public var b: Shape { unsafe .owner(of: isFlipped ? arbiter.pointee.a : arbiter.pointee.b) }

  /// The space that steps. A handler that uses it need not capture the space, which holds the handler.
  public var space: Space { unsafe .owner(of: arbiter.pointee.body_a.pointee.space) }

  /// The body of the first shape.
  public var bodyA: Body {
    unsafe .owner(of: isFlipped ? arbiter.pointee.body_b : arbiter.pointee.body_a)
  }

  /// The body of the second shape.
  public var bodyB: Body {
    unsafe .owner(of: isFlipped ? arbiter.pointee.body_a : arbiter.pointee.body_b)
  }

  /// Whether this is the first step in which they touch. Wraps `cpArbiterIsFirstContact`.
  public var isFirst: Bool { unsafe cpArbiterIsFirstContact(arbiter) != 0 }

  /// The unit normal from the first shape to the second, along which the contact pushes. A new one, of any length from
  /// 10⁻⁹ to 10⁹, holds for this step, and has no effect after the contact is solved. Replaces `cpArbiterGetNormal` and
  /// `cpArbiterSetContactPointSet`.
  public var normal: Vector {
    get { signed(unsafe Vector(arbiter.pointee.n)) }
    nonmutating set {
      assign(newValue.length, .normalLength) {
        unsafe arbiter.pointee.n = signed(newValue * (1 / newValue.length)).c
      }
    }
  }

  /// Where they touch: one point or two. Replaces `cpArbiterGetContactPointSet`.
  public var points: ContactPoints { unsafe ContactPoints(of: arbiter, isFlipped: isFlipped) }

  /// The friction coefficient: the product of the shapes', unless it was set, for this step and before the contact is
  /// solved. Wraps `cpArbiterGetFriction`.
  public var friction: Double {
    get { unsafe cpArbiterGetFriction(arbiter) }
    nonmutating set {
      assign(newValue, .friction) { unsafe cpArbiterSetFriction(arbiter, newValue) }
    }
  }

  /// The restitution: the product of the shapes' elasticities, unless it was set, for this step and before the contact
  /// is solved. Values above 1 add energy. Wraps `cpArbiterGetRestitution`.
  public var restitution: Double {
    get { unsafe cpArbiterGetRestitution(arbiter) }
    nonmutating set {
      assign(newValue, .restitution) { unsafe cpArbiterSetRestitution(arbiter, newValue) }
    }
  }

  /// The velocity of the second surface relative to the first, in units/s, along the surface. A new one holds for this
  /// step, and has no effect after the contact is solved. Replaces `cpArbiterGetSurfaceVelocity`.
  public var surfaceVelocity: Vector {
    get { signed(unsafe Vector(arbiter.pointee.surface_vr)) }
    nonmutating set {
      do { try ParameterRange.surfaceVelocity.check(newValue) } catch { return refuse(error) }
      let along = signed(newValue - normal * newValue.dot(normal))
      if !isSolved { unsafe arbiter.pointee.surface_vr = along.c }
    }
  }

  /// The impulse of the contact on the second body in this step, in kg·units/s, including friction;
  /// zero before it is solved. Replaces `cpArbiterTotalImpulse`. See also
  /// ``Space/collisionPersistence``.
  public var impulse: Vector {
    guard isSolved else { return .zero }
    return signed(-Vector(unsafe cpArbiterTotalImpulse(arbiter)))
  }

  /// An estimate of the energy lost in the contact in this step, in kg·units²/s²; zero before it is solved.
  ///
  /// It follows from the impulse at each point and the masses. It is about right for an impact at one point, and up to
  /// twice too great at two. It counts little of what sliding loses, and in each step of a resting contact the speed
  /// that gravity adds. `cpArbiterTotalKE` returns twice as much.
  public var energy: Double {
    isSolved ? unsafe ceArbiterEnergyLost(arbiter.pointee.body_a.pointee.space, arbiter) : 0
  }

  /// Moves a point of the contact for this step, in units. The solver pushes the two places apart
  /// by their overlap along the normal. The number of points does not change. It has no effect
  /// after the contact is solved. Replaces `cpArbiterSetContactPointSet`.
  ///
  /// - Parameters:
  ///   - place: which of ``points``, 0 or 1.
  ///   - onA: where the contact touches the first shape's body.
  ///   - onB: where the contact touches the second shape's body.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public func setPoint(_ place: Int, onA: Vector, onB: Vector) throws(PhysicsError) {
    try ParameterRange.point.check(onA, onB)
    let count = unsafe Int(arbiter.pointee.count)
    guard (0..<count).contains(place), let contacts = unsafe arbiter.pointee.contacts else {
      throw PhysicsError(
        .outOfRange,
        "there is no contact point \(place) of \(count)",
        "give a place below the number of the contact's points"
      )
    }
    if isSolved { return }
    let (r1, r2) = isFlipped ? (onB, onA) : (onA, onB)
    unsafe contacts[place].r1 = (r1 - Vector(arbiter.pointee.body_a.pointee.p)).c
    unsafe contacts[place].r2 = (r2 - Vector(arbiter.pointee.body_b.pointee.p)).c
  }

  /// Makes the shapes pass through each other until they separate. Call it in a `preSolve`; in a
  /// `begin`, return false instead. Wraps `cpArbiterIgnore`.
  public func ignoreUntilSeparation() {
    if !isSolved { unsafe _ = cpArbiterIgnore(arbiter) }
  }

  /// Stores a number in a range, unless the contact is solved.
  private func assign(_ value: Double, _ range: ParameterRange, _ store: () -> Void) {
    do { try range.check(value) } catch { return refuse(error) }
    if !isSolved { store() }
  }

  private func refuse(_ error: PhysicsError) { space.refuse(error, of: "a contact") }

  private func signed(_ vector: Vector) -> Vector { isFlipped ? -vector : vector }
}

/// A point of a contact. Mirrors the points of `cpContactPointSet`.
public struct ContactPoint: Hashable, Sendable {
  /// The point on the first shape's surface, in units.
  public let onA: Vector
  /// The point on the second shape's surface, in units.
  public let onB: Vector
  /// The penetration there, in units; negative if the shapes are apart.
  public let depth: Double
}

/// The points of a contact, one or two, held in place without an allocation; none for one that has ended.
public struct ContactPoints: RandomAccessCollection, Hashable, Sendable {
  private static let nowhere = ContactPoint(onA: .zero, onB: .zero, depth: 0)

  private var first = nowhere
  private var second = nowhere

  /// The index after the last point: the number of points.
  public private(set) var endIndex = 0

  /// The index of the first point, 0.
  public var startIndex: Int { 0 }

  /// The point at an index, 0 or 1, which must be below ``endIndex``.
  public subscript(place: Int) -> ContactPoint {
    precondition((0..<endIndex).contains(place), "no contact point \(place) of \(endIndex)")
    return place == 0 ? first : second
  }

  mutating func append(_ point: ContactPoint) {
    if endIndex == 0 { first = point } else { second = point }
    endIndex += 1
  }
}

extension ContactPoints {
  init(of arbiter: UnsafeMutablePointer<cpArbiter>, isFlipped: Bool) {
    guard let contacts = unsafe arbiter.pointee.contacts else { return }
    let a = unsafe Vector(arbiter.pointee.body_a.pointee.p)
    let b = unsafe Vector(arbiter.pointee.body_b.pointee.p)
    let normal = unsafe Vector(arbiter.pointee.n)
    for index in 0..<Int(unsafe arbiter.pointee.count) {
      let onA = unsafe a + Vector(contacts[index].r1)
      let onB = unsafe b + Vector(contacts[index].r2)
      let depth = -(onB - onA).dot(normal)
      append(ContactPoint(onA: isFlipped ? onB : onA, onB: isFlipped ? onA : onB, depth: depth))
    }
  }
}
