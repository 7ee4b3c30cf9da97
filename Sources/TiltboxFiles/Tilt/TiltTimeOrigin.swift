/// Converts the times of a file to seconds of the run.
struct TiltTimeOrigin: Equatable {
  /// The smallest number of seconds that is a date, not a time since the start of a recording: 3 March 1973.
  static let epochSeconds = 1e8

  private var origin: Double
  private var perSecond: Double

  /// Derives unit and origin from the header or, if it names no unit, from the magnitude of the first time.
  init(first: Double, unit: TiltLayout.TimeUnit) {
    switch unit {
    case .elapsed: (origin, perSecond) = (0, 1)
    case .sinceBoot: (origin, perSecond) = (first, 1)
    case .perSecond(let perSecond):
      self.perSecond = perSecond
      origin = abs(first) / perSecond >= Self.epochSeconds ? first : 0
    case .unsaid:
      let thousands = [1e9, 1e6, 1e3, 1].first { abs(first) / $0 >= Self.epochSeconds }
      perSecond = thousands ?? 1
      origin = thousands == nil ? 0 : first
    }
  }

  /// Converts a time to seconds of the run.
  func seconds(_ time: Double) -> Double { (time - origin) / perSecond }
}
