import Chipmunk
import Foundation
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

  @Test("a function that is set within a step runs in later steps, on the thread that steps")
  func functionSetWithinStep() throws {
    let space = try Space()
    try space.setThreads(3, always: true)
    try space.set(\.substeps, to: 8)
    for place in 0..<1000 { try addBall(at: Vector(Double(place) * 30, 0), to: space) }
    let (here, bodies) = (Thread.current, space.bodies)
    var (calls, callsElsewhere) = (0, 0)
    bodies[0].velocityFunction = { update in
      update.integrate()
      for body in bodies.dropFirst() {
        body.velocityFunction = { update in
          update.integrate()
          calls += 1
          if Thread.current !== here { callsElsewhere += 1 }
        }
      }
    }
    try space.step()
    #expect(calls == 0)
    try space.step()
    #expect(calls == 8 * 999 && callsElsewhere == 0)
    for body in bodies { body.velocityFunction = nil }
  }

  @Test("a space may be released on another thread than the one that built it")
  func release() async throws {
    for seed in 0..<100 as Range<UInt64> {
      let world = try World(seed: seed)
      try world.run(ticks: 5)
      await Task { world.rest() }.value
    }
  }

  @Test("300 spaces on all cores at once give the same digests as one after the other")
  func manySpaces() async throws {
    let seeds = 0..<300 as Range<UInt64>
    let one = try seeds.map { seed in
      let world = try World(seed: seed)
      try world.run()
      return world.digest
    }
    #expect(Set(one.map(\.value)).count == 300)
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

  @Test(
    "a step on 2, 3, 8 or 16 threads has the bits of one on a single thread, in 200 random worlds"
  )
  func anyNumber() throws {
    for seed in 0..<200 as Range<UInt64> {
      let digests = try [1, [2, 3, 8, 16][Int(seed % 4)]].map { threads in
        let world = try World(seed: seed, threads: threads)
        try world.run()
        return world.digest
      }
      #expect(digests[0] == digests[1], "seed \(seed)")
    }
  }

  @Test("a pile of 300 crates has the same bits on any number of threads")
  func pile() throws {
    let digests = try [1, 2, 3, 8, 16].map { threads in
      let run = try Run(.pile(of: 300, ticks: 150, sleepTime: 0.3))
      try run.space.setThreads(threads, always: true)
      while try run.tick() {}
      return run.digest
    }
    #expect(Set(digests).count == 1)
  }

  @Test(
    "a pile whose contacts ended before it was restored has the same bits on any number of threads"
  )
  func restoredPile() throws {
    let digests = try [1, 2, 3].map { threads in
      let space = try spaceWithFloor()
      let crates = try (0..<120).map { index in
        try addCrate(at: Vector(Double(index / 10) * 32, Double(index % 10) * 32 + 16), to: space)
      }
      try space.setThreads(threads, always: true)
      try space.steps(5)
      let snapshot = try space.snapshot()
      for _ in 0..<4 {
        try space.steps(1)
        // The contacts of the snapshot get each other's memory.
        for shape in crates.flatMap(\.shapes) {
          shape.isSensor = true
          shape.isSensor = false
        }
        try space.restore(snapshot)
      }
      return try space.digest(ofSteps: 10, onThreads: threads)
    }
    #expect(Set(digests).count == 1)
  }

  @Test("circles off their centres that meet have the same bits on any number of threads")
  func turningContacts() throws {
    let digests = try [1, 2, 4].map { threads in
      let space = try spaceWithFloor()
      for place in 0..<40 {
        let (x, share) = (Double(place) * 60, Double(place))
        // Its two points are in the batches of the circles' contacts.
        try addCrate(at: Vector(x, 16), to: space)
        for (offset, sign) in [(0.0, 1.0), (22 + share * 0.05, -1.0)] {
          let ball = try Body(mass: 1, moment: 50)
          try ball.addShape(.circle(radius: 10, center: Vector(0, 8)), friction: 0.5)
          try ball.set(\.position, to: Vector(x + offset, sign > 0 ? 200 : 203))
          try ball.set(\.velocity, to: Vector(sign * (60 + 5 * share), 0))
          try space.add(ball)
        }
      }
      return try space.digest(ofSteps: 60, onThreads: threads)
    }
    #expect(Set(digests).count == 1)
  }

  @Test("joints of 200 bodies with the ground have the same bits on any number of threads")
  func groundedJoints() throws {
    let digests = try [1, 4].map { threads in
      let space = try Space()
      space.gravity = Vector(0, -1000)
      for place in 0..<200 {
        let at = Vector(Double(place) * 30, 0)
        let (ball, ground) = (try addBall(at: at, to: space), space.ground)
        let spring = try DampedSpring(
          ground,
          ball,
          anchorA: at + Vector(0, 40),
          anchorB: Vector(3, 0),
          restLength: 30,
          stiffness: 90,
          damping: 1
        )
        try space.add(spring)
        try space.add(DampedRotarySpring(ground, ball, restAngle: 1, stiffness: 900, damping: 1))
      }
      return try space.digest(ofSteps: 60, onThreads: threads)
    }
    #expect(digests[0] == digests[1])
  }

  @Test("a step has from 1 to 64 threads", arguments: [0, -1, 65])
  func range(threads: Int) throws {
    #expect(throws: PhysicsError.self) { try Space(threads: threads) }
    let space = try Space(threads: 2)
    #expect(space.threads == 2)
    space.threads = threads
    #expect(space.threads == 2)
    #expect(throws: PhysicsError.self) { try space.step() }
  }

  #if os(Linux)
  @Test("the threads of a step take no signals, and end with their space")
  func ending() async {
    await #expect(processExitsWith: .success) {
      var world: World? = try World(seed: 1, threads: 4)
      try world?.run(ticks: 3)
      #expect(stepThreads().count == 3)
      for status in stepThreads() {
        let blocked = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
        // All but SIGKILL and SIGSTOP, and the two that the C library keeps for itself once a thread runs.
        let all: UInt64 = 0xffff_fffe_7ffb_feff
        let mask = blocked.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        #expect(mask.map { $0 & all } == all)
      }
      world = nil
      // The system may list a thread for a moment after it has ended.
      for _ in 0..<10_000 where !stepThreads().isEmpty { sched_yield() }
      #expect(stepThreads().isEmpty)
    }
  }

  @Test("a child of fork steps on threads of its own, and releases the spaces of its parent")
  func fork() async {
    await #expect(processExitsWith: .success) {
      let world = try World(seed: 2, threads: 4)
      let alone = try World(seed: 2)
      try world.run(ticks: 20)
      for _ in 0..<2 { try alone.run(ticks: 20) }
      typealias Fork = @convention(c) () -> pid_t
      let address = unsafe dlsym(nil, "fork")
      let child = unsafe unsafeBitCast(address, to: Fork.self)()
      if child == 0 {
        // A child that waits for threads that it does not have ends by a signal.
        alarm(60)
        var copy: World? = world
        try copy?.run(ticks: 20)
        let isRight = copy?.digest == alone.digest && stepThreads().count == 3
        copy = nil
        _exit(isRight ? 0 : 1)
      }
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      #expect(status == 0)
      try world.run(ticks: 20)
      #expect(world.digest == alone.digest)
    }
  }
  #endif
}

#if os(Linux)
/// What the system says about each of the threads that share steps in this process.
private func stepThreads() -> [String] {
  let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return tasks.compactMap {
    try? String(contentsOfFile: "/proc/self/task/\($0)/status", encoding: .utf8)
  }
  .filter { $0.hasPrefix("Name:\ttiltbox-step\n") }
}
#endif

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

  init(seed: UInt64, threads: Int = 1) throws {
    random = SplitMix64(seed: seed)
    space = try spaceWithFloor(sleepAfter: 0.1)
    try space.setThreads(threads, always: true)
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
      try contact.space.attempt { _ in contact.friction = 0.2 }
      return true
    }
    handler.separate = { [weak space] event in
      try space?.afterStep { _ in try event.a.set(\.elasticity, to: 0.5) }
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
