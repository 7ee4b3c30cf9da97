import Chipmunk

// Structures that the C library traverses recursively: a tree of shapes that were added in a row, and a chain of bodies
// that may sleep. A call must throw if the stack is too small for it.
extension Fuzzer {
  static let rowCalls: [(String, Call)] = [
    (
      "a row of shapes",
      { fuzz in
        let space = try fuzz.space()
        for place in 0..<fuzz.numbers.count(200...2000) {
          fuzz.shapes.append(
            try space.ground.addShape(.circle(radius: 1, center: Vector(Double(place), 500)))
          )
        }
      }
    ),
    (
      "a row of sleepers",
      { fuzz in
        let space = try fuzz.space()
        if space.sleepTimeThreshold == nil { space.sleepTimeThreshold = 100 }
        for place in 0..<fuzz.numbers.count(200...2000) {
          let crate = try Body(mass: 1, shape: .box(width: 2, height: 2))
          crate.position = Vector(Double(place) * 3, -500)
          try space.add(crate)
          fuzz.bodies.append(crate)
          try crate.sleep()
        }
      }
    ),
    (
      "a chain",
      { fuzz in
        let space = try fuzz.space()
        var last = space.ground
        for place in 0..<fuzz.numbers.count(200...2000) {
          let next = try Body(mass: 1, moment: 1)
          next.position = Vector(Double(place) * 10, 900)
          try space.add(next)
          fuzz.bodies.append(next)
          fuzz.constraints.append(try PivotJoint(last, next, at: next.position))
          try space.add(fuzz.constraints[fuzz.constraints.count - 1])
          last = next
        }
      }
    ),
    ("wake all", { try $0.space().wakeAll() }),
    ("drop a space", { $0.spaces.remove(at: try $0.index(of: $0.spaces)) }),
  ]
}
