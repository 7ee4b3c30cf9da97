internal import Chipmunk

// Taps on the box, which layers that follow move to. Like a tilt, a touch acts from the first tick on that is not before it.
extension Simulation {
  /// Takes the scenario's own touches that have come.
  func takeTouches() {
    let own = scenario.touches
    while nextTouch < own.count, own[nextTouch].time <= time + timeline.step * 1e-6 {
      touch(TouchDescription(time: time, point: own[nextTouch].point))
      nextTouch += 1
    }
  }

  /// Lets the layers that follow move from here on.
  func touch(_ touch: TouchDescription) {
    // What earlier touches have done is over where the newest of them is.
    let longest = scenario.layers.compactMap(\.following?.duration).max() ?? 0
    if let last = touches.last, last.time + longest < touch.time { touches = [last] }
    touches.append(touch)
    drives.touch(touch.point, at: touch.time)
  }

  /// Goes on with the touches of a checkpoint.
  func resume(_ touches: [TouchDescription]) {
    self.touches = touches
    for touch in touches { drives.touch(touch.point, at: touch.time) }
    let now = time + timeline.step * 1e-6
    nextTouch = scenario.touches.firstIndex { $0.time > now } ?? scenario.touches.count
  }
}
