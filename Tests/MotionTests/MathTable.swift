import Motion

/// Arguments and the numbers nearest to the results, from mpmath at 2,200 bits.
struct MathTable: Sendable {
  let name: String
  let function: @Sendable (Double, Double) -> Double
  let rows: [(x: Double, y: Double, value: Double)]

  static let sineTable = MathTable(
    name: "sine",
    function: { x, _ in sine(x) },
    rows: [
      (-0x1.196aa5854a4dap-2, 0, -0x1.15e335be08dc1p-2),
      (-0x1.16dfadef9eee4p-1, 0, -0x1.0949b29b0ff62p-1),
      (0x1.e237affecdbdp-3, 0, 0x1.ddc62e5d069ddp-3),
      (-0x1.5e429c124d3p1, 0, -0x1.93a632d80df5bp-2),
      (0x1.d65007009f66p-3, 0, 0x1.d23090363d2dep-3),
      (-0x1.b81c4d77b0a6p-1, 0, -0x1.83e0f339a0a5fp-1),
      (-0x1.6a1658093f0ddp1, 0, -0x1.3b1871a47a733p-2),
      (0x1.dbe30d7595ep3, 0, 0x1.7c0ecaeef8933p-1),
      (-0x1.ce811c8741b05p9, 0, -0x1.f6c080f94305ep-1),
      (0x1.b9715ed9bc255p16, 0, -0x1.bdb54b2d12d6fp-12),
      (0x1.921fb54442d18p1, 0, 0x1.1a62633145c07p-53),
      (0x1.921fb54442d18p0, 0, 0x1p0),
      (0x1.1475cc9eedf01p4, 0, -0x1p0),
      (0x1.6ac5b262ca1ffp849, 0, 0x1p0),
      (0x1.fffffffffffffp1023, 0, 0x1.452fc98b34e97p-8),
      (0x1p60, 0, -0x1.a94adab06665cp-1),
      (0x1.0f0cf064dd592p73, 0, -0x1.b453ab76bf397p-1),
      (0x1p-30, 0, 0x1p-30),
      (Double(bitPattern: 0x1), 0, Double(bitPattern: 0x1)),
    ]
  )
  static let cosineTable = MathTable(
    name: "cosine",
    function: { x, _ in cosine(x) },
    rows: [
      (-0x1.196aa5854a4dap-2, 0, 0x1.ecc95e56b7dafp-1),
      (-0x1.16dfadef9eee4p-1, 0, 0x1.b5e94d7184efp-1),
      (0x1.e237affecdbdp-3, 0, 0x1.f1df6a5620bb9p-1),
      (-0x1.5e429c124d3p1, 0, -0x1.d68b09f01c229p-1),
      (0x1.d65007009f66p-3, 0, 0x1.f28f01ba6dfe4p-1),
      (-0x1.b81c4d77b0a6p-1, 0, 0x1.4e34e903ba89ap-1),
      (-0x1.6a1658093f0ddp1, 0, -0x1.e72864b2cecfep-1),
      (0x1.dbe30d7595ep3, 0, -0x1.57130f666a527p-1),
      (-0x1.ce811c8741b05p9, 0, 0x1.837e60b696dc4p-3),
      (0x1.b9715ed9bc255p16, 0, 0x1.fffffcf80035fp-1),
      (0x1.921fb54442d18p1, 0, -0x1p0),
      (0x1.921fb54442d18p0, 0, 0x1.1a62633145c07p-54),
      (0x1.1475cc9eedf01p4, 0, 0x1.3ddc5bce200bbp-50),
      (0x1.6ac5b262ca1ffp849, 0, -0x1.14ae72e6ba22fp-61),
      (0x1.fffffffffffffp1023, 0, -0x1.fffe62ecfab75p-1),
      (0x1p60, 0, -0x1.1d146047d6947p-1),
      (0x1.0f0cf064dd592p73, 0, 0x1.0be2cef01c8f4p-1),
      (0x1p-30, 0, 0x1p0),
      (Double(bitPattern: 0x1), 0, 0x1p0),
    ]
  )
  static let tangentTable = MathTable(
    name: "tangent",
    function: { x, _ in tangent(x) },
    rows: [
      (-0x1.196aa5854a4dap-2, 0, -0x1.20b8e0be661bdp-2),
      (-0x1.16dfadef9eee4p-1, 0, -0x1.362bc651f6cb7p-1),
      (0x1.e237affecdbdp-3, 0, 0x1.eb54c4a920074p-3),
      (-0x1.5e429c124d3p1, 0, 0x1.b7366330b0555p-2),
      (0x1.d65007009f66p-3, 0, 0x1.dec2266bbfdfbp-3),
      (-0x1.b81c4d77b0a6p-1, 0, -0x1.291cc678f1e75p0),
      (-0x1.6a1658093f0ddp1, 0, 0x1.4b29dc81c1e46p-2),
      (0x1.dbe30d7595ep3, 0, -0x1.1b98c332cf468p0),
      (-0x1.ce811c8741b05p9, 0, -0x1.4c2565ed972ddp2),
      (0x1.b9715ed9bc255p16, 0, -0x1.bdb54dd09971fp-12),
      (0x1.921fb54442d18p1, 0, -0x1.1a62633145c07p-53),
      (0x1.921fb54442d18p0, 0, 0x1.d02967c31cdb5p53),
      (0x1.1475cc9eedf01p4, 0, -0x1.9c5b4c7289899p49),
      (0x1.6ac5b262ca1ffp849, 0, -0x1.d9ba9a7975636p60),
      (0x1.fffffffffffffp1023, 0, -0x1.4530cfe729484p-8),
      (0x1p60, 0, 0x1.7de90e3bee983p0),
      (0x1.0f0cf064dd592p73, 0, -0x1.a0f79c1b6b257p0),
      (0x1p-30, 0, 0x1p-30),
      (Double(bitPattern: 0x1), 0, Double(bitPattern: 0x1)),
    ]
  )
  static let arcSineTable = MathTable(
    name: "arcSine",
    function: { x, _ in arcSine(x) },
    rows: [
      (-0x1.b877d1e131f48p-1, 0, -0x1.092c96180cb08p0),
      (-0x1.a31c20b97748ap-1, 0, -0x1.eaf8155e910e8p-1),
      (-0x1.352b5de1bc45p-3, 0, -0x1.365b1cc9aebbep-3),
      (0x1.4eb252c860c96p-1, 0, 0x1.6cc8bfc8c1713p-1),
      (-0x1.813a0f06b9f7ep-1, 0, -0x1.b410fc340f7c5p-1),
      (0x1p-1, 0, 0x1.0c152382d7366p-1),
      (-0x1.fffffff768fa1p-1, 0, -0x1.921cc6f77cacbp0),
      (0x1.fffffffffffffp-1, 0, 0x1.921fb50442d18p0),
      (0x1.4f8b588e368f1p-17, 0, 0x1.4f8b588e4e94p-17),
      (0x1p-40, 0, 0x1p-40),
    ]
  )
  static let arcCosineTable = MathTable(
    name: "arcCosine",
    function: { x, _ in arcCosine(x) },
    rows: [
      (-0x1.b877d1e131f48p-1, 0, 0x1.4da625ae27c1p1),
      (-0x1.a31c20b97748ap-1, 0, 0x1.43cddff9c5ac6p1),
      (-0x1.352b5de1bc45p-3, 0, 0x1.b8eb18dd78a9p0),
      (0x1.4eb252c860c96p-1, 0, 0x1.b776aabfc431ep-1),
      (-0x1.813a0f06b9f7ep-1, 0, 0x1.361419af2547dp1),
      (0x1p-1, 0, 0x1.0c152382d7366p0),
      (-0x1.fffffff768fa1p-1, 0, 0x1.921e3e1ddfbf1p1),
      (0x1.fffffffffffffp-1, 0, 0x1p-26),
      (0x1.4f8b588e368f1p-17, 0, 0x1.921f0d7e968a6p0),
      (0x1p-40, 0, 0x1.921fb54441d18p0),
    ]
  )
  static let arcTangentTable = MathTable(
    name: "arcTangent",
    function: { arcTangent($0, over: $1) },
    rows: [
      (0x1.392630542e166p2, 0x1.93bd04d2bcc16p0, 0x1.424d1f6bc4d28p0),
      (0x1.f9ebdac7131a3p-3, 0x1.4a23d58d69964p-2, 0x1.4ebf401db2989p-1),
      (0x1.92276649df154p1, 0x1.1a61dbf29c77fp1, 0x1.eacf3df3ce0d2p-1),
      (0x1.5f5572031e26cp1, 0x1.907a70c1e840bp1, 0x1.70b3f48553b6ap-1),
      (-0x1.7f150535c5d62p1, -0x1.c6f8770a0d7e6p0, -0x1.0da73b498e602p1),
      (0x1.5c90a94997b0fp-2, 0x1.b2f14c98f45d4p-2, 0x1.59e7d85989c81p-1),
      (0x1.56e1fc2f8f359p-997, -0x1.7e43c8800759cp996, 0x1.921fb54442d18p1),
      (0x1.7e43c8800759cp996, 0x1.56e1fc2f8f359p-997, 0x1.921fb54442d18p0),
      (Double(bitPattern: 0x1), 0x1.8p1, 0x0p0),
      (
        Double(bitPattern: 0x80003739a252b281), Double(bitPattern: 0x24d116e1cc56),
        -0x1.f730bd281f69bp-1
      ),
      (-0x1.930d6ea99ba4p537, -0x1.e00902cafdc0cp746, -0x1.921fb54442d18p1),
      (-0x1.70ef54646d497p-57, 0x1p0, -0x1.70ef54646d497p-57),
    ]
  )
  static let hypotenuseTable = MathTable(
    name: "hypotenuse",
    function: { hypotenuse($0, $1) },
    rows: [
      (0x1.392630542e166p2, 0x1.93bd04d2bcc16p0, 0x1.490393fca7c2p2),
      (0x1.f9ebdac7131a3p-3, 0x1.4a23d58d69964p-2, 0x1.9fe912cfc470ep-2),
      (0x1.92276649df154p1, 0x1.1a61dbf29c77fp1, 0x1.eb64b7f65b78fp1),
      (0x1.5f5572031e26cp1, 0x1.907a70c1e840bp1, 0x1.0a5f7c1b270a9p2),
      (-0x1.7f150535c5d62p1, -0x1.c6f8770a0d7e6p0, 0x1.bd88f755e7a4fp1),
      (0x1.5c90a94997b0fp-2, 0x1.b2f14c98f45d4p-2, 0x1.16b0a99c93ca2p-1),
      (0x1.56e1fc2f8f359p-997, -0x1.7e43c8800759cp996, 0x1.7e43c8800759cp996),
      (0x1.7e43c8800759cp996, 0x1.56e1fc2f8f359p-997, 0x1.7e43c8800759cp996),
      (Double(bitPattern: 0x1), 0x1.8p1, 0x1.8p1),
      (
        Double(bitPattern: 0x80003739a252b281), Double(bitPattern: 0x24d116e1cc56),
        Double(bitPattern: 0x425f524f5400)
      ),
      (-0x1.930d6ea99ba4p537, -0x1.e00902cafdc0cp746, 0x1.e00902cafdc0cp746),
      (-0x1.70ef54646d497p-57, 0x1p0, 0x1p0),
      (0x1.55c576d815726p1023, 0x1.55c576d815726p1023, 0x1.e3567198ec8bfp1023),
      (Double(bitPattern: 0x1), Double(bitPattern: 0x1), Double(bitPattern: 0x1)),
      (0x1.8p1, 0x1p2, 0x1.4p2),
    ]
  )
  static let exponentialTable = MathTable(
    name: "exponential",
    function: { x, _ in exponential(x) },
    rows: [
      (-0x1.b24daf641b434p-2, 0, 0x1.4f05f8986e0adp-1),
      (0x1.ebb2f4895ea56p-1, 0, 0x1.4e6a008fe5e37p1),
      (-0x1.8719c3be78fc4p-1, 0, 0x1.dd0a9bc54d057p-2),
      (-0x1.4f5e71ab8a168p-3, 0, 0x1.b2a9a503df6d3p-1),
      (0x1.67ff4f24dc198p8, 0, 0x1.49fff48ddaa43p519),
      (-0x1.e738be26ad7ecp8, 0, 0x1.100d5bf754f2p-703),
      (-0x1.ee73fe467d4p3, 0, 0x1.a22d26185ff28p-23),
      (-0x1.428e0f3dd2c5dp9, 0, 0x1.3be1480b345d4p-931),
      (0x1.b7cdfd9d7bdbbp-34, 0, 0x1.000000006df38p0),
      (-0x1.748cccccccccdp9, 0, Double(bitPattern: 0x1)),
      (0x1.62e3d70a3d70ap9, 0, 0x1.fe9ce5c4c52b4p1023),
      (-0x1.624p9, 0, Double(bitPattern: 0xe6cf6d08897ac)),
      (0x1.62e33eff19503p-2, 0, 0x1.6a099138a089dp0),
    ]
  )
  static let exponentialMinusOneTable = MathTable(
    name: "exponentialMinusOne",
    function: { x, _ in exponentialMinusOne(x) },
    rows: [
      (-0x1.b24daf641b434p-2, 0, -0x1.61f40ecf23ea6p-2),
      (0x1.ebb2f4895ea56p-1, 0, 0x1.9cd4011fcbc6ep0),
      (-0x1.8719c3be78fc4p-1, 0, -0x1.117ab21d597d5p-1),
      (-0x1.4f5e71ab8a168p-3, 0, -0x1.35596bf0824b3p-3),
      (0x1.67ff4f24dc198p8, 0, 0x1.49fff48ddaa43p519),
      (-0x1.e738be26ad7ecp8, 0, -0x1p0),
      (-0x1.ee73fe467d4p3, 0, -0x1.fffff9774b67ap-1),
      (-0x1.428e0f3dd2c5dp9, 0, -0x1p0),
      (0x1.b7cdfd9d7bdbbp-34, 0, 0x1.b7cdfd9dda4e3p-34),
      (-0x1.3333333333333p-2, 0, -0x1.0966f2c7907f6p-2),
      (0x1.6666666666666p-2, 0, 0x1.ad200b20177b2p-2),
      (-0x1.24p5, 0, -0x1.fffffffffffffp-1),
      (0x1.4p5, 0, 0x1.a220d397972ebp57),
      (0x1.628p9, 0, 0x1.d422d2be5dc9bp1022),
      (0x1.56e1fc2f8f359p-997, 0, 0x1.56e1fc2f8f359p-997),
    ]
  )
  static let powerOfTwoTable = MathTable(
    name: "powerOfTwo",
    function: { x, _ in powerOfTwo(x) },
    rows: [
      (0x1.02612a8ee7338p0, 0, 0x1.01a79ae2a47adp1),
      (0x1.96617f6b268ap0, 0, 0x1.80a7f307618f6p1),
      (0x1.c0abdf5e063ap-2, 0, 0x1.5ad8d5b5f9768p0),
      (0x1.205df10e8fdap1, 0, 0x1.310ae71e0e6c4p2),
      (-0x1.1e15753eb24e5p0, 0, 0x1.d7f2c51564b2bp-2),
      (0x1.86973a3f8b6a8p8, 0, 0x1.8189f40b41332p390),
      (0x1.797ac110565f8p7, 0, 0x1.ab7dff54b6f25p188),
      (0x1.3f94b06e722cp7, 0, 0x1.bac4b82442e56p159),
      (0x1.4p3, 0, 0x1p10),
      (-0x1.0c8p10, 0, Double(bitPattern: 0x1)),
      (-0x1.091p10, 0, Double(bitPattern: 0x35d1)),
      (0x1.fffeb851eb852p9, 0, 0x1.fc769e9b9c396p1023),
      (0x1.19799812dea11p-40, 0, 0x1.0000000000c32p0),
    ]
  )
  static let logarithmTable = MathTable(
    name: "logarithm",
    function: { x, _ in logarithm(x) },
    rows: [
      (0x1.74c9df62334e6p-4, 0, -0x1.32c8dc236bb96p1),
      (0x1.795e82364e2b2p5, 0, 0x1.ed48bdf24beebp1),
      (0x1.0f88081765a84p-1, 0, -0x1.44bc03b2019a7p-1),
      (0x1.48db40b6ee9d6p1, 0, 0x1.e31e5f0276711p-1),
      (0x1.05c6af1e19cbp2, 0, 0x1.689a6fb3ca0d8p0),
      (0x1.0000000000001p0, 0, 0x1.fffffffffffffp-53),
      (0x1.fffffffffffffp-1, 0, -0x1p-53),
      (0x1.fff2e48e8a71ep-1, 0, -0x1.a3738d2cf1cc2p-14),
      (Double(bitPattern: 0xbdc), 0, -0x1.7035fcbfb4d3ap9),
      (0x1.e42d130773b76p1023, 0, 0x1.62dd08fdc6f88p9),
      (0x1.4p3, 0, 0x1.26bb1bbb55516p1),
      (0x1p1, 0, 0x1.62e42fefa39efp-1),
      (0x1.0624dd2f1a9fcp-10, 0, -0x1.ba18a998fffap2),
    ]
  )
  static let powerTable = MathTable(
    name: "power",
    function: { power($0, $1) },
    rows: [
      (0x1.5829bf9c6539p-3, 0x1.1111111111111p-7, 0x1.f8725804b1c69p-1),
      (0x1.df9fd6fcc554p-4, 0x1.1111111111111p-7, 0x1.f6ee286e0fa12p-1),
      (0x1.e2f460df71dbp-5, 0x1.1111111111111p-7, 0x1.f40ffe35a7b6dp-1),
      (0x1.8955d5926548ep-1, 0x1.1111111111111p-7, 0x1.fee053a255504p-1),
      (0x1.4b1c686c46ba3p1, -0x1.027141cd11b06p2, 0x1.60de70a0335ffp-6),
      (0x1.f46a6612b0caep2, 0x1.7c560abf8d88p2, 0x1.8cbcf1a2a57bdp17),
      (0x1.9c9385ea79738p0, -0x1.a041be64b75fp-1, 0x1.5b58e0e961117p-1),
      (0x1.5fa43c163a253p3, 0x1.8895c51186cbap2, 0x1.28722c1557b85p21),
      (0x1.4p3, -0x1.8p1, 0x1.0624dd2f1a9fcp-10),
      (0x1.4p3, 0x1.4p2, 0x1.86ap16),
      (0x1.4p3, 0x1.6p4, 0x1.0f0cf064dd592p73),
      (0x1.4p3, -0x1.6p4, 0x1.e392010175ee6p-74),
      (0x1.fffffca501acbp-1, 0x1.312dp23, 0x1.78b5622a21056p-2),
      (Double(bitPattern: 0x7e8), 0x1.47ae147ae147bp-7, 0x1.4acda6dd390d5p-11),
      (0x1p1, -0x1.092p10, Double(bitPattern: 0x2d41)),
      (-0x1.b333333333333p0, 0x1.8p1, -0x1.3a6e978d4fdf3p2),
      (-0x1.b333333333333p0, 0x1p2, 0x1.0b4467381d7dbp3),
      (0x1.ccccccp-1, 0x1.ep5, 0x1.d71320cdf4363p-10),
    ]
  )
  static let all = [
    sineTable,
    cosineTable,
    tangentTable,
    arcSineTable,
    arcCosineTable,
    arcTangentTable,
    hypotenuseTable,
    exponentialTable,
    exponentialMinusOneTable,
    powerOfTwoTable,
    logarithmTable,
    powerTable,
  ]
}
