internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// The first line of a results file: the plan. A later run uses it to check that it continues the same plan.
package struct PlanLine: Sendable {
  private let json: JSON
  package let parameters: [String]
  package let measures: [String]
  package let isTimed: Bool
  /// The number of runs of the whole plan.
  let runs: Int
  package let shard: Shard?
  /// The runs of a file that fills gaps; nil for a shard or the whole sweep.
  package let only: RunList?
  let yesNo: [Bool]
  /// The fingerprint of the whole plan's line; the check of each row includes it.
  let fingerprint: Digest

  /// Whether the lines are the trace of a search.
  var isSearch: Bool { json["kind"]?.text == "search" }
  /// The name of the scenario.
  var scenarioName: String { json["scenario"]?.text ?? "sweep" }
  /// Whether the values of several fields are paired instead of combined.
  var isZipped: Bool { json["combine"]?.text == SweepPlan.Combination.zip.rawValue }
  /// The indices of the fields that are not sampled at random.
  var finite: [Int] {
    let vary = json["vary"]?.members ?? []
    return vary.indices.filter { index in
      let values = try? AxisParser.values(of: vary[index].1.text ?? "", isFile: false)
      return if case .random? = values { false } else { true }
    }
  }

  /// Makes the line of a plan.
  package init(
    _ plan: SweepPlan,
    isTimed: Bool = false,
    shard: Shard? = nil,
    only: RunList? = nil
  ) {
    var members: [(key: String, value: JSON)] = [
      ("tiltbox", .whole(1)), ("kind", .text(plan.isSearch ? "search" : "sweep")),
      ("scenario", .text(plan.template.scenario.name)),
      ("fingerprint", .text(plan.template.fingerprint)),
      ("files", .object(plan.files.map { ($0.name, .text($0.fingerprint)) })),
      ("chipmunk", .text(Version.chipmunk)), ("runs", .whole(plan.runs)),
      ("vary", .object(plan.axes.map { ($0.path, .text($0.text)) })),
      ("combine", .text(plan.combination.rawValue)),
    ]
    // The number of runs of a search is not known in advance.
    if plan.isSearch { members.removeAll { $0.key == "runs" } }
    if plan.files.isEmpty { members.removeAll { $0.key == "files" } }
    if let samples = plan.samples { members.append(("samples", .whole(samples))) }
    if plan.isSearch || plan.axes.contains(where: \.isRandom) {
      members.append(("seed", .text(String(plan.seed))))
    }
    members.append(("measure", .object(plan.measures.map { ($0.name, .text($0.text)) })))
    let yesNo = plan.measures.filter(\.isYesNo).map(\.name)
    if !yesNo.isEmpty { members.append(("yesNo", .array(yesNo.map { .text($0) }))) }
    if isTimed { members.append(("timing", .flag(true))) }
    if let shard { members.append(("shard", .text(shard.text))) }
    if let only { members.append(("only", .text(only.text))) }
    let runs = plan.isSearch ? SweepPlan.most : plan.runs
    self.init(.object(members.map { ($0, $1) }), runs: runs, shard: shard, only: only)
  }

  /// Makes the line of a search.
  package init(_ search: Search) {
    let line = PlanLine(search.plan)
    var members = line.json.members ?? []
    members.append(("evaluations", .whole(search.evaluations)))
    if case .find(let tolerance) = search.goal { members.append(("within", .number(tolerance))) }
    self.init(.object(members), runs: line.runs, shard: nil, only: nil)
  }

  /// Parses the line; nil if it is not a plan.
  init?(_ line: ArraySlice<UInt8>) {
    guard let json = try? JSON(parsing: line), let kind = json["kind"]?.text,
      ["sweep", "search"].contains(kind),
      let runs = kind == "search"
        ? SweepPlan.most : json["runs"]?.number.flatMap({ Int(exactly: $0) }),
      (0...SweepPlan.most).contains(runs), json["vary"]?.members != nil,
      json["measure"]?.members != nil
    else { return nil }
    let shard = json["shard"]?.text.flatMap { try? Shard($0) }
    let only = json["only"]?.text.flatMap { RunList($0, of: runs) }
    if shard == nil, json["shard"] != nil { return nil }
    if only == nil, json["only"] != nil { return nil }
    self.init(json, runs: runs, shard: shard, only: only)
  }

  private init(_ json: JSON, runs: Int, shard: Shard?, only: RunList?) {
    (self.json, self.runs, self.shard, self.only) = (json, runs, shard, only)
    var named: [String] = []
    if case .array(let names)? = json["yesNo"] { named = names.compactMap(\.text) }
    parameters = (json["vary"]?.members ?? []).map(\.0)
    measures = (json["measure"]?.members ?? []).map(\.0)
    yesNo = measures.map(named.contains)
    isTimed = json["timing"] != nil
    fingerprint = Digest(of: Array(Self.whole(json).line.utf8))
  }

  /// The line without its newline.
  var text: String { json.line }

  /// The line of the whole plan, without the runs of a part.
  var whole: PlanLine { PlanLine(Self.whole(json), runs: runs, shard: nil, only: nil) }

  private static func whole(_ json: JSON) -> JSON { json.without("shard").without("only") }

  /// Returns the checksum of a row, which detects any change of the row or of the plan.
  func check(of row: ArraySlice<UInt8>) -> Digest {
    var digest = fingerprint
    digest.absorb(row)
    return digest
  }

  /// Throws the differences from another line, and other ones, below a heading.
  package func expectSame(
    as old: PlanLine,
    _ heading: String,
    other: [String] = []
  ) throws(SweepError) {
    let changes = changes(since: old) + other
    if !changes.isEmpty { throw SweepError(all: [heading] + changes.map { "  \($0)" }) }
  }

  /// Describes the differences from another line; empty if there are none.
  package func changes(since old: PlanLine) -> [String] {
    var changes: [String] = []
    let keys = [json, old.json].flatMap { $0.members ?? [] }.map(\.0)
    var seen: Set<String> = ["runs", "yesNo"]
    for key in keys where seen.insert(key).inserted {
      let (new, old) = (json[key], old.json[key])
      guard new?.line != old?.line else { continue }
      if key == "files" {
        changes += Self.changesOfFiles(new?.members ?? [], old?.members ?? [])
      } else if let new = new?.members, let old = old?.members {
        changes += Self.changes(key, new, old)
      } else if key == "fingerprint" {
        changes.append("the scenario, or what is --set in it, was another one")
      } else {
        changes.append("\(key) was \(old?.line ?? "not given"), and is \(new?.line ?? "not given")")
      }
    }
    return changes
  }

  /// Describes files with changed contents. Added and removed files show as changes of the scenario or of the varied
  /// fields.
  private static func changesOfFiles(_ new: [(String, JSON)], _ old: [(String, JSON)]) -> [String] {
    new.compactMap { name, fingerprint in
      let before = old.first { $0.0 == name }?.1.text
      switch (before, fingerprint.text) {
      case (nil, _): return "what \(name) held is not known"
      case ("missing", _): return "\(name) was missing, and is there"
      case (_, "missing"): return "\(name) cannot be read any more"
      case (let before, let now): return before == now ? nil : "\(name) held something else"
      }
    }
  }

  private static func changes(
    _ key: String,
    _ new: [(String, JSON)],
    _ old: [(String, JSON)]
  ) -> [String] {
    var changes: [String] = []
    for (name, value) in new {
      let before = old.first { $0.0 == name }?.1.line
      if before == nil {
        changes.append("--\(key) \(name) is new")
      } else if before != value.line {
        changes.append("--\(key) \(name) was \(before ?? ""), and is \(value.line)")
      }
    }
    for (name, _) in old where !new.contains(where: { $0.0 == name }) {
      changes.append("--\(key) \(name) is gone")
    }
    if changes.isEmpty { changes.append("the order of --\(key) was another one") }
    return changes
  }
}
