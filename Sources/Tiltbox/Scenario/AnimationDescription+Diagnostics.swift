import Chipmunk
import Motion

extension Scenario {
  func reportAnimations(to found: inout DiagnosticList) {
    var keys: [String: String] = [:]
    var first: [AnimationTarget: String] = [:]
    for (index, animation) in animations.enumerated() where !found.isFull {
      report(animation, at: "animations[\(index)]", &keys, &first, &found)
    }
  }

  private func report(
    _ animation: AnimationDescription,
    at path: String,
    _ keys: inout [String: String],
    _ first: inout [AnimationTarget: String],
    _ found: inout DiagnosticList
  ) {
    let count = found.diagnostics.count
    if let key = animation.key, let other = keys.updateValue(path, forKey: key) {
      found.add("\(path).key", "\"\(key)\" names \(other) already; give another key")
    }
    animation.reportTiming(at: path, to: &found)
    let isTimed = found.diagnostics.count == count
    if case .group(let members) = animation.change {
      if members.isEmpty { found.add("\(path).group", "has no animation; give at least one") }
      for (index, member) in members.enumerated() {
        report(member, at: "\(path).group[\(index)]", &keys, &first, &found)
      }
      guard found.diagnostics.count == count else { return }
      found.attemptMotion(path) { () throws(MotionError) in
        _ = try animation.groupTiming(of: members)
      }
      return
    }
    guard let target = animation.target else {
      return found.add(
        "\(path).target",
        "missing; give what changes, such as tilt or body.ID.position"
      )
    }
    let countBefore = found.diagnostics.count
    guard let form = form(of: target, at: "\(path).target", &found) else { return }
    reportRivals(of: target, animation, at: path, &first, &found)
    animation.report(form, at: path, to: &found)
    guard found.diagnostics.count == countBefore else { return }
    var trial = animation
    if !isTimed { (trial.play, trial.timing, trial.sampleRate) = (.init(), [], nil) }
    trial.reportMotion(form, at: path, to: &found)
  }

  /// Reports a body moved in two ways at once: by its pose and by its velocity.
  private func reportRivals(
    of target: AnimationTarget,
    _ animation: AnimationDescription,
    at path: String,
    _ first: inout [AnimationTarget: String],
    _ found: inout DiagnosticList
  ) {
    guard case .body(let id, let property) = target.base else { return }
    var moved = [property]
    if animation.rotates { moved.append(.angle) }
    for property in moved {
      if first[.body(id, property)] == nil { first[.body(id, property)] = path }
      if let rival = property.rival, let other = first[.body(id, rival)] {
        found.add(
          "\(path).target",
          "\(other) animates the \(rival.rawValue) of \"\(id)\" already; drop one of the two"
        )
      }
      guard let body = found.names.bodies[id].map({ bodies[$0] }) else { continue }
      if property == .position, body.velocity != .zero {
        found.add("\(path).target", "\"\(id)\" has a velocity of its own already; drop that")
      }
      if property == .angle, body.angularVelocity != 0 {
        found.add(
          "\(path).target",
          "\"\(id)\" has an angularVelocity of its own already; drop that"
        )
      }
    }
  }
}

extension AnimationTarget.BodyProperty {
  fileprivate var rival: Self? {
    switch self {
    case .position: .velocity
    case .velocity: .position
    case .angle: .angularVelocity
    case .angularVelocity: .angle
    case .force, .torque: nil
    }
  }
}

extension AnimationDescription {
  /// Reports problems of the numbers: their count and their ranges.
  fileprivate func report(_ form: TargetForm, at path: String, to found: inout DiagnosticList) {
    let isPlace = target.map { if case .body(_, .position) = $0 { true } else { false } } ?? false
    switch change {
    case .basic(let ends), .spring(let ends, _):
      for (field, value) in [("from", ends.from), ("to", ends.to), ("by", ends.by)] {
        guard let value else { continue }
        let isDifference = field == "by" || isAdditive || isCumulative
        form.report(value, at: "\(path).\(field)", to: &found, isDifference: isDifference)
      }
      if form.isEndless, isAdditive || [ends.from, ends.to].contains(nil) {
        found.add(path, "starts from infinity, which has no in-between; give from and to")
      }
      if case .spring(_, let spring) = change, let velocity = spring.velocity {
        form.report(velocity, at: "\(path).spring.velocity", to: &found, isDifference: true)
      }
    case .keyframes(let frames):
      for (index, value) in frames.values.enumerated() {
        let isDifference = isAdditive || isCumulative
        form.report(value, at: "\(path).values[\(index)]", to: &found, isDifference: isDifference)
      }
      if form.isEndless, isAdditive {
        found.add(path, "is added to infinity; drop additive")
      }
    case .path(let description):
      if form.count != 2 {
        found.add("\(path).target", "takes \(form.words), and a path goes with a pair; give values")
      }
      if description.rotation != .none, !isPlace {
        found.add(
          "\(path).rotation",
          "turns a body along its path; drop it, or animate a body's position"
        )
      }
    case .group: break
    }
  }

  /// Reports problems of the timing and the timing functions.
  fileprivate func reportTiming(at path: String, to found: inout DiagnosticList) {
    let count = found.diagnostics.count
    found.check(self, Self.fields, at: path)
    if found.diagnostics.count == count {
      found.attemptMotion(path) { () throws(MotionError) in _ = try play.media() }
    }
    for (index, function) in timing.enumerated() {
      let field = timing.count == 1 ? "\(path).timing" : "\(path).timing[\(index)]"
      found.attemptMotion(field) { () throws(MotionError) in _ = try function.function() }
    }
    switch change {
    case .keyframes, .path: break
    case .basic, .spring, .group:
      guard timing.count > 1 else { return }
      found.add("\(path).timing", "a list goes with values or a path; give one timing function")
    }
  }

  /// Reports problems that Motion finds.
  fileprivate func reportMotion(_ form: TargetForm, at path: String, to found: inout DiagnosticList)
  {
    found.attemptMotion(path) { () throws(MotionError) in
      if case .path = change {
        _ = try animation(of: Vector.self, over: .zero)
      } else {
        _ = try animation(over: Array(repeating: 0, count: form.count))
      }
    }
  }
}

extension TargetForm {
  fileprivate func report(
    _ numbers: [Double],
    at path: String,
    to found: inout DiagnosticList,
    isDifference: Bool = false
  ) {
    guard numbers.count == count else {
      let given = numbers.count == 1 ? "one number" : "\(numbers.count) numbers"
      return found.add(path, "expected \(words), got \(given)")
    }
    let quantity = isDifference ? ValueDescription.number : range
    for (index, number) in numbers.enumerated() {
      let field = count == 1 ? path : "\(path)[\(index)]"
      found.check(field, isSigned ? abs(number) : number, quantity)
    }
  }
}
