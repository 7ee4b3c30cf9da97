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
  /// The same and `Space.readStates`.
  case states = "Swift: step, states"
  /// The same and a digest.
  case digest = "Swift: step, states, digest"

  /// Makes the pile and returns a closure that takes some ticks of it.
  func prepare(_ pile: Pile) throws -> (Int) throws -> Void {
    switch self {
    case .c, .cDigest: try prepareInC(pile)
    case .step, .states, .digest: try prepareInSwift(pile)
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
    var states: [BodyState] = []
    var digest = Digest()
    return { ticks in
      for _ in 0..<ticks {
        try space.setGravity(pile.gravity(at: space.tick))
        try space.step()
        if self == .step { continue }
        space.readStates(into: &states)
        if self == .digest { digest.absorb(states) }
      }
    }
  }
}
