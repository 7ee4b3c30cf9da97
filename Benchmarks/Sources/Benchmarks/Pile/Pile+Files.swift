internal import CReference
internal import Chipmunk
internal import Tiltbox

// The pile as input for other programs.
extension Pile {
  /// The input of the peers: a line of numbers, then a line with the position of each crate.
  var peerFile: String {
    var text = "\(crates.count) \(width) \(height) \(timeStep) \(iterations) \(gravity) "
    text += "\(restingTicks) \(turningTicks)\n"
    for crate in crates { text += "\(crate.x) \(crate.y)\n" }
    return text
  }

  /// Returns a scenario for `tiltbox` in JSON, which is also YAML.
  func scenarioFile(_ engine: Engine = .chipmunk) -> String {
    let bodies = crates.enumerated().map { index, crate in
      "{\"id\":\"crate-\(index + 1)\",\"box\":[16,16],\"at\":[\(crate.x),\(crate.y)]}"
    }
    return """
      {"tiltbox":1,"name":"pile",
      "world":{"gravity":\(gravity),"step":\(timeStep),"iterations":\(iterations),"engine":"\(engine)","speedLimit":\(speedLimit)},
      "walls":{"size":[\(width),\(height)],"radius":1,"friction":0.5,"elasticity":0.8},
      "defaults":{"mass":100,"friction":0.5,"elasticity":0.3},
      "bodies":[
      \(bodies.joined(separator: ",\n"))
      ]}
      """
  }

  /// Returns a tilt file for `tiltbox --tilt`, with a line for each tick.
  func tiltFile(ticks: Int) -> String {
    var text = "t (s),x (g),y (g)\n"
    for tick in 0...ticks {
      let tilt = tilt(at: tick)
      text += "\(Double(tick) * timeStep),\(tilt.x),\(tilt.y)\n"
    }
    return text
  }
}
