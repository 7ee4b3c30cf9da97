/// Leads from objects in a space back to it; nil after the space is freed.
///
/// A weak reference would do the same, but from then on each retain and release of the space would take several times
/// as long, and a tick of a few bodies does dozens.
@safe
final class SpaceLink {
  // The space clears this before it releases anything else.
  @safe unowned(unsafe) private(set) var space: Space?

  init() {}

  func lead(to space: Space?) { self.space = space }
}
