import Chipmunk
import Foundation
import Testing

@Suite("Bounding boxes")
struct BoundingBoxTests {
  private let box = BoundingBox(low: .zero, high: Vector(10, 10))
  private let corner = BoundingBox(low: Vector(10, 10), high: Vector(20, 20))
  private let inner = BoundingBox(low: Vector(4, 4), high: Vector(5, 5))

  @Test("enclose a disc exactly")
  func disc() {
    let box = BoundingBox(center: Vector(3, 3), radius: 3)
    #expect(box == BoundingBox(low: .zero, high: Vector(6, 6)))
  }

  @Test("overlap if they share a point, even of an edge or a corner")
  func meeting() {
    #expect(box.intersects(corner) && corner.intersects(box))
    #expect(box.intersects(inner) && inner.intersects(box))
    #expect(!inner.intersects(corner))
  }

  @Test("contain only boxes and points that are entirely inside")
  func containing() {
    #expect(box.contains(inner) && box.contains(box))
    #expect(!box.contains(corner) && !inner.contains(box))
    #expect(box.contains(Vector(1, 1)) && box.contains(Vector(10, 0)))
    #expect(!box.contains(Vector(100, 3)) && !box.contains(Vector(3, -1)))
    #expect(!box.contains(Vector(.nan, 3)))
  }

  @Test("are encoded and decoded as what they are")
  func coding() throws {
    let data = try JSONEncoder().encode([box, corner])
    #expect(try JSONDecoder().decode([BoundingBox].self, from: data) == [box, corner])
  }

  @Test("grow to hold another box or a point")
  func growing() {
    let other = BoundingBox(low: Vector(10, 10), high: Vector(15, 15))
    #expect(box.union(BoundingBox(low: Vector(2, 0), high: Vector(10, 10))) == box)
    #expect(other.union(box) == BoundingBox(low: .zero, high: Vector(15, 15)))
    #expect(box.union(corner).area == 400)
    #expect(box.expanded(to: Vector(1, 1)) == box)
    let grown = BoundingBox(low: Vector(-100, -3), high: Vector(10, 10))
    #expect(box.expanded(to: Vector(-100, -3)) == grown)
  }

  @Test("have a centre, an area, and a nearest point to any other point")
  func measures() {
    #expect(box.center == Vector(5, 5))
    #expect(box.area == 100)
    #expect(box.clamped(Vector(100, 3)) == Vector(10, 3))
    #expect(box.clamped(Vector(3, -4)) == Vector(3, 0))
    #expect(box.clamped(Vector(3, 4)) == Vector(3, 4))
  }

  @Test("are hit by a line where it enters, also along an edge, or not at all")
  func lines() {
    let right = Vector(100, 3)
    #expect(box.firstMeeting(from: Vector(-1, 1), to: Vector(99, 1)) == 0.01)
    #expect(box.firstMeeting(from: Vector(1, 1), to: right) == 0)
    #expect(corner.firstMeeting(from: Vector(1, 1), to: right) == nil)
    #expect(inner.firstMeeting(from: Vector(1, 1), to: right) == nil)
    #expect(box.firstMeeting(from: Vector(-5, 10), to: Vector(5, 10)) == 0.5)
    #expect(box.firstMeeting(from: Vector(-5, 11), to: Vector(5, 11)) == nil)
    #expect(box.firstMeeting(from: Vector(-5, 5), to: Vector(-1, 5)) == nil)
    #expect(box.firstMeeting(from: Vector(3, 3), to: Vector(3, 3)) == 0)
    #expect(box.firstMeeting(from: Vector(30, 3), to: Vector(30, 3)) == nil)
  }

  @Test("that are invalid answer without harm", arguments: [Double.nan, .infinity, -1])
  func nonsense(number: Double) {
    let none = BoundingBox(low: .zero, high: Vector(number, -number))
    #expect(!none.contains(Vector(1, 1)))
    _ = none.union(box).expanded(to: Vector(number, 1))
    _ = none.clamped(Vector(1, number))
    _ = none.firstMeeting(from: Vector(number, 0), to: Vector(1, number))
    #expect { try none.validate() } throws: { code(of: $0) == .outOfRange }
  }
}
