internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxJSON

/// The distinct values of a field in order: numbers by size, others in order of appearance.
struct FieldScale {
  let values: [FieldValue]
  /// The position of each value: the number itself, or its index.
  private let positions: [FieldValue: Double]
  let isNumeric: Bool

  init(_ given: [FieldValue]) {
    var seen: Set<FieldValue> = []
    let distinct = given.filter { seen.insert($0).inserted }
    let numbers = distinct.compactMap { value in
      if case .number(let number) = value { number } else { nil }
    }
    isNumeric = numbers.count == distinct.count
    values = isNumeric ? numbers.sorted().map { .number($0) } : distinct
    var positions: [FieldValue: Double] = [:]
    for (index, value) in values.enumerated() {
      if case .number(let number) = value, isNumeric {
        positions[value] = number
      } else {
        positions[value] = Double(index)
      }
    }
    self.positions = positions
  }

  func position(_ value: FieldValue) -> Double { positions[value] ?? .nan }

  /// Returns a horizontal axis and about `count` marks: round numbers, or a selection of the values.
  func axis(_ count: Int) -> (axis: PlotAxis, marks: [PlotMark]) {
    let axis = PagePanel.x(values.map(position), parts: count)
    if isNumeric, values.count > 1 { return (axis, axis.marks()) }
    let marks = thinned(count).map { PlotMark(axis.place(position(values[$0])), text($0)) }
    return (axis, marks)
  }

  /// Returns at most `most` indices of values, evenly spaced.
  func thinned(_ most: Int) -> [Int] {
    Array(stride(from: 0, to: values.count, by: max(1, (values.count + most - 1) / most)))
  }

  /// Returns the label of the value at an index.
  func text(_ place: Int) -> String { Self.label(values[place]) }

  /// Returns the label of a value; for a file, its name without folders.
  static func label(_ value: FieldValue) -> String {
    switch value {
    case .number(let number): return number.brief()
    case .text(let text):
      let name = text.split(separator: "/").last.map(String.init) ?? text
      return name.count > 14 ? name.prefix(13) + "…" : name
    default: return value.json.line
    }
  }
}
