internal import Chipmunk
internal import Tiltbox

/// The advice on values that their fields cannot have: a table of mistakes and remedies.
enum ValueAdvice {
  /// Returns the remedy of the first row that fits a value.
  static func advice(on value: Value) -> String? {
    let (types, path) = (value.type.notations, ".\(value.path)")
    return rows.lazy.filter { $0.fits(value.node, of: types, at: path) }
      .compactMap { $0.remedy(of: value) }.first
  }

  /// The fields, what is written in them, and the remedy; an empty cell stands for all.
  ///
  /// Fields are given by a type, a key or both, as in `number.run.duration`; `[pair]` is a list of pairs, `{}` any
  /// mapping, and `formula` also a formula or something else. Written is a word, a beginning `-…`, an end `…%`, any
  /// scalar `…`, a list `[]` or `[2]`, or a mapping `{}`. A row fits only if each `$part` of its remedy exists.
  private static let table = """
    | {} | write $bracketed with square brackets
    | {} | $formulaInBraces
    text | {} | put it in quotes: "$braced"
    number size fraction formula whole flag choice [formula]/choice | …, | drop the comma
    number size fraction formula whole flag choice [formula]/choice | …; | drop the ;
    formula/{} | … | write {min: $afterGreater}
    .at | … | for a first contact write at: $expected, within: $tolerance
    | … | write $compared: $expected, within: $tolerance
    | … | write $expected here, and within: $tolerance beside $comparedList
    | … | write $expected, without a tolerance
    | [] | put a formula with a comma in quotes: "$divided"
    | [] | for decimals write $pairWithPoint, with a point
    [] | [] | give at most $most
    timing | [] | give four numbers
    {walls} | none no false | drop it, since a scenario without walls has none
    {walls} | … | write walls: {size: [$number, $number]}
    {walls} | [2] | write walls: {size: $list}
    {walls} | | write walls: {size: [width, height]}
    {run} | … | write run: {duration: $amount}
    {world} | … | write world: {gravity: $amount}
    {body} {shape} {layer} | box circle segment polygon chain | write {$text: …}
    {} | … | $crowdedColon
    {} | … [] | write fields, as in $example
    [{}] | none no | write $emptyList
    numbers | … | write $listed
    numbers | … | write $color
    numbers.fill numbers.stroke | | give [red, green, blue], each from 0 to 1
    [formula]/choice | false no off none | drop it
    [formula]/choice | yes on | write true
    [formula]/choice | … | write $key: [0, $number], in s
    | … | here it is called $synonym
    | … | did you mean $near?
    [formula]/choice | … | give two times in s, as in $key: [0, 1]
    whole/{}.contacts | none no false | write contacts: 0
    whole/{}.contacts | <… >… | give bounds, as in {min: 1, max: 3}
    whole/{}.contacts | … | write contacts: {min: 1}, with: $word
    whole.group | -… | shapes of one group never touch; write group: 1
    whole.mask | -… | leave mask out to touch all
    pair.tilt | right | write [1, 0], in g
    pair.tilt | left | write [-1, 0], in g
    pair.tilt | up | write [0, 1], in g
    pair.tilt | down upright | write [0, -1], in g
    pair.tilt | flat none | write [0, 0], in g
    pair.tilt | … | write $pair
    pair.tilt | … | write tilt: {file: $file}
    pair/{}.tilt | | give [x, y] in g, where [0, -1] is upright, or {file: phone.csv}
    pair.oneWay | … | write [0, 1], which lets bodies through upwards
    pair [formula] | [… | drop the quotes: write $text
    pair [formula] | … [1] | write $pair
    pair.box pair.size | 0 -… | give two numbers above 0, as in [20, 20]
    pair [formula] | … | for a square write [$side, $side]
    pair [formula] | … | give x and y, as in [$coordinate, 0]
    pair [formula] | (… | write [$names] with square brackets
    pair [formula] | … [3] | write $firstTwo, without a third number
    pair [formula] | [4] | for decimals write $pairOfDecimals, with points
    pair [formula] | {} | write $members, in $unit
    [pair] | [] | write $points
    [[formula]] | [4] | write $points
    [pair] | [] | write each point as [$pointNames]
    [pair]/{} | … | write {file: $word}
    text.body | [] {} | give the id of one body
    text.firstContact | [2] | write body: $first, firstContact: $second
    [text].wheel | | give the ids of two bodies
    [text] | | give the ids of two bodies, or one and $otherBody
    number.distance | [2] | write pin: $list
    number.mass | infinite infinity inf | for a body that nothing moves write type: static
    number.sleepAfter | false none no off never forever infinite infinity endless | \
      drop it, and bodies never sleep
    number.run.duration | false none no off never forever infinite infinity endless | \
      drop it, and the run has no end
    number | …% | it is the share that is left after 1 s; to lose $text write $shareLeft
    number.gravity | [2] | \
      gravity is a magnitude, and tilt is its direction; write gravity: $magnitude and tilt: $direction
    whole.categories whole.mask | [] | write $sum, the sum of the bits
    number whole formula | [1] {} | write $only
    formula | [] {} | a name stands for one number; write $numbered
    text | [1] | write $first
    text.name | [] | put it in quotes: "$list"
    formula/choice.at | [] | for an interval write always: [0, 1] or eventually: [0, 1]
    formula/{} | [2] | write {min: $first, max: $second}
    formula.asleepBy | true false | give a time, in s
    formula formula/{} | true false | give a number, in $unit
    [{}] | {} | begin each element of the list with a dash: - {$idOfEntry…}
    [] | [] | give $least
    numbers | … | $formula
    numbers place | {} | write $members
    numbers | …% | write $portion
    numbers | … | write $radians, in rad
    numbers | … | write $quantity, without a unit
    choice.type | … | that is a field of its own; write $flagOfBody: true
    choice.type | … | a type says how the body moves; write $fieldOfShape: … for its shape
    number size fraction | =… | formulas are for scenario files; give a number
    number size fraction | none no off false | write $zero
    whole | none no off | write $zero
    number | infinity inf | write $infinity
    fraction | … | write $fraction
    fraction | … | write 1/$frequency, in s
    number | … | write $rate, in Hz
    formula/{} | >… | write {min: $bound}
    formula/{} | <… | write {max: $bound}
    formula/{} | … | write {min: $lower, max: $upper}
    | … | write $length; you choose the unit of length
    | … | write $converted
    | … | $notation
    formula number/choice | …% | it takes no percentage; write a number in $unit
    formula number/choice | … | write $withoutItsUnit
    number size fraction | … | begin a formula of the indices with =, as in =$indices
    number size fraction | … | write $computed, or =$text
    flag | yes on y 1 | write true
    flag | no off n 0 | write false
    number size fraction whole flag choice formula/choice | … | drop the $quotes
    | … | $formula
    whole | … | $nearestWhole
    """
}

extension ValueAdvice {
  private static let rows = table.split(separator: "\n").map(Row.init)

  private struct Row {
    let fields: [(type: String, key: String)]
    let written: [String]
    /// The words of the remedy, with a part between each two.
    let words: [String]
    let parts: [RemedyPart]

    init(_ line: some StringProtocol) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
      fields = cells[0].split(separator: " ").map { field in
        let dot = field.firstIndex(of: ".") ?? field.endIndex
        return (String(field[..<dot]), String(field[dot...]))
      }
      written = cells[1].split(separator: " ").map(String.init)
      let pieces = cells[2].split(separator: "$", omittingEmptySubsequences: false)
      let names = pieces.dropFirst().map { String($0.prefix(while: \.isLetter)) }
      words = zip(pieces, [""] + names).map { String($0.dropFirst($1.count)) }
      parts = names.map { name in
        guard let part = RemedyPart(rawValue: name) else { preconditionFailure("no part \(name)") }
        return part
      }
    }

    func fits(_ node: Node, of types: Set<String>, at path: String) -> Bool {
      (written.isEmpty || written.contains(where: node.isWritten))
        && (fields.isEmpty
          || fields.contains {
            ($0.type.isEmpty || types.contains($0.type)) && path.hasSuffix($0.key)
          })
    }

    func remedy(of value: Value) -> String? {
      zip(parts, words.dropFirst()).reduce(words[0]) { text, next in
        text.flatMap { text in value.part(next.0).map { text + $0 + next.1 } }
      }
    }
  }
}

extension Node {
  /// Whether the value is what a row says.
  fileprivate func isWritten(_ pattern: String) -> Bool {
    switch content {
    case .mapping: return pattern == "{}"
    case .sequence(let nodes): return pattern == "[]" || pattern == "[\(nodes.count)]"
    case .scalar(let scalar):
      if pattern.hasPrefix("…") { return scalar.text.hasSuffix(pattern.dropFirst()) }
      if pattern.hasSuffix("…") { return scalar.text.hasPrefix(pattern.dropLast()) }
      return scalar.text.lowercased() == pattern
    }
  }
}

extension FieldType {
  /// The type in the notation of the table, with and without the names of mappings.
  fileprivate var notations: Set<String> {
    switch self {
    case .text: ["text"]
    case .flag: ["flag"]
    case .number: ["number"]
    case .size: ["size"]
    case .fraction: ["fraction"]
    case .formula: ["formula"]
    case .whole: ["whole"]
    case .pair: ["pair"]
    case .choice: ["choice"]
    case .numbers: ["numbers"]
    case .timing: ["timing"]
    case .place: ["place"]
    case .names: ["names"]
    case .list(let element, _): Set(element.notations.map { "[\($0)]" } + ["[]"])
    case .mapping, .another: ["{}", "{\(table?.name ?? "")}"]
    case .either(let first, let second):
      Set(first.notations.flatMap { first in [first] + second.notations.map { "\(first)/\($0)" } })
    }
  }
}
