internal import Chipmunk

// Taps on the box, to which some layers move. Like a tilt, a touch acts from the first tick that is not before it.
extension Simulation {
  /// Applies those of the scenario's own touches that are due.
  func takeTouches() {
    let own = scenario.touches
    while nextTouch < own.count, own[nextTouch].time <= time + timeline.step * 1e-6 {
      touch(TouchDescription(time: time, point: own[nextTouch].point))
      nextTouch += 1
    }
  }

  /// Moves the layers that follow touches from now on.
  func touch(_ touch: TouchDescription) {
    // Earlier touches have no effect after the newest of them has reached its place.
    let longest = scenario.layers.compactMap(\.following?.duration).max() ?? 0
    if let last = touches.last, last.time + longest < touch.time { touches = [last] }
    touches.append(touch)
    animators.touch(touch.point, at: touch.time)
  }

  /// Continues with the touches of a checkpoint.
  func resume(_ touches: [TouchDescription]) {
    self.touches = touches
    for touch in touches { animators.touch(touch.point, at: touch.time) }
    let now = time + timeline.step * 1e-6
    nextTouch = scenario.touches.firstIndex { $0.time > now } ?? scenario.touches.count
  }
}
