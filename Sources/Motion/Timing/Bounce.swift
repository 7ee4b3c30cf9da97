/// The two common functions for a ball that bounces to rest: ease-out, on 0...1.
enum Bounce {
  /// Penner's: one parabola, shifted to each of four bounces; continuous everywhere.
  static func parabolas(_ t: Double) -> Double {
    let k = 7.5625
    if t < 1 / 2.75 { return k * t * t }
    if t < 2 / 2.75 {
      let u = t - 1.5 / 2.75
      return k * u * u + 0.75
    }
    if t < 2.5 / 2.75 {
      let u = t - 2.25 / 2.75
      return k * u * u + 0.9375
    }
    let u = t - 2.625 / 2.75
    return k * u * u + 0.984375
  }

  /// Four parabolas with rational coefficients, with breakpoints at 4/11, 8/11 and 9/10 (AHEasing's).
  static func rational(_ t: Double) -> Double {
    if t < 4 / 11 { return 121 * t * t / 16 }
    if t < 8 / 11 { return (363.0 / 40 * t - 99.0 / 10) * t + 17.0 / 5 }
    if t < 9 / 10 { return (4356.0 / 361 * t - 35442.0 / 1805) * t + 16061.0 / 1805 }
    return (54.0 / 5 * t - 513.0 / 25) * t + 268.0 / 25
  }
}
