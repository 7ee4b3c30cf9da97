internal import Chipmunk
internal import Tiltbox

/// A number of a body's, frame by frame.
struct Series {
  typealias Measure = Scenario.Expectation.Measure

  /// As it was asked for: `ball.y`.
  let name: String
  let body: String
  let measure: Measure
  /// Seconds, and the number; a gap where the body is not there.
  var points: [(time: Double, value: Double)?] = []
}

extension Film {
  /// The series of some names: a body's id, a dot and a measure; `*` is every body there is at first.
  ///
  /// Throws a ``DrawingError`` that says which bodies and which measures there are.
  func series(_ names: [String]) throws -> [Series] {
    var series: [Series] = []
    for name in names {
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
        throw DrawingError(
          "\"\(name)\" names nothing to plot; give a body and a number, as in ball.y"
        )
      }
      let (id, key) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
      guard let measure = Series.Measure(rawValue: key) else {
        let known = Series.Measure.allCases.map(\.rawValue).joined(separator: ", ")
        throw DrawingError("\"\(name)\" asks for \"\(key)\"; there are \(known)")
      }
      let known = casts.flatMap { $0.scenario.bodies.map(\.id) }
      guard id == "*" || known.contains(id) else {
        let some = Set(known).sorted().prefix(8).joined(separator: ", ")
        throw DrawingError("no body is called \"\(id)\"; there are \(some)")
      }
      for body in id == "*" ? scenario.bodies.map(\.id) : [id] {
        series.append(
          Series(
            name: "\(body).\(key)",
            body: body,
            measure: measure,
            points: try points(of: body, measure)
          )
        )
      }
    }
    guard !series.isEmpty else { throw DrawingError("--plot names nothing; give ball.y or more") }
    return series
  }

  private func points(of id: String, _ measure: Series.Measure) throws -> [(Double, Double)?] {
    var points: [(Double, Double)?] = []
    for (index, cast) in casts.enumerated() {
      let end = index + 1 < casts.count ? casts[index + 1].firstFrame : frames.count
      guard let place = frames[cast.firstFrame].bodies.firstIndex(of: id) else {
        points += Array(repeating: nil, count: end - cast.firstFrame)
        continue
      }
      let inertia = try Inertia(cast.scenario.bodies[place])
      points += frames[cast.firstFrame..<end].map { frame in
        (frame.time, measure.value(of: frame.states[place], inertia, gravity: frame.gravity))
      }
    }
    return points
  }
}
