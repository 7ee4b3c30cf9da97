// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tiltbox",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Chipmunk", targets: ["Chipmunk"]),
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "Tiltbox", targets: ["Tiltbox"]),
    .library(name: "TiltboxFiles", targets: ["TiltboxFiles"]),
    .library(name: "TiltboxDrawing", targets: ["TiltboxDrawing"]),
    .library(name: "TiltboxServer", targets: ["TiltboxServer"]),
    .library(name: "TiltboxTesting", targets: ["TiltboxTesting"]),
    .executable(name: "tiltbox", targets: ["TiltboxCLI"]),
  ],
  traits: [
    .trait(name: "Files", description: "Scenario files in YAML, and the tiltbox command."),
    .trait(
      name: "Server",
      description: "TiltboxServer and `tiltbox serve`: HTTP, WebSocket and TLS.",
      enabledTraits: ["Files"]
    ),
    .default(enabledTraits: ["Files", "Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    .systemLibrary(
      name: "CChipmunk",
      providers: [.apt(["chipmunk-dev"]), .brew(["chipmunk"])]
    ),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CPlatform"),
    // The system's C library, under the same name on all systems.
    .target(name: "TiltboxPlatform"),
    // Elementary functions with one result on every machine.
    .target(name: "CMath"),
    .target(name: "ChipmunkEngine", dependencies: ["CChipmunk", "CMath"]),
    .target(name: "TiltboxJSON"),
    .target(
      name: "Chipmunk",
      dependencies: ["CChipmunk", "ChipmunkEngine", "CMath", "TiltboxJSON"]
    ),
    .target(name: "Motion", dependencies: ["CMath"]),
    .target(name: "Tiltbox", dependencies: ["Chipmunk", "Motion", "CPlatform", "TiltboxPlatform"]),
    .target(
      name: "TiltboxFiles",
      dependencies: [
        "Tiltbox", "Motion", "Chipmunk", "TiltboxJSON", "TiltboxPlatform",
        .target(name: "CYAML", condition: .when(traits: ["Files"])),
      ]
    ),
    .target(
      name: "TiltboxDrawing",
      dependencies: ["TiltboxFiles", "Tiltbox", "Motion", "Chipmunk", "TiltboxJSON"],
      resources: [
        "canvas.js", "primitive.js", "unpacking.js", "chart.js", "player.js", "player.css",
        "player.html",
      ].map { .embedInCode("Web/\($0)") }
    ),
    .target(
      name: "TiltboxServer",
      dependencies: [
        "TiltboxDrawing", "TiltboxFiles", "Tiltbox", "Chipmunk", "TiltboxJSON", "TiltboxPlatform",
        "CPlatform",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Server"])),
      ],
      resources: [
        "page.html", "page.css", "page.js", "line.js", "playback.js", "history.js", "tilt.js",
      ].map {
        .embedInCode("Web/\($0)")
      }
    ),
    .target(
      name: "TiltboxSweep",
      dependencies: [
        "TiltboxDrawing", "TiltboxFiles", "Tiltbox", "Motion", "Chipmunk", "TiltboxJSON",
        "TiltboxPlatform",
      ]
    ),
    // Compares physics with theory, for the tests of apps and for the command; separate from
    // TiltboxTesting, which needs Swift Testing.
    .target(
      name: "TiltboxVerification",
      dependencies: [
        "TiltboxDrawing", "TiltboxFiles", "Tiltbox", "Motion", "Chipmunk", "TiltboxJSON",
      ]
    ),
    .target(
      name: "TiltboxTesting",
      dependencies: ["TiltboxVerification", "TiltboxDrawing", "Tiltbox", "Chipmunk"]
    ),
    .executableTarget(
      name: "TiltboxCLI",
      dependencies: [
        "Chipmunk", "Motion", "Tiltbox", "TiltboxFiles", "TiltboxDrawing", "TiltboxSweep",
        "TiltboxVerification", "TiltboxJSON", "TiltboxPlatform", "CPlatform",
        .target(name: "TiltboxServer", condition: .when(traits: ["Server"])),
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Files"])
        ),
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
    .target(
      name: "TiltboxFuzz",
      dependencies: [
        "TestSupport", "Chipmunk", "Motion", "Tiltbox", "TiltboxFiles", "TiltboxDrawing",
      ],
      path: "Tests/TiltboxFuzz"
    ),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["TiltboxFuzz", "TestSupport", "Chipmunk"],
      path: "Tests/Fuzz"
    ),
    .executableTarget(
      name: "WebSocketEcho",
      dependencies: [
        "TiltboxServer",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Server"])),
      ],
      path: "Tests/WebSocketEcho"
    ),
    .testTarget(name: "TiltboxJSONTests", dependencies: ["TiltboxJSON"]),
    .testTarget(name: "ChipmunkTests", dependencies: ["Chipmunk", "TestSupport"]),
    .target(
      name: "SourceMaterial",
      dependencies: ["Motion"],
      path: "Tests/SourceMaterial"
    ),
    .testTarget(name: "MotionTests", dependencies: ["Motion", "SourceMaterial"]),
    .target(
      name: "TestScenes",
      dependencies: ["Tiltbox", "Motion", "Chipmunk"],
      path: "Tests/TestScenes"
    ),
    .testTarget(
      name: "TiltboxTests",
      dependencies: ["Tiltbox", "Motion", "Chipmunk", "TestScenes"]
    ),
    .testTarget(
      name: "TiltboxFilesTests",
      dependencies: [
        "TiltboxFiles", "Tiltbox", "Motion", "Chipmunk", "SourceMaterial", "TestScenes",
        "TestSupport", "TiltboxFuzz", "TiltboxJSON",
      ]
    ),
    .testTarget(
      name: "TiltboxSweepTests",
      dependencies: [
        "TiltboxSweep", "TiltboxFiles", "Tiltbox", "Chipmunk", "TestSupport", "CReference",
      ]
    ),
    .testTarget(
      name: "TiltboxTestingTests",
      dependencies: ["TiltboxTesting", "TiltboxVerification", "Tiltbox", "Chipmunk"]
    ),
    .testTarget(
      name: "TiltboxDrawingTests",
      dependencies: ["TiltboxDrawing", "TiltboxFiles", "Tiltbox", "Chipmunk", "TiltboxJSON"]
    ),
    .testTarget(
      name: "TiltboxCLITests",
      dependencies: [
        "TiltboxCLI", "TiltboxFiles", "TiltboxDrawing", "Tiltbox", "Chipmunk", "TestSupport",
        "CReference",
      ]
    ),
    .testTarget(
      name: "TiltboxServerTests",
      dependencies: [
        "TiltboxServer", "TiltboxFiles", "Tiltbox", "Chipmunk",
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Server"])),
      ]
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
  // Tests spend much of their time in our C code: scripts/test optimizes it. A package that others
  // depend on may not always have such flags.
  let isC = ["CMath", "ChipmunkEngine", "CReference"].contains(target.name)
  if isC, Context.environment["TILTBOX_OPTIMIZE_C"] != nil {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
}
