import Chipmunk

/// One of two players who tilt the same box, each with a space of its own.
///
/// A peer steps at once, with a prediction of the other's tilt: what it was last. When the true tilt arrives and is
/// another, the peer returns to the snapshot of that tick and steps again.
final class Peer {
  /// The most ticks that a peer runs ahead of what it has heard.
  static let window = 30

  let space: Space
  private(set) var rollbacks = 0
  /// The first tick of which the other's tilt is not known yet.
  private(set) var heard = 0
  private let index: Int
  private var tilts: [[Int: Double]] = [[:], [:]]
  private var predictions: [Double] = []
  private let snapshots = (0...window).map { _ in Snapshot() }

  init(index: Int) throws {
    self.index = index
    space = try world()
  }

  /// Takes the next tick, unless the other is too far behind.
  func advance(tilt: Double) throws {
    guard space.tick - heard < Self.window else { return }
    tilts[index][space.tick] = tilt
    try step()
  }

  /// What to send: the newest tilts, more than once each, since packets get lost.
  var packet: [Int: Double] {
    tilts[index].filter { $0.key >= space.tick - 2 * Self.window }
  }

  /// Takes in what the other has sent.
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
    // The same sum for both, to the bit: an addition of two numbers has no order.
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
