internal import Chipmunk
internal import Motion
internal import Tiltbox

extension AnimationDescription {
  /// The animation in the words of a scenario file; what a file need not say is left out.
  var json: JSON {
    var members: [(String, JSON)] = []
    if let target { members.append(("target", .text(target.description))) }
    if let key { members.append(("key", .text(key))) }
    members += change.members + play.members
    switch timing.count {
    case 0: break
    case 1: members.append(("timing", timing[0].json))
    default: members.append(("timing", .array(timing.map(\.json))))
    }
    if isAdditive { members.append(("additive", .flag(true))) }
    if isCumulative { members.append(("cumulative", .flag(true))) }
    if let sampleRate { members.append(("sample", .number(sampleRate))) }
    return .object(members)
  }
}

extension TimingFunctionDescription {
  fileprivate var json: JSON {
    switch self {
    case .text(let text): .text(text)
    case .bezier(let x1, let y1, let x2, let y2): JSON([x1, y1, x2, y2])
    }
  }
}

extension AnimationDescription.Change {
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .basic(let ends): ends.members
    case .keyframes(let frames): frames.members
    case .path(let course): course.members
    case .spring(let ends, let spring): ends.members + [("spring", .object(spring.members))]
    case .group(let animations): [("group", .array(animations.map(\.json)))]
    }
  }
}

extension AnimationDescription.Ends {
  fileprivate var members: [(String, JSON)] {
    [("from", from), ("to", to), ("by", by)].compactMap { key, numbers in
      numbers.map { (key, JSON($0)) }
    }
  }
}

extension AnimationDescription.Keyframes {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = [("values", .array(values.map { JSON($0) }))]
    if let times { members.append(("keyTimes", JSON(times))) }
    if mode != .linear { members.append(("mode", .text(mode.rawValue))) }
    guard !shapes.isEmpty else { return members }
    return members + [
      ("tension", JSON(shapes.map(\.tension))), ("continuity", JSON(shapes.map(\.continuity))),
      ("bias", JSON(shapes.map(\.bias))),
    ]
  }
}

extension AnimationDescription.Course {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)]
    switch form {
    case .svg(let data): members = [("svg", .text(data))]
    case .ellipse(let x, let y, let width, let height):
      members = [("ellipse", JSON([x, y, width, height]))]
    case .points(let points): members = [("points", .array(points.map { JSON($0) }))]
    }
    if rotation != .none { members.append(("rotation", .text(rotation.rawValue))) }
    if mode != .paced { members.append(("mode", .text(mode.rawValue))) }
    if let times { members.append(("keyTimes", JSON(times))) }
    return members
  }
}

extension AnimationDescription.SpringDescription {
  fileprivate var members: [(String, JSON)] {
    let numbers: [(String, JSON)] =
      switch form {
      case .constants(let mass, let stiffness, let damping):
        [
          ("mass", .number(mass)), ("stiffness", .number(stiffness)),
          ("damping", .number(damping)),
        ]
      case .bounce(let duration, let bounce):
        [("duration", .number(duration)), ("bounce", .number(bounce))]
      }
    return numbers + (velocity.map { [("velocity", JSON($0))] } ?? [])
  }
}

extension AnimationDescription.Play {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if begin.bitPattern != 0 { members.append(("begin", .number(begin))) }
    if let duration { members.append(("duration", .number(duration))) }
    if speed != 1 { members.append(("speed", .number(speed))) }
    if let offset { members.append(("offset", .number(offset))) }
    if let repeatCount { members.append(("repeat", .times(repeatCount))) }
    if let repeatDuration { members.append(("repeatDuration", .times(repeatDuration))) }
    if autoreverses { members.append(("autoreverse", .flag(true))) }
    if fill != .removed { members.append(("fill", .text(fill.rawValue))) }
    return members
  }
}

extension JSON {
  /// A number that may be infinite.
  fileprivate static func times(_ number: Double) -> JSON {
    number.isFinite ? .number(number) : .text("forever")
  }
}
