internal import Tiltbox

extension FileError {
  /// Returns the line and column at which a scenario names this file, as `:3:14`; nil if it does not, for example
  /// because an override does.
  package func place(inScenario bytes: [UInt8]) -> String? {
    guard let path = field.flatMap({ PathComponent.components(of: $0) }),
      let root = (try? SourceText.decode(bytes)).flatMap({ try? YAMLReader.read($0) }),
      let node = root[path], let text = node.scalar?.text, self.path.hasSuffix(text),
      case .file(let line, let column) = node.place
    else { return nil }
    return ":\(line):\(column)"
  }
}
