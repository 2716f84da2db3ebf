// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the contenders (gRPC, protobuf) never enter the main manifest. It
// shares the main package's build folder: `Benchmarks/run` says how.

let strict = Context.environment["GAUNTLET_STRICT"] == "1"

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let grpcCore = product(name: "GRPCCore", package: "grpc-swift-2")
    static let grpcProtobuf = product(name: "GRPCProtobuf", package: "grpc-swift-protobuf")
    static let grpcTransport = product(
        name: "GRPCNIOTransportHTTP2Posix",
        package: "grpc-swift-nio-transport"
    )
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let logging = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
    static let swiftProtobuf = product(name: "SwiftProtobuf", package: "swift-protobuf")

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
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-protobuf.git", exact: "1.39.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", exact: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf.git", exact: "2.4.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", exact: "1.0.2"),
    ],
    targets: [
        // What every suite tells its figures to.
        .target(name: "Measuring"),
        // What suites start, and ask beside a measurement.
        .target(
            name: "Staging",
            dependencies: [
                .gauntlet("Cluster"), .asyncHTTPClient, .nioCore, .nioHTTP1, .subprocess,
            ]
        ),

        // One target a suite, so that each can be built by itself.
        .target(
            name: "CodecSuite",
            dependencies: [
                "Measuring", .gauntlet("ChallengesAPI"), .gauntlet("ScoringAPI"),
                .gauntlet("Identifiers"), .gauntlet("Values"), .gauntlet("Wire"), .nioCore,
                .swiftProtobuf,
            ],
            exclude: ["Codec.proto"]
        ),
        .target(name: "CallSuite", dependencies: ["Measuring", "PeerTools", "Staging"]),
        .target(name: "DatabaseSuite", dependencies: ["Measuring", "Staging"]),
        .target(name: "WriteSuite", dependencies: ["Measuring", "Staging"]),
        .target(
            name: "BoardSuite",
            dependencies: [
                "Measuring", "Staging", .gauntlet("Identifiers"), .gauntlet("Outbox"),
                .gauntlet("Postgres"), .gauntlet("RPC"), .gauntlet("Scoring"),
                .gauntlet("ScoringAPI"), .gauntlet("Values"), .gauntlet("Wire"), .logging,
            ]
        ),
        .target(
            name: "OutboxSuite",
            dependencies: [
                "Measuring", "Staging", .gauntlet("Identifiers"), .gauntlet("Outbox"),
                .gauntlet("Postgres"), .gauntlet("RPC"), .gauntlet("Values"), .gauntlet("Wire"),
                .logging,
            ]
        ),
        .target(name: "GoalSuite", dependencies: ["Measuring", "Staging"]),
        .target(name: "RouteSuite", dependencies: ["Measuring", "Staging"]),
        .target(name: "GatewaySuite", dependencies: ["Measuring", "Staging", .gauntlet("PNG")]),
        .target(
            name: "RestSuite",
            dependencies: ["Measuring", "PeerTools", "Staging", .gauntlet("Cluster")]
        ),

        // Who asks, and who answers beside us, in processes of their own.
        .executableTarget(
            name: "databasecaller",
            dependencies: [
                .gauntlet("Postgres"), .gauntlet("Telemetry"), .gauntlet("Transport"), .logging,
            ]
        ),
        .executableTarget(name: "hummingbird-peer", dependencies: [.hummingbird, .logging]),

        // Servers and those who ask them, each a process of its own that `CallSuite` starts.
        .target(name: "PeerTools", dependencies: [.gauntlet("Transport")]),
        .executableTarget(
            name: "call-peer",
            dependencies: [
                "PeerTools", .gauntlet("Identifiers"), .gauntlet("RPC"), .gauntlet("Telemetry"),
                .gauntlet("Transport"), .gauntlet("Values"), .gauntlet("Wire"), .logging,
                .metrics, .nioCore,
            ]
        ),
        .executableTarget(name: "echo-peer", dependencies: ["PeerTools", .nioCore, .nioPosix]),
        .executableTarget(name: "copy-peer", dependencies: ["PeerTools", .nioCore, .nioPosix]),
        .executableTarget(
            name: "grpc-peer",
            dependencies: [
                "PeerTools", .grpcCore, .grpcProtobuf, .grpcTransport, .swiftProtobuf,
            ],
            exclude: ["cheer.proto"]
        ),

        .executableTarget(
            name: "bench",
            dependencies: [
                "Measuring", "CallSuite", "CodecSuite", "DatabaseSuite", "WriteSuite", "BoardSuite",
                "OutboxSuite", "GatewaySuite", "GoalSuite", "RouteSuite", "RestSuite",
                .argumentParser,
                // Those who ask, and those who answer beside us.
                "call-peer", "copy-peer", "echo-peer", "grpc-peer", "databasecaller",
                "hummingbird-peer",
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
