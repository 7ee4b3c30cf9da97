public import Chipmunk

/// The state of a simulation at a tick, for any thread.
public struct Frame: Hashable, Sendable {
  /// A contact that began.
  public struct Contact: Hashable, Sendable {
    /// Where, in units.
    public let point: Vector
    /// The length of its impulse, in kg·units/s.
    public let impulse: Double

    /// Makes a contact from values read elsewhere.
    public init(point: Vector, impulse: Double) { (self.point, self.impulse) = (point, impulse) }
  }

  /// The tick.
  public package(set) var tick = 0
  /// Its simulated time, in seconds.
  public package(set) var time = 0.0
  /// The gravity that acts from it on, in units/s².
  public package(set) var gravity = Vector.zero
  /// The bodies' ids.
  public package(set) var bodies: [String] = []
  /// The bodies' states, in the order of ``bodies``.
  public package(set) var states: [BodyState] = []
  /// The scenario's values, in its order.
  public package(set) var values: [[Double]] = []
  /// The places in ``bodies`` of those that sleep, in their order.
  public package(set) var asleep: [Int] = []
  /// The number of the list of bodies: frames with the same number in one run have the same ``bodies``, and the same
  /// constraints that have not broken.
  public package(set) var list = 0
  /// The contacts that began since the frame before, at most 64.
  public private(set) var contacts: [Contact] = []

  /// Makes an empty frame, to be completed by values that were read.
  package init() {}

  /// Makes a frame from values read elsewhere; there are as many states as bodies.
  public init(
    tick: Int,
    time: Double,
    gravity: Vector = .zero,
    bodies: [String],
    states: [BodyState],
    values: [[Double]] = [],
    asleep: [Int] = [],
    list: Int = 0,
    contacts: [Contact] = []
  ) {
    precondition(bodies.count == states.count, "each body has a state")
    self.tick = tick
    self.time = time
    self.gravity = gravity
    self.bodies = bodies
    self.states = states
    self.values = values
    self.asleep = asleep
    self.list = list
    self.contacts = contacts
  }

  /// Copies a simulation's state. Complexity: O(*bodies*).
  public init(of simulation: Simulation) {
    self.init(of: simulation, bodies: simulation.descriptions.map(\.id), list: 0, contacts: [])
  }

  /// Copies a simulation's state; the caller provides ids and contacts.
  package init(of simulation: Simulation, bodies: [String], list: Int, contacts: [Contact]) {
    tick = simulation.tick
    time = simulation.time
    gravity = simulation.gravity
    self.bodies = bodies
    states = simulation.states
    values = simulation.values
    asleep = simulation.asleep
    self.list = list
    self.contacts = contacts
  }

  /// The state of a body; nil if there is none of that id. Complexity: O(*bodies*).
  public subscript(id: String) -> BodyState? { bodies.firstIndex(of: id).map { states[$0] } }
}

extension BodyState {
  package static let numberNames = ["x", "y", "angle", "vx", "vy", "w"]

  /// x, y, angle, vx, vy, w: the order in recordings and in the digest.
  package var numbers: [Double] {
    [position.x, position.y, angle, velocity.x, velocity.y, angularVelocity]
  }

  /// Makes a state of its six ``numbers``; nil if there are more or fewer.
  package init?(numbers: ArraySlice<Double>) {
    guard numbers.count == 6 else { return nil }
    let start = numbers.startIndex
    self.init(
      position: Vector(numbers[start], numbers[start + 1]),
      angle: numbers[start + 2],
      velocity: Vector(numbers[start + 3], numbers[start + 4]),
      angularVelocity: numbers[start + 5]
    )
  }

  /// The pose in which a picture shows the body, at rest. A run may take a body beyond the range of positions, and turn
  /// it beyond that of angles.
  package var visiblePose: BodyState {
    let range = ParameterRange.position.range
    func clamp(_ number: Double) -> Double { max(range.lowerBound, min(range.upperBound, number)) }
    return BodyState(
      position: Vector(clamp(position.x), clamp(position.y)),
      angle: ParameterRange.angle.contains(angle) ? angle : angle.remainder(dividingBy: 2 * .pi)
    )
  }
}

/// The fingerprint of a trajectory: two runs agree in it, or they are different runs.
///
/// FNV-1a over the bit patterns of every body's x, y, angle, vx, vy and w after every tick. With `Engine.tiltbox` it is
/// the same in every process and on every processor, so that it can be a constant in a test. With `Engine.chipmunk` it
/// depends on the processor and on the system's mathematics library.
public struct Digest: Hashable, Sendable {
  /// The 64 bits.
  public private(set) var value: UInt64

  /// Makes a fingerprint from its bits; by default, that of a run that has not begun.
  public init(_ value: UInt64 = 0xcbf2_9ce4_8422_2325) { self.value = value }

  /// Adds the states of one tick. Complexity: O(*bodies*).
  package mutating func absorb(_ states: [BodyState]) {
    var hash = value
    for state in states {
      hash = (hash ^ state.position.x.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.position.y.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.angle.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.velocity.x.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.velocity.y.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.angularVelocity.bitPattern) &* 0x100_0000_01b3
    }
    value = hash
  }
}

extension Digest {
  /// The same hash of bytes instead of states. O(n).
  package init(of bytes: [UInt8]) {
    self.init()
    absorb(bytes[...])
  }

  /// Adds some bytes. O(n).
  package mutating func absorb(_ bytes: ArraySlice<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    value = hash
  }
}

extension Digest: LosslessStringConvertible {
  /// Reads a text in the form of ``description``; nil unless it has exactly sixteen hexadecimal digits.
  public init?(_ description: String) {
    guard description.utf8.count == 16, description.utf8.first != UInt8(ascii: "+"),
      let value = UInt64(description, radix: 16)
    else { return nil }
    self.init(value)
  }

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
