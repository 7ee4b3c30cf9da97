/// A problem found while reading a scenario.
package struct Finding: Error, Hashable {
  package let place: SourceLocation
  package let path: String
  package let message: String

  package init(place: SourceLocation, path: String = "", _ message: String) {
    self.place = place
    self.path = path
    self.message = message
  }
}
