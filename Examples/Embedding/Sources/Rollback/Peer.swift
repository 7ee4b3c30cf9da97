import Chipmunk

/// One of two players who tilt the same box, each with a space of its own.
///
/// A peer doesn't wait for the other's tilt: it predicts that the last known tilt still holds. If the actual tilt
/// turns out to differ, the peer restores the snapshot of that tick and steps again from there.
final class Peer {
  /// The maximum number of ticks that a peer runs ahead of the other's known tilts.
  static let window = 30

  let space: Space
  private(set) var rollbacks = 0
  /// The first tick for which the other's tilt is still unknown.
  private(set) var heard = 0
  private let index: Int
  private var tilts: [[Int: Double]] = [[:], [:]]
  private var predictions: [Double] = []
  private let snapshots = (0...window).map { _ in Snapshot() }

  init(index: Int) throws {
    self.index = index
    space = try world()
  }

  /// Takes the next step, unless the other peer is too far behind.
  func advance(tilt: Double) throws {
    guard space.tick - heard < Self.window else { return }
    tilts[index][space.tick] = tilt
    try step()
  }

  /// The packet to send: recent tilts, each of which several packets repeat in case some get lost.
  var packet: [Int: Double] {
    tilts[index].filter { $0.key >= space.tick - 2 * Self.window }
  }

  /// Adds the tilts in a packet from the other peer, and rolls back if a prediction was wrong.
  func receive(_ packet: [Int: Double]) throws {
    tilts[1 - index].merge(packet) { known, _ in known }
    while tilts[1 - index][heard] != nil { heard += 1 }
    let end = space.tick
    let wrong = packet.keys.filter { $0 < end && packet[$0] != predictions[$0] }.min()
    guard let wrong else { return }
    rollbacks += 1
    try space.restore(snapshots[wrong % snapshots.count])
    while space.tick < end { try step() }
  }

  private func step() throws {
    let tick = space.tick
    try space.snapshot(into: snapshots[tick % snapshots.count])
    let other = tilts[1 - index][tick] ?? tilts[1 - index][heard - 1] ?? 0
    predictions.removeSubrange(min(tick, predictions.count)...)
    predictions.append(other)
    // Addition is commutative, so both peers get the same sum, bit for bit.
    space.gravity = Vector(1000 * ((tilts[index][tick] ?? 0) + other), -1000)
    try space.step()
  }
}

/// Forty crates in a box.
func world() throws -> Space {
  let space = try Space()
  let corners = [Vector(0, 0), Vector(300, 0), Vector(300, 300), Vector(0, 300)]
  for side in 0..<4 {
    try space.ground.addShape(
      .segment(from: corners[side], to: corners[(side + 1) % 4], radius: 1),
      friction: 0.6,
      elasticity: 0.4
    )
  }
  for index in 0..<40 {
    let crate = try Body(mass: 1, shape: .box(width: 20, height: 20), friction: 0.6)
    crate.position = Vector(25 + Double(index % 8) * 35, 25 + Double(index / 8) * 35)
    try space.add(crate)
  }
  return space
}
