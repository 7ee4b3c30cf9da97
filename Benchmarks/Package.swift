// swift-tools-version: 6.2
import PackageDescription

// Measurements, in a separate package so that clients of Tiltbox do not build them.
let package = Package(
  name: "tiltbox-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tiltbox", path: "..")],
  targets: [
    .target(name: "CCounters"),
    .target(name: "CChild"),
    // A link to the C side of the tests' comparison.
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
        .product(name: "TiltboxFiles", package: "tiltbox"),
      ]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .strictMemorySafety(), .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
