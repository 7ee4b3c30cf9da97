import Chipmunk
import TestSupport
import Testing

/// Two peers that share a box over a connection that delays, reorders and loses packets. Each predicts that the other's
/// tilt doesn't change, and rolls back if it did.
@Suite("Rollback")
struct RollbackTests {
  @Test("brings both peers to the run that knew all inputs", arguments: 0..<4 as Range<UInt64>)
  func twoPeers(seed: UInt64) throws {
    let ticks = 600
    let expected = try RollbackPeer(number: 0)
    for number in 0..<2 {
      for tick in 0..<ticks { expected.tilts[number][tick] = tilt(of: number, at: tick) }
    }
    for _ in 0..<ticks { try expected.advance() }

    let peers = try [RollbackPeer(number: 0), RollbackPeer(number: 1)]
    var line = LossyLine(seed: seed)
    for round in 0... {
      for peer in peers {
        if peer.space.tick < ticks, !peer.mustWait {
          peer.tilts[peer.number][peer.space.tick] = tilt(of: peer.number, at: peer.space.tick)
          try peer.advance()
        }
        line.send(peer.packet, to: 1 - peer.number, at: round)
        for packet in line.receive(for: peer.number, at: round) { peer.learn(packet) }
        try peer.rollBack()
      }
      if peers.allSatisfy({ $0.space.tick == ticks && $0.known == ticks }) { break }
      try #require(round < 5 * ticks)
    }
    for peer in peers {
      #expect(peer.digests == expected.digests)
      #expect(peer.space.states == expected.space.states)
      #expect(peer.rollbacks > 20 && peer.steps > ticks + 100, "\(peer.rollbacks) \(peer.steps)")
    }
    #expect(line.lost > 100)
  }

  /// A tilt that turns back and forth; a peer's hand rests now and then.
  private func tilt(of number: Int, at tick: Int) -> Double {
    var random = SplitMix64(seed: UInt64(tick / (7 + 4 * number)) &+ UInt64(number) << 32)
    return .random(in: -0.5...0.5, using: &random)
  }
}

/// A connection that delays packets by 1 to 9 rounds and loses a third of them.
private struct LossyLine {
  var random: SplitMix64
  var lost = 0
  private var packets: [(round: Int, receiver: Int, packet: [Int: Double])] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func send(_ packet: [Int: Double], to receiver: Int, at round: Int) {
    guard Int.random(in: 0..<3, using: &random) > 0 else {
      lost += 1
      return
    }
    packets.append((round + .random(in: 1...9, using: &random), receiver, packet))
  }

  mutating func receive(for receiver: Int, at round: Int) -> [[Int: Double]] {
    let arrived = packets.filter { $0.receiver == receiver && $0.round <= round }
    packets.removeAll { $0.receiver == receiver && $0.round <= round }
    return arrived.map(\.packet)
  }
}

private final class RollbackPeer {
  /// The maximum number of ticks that a peer runs ahead of the known tilts.
  static let window = 40

  let number: Int
  let space: Space
  /// The known tilts of both peers, by tick.
  var tilts: [[Int: Double]] = [[:], [:]]
  private(set) var digests: [UInt64] = []
  private(set) var rollbacks = 0
  private(set) var steps = 0
  private(set) var known = 0
  private var predicted: [Double] = []
  private var snapshots = (0...window).map { _ in Snapshot() }
  private var firstWrong: Int?

  init(number: Int) throws {
    self.number = number
    space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.3)
    try CheckpointScene.pile(of: 40, in: space)
  }

  var mustWait: Bool { space.tick - known >= Self.window }

  /// The latest tilts of this peer. Many packets repeat each tilt so that some arrive.
  var packet: [Int: Double] {
    let latest = max(0, space.tick - 2 * Self.window)..<space.tick
    return tilts[number].filter { latest.contains($0.key) }
  }

  func advance() throws {
    let tick = space.tick
    try space.snapshot(into: snapshots[tick % snapshots.count])
    let other = tilts[1 - number]
    let prediction = other[tick] ?? (known > 0 ? other[known - 1] ?? 0 : 0)
    let own = tilts[number][tick] ?? 0
    predicted.removeSubrange(min(tick, predicted.count)...)
    predicted.append(prediction)
    // The sum is the same for both peers.
    try space.setGravity(Vector(1000 * (own + prediction), -1000))
    try space.step()
    var digest = Digest()
    digest.add(space.states)
    digests.removeSubrange(min(tick, digests.count)...)
    digests.append(digest.value)
    steps += 1
  }

  func learn(_ packet: [Int: Double]) {
    for (tick, tilt) in packet where tilts[1 - number][tick] == nil {
      tilts[1 - number][tick] = tilt
      if tick < space.tick, predicted[tick] != tilt { firstWrong = min(firstWrong ?? tick, tick) }
    }
    while tilts[1 - number][known] != nil { known += 1 }
  }

  /// Returns to the first tick with a wrong prediction, and steps to the current tick again.
  func rollBack() throws {
    guard let tick = firstWrong else { return }
    let now = space.tick
    firstWrong = nil
    rollbacks += 1
    try space.restore(snapshots[tick % snapshots.count])
    while space.tick < now { try advance() }
  }
}
