// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the contenders (gRPC, protobuf) never enter the main manifest. It
// shares the main package's build folder: `Benchmarks/run` says how.

let strict = Context.environment["GAUNTLET_STRICT"] == "1"

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let logging = product(name: "Logging", package: "swift-log")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let subprocess = product(name: "Subprocess", package: "swift-subprocess")

    /// A library of the main package.
    static func gauntlet(_ name: String) -> Self {
        product(name: name, package: "gauntlet")
    }
}

/// The cluster's executables, which stand beside `bench` once it is built.
let cluster: [Target.Dependency] =
    ["gauntlet", "identityd", "challengesd", "mediad", "scoringd", "gatewayd"]
    .map { .gauntlet($0) }

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "gauntlet", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", exact: "1.0.2"),
    ],
    targets: [
        // What every suite tells its figures to.
        .target(name: "Measuring"),
        // The servers and programs that suites run.
        .target(name: "Servers", dependencies: [.subprocess]),

        // What suites start, and ask beside a measurement.
        .target(
            name: "Staging",
            dependencies: ["Measuring", .gauntlet("Cluster"), .asyncHTTPClient, .subprocess]
        ),

        // One target a suite, so that each can be built by itself.
        .target(name: "DatabaseSuite", dependencies: ["Measuring", "Servers"]),
        .target(name: "WriteSuite", dependencies: ["Measuring", "Servers"]),
        .target(name: "GatewaySuite", dependencies: ["Measuring", "Staging", .gauntlet("PNG")]),
        .target(name: "RestSuite", dependencies: ["Measuring", "Staging", .gauntlet("Cluster")]),

        // Who asks, and who answers beside us, in processes of their own.
        .executableTarget(
            name: "databasecaller",
            dependencies: [
                .gauntlet("Postgres"), .gauntlet("Telemetry"), .logging, .nioCore, .nioPosix,
            ]
        ),
        .executableTarget(name: "hummingbird-peer", dependencies: [.hummingbird]),

        .executableTarget(
            name: "bench",
            dependencies: [
                "Measuring", "DatabaseSuite", "WriteSuite", "GatewaySuite", "RestSuite",
                "databasecaller", "hummingbird-peer", .argumentParser,
            ] + cluster
        ),
    ]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
        ] + (strict ? [.treatAllWarnings(as: .error)] : [])
}
