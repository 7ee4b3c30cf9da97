import Chipmunk
import Testing
import Tiltbox
import TiltboxTesting

@Suite("Expecting the physics to agree with theory")
struct ExpectPhysicsTests {
  @Test("passes at the default step")
  func passes() throws {
    try expectPhysics(step: 1.0 / 120)
  }

  @Test("passes with more iterations: a case about their number keeps its own")
  func iterations() throws {
    try expectPhysics(step: 1.0 / 90, engine: .chipmunk) { $0.world.iterations = 20 }
  }

  @Test("a case knows the number of substeps, or keeps its own")
  func substeps() throws {
    try withKnownIssue {
      try expectPhysics(step: 1.0 / 120) { $0.world.substeps = 8 }
    } matching: { issue in
      // These need more.
      ["tower: ", "taut-bridge: ", "heavy-chain: "].contains {
        issue.comments.first?.rawValue.hasPrefix($0) == true
      }
    }
  }

  @Test("records an issue for each measurement that a setting falsifies")
  func falsified() throws {
    try withKnownIssue {
      try expectPhysics(step: 1.0 / 120, engine: .chipmunk) { $0.world.damping = 0.5 }
    } matching: { issue in
      issue.comments.first?.rawValue.contains("relative error") == true
    }
  }

  @Test("records an issue for a step that the tolerances do not cover")
  func step() throws {
    try withKnownIssue {
      try expectPhysics(step: 1)
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("the step is 1 s") == true
    }
  }
}
