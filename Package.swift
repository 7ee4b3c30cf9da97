// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tiltbox",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Chipmunk", targets: ["Chipmunk"]),
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "Tiltbox", targets: ["Tiltbox"]),
    .library(name: "TiltboxScenario", targets: ["TiltboxScenario"]),
    .library(name: "TiltboxDrawing", targets: ["TiltboxDrawing"]),
    .library(name: "TiltboxServer", targets: ["TiltboxServer"]),
    .library(name: "TiltboxSweep", targets: ["TiltboxSweep"]),
    .library(name: "TiltboxVerification", targets: ["TiltboxVerification"]),
    .library(name: "TiltboxTesting", targets: ["TiltboxTesting"]),
    .executable(name: "tiltbox", targets: ["TiltboxCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    .systemLibrary(
      name: "CChipmunk",
      providers: [.apt(["chipmunk-dev"]), .brew(["chipmunk"])]
    ),
    .systemLibrary(name: "CPlatform"),
    .target(name: "ChipmunkNames"),
    .target(name: "Chipmunk", dependencies: ["CChipmunk", "ChipmunkNames"]),
    .target(name: "Motion"),
    .target(name: "Tiltbox", dependencies: ["Chipmunk", "Motion", "CPlatform"]),
    .target(
      name: "TiltboxScenario",
      dependencies: ["Tiltbox", "Motion", "Chipmunk", .product(name: "Yams", package: "Yams")]
    ),
    .target(
      name: "TiltboxDrawing",
      dependencies: ["Tiltbox", "Chipmunk"],
      resources: [
        "canvas.js", "shape.js", "unpacking.js", "chart.js", "player.js", "player.css",
        "player.html",
      ].map { .embedInCode("Web/\($0)") }
    ),
    .target(
      name: "TiltboxServer",
      dependencies: [
        "TiltboxDrawing", "TiltboxScenario", "Tiltbox", "Chipmunk",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      resources: ["page.html", "page.css", "page.js", "line.js", "playback.js", "tilt.js"].map {
        .embedInCode("Web/\($0)")
      }
    ),
    .target(
      name: "TiltboxSweep",
      dependencies: ["TiltboxDrawing", "TiltboxScenario", "Tiltbox", "Chipmunk"]
    ),
    .target(
      name: "TiltboxVerification",
      dependencies: ["TiltboxDrawing", "Tiltbox", "Chipmunk"]
    ),
    .target(name: "TiltboxTesting", dependencies: ["TiltboxDrawing", "Tiltbox", "Chipmunk"]),
    .executableTarget(
      name: "TiltboxCLI",
      dependencies: [
        "Chipmunk", "Motion", "Tiltbox", "TiltboxScenario", "TiltboxSweep",
        "TiltboxVerification", "TiltboxDrawing", "TiltboxServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .target(
      name: "CReference",
      dependencies: ["CChipmunk"],
      path: "Tests/CReference",
      linkerSettings: [.linkedLibrary("chipmunk"), .linkedLibrary("m")]
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Chipmunk", "CReference"],
      path: "Tests/TestSupport"
    ),
    .executableTarget(name: "Fuzz", dependencies: ["TestSupport"], path: "Tests/Fuzz"),
    .testTarget(name: "ChipmunkTests", dependencies: ["Chipmunk", "TestSupport"]),
    .target(
      name: "SourceMaterial",
      dependencies: ["Motion"],
      path: "Tests/SourceMaterial"
    ),
    .testTarget(name: "MotionTests", dependencies: ["Motion", "SourceMaterial"]),
    .testTarget(name: "TiltboxTests", dependencies: ["Tiltbox", "Motion", "Chipmunk"]),
    .testTarget(
      name: "TiltboxScenarioTests",
      dependencies: [
        "TiltboxScenario", "Tiltbox", "Motion", "Chipmunk", "SourceMaterial", "TestSupport",
      ]
    ),
    .testTarget(
      name: "TiltboxSweepTests",
      dependencies: [
        "TiltboxSweep", "TiltboxScenario", "Tiltbox", "Chipmunk", "TestSupport", "CReference",
      ]
    ),
    .testTarget(
      name: "TiltboxVerificationTests",
      dependencies: ["TiltboxVerification", "Tiltbox", "Chipmunk"]
    ),
    .testTarget(
      name: "TiltboxTestingTests",
      dependencies: ["TiltboxTesting", "Tiltbox", "Chipmunk"]
    ),
    .testTarget(
      name: "TiltboxDrawingTests",
      dependencies: ["TiltboxDrawing", "TiltboxScenario", "Tiltbox", "Chipmunk"]
    ),
    .testTarget(name: "TiltboxCLITests", dependencies: ["TiltboxCLI"]),
    .testTarget(
      name: "TiltboxServerTests",
      dependencies: ["TiltboxServer", "TiltboxScenario", "Tiltbox", "Chipmunk"]
    ),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .strictMemorySafety(), .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
