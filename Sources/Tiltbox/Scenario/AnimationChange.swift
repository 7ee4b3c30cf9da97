import Chipmunk
import Motion

// The kinds of change: their fields in a file, their checks and their animations. A group has none of its own.
extension AnimationDescription.Change {
  /// The change that the fields describe.
  package init(_ fields: ChangeFields) {
    if let frames = AnimationDescription.Keyframes(fields) {
      self = .keyframes(frames)
    } else if let path = AnimationDescription.PathDescription(fields) {
      self = .path(path)
    } else if let spring = fields.spring {
      self = .spring(fields.ends, .init(spring))
    } else {
      self = .basic(fields.ends)
    }
  }

  /// The change as in a file, with the fields that differ from their defaults; empty for a group.
  package var fields: ChangeFields {
    var fields = ChangeFields()
    switch self {
    case .basic(let ends): fields.ends = ends
    case .keyframes(let frames): frames.write(to: &fields)
    case .path(let path): path.write(to: &fields)
    case .spring(let ends, let spring): (fields.ends, fields.spring) = (ends, spring.fields)
    case .group: break
    }
    return fields
  }

  /// Whether it goes along a path, so that its values are pairs.
  var isPath: Bool { if case .path = self { true } else { false } }

  /// Whether it can have several timing functions.
  var takesTimings: Bool { if case .keyframes = self { true } else { isPath } }

  /// Reports problems of the numbers: their count and their ranges.
  func report(at site: AnimationSite, to found: inout DiagnosticList) {
    switch self {
    case .basic(let ends): ends.report(at: site, to: &found)
    case .keyframes(let frames): frames.report(at: site, to: &found)
    case .path(let path): path.report(at: site, to: &found)
    case .spring(let ends, let spring):
      ends.report(at: site, to: &found)
      guard let velocity = spring.velocity else { return }
      site.report(velocity, "spring.velocity", isDifference: true, to: &found)
    case .group: break
    }
  }

  /// Makes the animation of a change that is not a group.
  func animation<Value: NumericValue>(
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Value> {
    switch self {
    case .basic(let ends):
      return try BasicAnimation(
        from: ends.from.map(Value.init(numbers:)),
        to: ends.to.map(Value.init(numbers:)),
        by: ends.by.map(Value.init(numbers:)),
        timing: timing,
        timingFunction: functions.first ?? .linear
      )
    case .keyframes(let frames):
      return try KeyframeAnimation(
        values: frames.values.map(Value.init(numbers:)),
        keyTimes: frames.times,
        timingFunctions: functions,
        calculationMode: frames.mode,
        shapes: frames.shapes,
        timing: timing
      )
    case .path(let path):
      let pieces = functions.count == 1 ? [] : functions
      let animation = try Value.animation(along: path, pieces, timing)
      return animation.eased(pieces.isEmpty ? functions.first ?? .linear : .linear)
    case .spring(let ends, let spring):
      return try SpringAnimation(
        from: ends.from.map(Value.init(numbers:)),
        to: ends.to.map(Value.init(numbers:)),
        by: ends.by.map(Value.init(numbers:)),
        spring: spring.spring(),
        initialVelocity: spring.velocity.map(Value.init(numbers:)),
        timing: timing
      ).eased(functions.first ?? .linear)
    case .group: preconditionFailure("a group is made of its animations")
    }
  }
}

extension AnimationDescription.Ends {
  fileprivate func report(at site: AnimationSite, to found: inout DiagnosticList) {
    for (field, value) in [("from", from), ("to", to), ("by", by)] {
      guard let value else { continue }
      site.report(value, field, isDifference: field == "by" || site.hasDifferences, to: &found)
    }
    if site.form.isEndless, site.animation.isAdditive || [from, to].contains(nil) {
      found.add(site.path, "starts from infinity, which has no in-between; give from and to")
    }
  }
}

extension AnimationDescription.SpringDescription {
  var fields: SpringFields {
    var fields = SpringFields()
    fields.velocity = velocity
    switch form {
    case .constants(let mass, let stiffness, let damping):
      (fields.mass, fields.stiffness, fields.damping) = (mass, stiffness, damping)
    case .bounce(let duration, let bounce): (fields.duration, fields.bounce) = (duration, bounce)
    }
    return fields
  }

  init(_ fields: SpringFields) {
    if let duration = fields.duration {
      self.init(.bounce(duration: duration, bounce: fields.bounce ?? 0), velocity: fields.velocity)
    } else {
      let form = Form.constants(
        mass: fields.mass ?? 1,
        stiffness: fields.stiffness ?? 100,
        damping: fields.damping ?? 10
      )
      self.init(form, velocity: fields.velocity)
    }
  }

  func spring() throws(MotionError) -> Spring {
    switch form {
    case .constants(let mass, let stiffness, let damping):
      return try Spring(mass: mass, stiffness: stiffness, damping: damping)
    case .bounce(let duration, let bounce):
      do throws(MotionError) {
        return try Spring(duration: duration, bounce: bounce)
      } catch {
        // An animation has a duration, too.
        guard error.parameter == "duration" else { throw error }
        throw MotionError("spring.duration", is: error.value, remedy: error.remedy)
      }
    }
  }
}

extension AnimationDescription.Keyframes {
  /// Reads keyframes; nil if the fields describe another kind of change.
  fileprivate init?(_ fields: ChangeFields) {
    guard let values = fields.values else { return nil }
    self.init(values, times: fields.keyTimes, mode: fields.mode ?? .linear, shapes: fields.shapes)
  }

  fileprivate func write(to fields: inout ChangeFields) {
    (fields.values, fields.keyTimes) = (values, times)
    if mode != .linear { fields.mode = mode }
    if !shapes.isEmpty {
      fields.tension = shapes.map(\.tension)
      fields.continuity = shapes.map(\.continuity)
      fields.bias = shapes.map(\.bias)
    }
  }

  fileprivate func report(at site: AnimationSite, to found: inout DiagnosticList) {
    for (index, value) in values.enumerated() {
      site.report(value, "values[\(index)]", isDifference: site.hasDifferences, to: &found)
    }
    if site.form.isEndless, site.animation.isAdditive {
      found.add(site.path, "is added to infinity; drop additive")
    }
  }
}

extension ChangeFields {
  /// Tensions, continuities and biases: one of each for all keyframes, or one per keyframe.
  fileprivate var shapes: [CurveShape] {
    let lists = [tension, continuity, bias].map { $0 ?? [] }
    func number(_ list: [Double], _ index: Int) -> Double {
      list.isEmpty ? 0 : list[Swift.min(index, list.count - 1)]
    }
    return (0..<(lists.map(\.count).max() ?? 0)).map { index in
      CurveShape(
        tension: number(lists[0], index),
        continuity: number(lists[1], index),
        bias: number(lists[2], index)
      )
    }
  }
}

extension AnimationDescription.PathDescription {
  /// Reads a path; nil if the fields describe another kind of change.
  fileprivate init?(_ fields: ChangeFields) {
    let form: Form
    if let svg = fields.svg {
      form = .svg(svg)
    } else if let ellipse = fields.ellipse {
      form = .ellipse(x: ellipse[0], y: ellipse[1], width: ellipse[2], height: ellipse[3])
    } else if let points = fields.points {
      form = .points(points)
    } else {
      return nil
    }
    self.init(
      form,
      rotation: fields.rotation ?? .none,
      mode: fields.mode ?? .paced,
      times: fields.keyTimes
    )
  }

  fileprivate func write(to fields: inout ChangeFields) {
    switch form {
    case .svg(let data): fields.svg = data
    case .ellipse(let x, let y, let width, let height): fields.ellipse = [x, y, width, height]
    case .points(let points): fields.points = points
    }
    fields.keyTimes = times
    if rotation != .none { fields.rotation = rotation }
    if mode != .paced { fields.mode = mode }
  }

  fileprivate func report(at site: AnimationSite, to found: inout DiagnosticList) {
    if site.form.count != 2 {
      let words = "takes \(site.form.words), and a path goes with a pair; give values"
      found.add("\(site.path).target", words)
    }
    if case .body(_, .position)? = site.animation.target { return }
    guard rotation != .none else { return }
    let words = "turns a body along its path; drop it, or animate a body's position"
    found.add("\(site.path).rotation", words)
  }

  func path() throws(MotionError) -> Path {
    switch form {
    case .svg(let data): try Path(svg: data)
    case .ellipse(let x, let y, let width, let height):
      try Path(ellipseIn: Rect(x: x, y: y, width: width, height: height))
    case .points(let points): try Path(through: points.map(\.components))
    }
  }
}

/// The place of an animation in a scenario, and what its target takes.
struct AnimationSite {
  let path: String
  let form: TargetForm
  let animation: AnimationDescription

  /// Whether its values are added to others.
  var hasDifferences: Bool { animation.isAdditive || animation.isCumulative }

  /// Reports a wrong count of numbers, or numbers out of range.
  func report(
    _ numbers: [Double],
    _ field: String,
    isDifference: Bool,
    to found: inout DiagnosticList
  ) {
    let path = "\(path).\(field)"
    guard numbers.count == form.count else {
      let given = numbers.count == 1 ? "one number" : "\(numbers.count) numbers"
      return found.add(path, "expected \(form.words), got \(given)")
    }
    if !isDifference, animation.target?.isColor == true,
      let share = Appearance.share(ofBytes: numbers)
    {
      return found.add(path, "the parts of a colour are from 0 to 1; write \(share)")
    }
    let range = isDifference ? ValueDescription.number : form.range
    for (index, number) in numbers.enumerated() {
      let field = form.count == 1 ? path : "\(path)[\(index)]"
      found.check(field, form.isSigned ? abs(number) : number, range)
    }
  }
}
