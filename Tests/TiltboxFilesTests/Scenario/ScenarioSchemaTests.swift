import Foundation
import Testing
import TiltboxFiles

@Suite("The schema for editors")
struct ScenarioSchemaTests {
  @Test("is JSON, and the same every time")
  func json() throws {
    let text = ScenarioSchema.json()
    #expect(text == ScenarioSchema.json())
    let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((schema?["properties"] as? [String: Any])?.keys.contains("bodies") == true)
    #expect((schema?["$defs"] as? [String: Any])?.count == 22)
  }

  @Test("accepts and rejects the same files as the reader, according to a validator")
  func validator() throws {
    guard try Python.run("import jsonschema, yaml").status == 0 else {
      print("skipped: Python's jsonschema and yaml are not here")
      return
    }
    let program = """
      import glob, json, sys, jsonschema, yaml
      schema = json.load(sys.stdin)
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      files = glob.glob(sys.argv[1] + "/**/*.yaml", recursive=True)
      assert len(files) >= 15, files
      for file in files:
          if "/cluster/" in file: continue  # plans, and what schedulers read
          document = yaml.safe_load(open(file))
          if "sweep" in document: continue  # a plan, and no scenario
          for error in validator.iter_errors(document):
              sys.exit(file + ": " + error.message)
      for text in sys.argv[2:]:
          if validator.is_valid(yaml.safe_load("{tiltbox: 1, " + text + "}")): sys.exit("valid: " + text)
      for text in ["world: {step: 8 s}", "bodies: [{circle: 1, angle: 45 rad}]", "walls: {size: ['=a', 2]}",
          "bodies: [{rope: {from: [a, [0, 1]], to: b}}]", "layers: [{id: a, box: ['=a', 1], opacity: =a}]"]:
          if not validator.is_valid(yaml.safe_load("{tiltbox: 1, " + text + "}")): sys.exit("wrong: " + text)
      if validator.is_valid({}) or validator.is_valid({"tiltbox": 2}): sys.exit("valid version")
      """
    let wrong = [
      "boks: 1", "world: {gravity: heavy}", "world: {iterations: 1.5}", "world: {step: a/b}",
      "world: {step: 8 ms}", "bodies: [{circle: 1, angle: 45 deg}]",
      "walls: {}",
      "walls: {size: [1]}", "walls: {size: [1, -1]}", "tilt: [1, 2, 3]", "tilt: {}",
      "tilt: {file: a, constant: [0, 0]}",
      "bodies: [{type: statc}]", "bodies: [{circle: 1, box: [1, 1]}]", "bodies: [{shapes: [{}]}]",
      "bodies: [{polygon: [[0, 0], [1, 1]]}]", "bodies: [{sensor: 1}]", "bodies: [{moment: never}]",
      "bodies: [{filter: {mask: -1}}]", "expect: [{}]", "expect: [{body: a, speed: [1], at: 1}]",
      "expect: [{body: a, x: 1, y: 2, at: end, within: 1}]", "expect: [{order: [{begin: [a]}]}]",
      "constraints: [{pin: [a]}]", "constraints: [{rate: 1}]",
      "constraints: [{pin: [a, b], gear: [a, b]}]",
      "let: {a: [1]}", "let: {a: b}", "bodies: [{rope: {from: [1, 2, 3]}}]",
      "bodies: [{blob: {radius: 1}}]",
      "constraints: [{wheel: [a, b], axis: 1}]",
      "values: [{id: a}]", "values: [{id: a, numbers: []}]", "animations: [{timing: 3}]",
      "animations: [{to: a}]", "animations: [{repeat: often}]", "animations: [{fill: all}]",
      "animations: [{values: [1], svg: M}]", "animations: [{group: [{mode: fast}]}]",
      "animations: [{spring: {bounce: 2}}]", "animations: [{spring: {bounce: -1}}]",
      "animations: [{spring: {mass: 0}}]", "animations: [{spring: {stiffness: 0}}]",
      "animations: [{spring: {duration: 0}}]",
    ]
    for text in wrong { #expect(!mistakes(in: "{tiltbox: 1, \(text)}").isEmpty, "\(text)") }
    let result = try Python.run(program, [examples.path()] + wrong, input: ScenarioSchema.json())
    #expect(result.status == 0, "\(result.error)")
  }
}

/// The Python interpreter, if there is one.
enum Python {
  static func run(
    _ program: String,
    _ arguments: [String] = [],
    input: String = ""
  ) throws -> (status: Int32, error: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + arguments
    let (stdin, stderr) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardError = stderr
    try process.run()
    // The schema fits into a pipe's buffer, so writing doesn't need a reader.
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let error = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: error, as: UTF8.self))
  }
}
