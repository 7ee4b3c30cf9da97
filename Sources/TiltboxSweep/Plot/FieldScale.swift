internal import TiltboxScenario

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

  /// The value's place among them all, from 0 on.
  func index(_ value: FieldValue) -> Int { values.firstIndex(of: value) ?? 0 }

  var allPositions: [Double] { values.map(position) }

  /// What is written at the marks: round numbers, or the values, thinned out to about so many.
  func marks(_ axis: PlotAxis, _ count: Int) -> [(place: Double, label: String)] {
    if isNumeric, values.count > 1 {
      return axis.marks(count).map { (axis.place($0), $0.brief) }
    }
    let every = max(1, (values.count + count - 1) / count)
    return stride(from: 0, to: values.count, by: every).map { index in
      (axis.place(position(values[index])), Self.label(values[index]))
    }
  }

  /// A value as it is written at an axis; of a file its name alone.
  static func label(_ value: FieldValue) -> String {
    switch value {
    case .number(let number): return number.brief
    case .text(let text):
      let name = text.split(separator: "/").last.map(String.init) ?? text
      return name.count > 14 ? name.prefix(13) + "…" : name
    default: return value.json.line
    }
  }
}
