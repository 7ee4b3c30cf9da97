import Chipmunk

/// Makes random calls from within callbacks. It holds no references to the sequence that it comes from.
final class Echo {
  private var fuzz: Fuzzer
  private var bodies: [Held<Body>]
  private var shapes: [Held<Shape>]
  private var constraints: [Held<Constraint>]
  private var handlers: [Held<CollisionHandler>]
  private var isBusy = false

  private struct Held<Object: AnyObject> {
    weak var object: Object?
  }

  init(of outer: inout Fuzzer) {
    fuzz = outer.child()
    bodies = outer.bodies.suffix(20).map { Held(object: $0) }
    shapes = outer.shapes.suffix(20).map { Held(object: $0) }
    constraints = outer.constraints.suffix(20).map { Held(object: $0) }
    handlers = outer.handlers.suffix(20).map { Held(object: $0) }
  }

  /// Makes a call when the last closure that holds this object goes away, wherever that is.
  deinit { try? call() }

  func chance(_ share: Double) -> Bool { fuzz.numbers.chance(share) }

  func count(_ range: ClosedRange<Int>) -> Int { fuzz.numbers.count(range) }

  func numbers() -> (Double, Vector) { (fuzz.numbers.number(0...2), fuzz.vector(-50...50)) }

  /// Makes a call, or sometimes `other` instead; skips most requests.
  func call(or other: (inout Fuzzer) -> Void = { _ in }) throws {
    guard !isBusy, fuzz.numbers.chance(0.2) else { return }
    isBusy = true
    defer { isBusy = false }
    if fuzz.numbers.chance(0.05) { other(&fuzz) }
    fuzz.bodies = bodies.compactMap(\.object)
    fuzz.shapes = shapes.compactMap(\.object)
    fuzz.constraints = constraints.compactMap(\.object)
    fuzz.handlers = handlers.compactMap(\.object)
    fuzz.spaces = fuzz.bodies.compactMap(\.space)
    defer {
      (fuzz.bodies, fuzz.shapes, fuzz.spaces) = ([], [], [])
      (fuzz.constraints, fuzz.handlers) = ([], [])
    }
    do {
      try fuzz.callOnce()
    } catch let error as PhysicsError {
      // A few errors propagate out of the step; most don't.
      if fuzz.numbers.chance(0.02) { throw error }
    } catch {}
  }
}
