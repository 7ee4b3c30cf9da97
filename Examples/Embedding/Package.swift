// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Embedding",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tiltbox", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: [.product(name: "Tiltbox", package: "tiltbox")]
    )
  ]
)
