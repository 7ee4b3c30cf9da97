extension TimingFunction {
  /// A timing function and its name in texts.
  package struct Named: Sendable {
    /// The name, as in code: `easeInEaseOut`.
    package let name: String
    /// Other names for the same function.
    package let aliases: [String]
    /// The function.
    package let function: TimingFunction
  }

  /// Every named function: the Béziers, Penner's families, single steps and a spring.
  package static let named: [Named] =
    [
      Named(name: "linear", aliases: [], function: .linear),
      Named(name: "easeIn", aliases: [], function: .easeIn),
      Named(name: "easeOut", aliases: [], function: .easeOut),
      Named(name: "easeInEaseOut", aliases: ["easeInOut"], function: .easeInEaseOut),
      Named(name: "default", aliases: ["ease"], function: .default),
    ] + Penner.Family.allCases.flatMap { family in Penner.Ease.allCases.map { named(family, $0) } }
    + [
      Named(name: "stepStart", aliases: [], function: .steps(Steps(unchecked: 1, .start))),
      Named(name: "stepEnd", aliases: [], function: .steps(Steps(unchecked: 1, .end))),
    ]

  private static func named(_ family: Penner.Family, _ ease: Penner.Ease) -> Named {
    let ends = "ease" + capitalized(ease.rawValue)
    return Named(
      name: ends + capitalized(family.rawValue),
      aliases: family == .bounceRational ? ["bounce" + capitalized(ends)] : [],
      function: .ease(ease, family)
    )
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The function of a name, however it is cased and hyphenated: `easeInQuad`, `ease-in-quad`.
  ///
  /// Returns `nil` if there is none.
  public init?(named name: String) {
    let wanted = Self.plain(name)
    let match = Self.named.first { entry in
      Self.plain(entry.name) == wanted || entry.aliases.contains { Self.plain($0) == wanted }
    }
    guard let match else { return nil }
    self = match.function
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "-" && $0 != "_" })
  }
}
