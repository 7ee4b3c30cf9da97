import Chipmunk
import TestSupport
import Testing

@Suite("Joints in batches")
struct JointBatchesTests {
  @Test(
    "a pivot and a rotary limit move as ones with a finite maxBias, which are solved alone",
    arguments: ["pivot", "limit", "one angle"]
  )
  func alone(kind: String) throws {
    let ends = try [Double.infinity, 1e12].map { maxBias in
      let rig = try Rig(gravity: Vector(0, -500))
      let rod = try rig.disc(at: Vector(40, 0), moment: 400)
      let pivot = try rig.add(PivotJoint(rig.space.ground, rod, at: .zero))
      if kind == "pivot" {
        try pivot.set(\.maxBias, to: maxBias)
      } else {
        let least = kind == "limit" ? -0.7 : 0.3
        let limit = try RotaryLimitJoint(rig.space.ground, rod, min: least, max: 0.3)
        try rig.add(limit).set(\.maxBias, to: maxBias)
      }
      var states: [BodyState] = []
      try rig.step(seconds: 1.5) { states.append(rod.state) }
      return states
    }
    for (batched, alone) in zip(ends[0], ends[1]) {
      #expect(batched.position.distance(to: alone.position) < 1e-7)
      #expect(abs(batched.angle - alone.angle) < 1e-8)
    }
    let angles = ends[0].map(\.angle)
    let least = angles.min() ?? 0
    switch kind {
    case "pivot": #expect(least < -3)
    case "limit": #expect(abs(least + 0.7) < 0.02)
    default: #expect(angles.suffix(20).allSatisfy { abs($0 - 0.3) < 0.02 })
    }
  }

  @Test("a net of pivots, limits, motors and a pin has the same bits on any number of threads")
  func threads() throws {
    let digests = try [1, 2, 3, 8, 16].map { threads in
      try net(of: 16).digest(ofSteps: 60, onThreads: threads)
    }
    #expect(Set(digests).count == 1)
  }

  /// A square net of discs that hangs by its upper row and falls on a floor.
  private func net(of count: Int) throws -> Space {
    let space = try spaceWithFloor()
    var rows: [[Body]] = []
    for row in 0..<count {
      rows.append([])
      for column in 0..<count {
        let place = Vector(Double(column) * 24, 100 + Double(row) * 24)
        let disc = try addBall(at: place, to: space)
        if let left = rows[row].last {
          try space.add(PivotJoint(left, disc, at: place - Vector(12, 0)))
          try space.add(RotaryLimitJoint(left, disc, min: -0.2, max: 0.1))
          let brake = try SimpleMotor(left, disc, rate: 0)
          try brake.set(\.maxForce, to: 1e4)
          try space.add(brake)
        }
        if row > 0 {
          try space.add(PivotJoint(rows[row - 1][column], disc, at: place - Vector(0, 12)))
        }
        rows[row].append(disc)
      }
    }
    let (first, last) = (rows[count - 1][0], rows[count - 1][count - 1])
    try space.add(PivotJoint(space.ground, first, at: first.position))
    try space.add(PinJoint(space.ground, last, anchorA: last.position + Vector(0, 20)))
    return space
  }
}
