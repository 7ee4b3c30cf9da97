// swift-tools-version: 6.2
import PackageDescription

/// What Tiltbox is called as a package: the folder that it is in, as an identifier.
let tiltboxIdentity = String(
  Context.packageDirectory.split(separator: "/").dropLast().last.map { folder in
    folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
  } ?? []
)

// Measurements, in a package of their own so that nobody who uses Tiltbox builds them.
let package = Package(
  name: "tiltbox-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tiltbox", path: "..")],
  targets: [
    .target(name: "CCounters"),
    .target(name: "CChild"),
    // The C side of the tests' comparison; here a link to it.
    .target(
      name: "CReference",
      linkerSettings: [.linkedLibrary("chipmunk"), .linkedLibrary("m")]
    ),
    .target(
      name: "CStates",
      linkerSettings: [.linkedLibrary("chipmunk"), .linkedLibrary("m")]
    ),
    .target(name: "COutput"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CCounters", "CChild", "CReference", "CStates", "COutput",
        .product(name: "Chipmunk", package: "tiltbox"),
        .product(name: "Motion", package: "tiltbox"),
        .product(name: "Tiltbox", package: "tiltbox"),
      ]
    ),
    // What a sweep is made of is open to Tiltbox's own package alone, so this is built as a part of it.
    .executableTarget(
      name: "SweepBenchmark",
      dependencies: [
        "CReference",
        .product(name: "TiltboxSweep", package: "tiltbox"),
        .product(name: "TiltboxFiles", package: "tiltbox"),
        .product(name: "Tiltbox", package: "tiltbox"),
        .product(name: "Chipmunk", package: "tiltbox"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", tiltboxIdentity])]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .strictMemorySafety(), .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
