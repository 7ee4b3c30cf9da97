extension MediaTiming {
  /// Returns the timing with a delay, in seconds of parent time.
  ///
  /// - Throws: `MotionError` if the delay is not finite.
  package func delayed(by delay: Double) throws(MotionError) -> MediaTiming {
    try requireFinite(delay, "delay")
    var copy = self
    copy.beginTime = (beginTime + delay).saturated
    return copy
  }

  /// Returns the timing that continues at another speed from its state at a parent time.
  ///
  /// A speed of 0 pauses it; a second change, to the former speed, resumes it.
  ///
  /// - Throws: `MotionError` if the speed or the time is not finite.
  package func changingSpeed(
    to speed: Double,
    at parentTime: Double,
    naturalDuration: Double
  ) throws(MotionError) -> MediaTiming {
    try requireFinite(speed, "speed")
    try requireFinite(parentTime, "time")
    var copy = self
    copy.timeOffset = activeTime(at: parentTime, naturalDuration: naturalDuration)
    copy.beginTime = parentTime
    copy.speed = speed
    return copy
  }
}
