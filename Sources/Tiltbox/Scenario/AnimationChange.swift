import Chipmunk
import Motion

/// A kind of change: its fields in a file, its check, and its animation. Each is one type, in the list
/// ``AnimationDescription/Change/kinds``. A group is none of them, but has them.
protocol AnimationChange: Sendable {
  /// Reads the change; nil if the fields describe another kind.
  init?(_ fields: ChangeFields)
  /// The change as a value of the model.
  var change: AnimationDescription.Change { get }
  /// Whether it can have several timing functions.
  var takesTimings: Bool { get }
  /// Whether it goes along a path, so that its values are pairs.
  var isPath: Bool { get }
  /// Writes the fields that differ from their defaults.
  func write(to fields: inout ChangeFields)
  /// Reports problems of the numbers: their count and their ranges.
  func report(at site: AnimationSite, to found: inout DiagnosticList)
  /// Makes the animation.
  func animation<Value: NumericValue>(
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Value>
}

extension AnimationChange {
  var takesTimings: Bool { false }
  var isPath: Bool { false }
}

extension AnimationDescription.Change {
  /// The kinds in the order in which fields decide between them; the last takes all others.
  private static let kinds: [any AnimationChange.Type] = [
    AnimationDescription.Keyframes.self, AnimationDescription.PathDescription.self,
    SpringChange.self, AnimationDescription.Ends.self,
  ]

  /// The change as one of the kinds; nil for a group.
  var content: (any AnimationChange)? {
    switch self {
    case .basic(let ends): ends
    case .keyframes(let frames): frames
    case .path(let path): path
    case .spring(let ends, let spring): SpringChange(ends: ends, spring: spring)
    case .group: nil
    }
  }

  /// The change as in a file; empty for a group.
  package var fields: ChangeFields {
    var fields = ChangeFields()
    content?.write(to: &fields)
    return fields
  }

  /// The change that the fields describe; nil if there is none.
  package init?(_ fields: ChangeFields) {
    for kind in Self.kinds {
      guard let content = kind.init(fields) else { continue }
      self = content.change
      return
    }
    return nil
  }
}

extension AnimationDescription.Ends: AnimationChange {
  init?(_ fields: ChangeFields) { self = fields.ends }

  var change: AnimationDescription.Change { .basic(self) }

  func write(to fields: inout ChangeFields) { fields.ends = self }

  func report(at site: AnimationSite, to found: inout DiagnosticList) {
    for (field, value) in [("from", from), ("to", to), ("by", by)] {
      guard let value else { continue }
      site.report(value, field, isDifference: field == "by" || site.hasDifferences, to: &found)
    }
    if site.form.isEndless, site.animation.isAdditive || [from, to].contains(nil) {
      found.add(site.path, "starts from infinity, which has no in-between; give from and to")
    }
  }

  func animation<Value: NumericValue>(
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Value> {
    try BasicAnimation(
      from: from.map(Value.init(numbers:)),
      to: to.map(Value.init(numbers:)),
      by: by.map(Value.init(numbers:)),
      timing: timing,
      timingFunction: functions.first ?? .linear
    )
  }
}

/// From one value to another, pulled by a spring.
private struct SpringChange: AnimationChange {
  let ends: AnimationDescription.Ends
  let spring: AnimationDescription.SpringDescription

  init(ends: AnimationDescription.Ends, spring: AnimationDescription.SpringDescription) {
    (self.ends, self.spring) = (ends, spring)
  }

  init?(_ fields: ChangeFields) {
    guard let spring = fields.spring else { return nil }
    self.init(ends: fields.ends, spring: .init(spring))
  }

  var change: AnimationDescription.Change { .spring(ends, spring) }

  func write(to fields: inout ChangeFields) {
    (fields.ends, fields.spring) = (ends, spring.fields)
  }

  func report(at site: AnimationSite, to found: inout DiagnosticList) {
    ends.report(at: site, to: &found)
    guard let velocity = spring.velocity else { return }
    site.report(velocity, "spring.velocity", isDifference: true, to: &found)
  }

  func animation<Value: NumericValue>(
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Value> {
    try SpringAnimation(
      from: ends.from.map(Value.init(numbers:)),
      to: ends.to.map(Value.init(numbers:)),
      by: ends.by.map(Value.init(numbers:)),
      spring: spring.spring(),
      initialVelocity: spring.velocity.map(Value.init(numbers:)),
      timing: timing
    ).eased(functions.first ?? .linear)
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
      try Spring(mass: mass, stiffness: stiffness, damping: damping)
    case .bounce(let duration, let bounce): try Spring(duration: duration, bounce: bounce)
    }
  }
}

extension AnimationDescription.Keyframes: AnimationChange {
  init?(_ fields: ChangeFields) {
    guard let values = fields.values else { return nil }
    self.init(values, times: fields.keyTimes, mode: fields.mode ?? .linear, shapes: fields.shapes)
  }

  var change: AnimationDescription.Change { .keyframes(self) }
  var takesTimings: Bool { true }

  func write(to fields: inout ChangeFields) {
    (fields.values, fields.keyTimes) = (values, times)
    if mode != .linear { fields.mode = mode }
    if !shapes.isEmpty {
      fields.tension = shapes.map(\.tension)
      fields.continuity = shapes.map(\.continuity)
      fields.bias = shapes.map(\.bias)
    }
  }

  func report(at site: AnimationSite, to found: inout DiagnosticList) {
    for (index, value) in values.enumerated() {
      site.report(value, "values[\(index)]", isDifference: site.hasDifferences, to: &found)
    }
    if site.form.isEndless, site.animation.isAdditive {
      found.add(site.path, "is added to infinity; drop additive")
    }
  }

  func animation<Value: NumericValue>(
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Value> {
    try KeyframeAnimation(
      values: values.map(Value.init(numbers:)),
      keyTimes: times,
      timingFunctions: functions,
      calculationMode: mode,
      shapes: shapes,
      timing: timing
    )
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

extension AnimationDescription.PathDescription: AnimationChange {
  init?(_ fields: ChangeFields) {
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

  var change: AnimationDescription.Change { .path(self) }
  var takesTimings: Bool { true }
  var isPath: Bool { true }

  func write(to fields: inout ChangeFields) {
    switch form {
    case .svg(let data): fields.svg = data
    case .ellipse(let x, let y, let width, let height): fields.ellipse = [x, y, width, height]
    case .points(let points): fields.points = points
    }
    fields.keyTimes = times
    if rotation != .none { fields.rotation = rotation }
    if mode != .paced { fields.mode = mode }
  }

  func report(at site: AnimationSite, to found: inout DiagnosticList) {
    if site.form.count != 2 {
      let words = "takes \(site.form.words), and a path goes with a pair; give values"
      found.add("\(site.path).target", words)
    }
    if case .body(_, .position)? = site.animation.target { return }
    guard rotation != .none else { return }
    let words = "turns a body along its path; drop it, or animate a body's position"
    found.add("\(site.path).rotation", words)
  }

  func animation<Value: NumericValue>(
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Value> {
    let pieces = functions.count == 1 ? [] : functions
    let animation = try Value.animation(along: self, pieces, timing)
    return animation.eased(pieces.isEmpty ? functions.first ?? .linear : .linear)
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
    let range = isDifference ? ValueDescription.number : form.range
    for (index, number) in numbers.enumerated() {
      let field = form.count == 1 ? path : "\(path)[\(index)]"
      found.check(field, form.isSigned ? abs(number) : number, range)
    }
  }
}
