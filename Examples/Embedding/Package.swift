// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Embedding",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tiltbox", path: "../..")],
  targets: [
    .target(name: "CrateBox", dependencies: [.product(name: "Tiltbox", package: "tiltbox")]),
    .executableTarget(
      name: "Embedding",
      dependencies: ["CrateBox", .product(name: "Tiltbox", package: "tiltbox")]
    ),
    .executableTarget(
      name: "Arcade",
      dependencies: [.product(name: "Chipmunk", package: "tiltbox")]
    ),
    .executableTarget(
      name: "Pendulum",
      dependencies: [.product(name: "Chipmunk", package: "tiltbox")]
    ),
    .executableTarget(
      name: "Handover",
      dependencies: [.product(name: "Chipmunk", package: "tiltbox")]
    ),
    .executableTarget(
      name: "Rollback",
      dependencies: [.product(name: "Chipmunk", package: "tiltbox")]
    ),
    .executableTarget(
      name: "Background",
      dependencies: [.product(name: "Chipmunk", package: "tiltbox")]
    ),
    .executableTarget(
      name: "Gallery",
      dependencies: [.product(name: "Chipmunk", package: "tiltbox")]
    ),
    .target(name: "SwiftUIStandIn"),
    .executableTarget(
      name: "Names",
      dependencies: [
        "SwiftUIStandIn", .product(name: "Chipmunk", package: "tiltbox"),
        .product(name: "Motion", package: "tiltbox"), .product(name: "Tiltbox", package: "tiltbox"),
      ]
    ),
    .executableTarget(
      name: "BouncingBall",
      dependencies: [
        .product(name: "Motion", package: "tiltbox"), .product(name: "Tiltbox", package: "tiltbox"),
      ]
    ),
    .testTarget(
      name: "CrateBoxTests",
      dependencies: [
        "CrateBox",
        .product(name: "TiltboxTesting", package: "tiltbox"),
      ]
    ),
  ]
)
