internal import Chipmunk
internal import Motion
internal import Tiltbox

/// Makes animations from the tree.
struct AnimationDecoder {
  let findings: Findings
  private static let pathKeys = ["svg", "ellipse", "points"]

  /// The animation. Where something of it cannot be read, a default stands for it, or for the whole, and
  /// nothing more is said of that part.
  func animation(_ value: Value) -> AnimationDescription {
    let empty = AnimationDescription(nil, .group([]))
    guard let fields = value.fields() else { return failed(value, empty) }
    var animation = empty
    animation.target = target(fields)
    animation.play = play(fields)
    animation.timing = fields["timing"]?.timing() ?? []
    animation.isAdditive = fields["additive"]?.flag() ?? false
    animation.isCumulative = fields["cumulative"]?.flag() ?? false
    animation.sampleRate = fields["sample"]?.number()
    animation.key = fields["key"]?.text()
    guard let change = change(fields) else {
      value.checkTypes()
      return failed(value, animation)
    }
    animation.change = change
    reportStrays(in: fields)
    return animation
  }

  private func failed(_ value: Value, _ animation: AnimationDescription) -> AnimationDescription {
    findings.excusePart(value.path)
    return animation
  }

  private func target(_ fields: Fields) -> AnimationTarget? {
    guard let value = fields["target"], let text = value.text() else {
      if findings.excuses(fields.path("target")) { findings.excusePart(fields.value.path) }
      return nil
    }
    do {
      let target = try AnimationTarget(text)
      switch target {
      case .body(let id, _) where findings.doubts("body.\(id)"): findings.excuse(value.path)
      case .constraint(let id, _) where findings.doubts("constraint.\(id)"):
        findings.excuse(value.path)
      default: break
      }
      return target
    } catch {
      value.report(error.description)
      return nil
    }
  }

  private func play(_ fields: Fields) -> AnimationDescription.Play {
    var play = AnimationDescription.Play()
    play.begin = fields["begin"]?.number() ?? play.begin
    play.duration = fields["duration"]?.number()
    play.speed = fields["speed"]?.number() ?? play.speed
    play.offset = fields["offset"]?.number()
    play.repeatCount = fields["repeat"]?.times()
    play.repeatDuration = fields["repeatDuration"]?.times()
    play.autoreverses = fields["autoreverse"]?.flag() ?? play.autoreverses
    play.fill = fields["fill"]?.choice() ?? play.fill
    return play
  }

  private func change(_ fields: Fields) -> AnimationDescription.Change? {
    if let group = fields["group"] {
      return group.list().map { .group($0.map(animation)) }
    }
    if fields.has("values") { return keyframes(fields).map { .keyframes($0) } }
    if Self.pathKeys.contains(where: fields.has) { return course(fields).map { .path($0) } }
    let keys = ["from", "to", "by"]
    let ends = keys.map { fields[$0]?.numbers() }
    if !keys.contains(where: { fields.has($0) || findings.excuses(fields.path($0)) }) {
      fields.value.report(
        "does not say how it changes; give from, to or by, values, a path, or a group"
      )
      return nil
    }
    // One that is there and cannot be read leaves the others without sense.
    guard zip(keys, ends).allSatisfy({ fields.has($0) == ($1 != nil) }) else { return nil }
    let change = AnimationDescription.Ends(from: ends[0], to: ends[1], by: ends[2])
    return fields.has("spring") ? spring(fields, change) : .basic(change)
  }

  private func keyframes(_ fields: Fields) -> AnimationDescription.Keyframes? {
    guard let values = fields["values"]?.list()?.map({ $0.numbers() }), !values.contains(nil)
    else { return nil }
    let times = fields["keyTimes"]?.list()?.map { $0.number() }
    if fields.has("keyTimes"), times?.contains(nil) != false { return nil }
    return AnimationDescription.Keyframes(
      values.compactMap(\.self),
      times: times?.compactMap(\.self),
      mode: fields["mode"]?.choice() ?? .linear,
      shapes: shapes(fields, count: values.count)
    )
  }

  /// Tensions, continuities and biases: one of each for all, or one for each keyframe.
  private func shapes(_ fields: Fields, count: Int) -> [CurveShape] {
    let lists = ["tension", "continuity", "bias"].map { key -> [Double] in
      guard let field = fields[key], let numbers = field.numbers() else { return [] }
      if numbers.count == 1 || numbers.count == count { return numbers }
      field.report("is \(numbers.count) numbers for \(count) values; give one, or \(count)")
      return []
    }
    func number(_ list: [Double], _ index: Int) -> Double {
      list.isEmpty ? 0 : list[min(index, list.count - 1)]
    }
    return (0..<(lists.map(\.count).max() ?? 0)).map { index in
      CurveShape(
        tension: number(lists[0], index),
        continuity: number(lists[1], index),
        bias: number(lists[2], index)
      )
    }
  }

  private func course(_ fields: Fields) -> AnimationDescription.Course? {
    let times = fields["keyTimes"]?.list()?.compactMap { $0.number() }
    guard let form = form(fields) else { return nil }
    return AnimationDescription.Course(
      form,
      rotation: fields["rotation"]?.choice() ?? .none,
      mode: fields["mode"]?.choice() ?? .paced,
      times: times
    )
  }

  private func form(_ fields: Fields) -> AnimationDescription.Course.Form? {
    if let svg = fields["svg"] { return svg.text().map { .svg($0) } }
    if let ellipse = fields["ellipse"] {
      return ellipse.numbers().map { .ellipse(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }
    guard let points = fields["points"]?.list()?.map({ $0.pair() }), !points.contains(nil) else {
      return nil
    }
    return .points(points.compactMap(\.self))
  }

  private func spring(
    _ fields: Fields,
    _ ends: AnimationDescription.Ends
  ) -> AnimationDescription.Change? {
    guard let fields = fields["spring"]?.fields() else { return nil }
    let (mass, stiffness) = (fields["mass"]?.number(), fields["stiffness"]?.number())
    let damping = fields["damping"]?.number()
    let bounce = fields["bounce"]?.number()
    let velocity = fields["velocity"]?.numbers()
    guard let duration = fields["duration"]?.number() else {
      fields["bounce"]?.report("goes with a duration; give that too, or a damping instead")
      let form = AnimationDescription.SpringDescription.Form.constants(
        mass: mass ?? 1,
        stiffness: stiffness ?? 100,
        damping: damping ?? 10
      )
      return .spring(ends, .init(form, velocity: velocity))
    }
    for key in ["mass", "stiffness", "damping"] {
      fields[key]?.report("cannot stand beside duration; drop one of them")
    }
    return .spring(
      ends,
      .init(.bounce(duration: duration, bounce: bounce ?? 0), velocity: velocity)
    )
  }

  /// Which fields belong to which kinds of change, apart from those that belong to all.
  private static let own: [String: [String]] = [
    "from": ["spring", "from and to"], "to": ["spring", "from and to"],
    "by": ["spring", "from and to"], "keyTimes": ["values"] + pathKeys,
    "mode": ["values"] + pathKeys, "tension": ["values"], "continuity": ["values"],
    "bias": ["values"], "rotation": pathKeys,
  ]

  private func reportStrays(in fields: Fields) {
    let kinds = ["values", "group", "spring"] + Self.pathKeys
    let kind = kinds.first(where: fields.has) ?? "from and to"
    for field in fields.table.fields where fields.has(field.key) {
      if kind == "group", ["target", "additive", "cumulative", "sample"].contains(field.key) {
        fields[field.key]?.report("belongs to each of the group's animations, not to the group")
      }
      guard let owners = Self.own[field.key], !owners.contains(kind) else { continue }
      fields[field.key]?.report(
        "goes with \(owners.joined(separator: ", ")), not with \(kind); drop it"
      )
    }
  }
}

extension Value {
  /// A number, or forever.
  fileprivate func times() -> Double? { isWord("forever") ? .infinity : number() }

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
