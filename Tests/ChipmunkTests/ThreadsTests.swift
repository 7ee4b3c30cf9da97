import Chipmunk
import TestSupport
import Testing

@Suite("Spaces on many threads")
struct ThreadsTests {
  @Test("a space that was built here runs elsewhere, and comes back, with the same bits")
  func handOver() async throws {
    let alone = try World(seed: 5)
    try alone.run()
    let world = try World(seed: 5)
    let keeper = Keeper(world)
    try await keeper.run()
    #expect(await keeper.digest == alone.digest)
    let done = try await elsewhere(seed: 5)
    #expect(done.digest == alone.digest)
    try done.run(ticks: 1)
  }

  @Test("a space may be released on another thread than the one that built it")
  func release() async throws {
    for seed in 0..<100 as Range<UInt64> {
      let world = try World(seed: seed)
      try world.run(ticks: 5)
      await Task { world.rest() }.value
    }
  }

  @Test("a thousand spaces on all cores at once give the same digests as one after the other")
  func thousand() async throws {
    let seeds = 0..<1000 as Range<UInt64>
    let one = try seeds.map { seed in
      let world = try World(seed: seed)
      try world.run()
      return world.digest
    }
    #expect(Set(one.map(\.value)).count == 1000)
    let all = try await withThrowingTaskGroup(of: (UInt64, Digest).self) { group in
      for seed in seeds {
        group.addTask {
          let world = try World(seed: seed)
          try world.run()
          return (seed, world.digest)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(seeds.map { all[$0] } == one)
  }
}

/// Builds a space on another thread, runs it there, and hands it over.
@concurrent
private func elsewhere(seed: UInt64) async throws -> sending World {
  let world = try World(seed: seed)
  try world.run()
  return world
}

/// An isolation domain that receives a space.
private actor Keeper {
  private let world: World

  init(_ world: sending World) { self.world = world }

  func run() throws { try world.run() }

  var digest: Digest { world.digest }
}

/// A space with a bit of everything that a step can call: handlers, functions, springs, queries, sleepers.
private final class World {
  private let space: Space
  private(set) var digest = Digest()
  private var states: [BodyState] = []
  private var random: SplitMix64

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    space = try spaceWithFloor(sleepAfter: 0.1)
    for index in 0..<6 {
      let place = Vector(.random(in: -60...60, using: &random), 20 + 35 * Double(index))
      if index.isMultiple(of: 2) {
        try addCrate(at: place, to: space)
      } else {
        try addBall(at: place, to: space, type: 1)
      }
    }
    let (a, b) = (space.bodies[0], space.bodies[1])
    try space.add(DampedSpring(a, b, restLength: 40, stiffness: 500, damping: 5))
    try space.add(PinJoint(space.bodies[2], space.bodies[3]))
    space.bodies[4].velocityFunction = { update in
      update.damping = 0.99
      update.integrate()
    }
    let handler = space.addHandler(for: .type(1))
    handler.preSolve = { contact in
      try contact.setFriction(0.2)
      return true
    }
    handler.separate = { [weak space] event in
      try space?.afterStep { _ in try event.a.setElasticity(0.5) }
    }
  }

  func run(ticks: Int = 60) throws {
    for _ in 0..<ticks {
      try space.step()
      space.readStates(into: &states)
      digest.add(states)
    }
    let hits = try space.pointQuery(.zero, within: 100)
    digest.add(hits.map { BodyState(position: $0.point, angle: $0.distance) })
    let checkpoint = try space.checkpoint()
    digest.add(try Space(restoring: checkpoint).states)
  }

  /// Does nothing, for callers that only need a reference.
  func rest() {}
}
