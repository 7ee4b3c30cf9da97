// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: write space.addHandler(for: .pair(a, b)).
@available(*, unavailable, message: "write space.addHandler(for: .pair(a, b))")
public func cpSpaceAddCollisionHandler(_ space: Space, _ a: CollisionType, _ b: CollisionType)
  -> CollisionHandler
{ fatalError() }

/// In Swift: write space.addHandler(for: .type(type)).
@available(*, unavailable, message: "write space.addHandler(for: .type(type))")
public func cpSpaceAddWildcardHandler(_ space: Space, _ type: CollisionType) -> CollisionHandler {
  fatalError()
}

/// In Swift: write space.addHandler(for: .all).
@available(*, unavailable, message: "write space.addHandler(for: .all)")
public func cpSpaceAddDefaultCollisionHandler(_ space: Space) -> CollisionHandler { fatalError() }

/// In Swift: ``Space/afterStep(_:)``.
@available(*, unavailable, renamed: "Space.afterStep(self:_:)")
public func cpSpaceAddPostStepCallback(_ space: Space, _ work: (Space) throws -> Void) {
  fatalError()
}

/// In Swift: ``Contact/normal``.
@available(*, unavailable, renamed: "getter:Contact.normal(self:)")
public func cpArbiterGetNormal(_ contact: borrowing Contact) -> Vector { fatalError() }

/// In Swift: ``Contact/points``.
@available(*, unavailable, renamed: "getter:Contact.points(self:)")
public func cpArbiterGetContactPointSet(_ contact: borrowing Contact) -> ContactPoints {
  fatalError()
}

/// In Swift: ``Contact/friction``.
@available(*, unavailable, renamed: "getter:Contact.friction(self:)")
public func cpArbiterGetFriction(_ contact: borrowing Contact) -> Double { fatalError() }

/// In Swift: ``Contact/restitution``.
@available(*, unavailable, renamed: "getter:Contact.restitution(self:)")
public func cpArbiterGetRestitution(_ contact: borrowing Contact) -> Double { fatalError() }

/// In Swift: ``Contact/surfaceVelocity``.
@available(*, unavailable, renamed: "getter:Contact.surfaceVelocity(self:)")
public func cpArbiterGetSurfaceVelocity(_ contact: borrowing Contact) -> Vector { fatalError() }

/// In Swift: ``Contact/impulse``.
@available(*, unavailable, renamed: "getter:Contact.impulse(self:)")
public func cpArbiterTotalImpulse(_ contact: borrowing Contact) -> Vector { fatalError() }

/// In Swift: ``Contact/energy``.
@available(*, unavailable, renamed: "getter:Contact.energy(self:)")
public func cpArbiterTotalKE(_ contact: borrowing Contact) -> Double { fatalError() }

/// In Swift: ``Contact/isFirst``.
@available(*, unavailable, renamed: "getter:Contact.isFirst(self:)")
public func cpArbiterIsFirstContact(_ contact: borrowing Contact) -> Bool { fatalError() }

/// In Swift: ``Contact/friction``.
@available(*, unavailable, renamed: "setter:Contact.friction(self:_:)")
public func cpArbiterSetFriction(_ contact: borrowing Contact, _ value: Double) { fatalError() }

/// In Swift: ``Contact/restitution``.
@available(*, unavailable, renamed: "setter:Contact.restitution(self:_:)")
public func cpArbiterSetRestitution(_ contact: borrowing Contact, _ value: Double) { fatalError() }

/// In Swift: ``Contact/surfaceVelocity``.
@available(*, unavailable, renamed: "setter:Contact.surfaceVelocity(self:_:)")
public func cpArbiterSetSurfaceVelocity(_ contact: borrowing Contact, _ value: Vector) {
  fatalError()
}

/// In Swift: ``Contact/ignoreUntilSeparation()``.
@available(*, unavailable, renamed: "Contact.ignoreUntilSeparation(self:)")
public func cpArbiterIgnore(_ contact: borrowing Contact) { fatalError() }

/// In Swift: write contact.normal and contact.setPoint(_:onA:onB:).
@available(*, unavailable, message: "write contact.normal and contact.setPoint(_:onA:onB:)")
public func cpArbiterSetContactPointSet(_ contact: borrowing Contact, _ points: ContactPoints) {
  fatalError()
}

/// In Swift: write contact.points.count.
@available(*, unavailable, message: "write contact.points.count")
public func cpArbiterGetCount(_ contact: borrowing Contact) -> Int { fatalError() }

/// In Swift: write contact.points[place].depth.
@available(*, unavailable, message: "write contact.points[place].depth")
public func cpArbiterGetDepth(_ contact: borrowing Contact, _ place: Int) -> Double { fatalError() }

/// In Swift: write contact.points[place].onA.
@available(*, unavailable, message: "write contact.points[place].onA")
public func cpArbiterGetPointA(_ contact: borrowing Contact, _ place: Int) -> Vector {
  fatalError()
}

/// In Swift: write contact.points[place].onB.
@available(*, unavailable, message: "write contact.points[place].onB")
public func cpArbiterGetPointB(_ contact: borrowing Contact, _ place: Int) -> Vector {
  fatalError()
}

/// In Swift: write contact.a and contact.b.
@available(*, unavailable, message: "write contact.a and contact.b")
public func cpArbiterGetShapes(_ contact: borrowing Contact) -> (Shape, Shape) { fatalError() }

/// In Swift: write contact.bodyA and contact.bodyB.
@available(*, unavailable, message: "write contact.bodyA and contact.bodyB")
public func cpArbiterGetBodies(_ contact: borrowing Contact) -> (Body, Body) { fatalError() }

/// In Swift: ask event.a.body and event.b.body whether they are nil.
@available(*, unavailable, message: "ask event.a.body and event.b.body whether they are nil")
public func cpArbiterIsRemoval(_ contact: borrowing Contact) -> Bool { fatalError() }

/// In Swift: store data of a contact by its shapes, which have ids and tags.
@available(
  *,
  unavailable,
  message: "store data of a contact by its shapes, which have ids and tags"
)
public func cpArbiterGetUserData(_ contact: borrowing Contact) -> Int { fatalError() }

/// In Swift: store data of a contact by its shapes, which have ids and tags.
@available(
  *,
  unavailable,
  message: "store data of a contact by its shapes, which have ids and tags"
)
public func cpArbiterSetUserData(_ contact: borrowing Contact, _ value: Int) { fatalError() }

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardBeginA(_ contact: borrowing Contact, _ space: Space) -> Bool {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardBeginB(_ contact: borrowing Contact, _ space: Space) -> Bool {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardPreSolveA(_ contact: borrowing Contact, _ space: Space) -> Bool {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardPreSolveB(_ contact: borrowing Contact, _ space: Space) -> Bool {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardPostSolveA(_ contact: borrowing Contact, _ space: Space) {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardPostSolveB(_ contact: borrowing Contact, _ space: Space) {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardSeparateA(_ contact: borrowing Contact, _ space: Space) {
  fatalError()
}

/// In Swift: every handler of a contact is called; delete this line.
@available(*, unavailable, message: "every handler of a contact is called; delete this line")
public func cpArbiterCallWildcardSeparateB(_ contact: borrowing Contact, _ space: Space) {
  fatalError()
}
