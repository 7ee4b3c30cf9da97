import Foundation
import Testing
import Tiltbox
import TiltboxDrawing
import TiltboxFiles

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Runs a scenario, and returns its trajectory.
func trajectory(_ scenario: Scenario, rate: Double? = nil, seconds: Double) throws -> Trajectory {
  try Trajectory(of: TrajectoryReaders.trajectory(of: scenario), rate: rate, range: 0...seconds)
}

/// A weight whose thread breaks when it is taut, with the thread's force in each frame.
func breakingScenario() throws -> Scenario {
  let text = """
    tiltbox: 1
    bodies: [{id: weight, circle: 10, at: [0, 0], mass: 1}]
    constraints: [{id: thread, slide: [ground, weight], anchorA: [0, 20], max: 100, breakForce: 500}]
    run: {duration: 1, forces: true}
    """
  return try Scenario(yaml: text, file: "breaking.yaml")
}

/// Returns the recording of a run as JSON lines.
func recording(of run: any TrajectoryReader) throws -> any TrajectoryReader {
  let url = FileManager.default.temporaryDirectory.appending(path: "tiltbox-\(UUID()).jsonl")
  defer { try? FileManager.default.removeItem(at: url) }
  let recorder = try Recorder(.jsonl, to: url.path)
  try recorder.record(#require(run as? SimulationReader)) { _ in }
  return try TrajectoryReaders.open([UInt8](Data(contentsOf: url)), name: "run.jsonl")
}

/// An element of an XML text, with the text in it.
struct Element {
  let name: String
  let attributes: [String: String]
  var stringValue = ""

  subscript(_ name: String) -> String? { attributes[name] }
  func number(_ name: String) -> Double? { self[name].flatMap(Double.init) }
}

/// The elements of an XML text, in the order in which they begin; an issue if it is not well-formed.
func elements(_ text: String) throws -> [Element] {
  let parser = XMLParser(data: Data(text.utf8))
  let reader = ElementReader()
  parser.delegate = reader
  try #require(
    parser.parse(),
    "line \(parser.lineNumber): \(String(describing: parser.parserError))"
  )
  return reader.elements
}

private final class ElementReader: NSObject, XMLParserDelegate {
  var elements: [Element] = []
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let index = open.last { elements[index].stringValue += text }
  }
}
