internal import Chipmunk
internal import Tiltbox

extension Trajectory {
  /// Draws the whole trajectory as one SVG that a browser plays in a loop. SMIL interpolates linearly between
  /// keyframes, with an error of at most a twentieth of a pixel.
  ///
  /// Throws the errors of `TrajectoryRenderer`.
  public func animation(_ options: DrawingOptions = DrawingOptions()) throws -> String {
    try SVGAnimation(self, options).text()
  }
}

/// A trajectory as an animated SVG.
private struct SVGAnimation {
  private let trajectory: Trajectory
  private let options: DrawingOptions
  private let renderer: TrajectoryRenderer
  private let forms: SVGForms
  private let view: View
  private let times: [Double]
  private let duration: String
  /// The decimals of a share of the length: enough for 10 µs.
  private let places: Int

  init(_ trajectory: Trajectory, _ options: DrawingOptions) throws {
    (self.trajectory, self.options) = (trajectory, options)
    renderer = TrajectoryRenderer(trajectory)
    view = View(try trajectory.bounds(renderer), width: try options.checkedWidth(), margin: 6)
    forms = SVGForms(view, detail: try renderer.displayList(ofFrame: 0).detail(at: view.scale))
    times = trajectory.frames.map(\.time)
    let seconds = max(trajectory.end - trajectory.frames[0].time, trajectory.step)
    duration = decimal(seconds, 4) + "s"
    places = 5 + "\(Int(seconds))".count
  }

  func text() throws -> String {
    var document = SVGDocument(
      size: view.size,
      title:
        "\(trajectory.scenario.name), \(decimal(trajectory.end - trajectory.frames[0].time, 4)) s",
      theme: options.theme
    )
    let first = try renderer.displayList(ofFrame: 0)
    document.content = forms.opening + forms.ground(first) + gravity(first)
    for index in trajectory.sections.indices { document.content += try section(index) }
    document.content += flashes + "</g>\n"
    return document.text
  }

  /// Returns the attributes that give an animation its values at times, which are shares of its length.
  private func timing(_ keys: [(time: Double, value: String)]) -> String {
    "dur=\"\(duration)\" repeatCount=\"indefinite\" "
      + "keyTimes=\"\(keys.map { decimal($0.time, places) }.joined(separator: ";"))\" "
      + "values=\"\(keys.map(\.value).joined(separator: ";"))\""
  }

  /// The length of the animation, in seconds.
  private var length: Double { max(times[times.count - 1] - times[0], 1e-9) }

  private func timing(_ keyframes: Keyframes, _ text: ([Double]) -> String) -> String {
    timing(keyframes.keys(from: times[0], length: length).map { ($0.time, text($0.numbers)) })
  }

  /// Draws the gravity arrow, which turns the shorter way and whose length is proportional to the gravity.
  private func gravity(_ displayList: DisplayList) -> String {
    guard trajectory.frames.contains(where: { !$0.bodies.isEmpty }) else { return "" }
    var (turns, last) = (0.0, 0.0)
    let samples = trajectory.frames.map { frame in
      let arrow = displayList.arrow(of: frame.gravity)
      var angle = arrow.map { $0.angle * 180 / .pi } ?? last - turns
      while angle + turns - last > 180 { turns -= 360 }
      while angle + turns - last < -180 { turns += 360 }
      angle += turns
      last = angle
      return [angle, arrow?.length ?? 0]
    }
    let keys = Keyframes(samples, at: times, tolerance: [0.5, 0.01])
    return "<g transform=\"translate(\(forms.point(view.bounds.center)))\">"
      + group("rotate", keys) { decimal($0[0], 1) }
      + group("scale", keys) { decimal($0[1]) } + forms.arrow + "</g></g></g>\n"
  }

  /// Opens an animated group; a program without animations shows its first state.
  private func group(_ type: String, _ keys: Keyframes, _ text: ([Double]) -> String) -> String {
    "<g transform=\"\(type)(\(text(keys.values[0])))\">"
      + "<animateTransform attributeName=\"transform\" type=\"\(type)\" "
      + timing(keys, text) + "/>"
  }

  /// Draws the frames from one change of the list of bodies to the next.
  private func section(_ index: Int) throws -> String {
    let range = trajectory.frames(ofSection: index)
    let (first, frames) = (range.lowerBound, Array(trajectory.frames[range]))
    let outlines = try renderer.outlines(ofFrame: first)
    if renderer.appearances.changes { return try flipBook(range) }
    let layers = try renderer.displayList(ofFrame: first).marks.filter(\.isLayer)
    var parts = layers.map { (depth: $0.depth, svg: forms.element($0)) }
    for body in frames[0].bodies.indices {
      let marks = outlines.marks.filter { $0.body == body }
      parts.append((marks.first?.depth ?? 0, moving(marks, body, frames)))
    }
    parts.append((0, try constraints(range)))
    let svg = parts.sorted { $0.depth < $1.depth }.map(\.svg).joined()
    guard trajectory.sections.count > 1 else { return svg }
    return shown(svg, in: range)
  }

  /// Draws a section whose colours, depths or other appearances change: a sequence of pictures, at most thirty a
  /// second.
  private func flipBook(_ range: Range<Int>) throws -> String {
    var pages: [(first: Int, svg: String)] = []
    var last = -Double.infinity
    for index in range where times[index] >= last + 1 / 30.5 {
      last = times[index]
      let displayList = try renderer.displayList(ofFrame: index)
      let svg = displayList.marks.filter { !displayList.isWall($0) }.map(forms.element).joined()
      if svg != pages.last?.svg { pages.append((index, svg)) }
    }
    return pages.indices.map { place in
      let (first, svg) = pages[place]
      let next = place + 1 < pages.count ? pages[place + 1].first : range.upperBound
      return shown(svg, in: first..<next)
    }.joined()
  }

  private func moving(_ marks: [DisplayList.Mark], _ body: Int, _ frames: [Frame]) -> String {
    let tolerance = view.units(0.05)
    let reach = marks.map { $0.form.bounds }.map { max($0.low.length, $0.high.length) }.max() ?? 1
    let samples = frames.map { frame in
      let state = frame.states[body]
      return [state.position.x, state.position.y, state.angle * 180 / .pi]
    }
    let turn = max(tolerance / max(reach, 1e-9) * 180 / .pi, 1e-3)
    let keys = Keyframes(samples, at: frames.map(\.time), tolerance: [tolerance, tolerance, turn])
    return group("translate", keys) { "\(forms.number($0[0])) \(forms.number($0[1]))" }
      + group("rotate", keys) { decimal($0[2]) } + "\n"
      + alternating(marks, body, frames) + "</g></g>\n"
  }

  /// Draws the marks of a body, shown while it is awake, and others in their place while it sleeps.
  private func alternating(_ marks: [DisplayList.Mark], _ body: Int, _ frames: [Frame]) -> String {
    let awake = marks.map(forms.element).joined()
    let asleep = marks.map { mark in
      var mark = mark
      if mark.style == .awake { mark.style = .sleeping }
      return forms.element(mark)
    }.joined()
    var keys = [(time: times[0], isShown: true)]
    for frame in frames where frame.asleep.contains(body) == keys[keys.count - 1].isShown {
      keys.append((frame.time, !frame.asleep.contains(body)))
    }
    guard keys.count > 1, asleep != awake else { return awake }
    return shown(awake, keys) + shown(asleep, keys.map { ($0.time, !$0.isShown) })
  }

  /// Shows elements only during some frames.
  private func shown(_ svg: String, in range: Range<Int>) -> String {
    let isFirst = range.lowerBound == 0
    var keys = [(times[0], isFirst)]
    if !isFirst { keys.append((times[range.lowerBound], true)) }
    if range.upperBound < times.count { keys.append((times[range.upperBound], false)) }
    return shown(svg, keys)
  }

  /// Shows and hides elements at given times. What is not displayed has no visible parts either.
  private func shown(_ svg: String, _ keys: [(time: Double, isShown: Bool)]) -> String {
    let keys = keys.map { (($0.time - times[0]) / length, $0.isShown ? "inline" : "none") }
    return "<g display=\"\(keys[0].1)\"><animate attributeName=\"display\" calcMode=\"discrete\" "
      + "\(timing(keys))/>\n\(svg)</g>\n"
  }

  /// Draws lines and dots whose ends follow their bodies.
  private func constraints(_ range: Range<Int>) throws -> String {
    guard !trajectory.scenario.constraints.isEmpty else { return "" }
    let marks = try range.map { index in
      try renderer.displayList(ofFrame: index).marks.filter { $0.style == .constraint }
    }
    return marks[0].indices.map { place in
      let samples = marks.map { $0[place].form.extent.points.flatMap { [$0.x, $0.y] } }
      let tolerance = Array(repeating: view.units(0.05), count: samples[0].count)
      let keys = Keyframes(samples, at: Array(times[range]), tolerance: tolerance)
      guard samples[0].count == 4 else {
        return group("translate", keys) { $0.map(forms.number).joined(separator: " ") }
          + forms.element(DisplayList.Mark(form: .point(.zero), style: .constraint, body: nil))
          + "</g>\n"
      }
      func line(_ numbers: [Double]) -> String {
        "M\(forms.number(numbers[0])) \(forms.number(numbers[1]))L"
          + "\(forms.number(numbers[2])) \(forms.number(numbers[3]))"
      }
      return
        "<path class=\"joint\" d=\"\(line(keys.values[0]))\" stroke-width=\"\(forms.width(.fine(DrawingMetrics.joint)))\">"
        + "<animate attributeName=\"d\" \(timing(keys, line))/></path>\n"
    }.joined()
  }

  /// Rings at the points of hard contacts.
  private var flashes: String {
    let (radii, opacities) = (DrawingMetrics.flashRadius, DrawingMetrics.flashOpacity)
    return trajectory.contacts.compactMap { event, strength in
      let begin = trajectory.time(ofTick: event.tick) - times[0]
      guard strength > 0.3, begin >= 0, begin < length else { return nil }
      let end = min(begin + DrawingMetrics.flashTime, length)
      let radius = forms.number(
        view.units((radii[0] + radii[1] + radii[2] * strength) * forms.detail)
      )
      let shown = decimal(opacities[0] + opacities[1] * strength)
      let shares = [0, begin, begin, end, length].map { $0 / length }
      func animate(_ attribute: String, _ values: [String]) -> String {
        "<animate attributeName=\"\(attribute)\" \(timing(Array(zip(shares, values))))/>"
      }
      let (x, y) = (forms.number(event.point.x), forms.number(event.point.y))
      return "<circle class=\"flash\" cx=\"\(x)\" cy=\"\(y)\" r=\"0\" "
        + "stroke-width=\"\(forms.width(.fine(DrawingMetrics.joint)))\" opacity=\"0\">"
        + animate("r", ["0", "0", forms.width(.fine(radii[0])), radius, "0"])
        + animate("opacity", ["0", "0", shown, "0", "0"]) + "</circle>\n"
    }.joined()
  }
}

extension Trajectory {
  /// Returns the rectangle around the walls; without walls, around everything that is visible in any frame.
  func bounds(_ renderer: TrajectoryRenderer) throws -> BoundingBox {
    var bounds = try renderer.displayList(ofFrame: 0).bounds
    guard scenario.walls == nil else { return bounds }
    for index in stride(from: 0, to: frames.count, by: max(1, frames.count / 200)) {
      bounds = bounds.union(try renderer.displayList(ofFrame: index).bounds)
    }
    return bounds
  }
}
