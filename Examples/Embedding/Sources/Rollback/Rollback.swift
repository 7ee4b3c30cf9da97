import Chipmunk

/// Two peers share a box over a connection that delays, reorders and loses packets. Both end in the state, bit for bit,
/// of a run that knew all tilts from the start.
@main
enum Rollback {
  static let ticks = 1200

  static func main() throws {
    let reference = try world()
    for tick in 0..<ticks {
      reference.gravity = Vector(1000 * (tilt(of: 0, at: tick) + tilt(of: 1, at: tick)), -1000)
      try reference.step()
    }

    let peers = try [Peer(index: 0), Peer(index: 1)]
    var (line, round) = (Line(), 0)
    while peers.contains(where: { $0.space.tick < ticks || $0.heard < ticks }) {
      for (index, peer) in peers.enumerated() {
        if peer.space.tick < ticks { try peer.advance(tilt: tilt(of: index, at: peer.space.tick)) }
        line.send(peer.packet, to: 1 - index, at: round)
        for packet in line.arrivals(for: index, at: round) { try peer.receive(packet) }
      }
      round += 1
    }

    for (index, peer) in peers.enumerated() {
      guard peer.space.states == reference.states else { throw Parted(index: index) }
      print("peer \(index + 1): \(ticks) ticks, \(peer.rollbacks) rollbacks, the same bits")
    }
    print("\(line.lost) of \(line.sent) packets were lost")
  }

  /// A peer's state differs from that of the run that knew all tilts.
  struct Parted: Error { let index: Int }

  /// The tilt, in g, of a hand that jerks to another angle several times a second.
  static func tilt(of index: Int, at tick: Int) -> Double {
    let jerk = tick / (17 + 6 * index)
    return Double((jerk * 7919 + index * 104_729) % 101) / 100 - 0.5
  }
}

/// A connection that delays packets by 2 to 12 rounds and loses a third of them.
struct Line {
  private(set) var (sent, lost) = (0, 0)
  private var seed: UInt64 = 1
  private var packets: [(arrival: Int, receiver: Int, content: [Int: Double])] = []

  mutating func send(_ content: [Int: Double], to receiver: Int, at round: Int) {
    sent += 1
    guard random() % 3 > 0 else { return lost += 1 }
    packets.append((round + 2 + Int(random() % 11), receiver, content))
  }

  mutating func arrivals(for receiver: Int, at round: Int) -> [[Int: Double]] {
    let due = packets.filter { $0.receiver == receiver && $0.arrival <= round }
    packets.removeAll { $0.receiver == receiver && $0.arrival <= round }
    return due.map(\.content)
  }

  private mutating func random() -> UInt64 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return seed >> 33
  }
}
