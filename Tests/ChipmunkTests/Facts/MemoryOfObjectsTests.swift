import TestSupport
import Testing

@testable import Chipmunk

/// Bodies, shapes and joints of one kind lie side by side in memory that later ones use again.
@Suite("Memory of bodies, shapes and joints should")
struct MemoryOfObjectsTests {
  @Test("begin anew for an object that takes the place of another one")
  func newState() throws {
    func used() throws -> Set<UInt> {
      let bodies = try (0..<300).map { _ in try Body(mass: 7, moment: 3) }
      for body in bodies {
        body.velocity = Vector(1, 2)
        body.angularVelocity = 3
        body.force = Vector(4, 5)
        let shape = try body.addShape(.circle(radius: 5))
        (shape.rollingResistance, shape.oneWay) = (0.5, Vector(0, 1))
      }
      return Set(bodies.map { unsafe UInt(bitPattern: $0.raw) })
    }
    let places = try used()
    let bodies = try (0..<300).map { _ in try Body(mass: 1, moment: 1) }
    let again = bodies.filter { unsafe places.contains(UInt(bitPattern: $0.raw)) }
    // Under the address sanitizer, each object has memory of its own.
    #expect(isSanitized || !again.isEmpty, "no place was used again")
    for body in bodies {
      let shape = try body.addShape(.circle(radius: 1))
      #expect(body.velocity == .zero && body.angularVelocity == 0 && body.force == .zero)
      #expect(shape.rollingResistance == 0 && shape.oneWay == nil)
    }
  }

  @Test("belong to one object on any number of threads")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          var bodies: [Body] = []
          var joints: [PivotJoint] = []
          for index in 0..<2000 {
            let body = try Body(mass: Double(1 + task), moment: Double(1 + index))
            try body.addShape(.box(width: 2, height: Double(1 + index)))
            if let last = bodies.last { joints.append(try PivotJoint(last, body, at: .zero)) }
            bodies.append(body)
            if index % 3 == 0 {
              bodies.remove(at: index % bodies.count)
              joints.removeFirst(min(joints.count, 1))
            }
          }
          for body in bodies {
            #expect(body.mass == Double(1 + task))
            #expect(body.shapes[0].geometry == .box(width: 2, height: body.moment))
          }
          for (joint, next) in zip(joints, joints.dropFirst()) {
            #expect(joint.bodyB.mass == Double(1 + task) && joint !== next)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
