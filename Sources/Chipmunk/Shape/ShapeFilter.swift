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
    (self.group, self.categories, self.mask) = (group, categories, mask)
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

/// A user-defined type of shape, by which handlers distinguish contacts. Mirrors `cpCollisionType`.
///
/// ```swift
/// extension CollisionType {
///   static let coin: Self = 1
///   static let player: Self = 2
/// }
/// let coins = space.addHandler(for: .pair(.coin, .player))
/// ```
public struct CollisionType: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number; 0 by default.
  public var rawValue: UInt

  /// Makes a type of a number.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Makes a type of a number.
  public init(integerLiteral number: UInt) { rawValue = number }
}

/// The categories that a shape is in, or touches: a set of up to 32. Mirrors `cpBitmask`.
///
/// ```swift
/// extension Categories {
///   static let players = Categories.category(0)
///   static let walls = Categories.category(1)
/// }
/// ghost.filter = ShapeFilter(categories: .players, mask: .all.subtracting(.walls))
/// ```
public struct Categories: OptionSet, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// A bit for each category.
  public var rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a set of its bits.
  public init(integerLiteral bits: UInt32) { rawValue = bits }

  /// Returns the set of one category, a number from 0 to 31; the empty set for another number.
  public static func category(_ number: Int) -> Categories {
    Categories(rawValue: (0..<32).contains(number) ? 1 << UInt32(number) : 0)
  }

  /// All categories.
  public static let all = Categories(rawValue: .max)
}
