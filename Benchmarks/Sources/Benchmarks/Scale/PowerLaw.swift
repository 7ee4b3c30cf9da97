internal import Glibc

/// A least-squares line through points on logarithmic axes: y = scale · x ^ exponent.
struct PowerLaw {
  let exponent: Double

  init(_ points: [(x: Double, y: Double)]) {
    let logs = points.map { (x: log($0.x), y: log($0.y)) }
    let count = Double(logs.count)
    let meanX = logs.reduce(0) { $0 + $1.x } / count
    let meanY = logs.reduce(0) { $0 + $1.y } / count
    let slope = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    exponent = slope / logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
  }
}
