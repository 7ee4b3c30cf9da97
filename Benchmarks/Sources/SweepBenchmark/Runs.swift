import CReference
import Chipmunk
import Tiltbox
import TiltboxFiles
import TiltboxSweep

/// The runs that all ways make: the classic five crates for two seconds, the walls' elasticity another one each time.
struct Runs {
  static let ticks = 240
  let plan: SweepPlan

  init(_ count: Int, measures: [String]) throws {
    let source = try ScenarioSource(
      utf8: Array(Scenario.classicText.utf8),
      file: "classic.yaml",
      overrides: ["run.duration=2"]
    )
    plan = try SweepPlan(
      source,
      axes: [Axis("walls.elasticity=uniform(0, 1)", origin: "axis")],
      samples: count,
      measures: measures.map { try Measure($0, of: source, origin: "measure") }
    )
  }

  /// The C library's calls for a run, and its digest if it is asked for.
  func runInC(_ run: Int, digests: Bool) -> UInt64 {
    let scenario = plan.template.scenario
    let tilt = scenario.tilt.orientation.gravity(
      of: Tilt(x: 0, y: -1),
      magnitude: scenario.world.gravity
    )
    var world = world
    if case .number(let elasticity) = plan.values(ofRun: run)[0] {
      world.wallElasticity = elasticity
    }
    let scene = unsafe CReferenceSceneNew(&world, crates, Int32(crates.count))
    var digest = Digest().value
    for _ in 0..<Self.ticks {
      unsafe CReferenceSceneTick(scene, tilt.x, tilt.y)
      if digests { digest = unsafe CReferenceSceneDigest(scene, digest) }
    }
    unsafe CReferenceSceneFree(scene)
    return digest
  }

  private var world: CReferenceWorld {
    let (world, walls) = (plan.template.scenario.world, plan.template.scenario.walls)
    return CReferenceWorld(
      timeStep: world.step,
      iterations: Int32(world.iterations),
      damping: world.damping,
      sleepTime: world.sleepAfter ?? .infinity,
      width: walls?.width ?? 0,
      height: walls?.height ?? 0,
      wallRadius: walls?.radius ?? 0,
      wallFriction: walls?.surface.friction ?? 0,
      wallElasticity: 0,
      wallType: 0
    )
  }

  private var crates: [CReferenceBody] {
    plan.template.scenario.bodies.map { body in
      var crate = CReferenceBody()
      guard case .box(let width, let height, let radius, _) = body.shapes[0].geometry else {
        fatalError("\(body.id) is no crate")
      }
      let surface = body.shapes[0].surface
      crate.form = CReferenceBox
      (crate.width, crate.height, crate.radius) = (width, height, radius)
      (crate.x, crate.y) = (body.position.x, body.position.y)
      crate.mass = body.mass ?? 0
      (crate.friction, crate.elasticity) = (surface.friction, surface.elasticity)
      return crate
    }
  }
}
