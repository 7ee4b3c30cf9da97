import CReference
import Chipmunk
import Tiltbox

/// A way of stepping the pile, and how much of it is done.
enum Way: String, CaseIterable {
  /// `cpSpaceSetGravity` and `cpSpaceStep`.
  case c = "C: step"
  /// The same and a digest of all states, in C.
  case cDigest = "C: step, digest"
  /// `Space.setGravity` and `Space.step`.
  case step = "Swift: step"
  /// The same with a handler for all contacts whose `preSolve` does nothing.
  case preSolve = "Swift: step, empty preSolve"
  /// The same with a handler for all contacts whose `postSolve` does nothing.
  case postSolve = "Swift: step, empty postSolve"
  /// The same with a handler for all contacts that has all four closures, which do nothing.
  case handler = "Swift: step, empty handler"
  /// `Space.setGravity`, `Space.step` and `Space.readStates`.
  case states = "Swift: step, states"
  /// The same and a digest.
  case digest = "Swift: step, states, digest"

  /// Makes the pile and returns a closure that takes some ticks of it.
  func prepare(_ pile: Pile) throws -> (Int) throws -> Void {
    switch self {
    case .c, .cDigest: try prepareInC(pile)
    default: try prepareInSwift(pile)
    }
  }

  private func prepareInC(_ pile: Pile) throws -> (Int) throws -> Void {
    // `Chipmunk` keeps the library's greeting off standard output.
    _ = try Space()
    var world = pile.world
    let scene = unsafe CReferenceSceneNew(&world, pile.crates, Int32(pile.crates.count))
    var (tick, digest) = (0, 0xcbf2_9ce4_8422_2325 as UInt64)
    return { ticks in
      for _ in 0..<ticks {
        let gravity = pile.gravity(at: tick)
        unsafe CReferenceSceneTick(scene, gravity.x, gravity.y)
        if self == .cDigest { digest = unsafe CReferenceSceneDigest(scene, digest) }
        tick += 1
      }
    }
  }

  private func prepareInSwift(_ pile: Pile) throws -> (Int) throws -> Void {
    let space = try pile.makeSpace()
    addHandler(to: space)
    var states: [BodyState] = []
    var digest = Digest()
    return { ticks in
      for _ in 0..<ticks {
        try space.setGravity(pile.gravity(at: space.tick))
        try space.step()
        guard self == .states || self == .digest else { continue }
        space.readStates(into: &states)
        if self == .digest { digest.absorb(states) }
      }
    }
  }

  private func addHandler(to space: Space) {
    guard [.preSolve, .postSolve, .handler].contains(self) else { return }
    let handler = space.addHandler(for: .all)
    if self != .postSolve { handler.preSolve = { _ in true } }
    if self != .preSolve { handler.postSolve = { _ in } }
    guard self == .handler else { return }
    handler.begin = { _ in true }
    handler.separate = { _ in }
  }
}
