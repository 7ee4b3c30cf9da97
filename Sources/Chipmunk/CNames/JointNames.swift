// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: ``PinJoint/init(_:_:anchorA:anchorB:)``.
@available(*, unavailable, renamed: "PinJoint.init(_:_:anchorA:anchorB:)")
public func cpPinJointNew(_ a: Body, _ b: Body, _ anchorA: Vector, _ anchorB: Vector) -> PinJoint {
  fatalError()
}

/// In Swift: ``PinJoint/anchorA``.
@available(*, unavailable, renamed: "getter:PinJoint.anchorA(self:)")
public func cpPinJointGetAnchorA(_ joint: PinJoint) -> Vector { fatalError() }

/// In Swift: ``PinJoint/anchorA``.
@available(*, unavailable, renamed: "setter:PinJoint.anchorA(self:_:)")
public func cpPinJointSetAnchorA(_ joint: PinJoint, _ value: Vector) { fatalError() }

/// In Swift: ``PinJoint/anchorB``.
@available(*, unavailable, renamed: "getter:PinJoint.anchorB(self:)")
public func cpPinJointGetAnchorB(_ joint: PinJoint) -> Vector { fatalError() }

/// In Swift: ``PinJoint/anchorB``.
@available(*, unavailable, renamed: "setter:PinJoint.anchorB(self:_:)")
public func cpPinJointSetAnchorB(_ joint: PinJoint, _ value: Vector) { fatalError() }

/// In Swift: ``PinJoint/distance``.
@available(*, unavailable, renamed: "getter:PinJoint.distance(self:)")
public func cpPinJointGetDist(_ joint: PinJoint) -> Double { fatalError() }

/// In Swift: ``PinJoint/distance``.
@available(*, unavailable, renamed: "setter:PinJoint.distance(self:_:)")
public func cpPinJointSetDist(_ joint: PinJoint, _ value: Double) { fatalError() }

/// In Swift: ``SlideJoint/init(_:_:anchorA:anchorB:min:max:)``.
@available(*, unavailable, renamed: "SlideJoint.init(_:_:anchorA:anchorB:min:max:)")
public func cpSlideJointNew(
  _ a: Body,
  _ b: Body,
  _ anchorA: Vector,
  _ anchorB: Vector,
  _ min: Double,
  _ max: Double
) -> SlideJoint { fatalError() }

/// In Swift: ``SlideJoint/anchorA``.
@available(*, unavailable, renamed: "getter:SlideJoint.anchorA(self:)")
public func cpSlideJointGetAnchorA(_ joint: SlideJoint) -> Vector { fatalError() }

/// In Swift: ``SlideJoint/anchorA``.
@available(*, unavailable, renamed: "setter:SlideJoint.anchorA(self:_:)")
public func cpSlideJointSetAnchorA(_ joint: SlideJoint, _ value: Vector) { fatalError() }

/// In Swift: ``SlideJoint/anchorB``.
@available(*, unavailable, renamed: "getter:SlideJoint.anchorB(self:)")
public func cpSlideJointGetAnchorB(_ joint: SlideJoint) -> Vector { fatalError() }

/// In Swift: ``SlideJoint/anchorB``.
@available(*, unavailable, renamed: "setter:SlideJoint.anchorB(self:_:)")
public func cpSlideJointSetAnchorB(_ joint: SlideJoint, _ value: Vector) { fatalError() }

/// In Swift: ``SlideJoint/min``.
@available(*, unavailable, renamed: "getter:SlideJoint.min(self:)")
public func cpSlideJointGetMin(_ joint: SlideJoint) -> Double { fatalError() }

/// In Swift: ``SlideJoint/min``.
@available(*, unavailable, renamed: "setter:SlideJoint.min(self:_:)")
public func cpSlideJointSetMin(_ joint: SlideJoint, _ value: Double) { fatalError() }

/// In Swift: ``SlideJoint/max``.
@available(*, unavailable, renamed: "getter:SlideJoint.max(self:)")
public func cpSlideJointGetMax(_ joint: SlideJoint) -> Double { fatalError() }

/// In Swift: ``SlideJoint/max``.
@available(*, unavailable, renamed: "setter:SlideJoint.max(self:_:)")
public func cpSlideJointSetMax(_ joint: SlideJoint, _ value: Double) { fatalError() }

/// In Swift: ``PivotJoint/init(_:_:at:)``.
@available(*, unavailable, renamed: "PivotJoint.init(_:_:at:)")
public func cpPivotJointNew(_ a: Body, _ b: Body, _ pivot: Vector) -> PivotJoint { fatalError() }

/// In Swift: ``PivotJoint/init(_:_:anchorA:anchorB:)``.
@available(*, unavailable, renamed: "PivotJoint.init(_:_:anchorA:anchorB:)")
public func cpPivotJointNew2(_ a: Body, _ b: Body, _ anchorA: Vector, _ anchorB: Vector)
  -> PivotJoint
{ fatalError() }

/// In Swift: ``PivotJoint/anchorA``.
@available(*, unavailable, renamed: "getter:PivotJoint.anchorA(self:)")
public func cpPivotJointGetAnchorA(_ joint: PivotJoint) -> Vector { fatalError() }

/// In Swift: ``PivotJoint/anchorA``.
@available(*, unavailable, renamed: "setter:PivotJoint.anchorA(self:_:)")
public func cpPivotJointSetAnchorA(_ joint: PivotJoint, _ value: Vector) { fatalError() }

/// In Swift: ``PivotJoint/anchorB``.
@available(*, unavailable, renamed: "getter:PivotJoint.anchorB(self:)")
public func cpPivotJointGetAnchorB(_ joint: PivotJoint) -> Vector { fatalError() }

/// In Swift: ``PivotJoint/anchorB``.
@available(*, unavailable, renamed: "setter:PivotJoint.anchorB(self:_:)")
public func cpPivotJointSetAnchorB(_ joint: PivotJoint, _ value: Vector) { fatalError() }

/// In Swift: ``GrooveJoint/init(_:_:from:to:anchorB:)``.
@available(*, unavailable, renamed: "GrooveJoint.init(_:_:from:to:anchorB:)")
public func cpGrooveJointNew(
  _ a: Body,
  _ b: Body,
  _ grooveA: Vector,
  _ grooveB: Vector,
  _ anchorB: Vector
) -> GrooveJoint { fatalError() }

/// In Swift: ``GrooveJoint/grooveA``.
@available(*, unavailable, renamed: "getter:GrooveJoint.grooveA(self:)")
public func cpGrooveJointGetGrooveA(_ joint: GrooveJoint) -> Vector { fatalError() }

/// In Swift: ``GrooveJoint/grooveA``.
@available(*, unavailable, renamed: "setter:GrooveJoint.grooveA(self:_:)")
public func cpGrooveJointSetGrooveA(_ joint: GrooveJoint, _ value: Vector) { fatalError() }

/// In Swift: ``GrooveJoint/grooveB``.
@available(*, unavailable, renamed: "getter:GrooveJoint.grooveB(self:)")
public func cpGrooveJointGetGrooveB(_ joint: GrooveJoint) -> Vector { fatalError() }

/// In Swift: ``GrooveJoint/grooveB``.
@available(*, unavailable, renamed: "setter:GrooveJoint.grooveB(self:_:)")
public func cpGrooveJointSetGrooveB(_ joint: GrooveJoint, _ value: Vector) { fatalError() }

/// In Swift: ``GrooveJoint/anchorB``.
@available(*, unavailable, renamed: "getter:GrooveJoint.anchorB(self:)")
public func cpGrooveJointGetAnchorB(_ joint: GrooveJoint) -> Vector { fatalError() }

/// In Swift: ``GrooveJoint/anchorB``.
@available(*, unavailable, renamed: "setter:GrooveJoint.anchorB(self:_:)")
public func cpGrooveJointSetAnchorB(_ joint: GrooveJoint, _ value: Vector) { fatalError() }

/// In Swift: ``RotaryLimitJoint/init(_:_:min:max:)``.
@available(*, unavailable, renamed: "RotaryLimitJoint.init(_:_:min:max:)")
public func cpRotaryLimitJointNew(_ a: Body, _ b: Body, _ min: Double, _ max: Double)
  -> RotaryLimitJoint
{ fatalError() }

/// In Swift: ``RotaryLimitJoint/min``.
@available(*, unavailable, renamed: "getter:RotaryLimitJoint.min(self:)")
public func cpRotaryLimitJointGetMin(_ joint: RotaryLimitJoint) -> Double { fatalError() }

/// In Swift: ``RotaryLimitJoint/min``.
@available(*, unavailable, renamed: "setter:RotaryLimitJoint.min(self:_:)")
public func cpRotaryLimitJointSetMin(_ joint: RotaryLimitJoint, _ value: Double) { fatalError() }

/// In Swift: ``RotaryLimitJoint/max``.
@available(*, unavailable, renamed: "getter:RotaryLimitJoint.max(self:)")
public func cpRotaryLimitJointGetMax(_ joint: RotaryLimitJoint) -> Double { fatalError() }

/// In Swift: ``RotaryLimitJoint/max``.
@available(*, unavailable, renamed: "setter:RotaryLimitJoint.max(self:_:)")
public func cpRotaryLimitJointSetMax(_ joint: RotaryLimitJoint, _ value: Double) { fatalError() }

/// In Swift: ``RatchetJoint/init(_:_:phase:ratchet:)``.
@available(*, unavailable, renamed: "RatchetJoint.init(_:_:phase:ratchet:)")
public func cpRatchetJointNew(_ a: Body, _ b: Body, _ phase: Double, _ ratchet: Double)
  -> RatchetJoint
{ fatalError() }

/// In Swift: ``RatchetJoint/angle``.
@available(*, unavailable, renamed: "getter:RatchetJoint.angle(self:)")
public func cpRatchetJointGetAngle(_ joint: RatchetJoint) -> Double { fatalError() }

/// In Swift: ``RatchetJoint/angle``.
@available(*, unavailable, renamed: "setter:RatchetJoint.angle(self:_:)")
public func cpRatchetJointSetAngle(_ joint: RatchetJoint, _ value: Double) { fatalError() }

/// In Swift: ``RatchetJoint/phase``.
@available(*, unavailable, renamed: "getter:RatchetJoint.phase(self:)")
public func cpRatchetJointGetPhase(_ joint: RatchetJoint) -> Double { fatalError() }

/// In Swift: ``RatchetJoint/phase``.
@available(*, unavailable, renamed: "setter:RatchetJoint.phase(self:_:)")
public func cpRatchetJointSetPhase(_ joint: RatchetJoint, _ value: Double) { fatalError() }

/// In Swift: ``RatchetJoint/ratchet``.
@available(*, unavailable, renamed: "getter:RatchetJoint.ratchet(self:)")
public func cpRatchetJointGetRatchet(_ joint: RatchetJoint) -> Double { fatalError() }

/// In Swift: ``RatchetJoint/ratchet``.
@available(*, unavailable, renamed: "setter:RatchetJoint.ratchet(self:_:)")
public func cpRatchetJointSetRatchet(_ joint: RatchetJoint, _ value: Double) { fatalError() }

/// In Swift: ``GearJoint/init(_:_:phase:ratio:)``.
@available(*, unavailable, renamed: "GearJoint.init(_:_:phase:ratio:)")
public func cpGearJointNew(_ a: Body, _ b: Body, _ phase: Double, _ ratio: Double) -> GearJoint {
  fatalError()
}

/// In Swift: ``GearJoint/phase``.
@available(*, unavailable, renamed: "getter:GearJoint.phase(self:)")
public func cpGearJointGetPhase(_ joint: GearJoint) -> Double { fatalError() }

/// In Swift: ``GearJoint/phase``.
@available(*, unavailable, renamed: "setter:GearJoint.phase(self:_:)")
public func cpGearJointSetPhase(_ joint: GearJoint, _ value: Double) { fatalError() }

/// In Swift: ``GearJoint/ratio``.
@available(*, unavailable, renamed: "getter:GearJoint.ratio(self:)")
public func cpGearJointGetRatio(_ joint: GearJoint) -> Double { fatalError() }

/// In Swift: ``GearJoint/ratio``.
@available(*, unavailable, renamed: "setter:GearJoint.ratio(self:_:)")
public func cpGearJointSetRatio(_ joint: GearJoint, _ value: Double) { fatalError() }
