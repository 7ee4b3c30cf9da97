internal import Chipmunk
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles

/// The different values of a field, in order: numbers by their size, anything else as it comes.
struct FieldScale {
  let values: [FieldValue]
  /// Where each value is: the number itself, or its place from 0 on.
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

  /// An axis across a panel, and its marks: round numbers, or the values, thinned out to about so many.
  func axis(_ count: Int) -> (axis: PlotAxis, marks: [PlotMark]) {
    let axis = PagePanel.x(values.map(position), parts: count)
    if isNumeric, values.count > 1 { return (axis, axis.marks()) }
    let marks = thinned(count).map { PlotMark(axis.place(position(values[$0])), text($0)) }
    return (axis, marks)
  }

  /// So many of the values' places at most, evenly.
  func thinned(_ most: Int) -> [Int] {
    Array(stride(from: 0, to: values.count, by: max(1, (values.count + most - 1) / most)))
  }

  /// What is written at a place of the values.
  func text(_ place: Int) -> String { Self.label(values[place]) }

  /// A value as it is written at an axis; of a file its name alone.
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
