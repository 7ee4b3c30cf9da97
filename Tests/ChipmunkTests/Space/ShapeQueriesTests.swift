import Chipmunk
import Testing

@Suite("Shape queries")
struct ShapeQueriesTests {
  @Test("find solid shapes and sensors, in whatever order they were made")
  func sensors() throws {
    for sensorLast in [true, false] {
      let space = try Space()
      let crate = try addCrate(at: .zero, to: space)
      let others = try (0..<2).map { _ in try addBall(at: Vector(20, 0), to: space) }
      try others[sensorLast ? 1 : 0].shapes[0].set(\.isSensor, to: true)
      let hits = try space.shapeQuery(crate.shapes[0])
      #expect(hits.map(\.shape.id) == others.map { $0.shapes[0].id })
      #expect(hits.contains { !$0.shape.isSensor })
      for hit in hits {
        #expect((hit.normal - Vector(1, 0)).length < 1e-9)
        let point = try #require(hit.points.first)
        #expect(abs(point.depth - 6) < 1e-9)
        #expect(abs(point.onA.x - 16) < 1e-9)
        #expect(abs(point.onB.x - 10) < 1e-9)
      }
    }
  }

  @Test("leave out what the shape cannot touch, and its own body")
  func leftOut() throws {
    let space = try Space()
    let crate = try addCrate(at: .zero, to: space)
    try crate.addShape(.circle(radius: 20))
    let ball = try addBall(at: .zero, to: space)
    #expect(try space.shapeQuery(crate.shapes[0]).count == 1)
    try ball.shapes[0].set(\.filter, to: ShapeFilter(group: 4))
    try crate.shapes[0].set(\.filter, to: ShapeFilter(group: 4))
    #expect(try space.shapeQuery(crate.shapes[0]).isEmpty)
    #expect(try space.shapeQuery(crate.shapes[1]).count == 1)
  }

  @Test("are only for shapes in the space")
  func strangers() throws {
    let (space, other) = (try Space(), try Space())
    let ball = try addBall(at: .zero, to: other)
    let loose = try Body(mass: 1, moment: 1).addShape(.circle(radius: 1))
    for shape in [ball.shapes[0], loose] {
      #expect { try space.shapeQuery(shape) } throws: {
        ($0 as? PhysicsError)?.code == .notInSpace
      }
    }
  }

  @Test("find a shape that was created within the step where its body is")
  func newShape() throws {
    let space = try Space()
    let crate = try addCrate(at: Vector(100, 0), to: space)
    var distances: [Double] = []
    crate.velocityFunction = { update in
      for form in [Geometry.circle(radius: 5), .box(width: 10, height: 10)] {
        let shape = try update.body.addShape(form)
        distances.append(try shape.pointQuery(Vector(115, 0)).distance)
        let hit = try shape.segmentQuery(from: Vector(100, 50), to: Vector(100, 0))
        #expect(abs((hit?.point.y ?? 0) - 5) < 1e-9)
        #expect(try shape.overlap(with: update.body.shapes[0]) != nil)
      }
      update.body.velocityFunction = nil
    }
    try space.step()
    #expect(distances == [10, 10])
  }

  @Test("tell whether there is room for a geometry")
  func room() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 16), to: space)
    let form = Geometry.box(width: 32, height: 32)
    #expect(try space.geometryQuery(form, at: Vector(20, 40)).count == 1)
    #expect(try space.geometryQuery(form, at: Vector(33, 16.5)).isEmpty)
    #expect(try space.geometryQuery(form, at: Vector(37, 22.7), angle: .pi / 4).count == 1)
    #expect(try space.geometryQuery(form, at: Vector(0, 10)).count == 2)
  }

  @Test("place the points of a circle and a rounded polygon on their surfaces")
  func roundedCorners() throws {
    let (below, above) = (Body.static(), Body.static())
    let box = try below.addShape(.box(width: 20, height: 10, radius: 3))
    let ball = try above.addShape(.circle(radius: 4))
    above.position = Vector(2, 11)
    let point = try #require(try ball.overlap(with: box)?.points.first)
    #expect(point.onA == Vector(2, 7))
    #expect(point.onB == Vector(2, 8))
    #expect(point.depth == 1)
    let flipped = try #require(try box.overlap(with: ball)?.points.first)
    #expect((flipped.onA, flipped.onB, flipped.depth) == (point.onB, point.onA, 1))
  }
}
