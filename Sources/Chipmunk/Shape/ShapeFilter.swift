internal import CChipmunk

/// Which shapes may touch which. Mirrors `cpShapeFilter`.
///
/// Two shapes touch unless they share a group, or one's categories are not in the other's mask.
public struct ShapeFilter: Hashable, Sendable {
  /// Shapes of one group never touch each other; 0 is no group.
  public var group: UInt
  /// The categories that this shape is in.
  public var categories: Categories
  /// The categories that this shape touches.
  public var mask: Categories

  /// Makes a filter; without arguments it lets everything touch (`CP_SHAPE_FILTER_ALL`).
  public init(group: UInt = 0, categories: Categories = .all, mask: Categories = .all) {
    self.group = group
    self.categories = categories
    self.mask = mask
  }

  /// Everything touches (`CP_SHAPE_FILTER_ALL`).
  public static let all = ShapeFilter()
  /// Nothing touches (`CP_SHAPE_FILTER_NONE`).
  public static let none = ShapeFilter(categories: [], mask: [])

  init(_ c: cpShapeFilter) {
    self.init(
      group: UInt(c.group),
      categories: Categories(rawValue: c.categories),
      mask: Categories(rawValue: c.mask)
    )
  }
  var c: cpShapeFilter {
    cpShapeFilter(group: group, categories: categories.rawValue, mask: mask.rawValue)
  }
}
