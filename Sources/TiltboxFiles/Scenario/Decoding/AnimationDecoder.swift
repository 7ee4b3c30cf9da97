internal import Chipmunk
internal import Motion
internal import Tiltbox

extension Value {
  /// Decodes an animation. Parts that cannot be read, or the whole, get a default, and further problems in them are not
  /// reported.
  func animation(in scenario: Scenario) -> AnimationDescription {
    var animation = AnimationDescription(nil, .group([]))
    guard let fields = fields() else { return animation }
    let kind = ChangeFields.kinds.first(where: fields.has) ?? ChangeFields.plain
    animation.target = target(fields, in: scenario)
    animation.timing = fields["timing"]?.timing() ?? []
    fields.read(AnimationDescription.fields, into: &animation)
    guard let change = change(fields, kind, in: scenario) else {
      _ = content()
      animation.change = .basic(.init())
      if animation.timing.count > 1 { fields.suppress("timing") }
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

  private func target(_ fields: Fields, in scenario: Scenario) -> AnimationTarget? {
    guard let value = fields["target"], let text = value.text() else { return nil }
    do {
      let target = try AnimationTarget(text)
      switch target.base {
      case .body(let id, _), .look(let id, _):
        if diagnostics.isUnreliable("body.\(id)") { diagnostics.suppress(value.path) }
      case .constraint(let id, _):
        if diagnostics.isUnreliable("constraint.\(id)") { diagnostics.suppress(value.path) }
      case .value(let id):
        if diagnostics.isUnreliable("value.\(id)") { diagnostics.suppressPart(path) }
      default: break
      }
      return target
    } catch {
      value.report(error.description(in: scenario))
      return nil
    }
  }

  /// Decodes the change; nil if the file has none. A field that cannot be read gets a placeholder, so that the others
  /// are checked, and the problems of the whole are not reported.
  private func change(
    _ fields: Fields,
    _ kind: String,
    in scenario: Scenario
  ) -> AnimationDescription.Change? {
    if kind == "group" {
      if let members = fields["group"]?.list() {
        return .group(members.map { $0.animation(in: scenario) })
      }
      diagnostics.suppressPart(fields.path("group"))
      return .group([])
    }
    let ends = ["from", "to", "by"]
    if kind == "spring" || kind == ChangeFields.plain,
      !ends.contains(where: { fields.has($0) || fields.suppresses($0) })
    {
      report("does not say how it changes; give from, to or by, values, a path, or a group")
      return nil
    }
    if !ends.contains(where: { fields.has($0) && !fields.suppresses($0) }) {
      diagnostics.suppress(path)
    }
    var change = ChangeFields()
    let reports = diagnostics.reportCount
    fields.read(ChangeFields.schema, into: &change, beside: kind)
    if diagnostics.reportCount == reports {
      reportLengths(of: &change, in: fields)
    } else {
      for key in [path] + Self.lengths.map(fields.path) { diagnostics.suppress(key) }
      if fields["timing"]?.node.sequence != nil { fields.suppress("timing") }
    }
    if ChangeFields.schema[kind].map({ $0.content(change) == nil }) == true {
      diagnostics.suppressPart(fields.path(kind))
      switch kind {
      case "values": change.values = []
      case "spring": change.spring = .init()
      default: change.points = [.zero, .zero]
      }
    }
    if let spring = fields["spring"]?.fields() { reportForms(of: spring) }
    return AnimationDescription.Change(change)
  }

  /// The fields whose lengths depend on the length of another field.
  private static let lengths = ["values", "keyTimes", "tension", "continuity", "bias"]

  /// Reports wrong counts of tensions, continuities and biases: each needs one for all, or one per keyframe.
  private func reportLengths(of change: inout ChangeFields, in fields: Fields) {
    let count = change.values?.count ?? 0
    let lists: KeyValuePairs = [
      "tension": \ChangeFields.tension, "continuity": \.continuity, "bias": \.bias,
    ]
    for (key, path) in lists {
      guard let given = change[keyPath: path]?.count, given != 1, given != count else { continue }
      fields[key]?.report("has \(given) numbers for \(count) values; give one, or \(count)")
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

  /// Reads a timing function or a list of them. A list of four numbers is one function.
  func timing() -> [TimingFunctionDescription]? {
    if let one = timingFunction() { return [one] }
    guard node.sequence?.contains(where: { $0.scalar?.number == nil }) == true else {
      return wrongType()
    }
    return elements(as: .timing).compactMap { $0.timingFunction() ?? $0.wrongType() }
  }

  private func timingFunction() -> TimingFunctionDescription? {
    if let scalar = node.scalar, scalar.number == nil, !scalar.text.isEmpty {
      let text = scalar.text
      if scalar.isPlain, text.contains("("), !text.contains(")") {
        report("\"\(text)\" ends at a comma; put the whole function into quotes")
      }
      return .text(text)
    }
    guard let n = node.sequence?.map({ $0.scalar?.number }).complete(), n.count == 4 else {
      return nil
    }
    return .bezier(n[0], n[1], n[2], n[3])
  }
}
