import Foundation
import TestSupport
import Testing

@Suite("Outputs from the command line")
struct OutputTargetTests {
  private let folder: Folder
  private let scenario: String
  private let tilt: String
  private let text = """
    tiltbox: 1
    bodies: [{id: a, circle: 3, mass: 1}]
    run: {duration: 1}
    expect: [{body: a, y: 0, at: 0, within: 1}]
    """

  init() throws {
    folder = try Folder()
    scenario = try folder.write(Array(text.utf8), "base.yaml")
    tilt = try folder.write(Array("t,x,y\n0,0,-1\n".utf8), "ph.csv")
  }

  private func run(_ words: [String]) throws -> Command.Result {
    let running = try Command.Running(words)
    running.closeInput()
    return running.finish()
  }

  @Test(
    "an empty name, as from an unset variable, is a mistake in the command line",
    arguments: [
      ["run", ""], ["run", "--fast", "-o", ""], ["check", "--junit", "", "base.yaml"],
      ["diff", "", "base.yaml"], ["sweep", "--plan", ""], ["examples", "--copy", ""],
    ]
  )
  func empty(words: [String]) throws {
    let result = try run(words)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: an argument is empty"), "\(result.errors)")
  }

  @Test("a file that a command reads is not written over, under any of its names")
  func inputs() throws {
    let other = folder.path("other.csv")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: tilt)
    let tilted = "\(text)\ntilt: {file: ph.csv}\n"
    let file = try folder.write(Array(tilted.utf8), "tilted.yaml")
    let rows = try folder.write(Array("0 0\n9 9\n".utf8), "hills.csv")
    let path = try folder.write(Array("M 0 0 L 9 9".utf8), "hills.svg")
    let chains = ["csv", "svg"].map { "{type: static, chain: {file: hills.\($0)}}" }
    let hills = "tiltbox: 1\nbodies: [\(chains.joined(separator: ", "))]\n"
    let terrain = try folder.write(Array(hills.utf8), "terrain.yaml")
    let sweep = ["sweep", terrain, "--vary", "world.gravity=1,2"]
    for (words, message) in [
      (["run", scenario, "--fast", "-o", scenario], "this is the scenario that runs"),
      (["run", scenario, "--tilt", tilt, "--fast", "-o", other], "this is the tilt recording"),
      (["run", file, "--fast", "-o", tilt], "this is the tilt recording"),
      (["check", "--junit", scenario, scenario], "this is a scenario"),
      (
        ["run", "--fast", "--journal", folder.path("new.csv"), "-o", folder.path("./new.csv")],
        "this is the journal"
      ),
      (["run", terrain, "--fast", "-o", rows], "this is the file of a chain"),
      (["render", terrain, "-o", path, "--at", "0"], "this is the file of a chain"),
      (sweep + ["-o", path], "this is the file of a chain"),
    ] {
      let result = try run(words)
      #expect(result.status == 64)
      #expect(result.errors.contains("\(message); name another file"), "\(result.errors)")
    }
    #expect(try folder.read("base.yaml") == Array(text.utf8))
    #expect(String(decoding: try folder.read("ph.csv"), as: UTF8.self).hasPrefix("t,x,y"))
    #expect(try folder.read("hills.csv") == Array("0 0\n9 9\n".utf8))
    #expect(try folder.read("hills.svg") == Array("M 0 0 L 9 9".utf8))
  }

  @Test(
    "an ending that is no format is a mistake, and that of scenarios always is",
    arguments: [
      (
        ["run", "--fast", "-o", "x.pdf"],
        "-o x.pdf: no format has this ending; use .jsonl, .csv, .mcap or .txt, or give --format"
      ),
      (
        ["run", "--fast", "--format", "csv", "-o", "x.yaml"],
        "-o x.yaml: scenarios have this ending; use .jsonl, .csv, .mcap or .txt"
      ),
      (
        ["sweep", "--vary", "world.gravity=1,2", "-o", "x.xlsx"],
        "-o x.xlsx: no format has this ending; use .jsonl, .csv, .svg or .png, or give --format"
      ),
      (
        ["run", "--fast", "-o", "x.parquet"],
        "-o x.parquet: no format has this ending; use .jsonl, .csv, .mcap or .txt, or give --format"
      ),
      (["curve", "easeIn", "--format", "csv", "-o", "x.yml"], "-o x.yml: scenarios have this"),
      (
        ["verify", "--plot", "x.pdf"],
        "--plot x.pdf: no format has this ending; use .svg or .png"
      ),
      (
        ["check", "a.yaml", "--junit", "x.yaml"],
        "--junit x.yaml: scenarios have this ending; use .xml"
      ),
    ]
  )
  func endings(words: [String], message: String) throws {
    let result = try run(words)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: \(message)"), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("an option for the format makes every other ending do, as a missing ending does")
  func format() throws {
    for (name, flags) in [("a.log", ["--format", "csv"]), ("a", []), ("tmp.Xy12345678", [])] {
      let path = folder.path(name)
      #expect(try run(["run", scenario, "--fast", "-o", path] + flags).status == 0)
      #expect(try !folder.read(name).isEmpty)
    }
  }

  @Test("a folder that is missing is found before the work")
  func folders() throws {
    let missing = folder.path("none/x")
    for words in [
      ["verify", "--plot", "\(missing).svg"], ["check", scenario, "--junit", "\(missing).xml"],
      ["check", scenario, "--pictures", scenario],
    ] {
      let result = try run(words)
      #expect(result.status == 74 && result.output.isEmpty, "\(result.errors)")
    }
  }

  @Test(
    "a file that is replaced keeps its permissions, its owner and its group, whatever the umask",
    arguments: [
      ("curve easeIn -o", "a.csv"), ("render Examples/one-crate.yaml -o", "a.mcap"),
      ("validate --fix", "a.yaml"),
    ],
    [0o600, 0o666, 0o640]
  )
  func permissions(command: (words: String, file: String), mode: Int) throws {
    let old = Array("tiltbox: 1\nworld: {broadphase: grid}\n".utf8)
    var attributes: [FileAttributeKey: Int] = [.posixPermissions: mode]
    if geteuid() == 0 {
      attributes.merge([.ownerAccountID: 1, .groupOwnerAccountID: 2]) { $1 }
    }
    for mask in ["000", "077"] {
      let path = try folder.write(old, command.file)
      try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
      let result = try Command.shell("umask \(mask); exec \"$0\" \(command.words) '\(path)'")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try folder.read(command.file) != old)
      let kept = try FileManager.default.attributesOfItem(atPath: path)
      for (key, value) in attributes { #expect(kept[key] as? Int == value, "\(key)") }
    }
  }

  @Test("a new file has the permissions that the umask leaves")
  func newFile() throws {
    let path = folder.path("a.csv")
    #expect(try Command.shell("umask 027; exec \"$0\" curve easeIn -o '\(path)'").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test(
    "a file that is read-only stays, which is found before the work",
    arguments: ["curve easeIn -o", "verify --plot", "check no.yaml --junit"]
  )
  func readOnly(words: String) throws {
    let name = words.hasPrefix("check") ? "a.xml" : "a.svg"
    let path = try folder.write(Array("before".utf8), name)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    // For root, nothing is read-only.
    let drop = geteuid() == 0 ? "setpriv --bounding-set=-dac_override" : ""
    let result = try Command.shell("exec \(drop) \"$0\" \(words) '\(path)'")
    #expect(result.status == 74 && result.output.isEmpty)
    #expect(
      result.errors
        == "tiltbox: \(path): Permission denied; the file is read-only; make it writable\n"
    )
    #expect(try folder.read(name) == Array("before".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).sorted()
        == [name, "base.yaml", "ph.csv"]
    )
  }

  @Test("a read-only folder is named, also for a file in it that can be written")
  func readOnlyFolder() throws {
    let path = try folder.write(Array("tiltbox: 1\nworld: {broadphase: tree}\n".utf8), "old.yaml")
    let place = folder.path(".")
    func permit(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
    }
    try permit(0o555)
    defer { try? permit(0o755) }
    let drop = geteuid() == 0 ? "setpriv --bounding-set=-dac_override" : ""
    let result = try Command.shell("exec \(drop) \"$0\" validate --fix '\(path)'")
    #expect(result.status == 74)
    let words = "old.yaml: Permission denied; the folder "
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.hasSuffix(" is read-only; make it writable\n"), "\(result.errors)")
  }

  @Test("a symbolic link is followed, also to a file that does not exist yet")
  func links() throws {
    let link = folder.path("a.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "ä.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("ä.csv"),
      withDestinationPath: folder.path("c.csv")
    )
    for _ in 0..<2 {
      #expect(try run(["curve", "easeIn", "-o", link]).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "ä.csv")
      #expect(try !folder.read("c.csv").isEmpty)
    }
  }
}
