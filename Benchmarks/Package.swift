// swift-tools-version: 6.2
import PackageDescription

// Measurements, apart from the main package so that nobody who uses it builds them.
let package = Package(
  name: "tiltbox-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tiltbox", path: "..")],
  targets: [
    .target(name: "CHeapCounter"),
    .executableTarget(
      name: "MotionBenchmark",
      dependencies: ["CHeapCounter", .product(name: "Motion", package: "tiltbox")]
    )
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
