// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: ``DampedSpring/init(_:_:anchorA:anchorB:restLength:stiffness:damping:)``.
@available(
  *,
  unavailable,
  renamed: "DampedSpring.init(_:_:anchorA:anchorB:restLength:stiffness:damping:)"
)
public func cpDampedSpringNew(
  _ a: Body,
  _ b: Body,
  _ anchorA: Vector,
  _ anchorB: Vector,
  _ restLength: Double,
  _ stiffness: Double,
  _ damping: Double
) -> DampedSpring { fatalError() }

/// In Swift: ``DampedSpring/anchorA``.
@available(*, unavailable, renamed: "getter:DampedSpring.anchorA(self:)")
public func cpDampedSpringGetAnchorA(_ spring: DampedSpring) -> Vector { fatalError() }

/// In Swift: ``DampedSpring/anchorA``.
@available(*, unavailable, renamed: "setter:DampedSpring.anchorA(self:_:)")
public func cpDampedSpringSetAnchorA(_ spring: DampedSpring, _ value: Vector) { fatalError() }

/// In Swift: ``DampedSpring/anchorB``.
@available(*, unavailable, renamed: "getter:DampedSpring.anchorB(self:)")
public func cpDampedSpringGetAnchorB(_ spring: DampedSpring) -> Vector { fatalError() }

/// In Swift: ``DampedSpring/anchorB``.
@available(*, unavailable, renamed: "setter:DampedSpring.anchorB(self:_:)")
public func cpDampedSpringSetAnchorB(_ spring: DampedSpring, _ value: Vector) { fatalError() }

/// In Swift: ``DampedSpring/restLength``.
@available(*, unavailable, renamed: "getter:DampedSpring.restLength(self:)")
public func cpDampedSpringGetRestLength(_ spring: DampedSpring) -> Double { fatalError() }

/// In Swift: ``DampedSpring/restLength``.
@available(*, unavailable, renamed: "setter:DampedSpring.restLength(self:_:)")
public func cpDampedSpringSetRestLength(_ spring: DampedSpring, _ value: Double) { fatalError() }

/// In Swift: ``DampedSpring/stiffness``.
@available(*, unavailable, renamed: "getter:DampedSpring.stiffness(self:)")
public func cpDampedSpringGetStiffness(_ spring: DampedSpring) -> Double { fatalError() }

/// In Swift: ``DampedSpring/stiffness``.
@available(*, unavailable, renamed: "setter:DampedSpring.stiffness(self:_:)")
public func cpDampedSpringSetStiffness(_ spring: DampedSpring, _ value: Double) { fatalError() }

/// In Swift: ``DampedSpring/damping``.
@available(*, unavailable, renamed: "getter:DampedSpring.damping(self:)")
public func cpDampedSpringGetDamping(_ spring: DampedSpring) -> Double { fatalError() }

/// In Swift: ``DampedSpring/damping``.
@available(*, unavailable, renamed: "setter:DampedSpring.damping(self:_:)")
public func cpDampedSpringSetDamping(_ spring: DampedSpring, _ value: Double) { fatalError() }

/// In Swift: set spring.force.
@available(*, unavailable, message: "set spring.force")
public func cpDampedSpringSetSpringForceFunc(
  _ spring: DampedSpring,
  _ function: @escaping (DampedSpring, Double) -> Double
) { fatalError() }

/// In Swift: ``DampedRotarySpring/init(_:_:restAngle:stiffness:damping:)``.
@available(*, unavailable, renamed: "DampedRotarySpring.init(_:_:restAngle:stiffness:damping:)")
public func cpDampedRotarySpringNew(
  _ a: Body,
  _ b: Body,
  _ restAngle: Double,
  _ stiffness: Double,
  _ damping: Double
) -> DampedRotarySpring { fatalError() }

/// In Swift: ``DampedRotarySpring/restAngle``.
@available(*, unavailable, renamed: "getter:DampedRotarySpring.restAngle(self:)")
public func cpDampedRotarySpringGetRestAngle(_ spring: DampedRotarySpring) -> Double {
  fatalError()
}

/// In Swift: ``DampedRotarySpring/restAngle``.
@available(*, unavailable, renamed: "setter:DampedRotarySpring.restAngle(self:_:)")
public func cpDampedRotarySpringSetRestAngle(_ spring: DampedRotarySpring, _ value: Double) {
  fatalError()
}

/// In Swift: ``DampedRotarySpring/stiffness``.
@available(*, unavailable, renamed: "getter:DampedRotarySpring.stiffness(self:)")
public func cpDampedRotarySpringGetStiffness(_ spring: DampedRotarySpring) -> Double {
  fatalError()
}

/// In Swift: ``DampedRotarySpring/stiffness``.
@available(*, unavailable, renamed: "setter:DampedRotarySpring.stiffness(self:_:)")
public func cpDampedRotarySpringSetStiffness(_ spring: DampedRotarySpring, _ value: Double) {
  fatalError()
}

/// In Swift: ``DampedRotarySpring/damping``.
@available(*, unavailable, renamed: "getter:DampedRotarySpring.damping(self:)")
public func cpDampedRotarySpringGetDamping(_ spring: DampedRotarySpring) -> Double { fatalError() }

/// In Swift: ``DampedRotarySpring/damping``.
@available(*, unavailable, renamed: "setter:DampedRotarySpring.damping(self:_:)")
public func cpDampedRotarySpringSetDamping(_ spring: DampedRotarySpring, _ value: Double) {
  fatalError()
}

/// In Swift: set spring.torque.
@available(*, unavailable, message: "set spring.torque")
public func cpDampedRotarySpringSetSpringTorqueFunc(
  _ spring: DampedRotarySpring,
  _ function: @escaping (DampedRotarySpring, Double) -> Double
) { fatalError() }

/// In Swift: write SimpleMotor(a, b, rate: -rate): above 0 turns the second body.
@available(
  *,
  unavailable,
  message: "write SimpleMotor(a, b, rate: -rate): above 0 turns the second body"
)
public func cpSimpleMotorNew(_ a: Body, _ b: Body, _ rate: Double) -> SimpleMotor { fatalError() }

/// In Swift: write -motor.rate: above 0 turns the second body.
@available(*, unavailable, message: "write -motor.rate: above 0 turns the second body")
public func cpSimpleMotorGetRate(_ motor: SimpleMotor) -> Double { fatalError() }

/// In Swift: write motor.rate = -value: above 0 turns the second body.
@available(*, unavailable, message: "write motor.rate = -value: above 0 turns the second body")
public func cpSimpleMotorSetRate(_ motor: SimpleMotor, _ value: Double) { fatalError() }
