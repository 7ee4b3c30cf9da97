/// Leads from what is in a space back to it, and to nothing once the space goes.
///
/// A weak reference would do the same, but each retaining and releasing of an object that has one takes several times
/// as long from then on, and a tick of a few bodies does dozens.
@safe
final class SpaceLink {
  // The space cuts it off before anything else of it goes.
  @safe unowned(unsafe) private(set) var space: Space?

  init() {}

  func lead(to space: Space?) { self.space = space }
}
