internal import Chipmunk
internal import Tiltbox

/// A number of a body, frame by frame.
struct Series {
  typealias Measure = Scenario.Expectation.Measure

  /// The name as requested: `ball.y`.
  let name: String
  let body: String
  /// The measure of the body; nil for a number of a channel.
  let measure: Measure?
  let unit: String
  /// The times in seconds and the values; nil where the body does not exist.
  var points: [(time: Double, value: Double)?] = []
}

extension Trajectory {
  /// Returns a number over time, by the name that it has in a plot, for the frames in which the body exists.
  ///
  /// Throws ``DrawingError`` for an unknown name.
  package func points(of name: String) throws -> [(time: Double, value: Double)] {
    try series([name])[0].points.compactMap(\.self)
  }

  /// Returns the series with some names: a body's id, a dot and a measure; `*` is every body at the first frame.
  ///
  /// Throws ``DrawingError`` that lists the bodies or the measures.
  func series(_ names: [String]) throws -> [Series] {
    var series: [Series] = []
    for name in names {
      if let numbers = channelSeries(name) {
        series += numbers
        continue
      }
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
        let call = name.wholeMatch(of: /(\w+)\(([^()]+)\)/)
        let meant = call.flatMap { call in
          Series.Measure(rawValue: String(call.1)).map { "write \(call.2).\($0.rawValue)" }
        }
        let advice = meant ?? "give a body and a number, as in ball.y"
        throw DrawingError("\"\(name)\" names nothing to plot; \(advice)")
      }
      let (id, key) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
      guard let measure = Series.Measure(rawValue: key) else {
        let known =
          channelSeries(id).map { $0.indices.map(String.init) }
          ?? Series.Measure.allCases.map(\.rawValue)
        let list = known.joined(separator: ", ")
        throw DrawingError("\"\(name)\" asks for \"\(key)\"; there are \(list)")
      }
      let known = sections.flatMap { $0.scenario.bodies.map(\.id) }
      guard id == "*" || known.contains(id) else {
        throw DrawingError(Suggestion.unknown(id, "body", among: Set(known).sorted()))
      }
      for body in id == "*" ? scenario.bodies.map(\.id) : [id] {
        series.append(
          Series(
            name: "\(body).\(key)",
            body: body,
            measure: measure,
            unit: measure.unit,
            points: try points(of: body, measure)
          )
        )
      }
    }
    guard !series.isEmpty else {
      throw DrawingError("there is nothing to plot; give a body and a number, as in ball.y")
    }
    return series
  }

  /// Returns the numbers of a value, `value.sky`, or of an animated appearance, `layer.sky.fill`; with a component
  /// appended, one of them. Nil for another name.
  private func channelSeries(_ name: String) -> [Series]? {
    let channels = scenario.channels
    func place(_ name: String) -> Int? {
      channels.firstIndex { $0.name == name || "value.\($0.name)" == name }
    }
    func series(_ place: Int, _ index: Int) -> Series {
      let channel = channels[place].counting(frames[0].values[place].count)
      let points: [(time: Double, value: Double)?] = frames.map { frame in
        guard place < frame.values.count, index < frame.values[place].count else { return nil }
        return (frame.time, frame.values[place][index])
      }
      let (name, unit) = (channel.columnName(index), scenario.unit(of: channel))
      return Series(name: name, body: "", measure: nil, unit: unit, points: points)
    }
    if let place = place(name), place < frames[0].values.count {
      return frames[0].values[place].indices.map { series(place, $0) }
    }
    guard let dot = name.lastIndex(of: "."),
      let index = Component.index(String(name[name.index(after: dot)...])),
      let place = place(String(name[..<dot])), place < frames[0].values.count,
      index < frames[0].values[place].count
    else { return nil }
    return [series(place, index)]
  }

  private func points(of id: String, _ measure: Series.Measure) throws -> [(Double, Double)?] {
    var points: [(Double, Double)?] = []
    for (index, section) in sections.enumerated() {
      let range = frames(ofSection: index)
      guard let place = frames[section.firstFrame].bodies.firstIndex(of: id) else {
        points += Array(repeating: nil, count: range.count)
        continue
      }
      let inertia = try Inertia(section.scenario.bodies[place])
      points += frames[range].map { frame in
        (frame.time, measure.value(of: frame.states[place], inertia, gravity: frame.gravity))
      }
    }
    return points
  }
}

extension Scenario {
  /// Returns the unit of a channel's numbers; empty for a value and for what has none.
  fileprivate func unit(of channel: ValueChannel) -> String {
    switch channel.target {
    case .layer(_, .position): "units"
    case .layer(_, .angle): "rad"
    case .value(let name) where name.hasPrefix("constraint.") && name.hasSuffix(".force"):
      constraints.first { "constraint.\($0.id).force" == name }?.kind.hasTorque == true
        ? "kg·units²/s²" : "kg·units/s²"
    default: ""
    }
  }
}
