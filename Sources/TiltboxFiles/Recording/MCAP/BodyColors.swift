/// The colours of bodies without a colour of their own, as red, green and blue in one number.
///
/// The first seven are those of Okabe and Ito, which people with any kind of colour vision can distinguish. The others
/// are as far as possible from each other, from greys, and from black and white; neighbours are farther apart than
/// others.
package enum BodyColors {
  /// The colours of dynamic bodies, in order and cyclically.
  package static let dynamic: [UInt32] = [
    0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442, 0x008def, 0xa61859,
    0x76c647, 0xfe93fb, 0x7538ae, 0x00690c, 0xfb9892, 0x8771ee, 0x8f4800, 0x50d0b4, 0xb5439f,
    0x847a01, 0xb59ef1, 0x9ca15e,
  ]
  /// The colour of static and kinematic bodies.
  package static let fixed: UInt32 = 0x78828f
  /// The colour of walls.
  package static let wall: UInt32 = 0x3c4654
}
