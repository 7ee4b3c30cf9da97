internal import Chipmunk
internal import Motion
internal import Tiltbox

/// Makes animations from the tree.
struct AnimationDecoder {
  let findings: Findings

  /// The animation. Where something of it cannot be read, a default stands for it, or for the whole, and
  /// nothing more is said of that part.
  func animation(_ value: Value) -> AnimationDescription {
    var animation = AnimationDescription(nil, .group([]))
    guard let fields = value.fields() else {
      findings.suppressPart(value.path)
      return animation
    }
    let kind = ChangeFields.kinds.first(where: fields.has) ?? ChangeFields.plain
    animation.target = target(fields)
    animation.timing = fields["timing"]?.timing() ?? []
    fields.read(AnimationDescription.fields, into: &animation)
    guard let change = change(fields, kind) else {
      _ = value.content()
      findings.suppressPart(value.path)
      return animation
    }
    animation.change = change
    fields.reportStrays(beside: kind) {
      "goes with \($0.joined(separator: ", ")), not with \(kind); drop it"
    }
    if kind == "group" {
      for key in ["target", "additive", "cumulative", "sample"] {
        fields[key]?.report("belongs to each of the group's animations, not to the group")
      }
    }
    return animation
  }

  private func target(_ fields: Fields) -> AnimationTarget? {
    guard let value = fields["target"], let text = value.text() else {
      if findings.suppresses(fields.path("target")) { findings.suppressPart(fields.value.path) }
      return nil
    }
    do {
      let target = try AnimationTarget(text)
      switch target.base {
      case .body(let id, _) where findings.isUnreliable("body.\(id)"),
        .look(let id, _) where findings.isUnreliable("body.\(id)"):
        findings.suppress(value.path)
      case .constraint(let id, _) where findings.isUnreliable("constraint.\(id)"):
        findings.suppress(value.path)
      default: break
      }
      return target
    } catch {
      value.report(error.description)
      return nil
    }
  }

  private func change(_ fields: Fields, _ kind: String) -> AnimationDescription.Change? {
    if kind == "group" {
      return fields["group"]?.list().map { .group($0.map(animation)) }
    }
    let ends = ["from", "to", "by"]
    if kind == "spring" || kind == ChangeFields.plain,
      !ends.contains(where: { fields.has($0) || findings.suppresses(fields.path($0)) })
    {
      fields.value.report(
        "does not say how it changes; give from, to or by, values, a path, or a group"
      )
      return nil
    }
    var change = ChangeFields()
    fields.read(ChangeFields.record, into: &change, beside: kind)
    // One that is there and cannot be read leaves the others without sense.
    for key in ends + ChangeFields.kinds + ["keyTimes"] where fields.has(key) {
      guard let property = ChangeFields.record[key],
        property.field.owners?.contains(kind) ?? (key == kind)
      else { continue }
      if property.content(change) == nil { return nil }
    }
    reportLengths(of: &change, in: fields)
    if let spring = fields["spring"]?.fields() { reportForms(of: spring) }
    return AnimationDescription.Change(change)
  }

  /// Tensions, continuities and biases: one of each for all, or one for each keyframe.
  private func reportLengths(of change: inout ChangeFields, in fields: Fields) {
    let count = change.values?.count ?? 0
    for path in [\ChangeFields.tension, \.continuity, \.bias] {
      guard let given = change[keyPath: path]?.count, given != 1, given != count else { continue }
      let key = path == \.tension ? "tension" : path == \.bias ? "bias" : "continuity"
      fields[key]?.report("is \(given) numbers for \(count) values; give one, or \(count)")
      change[keyPath: path] = nil
    }
  }

  private func reportForms(of spring: Fields) {
    guard spring.has("duration") else {
      spring["bounce"]?.report("goes with a duration; give that too, or a damping instead")
      return
    }
    for key in ["mass", "stiffness", "damping"] {
      spring[key]?.report("cannot stand beside duration; drop one of them")
    }
  }
}

extension Value {
  /// A timing function, or a list of them. Four numbers in a list are one function.
  func timing() -> [TimingFunctionDescription]? {
    if let one = timingFunction() { return [one] }
    guard let nodes = node.sequence, !nodes.isEmpty else { return wrongType() }
    let functions = nodes.enumerated().map { index, part in
      let value = Value(part, at: "\(path)[\(index)]", as: .timing, findings)
      return value.timingFunction() ?? value.wrongType()
    }
    return functions.compactMap(\.self)
  }

  private func timingFunction() -> TimingFunctionDescription? {
    if let scalar = node.scalar, scalar.number == nil, !scalar.text.isEmpty {
      let text = scalar.text
      if scalar.isPlain, text.contains("("), !text.contains(")") {
        report("\"\(text)\" ends at a comma; put the whole function into quotes")
      }
      return .text(text)
    }
    guard let numbers = node.sequence?.map({ $0.scalar?.number }), numbers.count == 4,
      !numbers.contains(nil)
    else { return nil }
    let n = numbers.compactMap(\.self)
    return .bezier(n[0], n[1], n[2], n[3])
  }
}
