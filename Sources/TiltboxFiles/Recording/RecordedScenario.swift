internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

/// The scenario in a recording's header, which uses the names of a scenario file: the walls, the bodies at their
/// positions in a frame, and the constraints between these bodies that have not broken.
struct RecordedScenario {
  let header: Node
  /// The header, or a later line with a list of bodies.
  let list: Node
  /// The states of the bodies.
  let states: [BodyState]

  func read(at place: String) throws(RecordingError) -> Scenario {
    guard list["shapes"] != nil || list["bodies"]?.sequence?.isEmpty != false else {
      throw RecordingError(
        "\(place): the line says which bodies there are and not their shapes; record the run again"
      )
    }
    let diagnostics = Diagnostics()
    let value = Value(tree, at: "", as: .mapping(.scenario), diagnostics)
    var scenario = Scenario.decode(value, folder: "", name: "recording")
    // The positions of followers are among the values.
    for index in scenario.layers.indices { scenario.layers[index].following = nil }
    if let first = diagnostics.error(file: place, overrides: []).diagnostics.first {
      throw RecordingError("\(place): what is recorded cannot be drawn: \(first.text)")
    }
    // A run takes bodies farther than a scenario may place them.
    var unmoved = scenario
    for index in unmoved.bodies.indices {
      (unmoved.bodies[index].position, unmoved.bodies[index].angle) = (Self.place(of: index), 0)
    }
    if let first = unmoved.diagnostics().first {
      throw RecordingError(
        "\(place): what is recorded cannot be drawn: \(first.description); record the run again"
      )
    }
    return scenario
  }

  private var tree: Node {
    let ids = list["bodies"]?.sequence ?? []
    // All channels have the same form under their names, whatever they were in the scenario.
    let values = (header["values"]?.sequence ?? []).map { name in
      Node.mapping([("id", name), ("numbers", .plain("0"))])
    }
    let known = Set(ids.compactMap { $0.scalar?.text } + [ConstraintDescription.ground])
    let broken = Set((list["broken"]?.sequence ?? []).compactMap { $0.scalar?.text })
    let constraints = (header["constraints"]?.sequence ?? []).filter { constraint in
      if let id = constraint["id"]?.scalar?.text, broken.contains(id) { return false }
      let kind = FieldTable.constraintKinds.first { constraint[$0] != nil }
      let ends = kind.flatMap { constraint[$0]?.sequence } ?? []
      return ends.allSatisfy { known.contains($0.scalar?.text ?? "") }
    }
    return .mapping([
      ("tiltbox", .plain("1")), ("name", header["scenario"]), ("walls", header["walls"]),
      ("world", .mapping([("gravity", header["gravity"]), ("step", header["step"])])),
      ("run", .mapping([("frames", header["frames"])])),
      ("bodies", .sequence(ids.indices.map { body($0, ids[$0]) })), ("layers", header["layers"]),
      ("values", .sequence(values)), ("constraints", .sequence(constraints)),
    ])
  }

  /// A place for a body whose state is unknown, apart from others: the anchors of a rod must not coincide.
  private static func place(of index: Int) -> Vector { Vector(1 + 0.618 * Double(index), 0.382) }

  private func body(_ index: Int, _ id: Node) -> Node {
    func part(_ key: String) -> Node? {
      guard let nodes = list[key]?.sequence, nodes.indices.contains(index) else { return nil }
      return nodes[index].scalar?.isNull == true ? nil : nodes[index]
    }
    let type = part("types")
    let isDynamic = type?.scalar.map { $0.text == BodyType.dynamic.rawValue } ?? true
    let state =
      states.indices.contains(index)
      ? states[index].visiblePose : BodyState(position: Self.place(of: index))
    let look = (part("looks")?.mapping ?? []).map { ($0.key, Optional($0.value)) }
    return .mapping(
      [
        ("id", id), ("type", type), ("shapes", part("shapes")),
        ("at", .sequence([.plain("\(state.position.x)"), .plain("\(state.position.y)")])),
        ("angle", .plain("\(state.angle)")),
        // Recordings of earlier versions have no masses.
        ("mass", isDynamic ? part("masses") ?? .plain("1") : nil),
        ("moment", isDynamic ? part("moments") ?? .plain("1") : nil),
        ("centerOfGravity", isDynamic ? part("centers") : nil),
      ] + look
    )
  }
}

extension Node {
  fileprivate static func plain(_ text: String) -> Node { .scalar(text, isPlain: true, at: 0) }

  fileprivate static func sequence(_ nodes: [Node]) -> Node { .array(nodes, at: 0) }

  /// Creates a mapping of the entries that are not nil.
  fileprivate static func mapping(_ entries: [(String, Node?)]) -> Node {
    .object(entries.compactMap { key, value in value.map { member(key, at: 0, $0) } }, at: 0)
  }
}

extension Scenario.RecordedEnding {
  /// Reads an undamaged recording up to its summary, or a summary alone. O(file length).
  ///
  /// Throws `FileError` or `Diagnostic`.
  init(ofRecording file: String) throws {
    var lines = try FileLines(file)
    if case .line(let line) = try lines.next(), let node = try? Node(line: line[...]),
      let ending = Self(summary: node)
    {
      self = ending
      return
    }
    do {
      let trajectory = try RecordingReader(file)
      while try trajectory.next() != nil {}
      if let found = trajectory.diagnostic {
        throw Diagnostic(source: found.source, found.message)
      }
      guard let ending = trajectory.ending else {
        throw Diagnostic(
          source: file,
          "the summary has no digest and ticks; give a recording of tiltbox run in JSON lines or MCAP"
        )
      }
      self = ending
    } catch let error as RecordingError {
      throw Diagnostic(error.description)
    }
  }

  /// Reads a summary; nil for any other line.
  init?(summary node: Node) {
    guard node["kind"]?.scalar?.text == "summary",
      let digest = node["digest"]?.scalar.flatMap({ Digest($0.text) }),
      let ticks = node["ticks"]?.scalar?.whole
    else { return nil }
    self.init(ticks: ticks, digest: digest)
  }
}
