internal import Chipmunk
internal import Motion
internal import Tiltbox

extension ValueDescription {
  /// The value in the words of a scenario file.
  var json: JSON { .object([("id", .text(id)), ("numbers", .numbers(numbers))]) }
}

extension AnimationDescription {
  /// The animation in the words of a scenario file; what a file need not say is left out.
  var json: JSON {
    var members: [(String, JSON)] = []
    if let target { members.append(("target", .text(target.description))) }
    if let key { members.append(("key", .text(key))) }
    members += change.members
    members += play.members
    if timing.count == 1 {
      members.append(("timing", timing[0].json))
    } else if !timing.isEmpty {
      members.append(("timing", .array(timing.map(\.json))))
    }
    if isAdditive { members.append(("additive", .flag(true))) }
    if isCumulative { members.append(("cumulative", .flag(true))) }
    if let sampleRate { members.append(("sample", .number(sampleRate))) }
    return .object(members)
  }
}

extension AnimationDescription.Change {
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .basic(let ends): ends.members
    case .keyframes(let frames): frames.members
    case .path(let course): course.members
    case .spring(let ends, let spring): ends.members + [("spring", spring.json)]
    case .group(let animations): [("group", .array(animations.map(\.json)))]
    }
  }
}

extension AnimationDescription.Ends {
  fileprivate var members: [(String, JSON)] {
    [("from", from), ("to", to), ("by", by)].compactMap { key, numbers in
      numbers.map { (key, .numbers($0)) }
    }
  }
}

extension AnimationDescription.Keyframes {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("values", .array(values.map(JSON.numbers))), ("mode", .text(mode.rawValue)),
    ]
    if let times { members.append(("keyTimes", .numbers(times))) }
    if !shapes.isEmpty {
      members.append(("tension", .numbers(shapes.map(\.tension))))
      members.append(("continuity", .numbers(shapes.map(\.continuity))))
      members.append(("bias", .numbers(shapes.map(\.bias))))
    }
    return members
  }
}

extension AnimationDescription.Course {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)]
    switch form {
    case .svg(let data): members = [("svg", .text(data))]
    case .ellipse(let x, let y, let width, let height):
      members = [("ellipse", .numbers([x, y, width, height]))]
    case .points(let points): members = [("points", .array(points.map(JSON.init)))]
    }
    members += [("rotation", .text(rotation.rawValue)), ("mode", .text(mode.rawValue))]
    if let times { members.append(("keyTimes", .numbers(times))) }
    return members
  }
}

extension AnimationDescription.SpringDescription {
  fileprivate var json: JSON {
    var members: [(String, JSON)]
    switch form {
    case .constants(let mass, let stiffness, let damping):
      members = [
        ("mass", .number(mass)), ("stiffness", .number(stiffness)), ("damping", .number(damping)),
      ]
    case .bounce(let duration, let bounce):
      members = [("duration", .number(duration)), ("bounce", .number(bounce))]
    }
    if let velocity { members.append(("velocity", .numbers(velocity))) }
    return .object(members)
  }
}

extension AnimationDescription.Play {
  fileprivate var members: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if begin.bitPattern != 0 { members.append(("begin", .number(begin))) }
    if let duration { members.append(("duration", .number(duration))) }
    if speed != 1 { members.append(("speed", .number(speed))) }
    if let offset { members.append(("offset", .number(offset))) }
    if let repeatCount {
      members.append(
        ("repeat", repeatCount.isInfinite ? .text("forever") : .number(repeatCount))
      )
    }
    if let repeatDuration { members.append(("repeatDuration", .number(repeatDuration))) }
    if autoreverses { members.append(("autoreverse", .flag(true))) }
    if fill != .removed { members.append(("fill", .text(fill.rawValue))) }
    return members
  }
}

extension TimingFunctionDescription {
  fileprivate var json: JSON {
    switch self {
    case .text(let text): .text(text)
    case .bezier(let x1, let y1, let x2, let y2): .numbers([x1, y1, x2, y2])
    }
  }
}

extension JSON {
  fileprivate static func numbers(_ numbers: [Double]) -> JSON { .array(numbers.map(JSON.number)) }
}
