import Chipmunk

extension HandoverDescription {
  package static let fields = Schema(
    "handover",
    "A dynamic body that its animations hold is released into physics with its velocity, or caught again.",
    standard: Self(body: ""),
    [
      Property("body", \.body, .text).always
        .means("The id of a dynamic body; at first its animations hold it."),
      Property("at", \.time, .number(AnimationDescription.Play.duration))
        .means("When, in seconds."),
      Property("begin", \.contact, .text)
        .means("When it begins to touch this body, or walls."),
      Property("tap", \.isTap, .flag)
        .means("When the box is tapped; true."),
      Property("to", \.to, .vector(.position))
        .means("Where it is taken to when it is caught, in units; absent, it is released."),
      Property("angle", \.angle, .number(.angle))
        .means("The angle that it is turned to when it is caught, in radians; {} if absent."),
      Property("spring", \.springFields, SpringFields.record)
        .means("The spring that pulls it there."),
      Property("duration", \.duration, .number(AnimationDescription.Play.duration))
        .means("How long a curve takes that leads it there, in seconds, in the place of a spring."),
    ],
    required: ["body"],
    alternatives: .exactlyOne(["at", "begin", "tap"])
  )

  /// The spring as in a file.
  var springFields: SpringFields? {
    get { spring?.fields }
    set { spring = newValue.map { .init($0) } }
  }
}
