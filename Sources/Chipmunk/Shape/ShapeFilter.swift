internal import CChipmunk

/// Which shapes may touch which. Mirrors `cpShapeFilter`.
///
/// Two shapes touch unless they share a group, or one's categories are not in the other's mask.
public struct ShapeFilter: Hashable, Sendable {
  /// Shapes of one group never touch each other; 0 is no group.
  public var group: UInt
  /// The categories that this shape is in, one bit each.
  public var categories: UInt32
  /// The categories that this shape touches, one bit each.
  public var mask: UInt32

  /// Makes a filter; without arguments it lets everything touch (`CP_SHAPE_FILTER_ALL`).
  public init(group: UInt = 0, categories: UInt32 = .max, mask: UInt32 = .max) {
    self.group = group
    self.categories = categories
    self.mask = mask
  }

  /// Everything touches (`CP_SHAPE_FILTER_ALL`).
  public static let all = ShapeFilter()
  /// Nothing touches (`CP_SHAPE_FILTER_NONE`).
  public static let none = ShapeFilter(categories: 0, mask: 0)

  init(_ c: cpShapeFilter) {
    self.init(group: UInt(c.group), categories: c.categories, mask: c.mask)
  }
  var c: cpShapeFilter { cpShapeFilter(group: group, categories: categories, mask: mask) }
}
