// swift-tools-version: 6.3
import PackageDescription

// The target graph is the architecture diagram: what a target may import is listed here, and held
// by `TidyTests`. Layers run from the bottom (no dependencies of ours) to the executables.

/// Turns every warning into an error; `.ci/run` sets it.
let strict = Context.environment["GAUNTLET_STRICT"] == "1"

/// Builds the fuzzer instead of everything else; `deploy/fuzz` sets it.
let fuzzes = Context.environment["GAUNTLET_FUZZ"] == "1"

/// Names of targets, separated by commas: only they, and what they need, are then built.
let only =
    fuzzes
    ? ["fuzz"]
    : Context.environment["GAUNTLET_TESTS"].map {
        Set($0.split(separator: ",").map(String.init))
    }

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let configuration = product(name: "Configuration", package: "swift-configuration")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let histogram = product(name: "Histogram", package: "hdrhistogram-swift")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdTesting = product(name: "HummingbirdTesting", package: "hummingbird")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let logging = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let metricsTestKit = product(name: "MetricsTestKit", package: "swift-metrics")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let serviceLifecycle = product(
        name: "ServiceLifecycle",
        package: "swift-service-lifecycle"
    )
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
}

/// What is fed with bytes of anybody's making.
let fuzzed: [Target.Dependency] = [
    "Identifiers", "Values", "Wire", "RPC", "MediaAPI", "Media", .nioCore,
]

/// What `Benchmarks`, a package of its own, measures by itself.
let measured = [
    "Identifiers", "Values", "Wire", "IdentityAPI", "ChallengesAPI", "MediaAPI", "ScoringAPI",
    "RPC", "Postgres", "Transport", "Outbox", "Scoring", "Cluster", "Telemetry", "PNG",
]

let package = Package(
    name: "gauntlet",
    products: [
        .executable(name: "gauntlet", targets: ["gauntlet"]),
        .executable(name: "identityd", targets: ["identityd"]),
        .executable(name: "challengesd", targets: ["challengesd"]),
        .executable(name: "mediad", targets: ["mediad"]),
        .executable(name: "scoringd", targets: ["scoringd"]),
        .executable(name: "gatewayd", targets: ["gatewayd"]),
    ] + measured.map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", exact: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-configuration.git",
            exact: "1.4.0",
            traits: [.defaults, "CommandLineArguments"]
        ),
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle.git",
            exact: "2.13.0"
        ),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", exact: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit.git", exact: "5.7.1"),
    ],
    targets: [
        // Layer 0: values and the wire.
        .target(name: "Identifiers"),
        .target(name: "Values"),
        .target(name: "PNG"),
        .target(name: "Search"),
        .target(name: "Wire", dependencies: ["Identifiers", "Values", .nioCore]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CLibCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // What Swift's module of the C library leaves out, and must be called as C calls it.
        .target(name: "CPrivileges"),

        // The description of the API, which a Swift literal would take minutes to compile.
        .target(name: "CInterface", exclude: ["openapi.yaml"]),

        // The files of the web client, which the gateway serves.
        .target(name: "CWebFiles", exclude: ["files"]),

        // Layer 1: what each service answers, and what is the same for every call.
        .target(name: "IdentityAPI", dependencies: ["Identifiers", "Values", "Wire", .nioCore]),
        .target(name: "ChallengesAPI", dependencies: ["Identifiers", "Values", "Wire"]),
        .target(name: "MediaAPI", dependencies: ["Identifiers", "Values", "Wire", .nioCore]),
        .target(name: "ScoringAPI", dependencies: ["Identifiers", "Values", "Wire"]),
        .target(name: "OutboxAPI", dependencies: ["Identifiers", "Values", "Wire"]),
        .target(name: "Telemetry", dependencies: ["Values", .logging, .metrics]),
        .target(name: "Zones", dependencies: ["Values"]),
        .target(
            name: "RPC",
            dependencies: ["Identifiers", "Values", "Wire", .nioCore, .logging, .metrics]
        ),
        .target(
            name: "Postgres",
            dependencies: ["CLibPQ", "Identifiers", "Values", .logging, .metrics]
        ),

        // Layer 2: the network, the shared machinery of a service, and the services.
        .target(
            name: "Transport",
            dependencies: [
                "RPC", "Wire", "Values", .nioCore, .nioPosix, .nioSSL, .crypto,
                .logging, .metrics, .serviceLifecycle,
            ]
        ),
        .target(name: "SMTP", dependencies: [.nioCore, .nioPosix, .nioSSL]),
        .target(
            name: "Providers",
            dependencies: [
                "Values", .crypto, .cryptoExtras, .logging, .nioCore, .nioHTTP1, .nioPosix, .nioSSL,
                .nioTLS,
            ]
        ),
        .target(
            name: "Outbox",
            dependencies: [
                "OutboxAPI", "RPC", "Postgres", "Wire", "Identifiers", "Values", .nioCore, .logging,
                .metrics, .serviceLifecycle, .crypto,
            ],
            resources: [.embedInCode("Migrations")]
        ),
        .target(
            name: "People",
            dependencies: [
                "IdentityAPI", "Outbox", "Postgres", "RPC", "Wire", "Identifiers", "Values",
                .logging,
            ],
            resources: [.embedInCode("Migrations")]
        ),
        .target(
            name: "Identity",
            dependencies: [
                "CLibCrypto", "IdentityAPI", "MediaAPI", "Providers", "RPC", "SMTP", "Zones",
                "Postgres", "Outbox", "Search", "Wire", "Identifiers", "Values", .logging, .crypto,
                .jwtKit,
                .serviceLifecycle,
                .nioCore,
            ],
            exclude: ["schema.sql"],
            resources: [.embedInCode("Migrations")]
        ),
        // The challenges service: what its features share, the features, and the whole.
        .target(
            name: "ChallengesCore",
            dependencies: [
                "ChallengesAPI", "IdentityAPI", "MediaAPI", "People", "RPC", "Postgres", "Outbox",
                "Search", "Wire", "Identifiers", "Values", "Zones", .crypto,
            ]
        ),
        .target(
            name: "Definitions",
            dependencies: [
                "ChallengesCore", "ChallengesAPI", "IdentityAPI", "People", "RPC", "Postgres",
                "Outbox", "Wire", "Identifiers", "Values",
            ]
        ),
        .target(
            name: "Dares",
            dependencies: [
                "ChallengesCore", "Definitions", "ChallengesAPI", "IdentityAPI", "ScoringAPI",
                "People", "RPC", "Postgres", "Outbox", "Wire", "Identifiers", "Values",
            ]
        ),
        .target(
            name: "Contests",
            dependencies: [
                "ChallengesCore", "Definitions", "ChallengesAPI", "IdentityAPI", "ScoringAPI",
                "People", "RPC", "Postgres", "Outbox", "Wire", "Identifiers", "Values", "Zones",
                .logging,
            ]
        ),
        .target(
            name: "Goals",
            dependencies: [
                "ChallengesCore", "Definitions", "ChallengesAPI", "IdentityAPI", "ScoringAPI",
                "People", "RPC", "Postgres", "Outbox", "Wire", "Identifiers", "Values",
            ]
        ),
        .target(
            name: "Discovery",
            dependencies: [
                "ChallengesCore", "Definitions", "Dares", "Contests", "Goals", "ChallengesAPI",
                "IdentityAPI", "People", "RPC", "Postgres", "Outbox", "Wire", "Identifiers",
                "Values", .logging,
            ]
        ),
        .target(
            name: "Challenges",
            dependencies: [
                "ChallengesCore", "Definitions", "Dares", "Contests", "Goals", "Discovery",
                "ChallengesAPI", "IdentityAPI", "ScoringAPI", "People", "RPC", "Postgres",
                "Outbox", "Wire", "Identifiers", "Values", .logging,
            ],
            exclude: ["schema.sql"],
            resources: [.embedInCode("Migrations")]
        ),
        .target(
            name: "Media",
            dependencies: [
                "CZlib", "MediaAPI", "RPC", "Postgres", "Outbox", "Wire", "Identifiers",
                "Values", .logging, .metrics, .crypto, .nioCore, .nioPosix, .serviceLifecycle,
            ],
            exclude: ["Store/schema.sql"],
            resources: [.embedInCode("Store/Migrations")]
        ),
        .target(
            name: "Scoring",
            dependencies: [
                "ScoringAPI", "IdentityAPI", "ChallengesAPI", "People", "RPC", "Postgres",
                "Outbox", "Wire", "Identifiers", "Values", "Zones", .logging,
            ],
            exclude: ["schema.sql"],
            resources: [.embedInCode("Migrations")]
        ),
        .target(
            name: "Gateway",
            dependencies: [
                "CInterface", "CWebFiles", "CZlib", "IdentityAPI", "ChallengesAPI", "MediaAPI",
                "ScoringAPI", "RPC",
                "Wire", "Identifiers", "Values", .hummingbird, .crypto, .nioCore, .nioHTTP1,
                .nioPosix, .logging, .metrics, .serviceLifecycle,
            ]
        ),

        // Layer 3: what turns a service into a process, and a cluster of processes.
        .target(
            name: "Launch",
            dependencies: [
                "CPrivileges", "Transport", "Outbox", "RPC", "Postgres", "Telemetry", "Wire",
                "Values", "Zones",
                .serviceLifecycle, .unixSignals, .configuration, .logging, .metrics, .hummingbird,
                .crypto, .nioCore,
            ]
        ),
        .target(
            name: "Cluster",
            dependencies: [
                "CLibCrypto", .crypto, "Transport", "Wire", "Values", .subprocess, .logging,
                .asyncHTTPClient,
                .nioCore, .nioHTTP1, .nioPosix,
            ]
        ),

        .target(
            name: "Load",
            dependencies: [
                "RPC", "Wire", "Values", "Identifiers", "IdentityAPI", "ChallengesAPI", "MediaAPI",
                "ScoringAPI", "PNG", .histogram, .nioCore, .nioHTTP1, .nioPosix,
            ]
        ),

        // Layer 4: the executables.
        .executableTarget(
            name: "identityd",
            dependencies: [
                "Launch", "Identity", "Outbox", "Postgres", "Providers", "SMTP", "Wire", .logging,
            ]
        ),
        .executableTarget(
            name: "challengesd",
            dependencies: [
                "Launch", "Challenges", "ChallengesCore", "Contests", "Dares", "Definitions",
                "Discovery", "Goals", "Outbox", "Wire",
            ]
        ),
        .executableTarget(name: "mediad", dependencies: ["Launch", "Media", "Wire"]),
        .executableTarget(name: "scoringd", dependencies: ["Launch", "Scoring", "Outbox", "Wire"]),
        .executableTarget(
            name: "gatewayd",
            dependencies: ["Launch", "Gateway", "Transport", "Wire"]
        ),
        .executableTarget(
            name: "gauntlet",
            dependencies: [
                "Cluster", "Load", "PNG", "Telemetry", "Transport", "RPC", "Wire", "Identifiers",
                "Values", "IdentityAPI", "ChallengesAPI", "MediaAPI", "ScoringAPI", "OutboxAPI",
                .argumentParser, .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .subprocess,
                .unixSignals,
            ]
        ),

        // Tests.
        // What every test may use; TestKit has what needs PostgreSQL's driver.
        .target(name: "TestBasics", dependencies: [.nioCore, .subprocess]),
        .target(
            name: "TestKit",
            dependencies: [
                "Postgres", "Outbox", "RPC", "Wire", "Identifiers", "Values", "TestBasics",
                .nioCore, .nioPosix, .nioSSL, .crypto, .cryptoExtras, .logging, .metricsTestKit,
                .subprocess,
            ]
        ),
        // What the tests of the challenges service share: the whole service, and the others played.
        .target(
            name: "ChallengesTestKit",
            dependencies: [
                "Challenges", "ChallengesCore", "Contests", "Dares", "Definitions", "Discovery",
                "ChallengesAPI", "IdentityAPI", "MediaAPI", "ScoringAPI", "People", "Outbox",
                "Postgres", "RPC", "Wire", "Identifiers", "Values", "TestKit", .nioCore,
            ]
        ),
        .testTarget(name: "IdentifiersTests", dependencies: ["Identifiers", "Values"]),
        .testTarget(name: "SearchTests", dependencies: ["Search"]),
        .testTarget(name: "ZonesTests", dependencies: ["Zones", "Values", "TestBasics"]),
        .testTarget(
            name: "WireTests",
            dependencies: ["Wire", "Values", "Identifiers", "TestBasics", .nioCore]
        ),
        .testTarget(
            name: "RPCTests",
            dependencies: [
                "RPC", "Telemetry", "Wire", "Identifiers", "TestBasics", "TestKit", .nioCore,
                .metrics,
            ]
        ),
        .testTarget(
            name: "TelemetryTests",
            dependencies: ["Telemetry", "Values", "TestKit", .logging, .metrics]
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "Transport", "RPC", "Wire", "Values", "TestBasics", "TestKit", .nioCore, .nioPosix,
                .crypto,
                .logging, .serviceLifecycle,
            ]
        ),
        .testTarget(
            name: "SMTPTests",
            dependencies: [
                "SMTP", "Identity", "Identifiers", "Values", "TestBasics", "TestKit", .nioCore,
                .nioPosix, .nioSSL,
            ]
        ),
        .testTarget(
            name: "ProvidersTests",
            dependencies: [
                "Providers", "Values", "TestBasics", "TestKit", .crypto, .logging, .nioCore,
            ]
        ),
        .testTarget(
            name: "PostgresTests",
            dependencies: [
                "Postgres", "TestBasics", "TestKit", "Identifiers", "Values", .logging, .metrics,
                .metricsTestKit,
            ]
        ),
        .testTarget(
            name: "OutboxTests",
            dependencies: [
                "Outbox", "OutboxAPI", "Postgres", "RPC", "Wire", "Identifiers", "Values",
                "TestBasics", "TestKit", .nioCore,
                .logging, .serviceLifecycle, .metricsTestKit,
            ]
        ),
        .testTarget(
            name: "PeopleTests",
            dependencies: [
                "People", "IdentityAPI", "Outbox", "Postgres", "RPC", "Wire", "Identifiers",
                "Values", "TestKit",
            ]
        ),
        .testTarget(
            name: "IdentityTests",
            dependencies: [
                "Identity", "IdentityAPI", "MediaAPI", "OutboxAPI", "Providers", "TestBasics",
                "TestKit", .jwtKit,
            ]
        ),
        .testTarget(
            name: "ChallengesCoreTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Contests", "Dares",
                "Definitions", "Discovery", "Goals", "ChallengesAPI", "IdentityAPI", "MediaAPI",
                "Outbox", "Postgres", "RPC", "Wire", "Identifiers", "Values", "Zones", "TestKit",
            ]
        ),
        .testTarget(
            name: "DefinitionsTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Contests", "Dares",
                "Definitions", "Discovery", "ChallengesAPI", "IdentityAPI", "MediaAPI", "People",
                "Postgres", "Wire", "Identifiers", "Values", "TestKit",
            ]
        ),
        .testTarget(
            name: "DaresTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Contests", "Dares",
                "Definitions", "Discovery", "ChallengesAPI", "IdentityAPI", "MediaAPI",
                "ScoringAPI", "People", "Outbox", "Postgres", "RPC", "Wire", "Identifiers",
                "Values", "TestKit", .nioCore,
            ]
        ),
        .testTarget(
            name: "ContestsTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Contests", "Dares",
                "Definitions", "Discovery", "ChallengesAPI", "IdentityAPI", "MediaAPI",
                "ScoringAPI", "People", "Outbox", "Postgres", "RPC", "Wire", "Identifiers",
                "Values", "Zones", "TestBasics", "TestKit", .nioCore,
            ]
        ),
        .testTarget(
            name: "GoalsTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Goals", "ChallengesAPI",
                "IdentityAPI", "MediaAPI", "Outbox", "People", "Postgres", "RPC", "ScoringAPI",
                "Wire", "Identifiers", "Values", "Zones", "TestBasics", "TestKit", .metricsTestKit,
            ]
        ),
        .testTarget(
            name: "DiscoveryTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Contests", "Dares",
                "Definitions", "Discovery", "Goals", "ChallengesAPI", "IdentityAPI", "MediaAPI",
                "People", "Postgres", "RPC", "Wire", "Identifiers", "Values", "TestKit",
            ]
        ),
        .testTarget(
            name: "ChallengesTests",
            dependencies: [
                "ChallengesTestKit", "Challenges", "ChallengesCore", "Contests", "Dares",
                "ChallengesAPI", "IdentityAPI", "OutboxAPI", "ScoringAPI", "People", "Postgres",
                "RPC", "Wire",
                "Identifiers", "Values", "TestKit",
            ]
        ),
        .testTarget(
            name: "MediaTests",
            dependencies: [
                "Media", "MediaAPI", "Postgres", "RPC", "Wire",
                "Identifiers", "Values", "TestBasics", "TestKit", .nioCore, .crypto, .logging,
                .metricsTestKit,
            ]
        ),
        .testTarget(
            name: "ScoringTests",
            dependencies: [
                "Scoring", "ScoringAPI", "ChallengesAPI", "IdentityAPI", "TestBasics", "TestKit",
            ]
        ),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "CZlib", "Gateway", "IdentityAPI", "ChallengesAPI", "MediaAPI", "ScoringAPI", "RPC",
                "Wire",
                "Identifiers", "Values", .hummingbird, .hummingbirdTesting, .jwtKit, .crypto,
                .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix, .logging, .metrics, "Telemetry",
                "TestBasics", "TestKit",
            ]
        ),
        .testTarget(
            name: "LaunchTests",
            dependencies: [
                "Launch", "Postgres", "RPC", "Telemetry", "TestBasics", "TestKit", "Transport",
                "Values", "Wire", "Zones",
                .hummingbird, .hummingbirdTesting, .logging, .metrics, .nioCore, .nioEmbedded,
                .serviceLifecycle, .subprocess,
            ]
        ),
        .testTarget(
            name: "LoadTests",
            dependencies: [
                "Load", "ChallengesAPI", "Identifiers", "IdentityAPI", "RPC", "ScoringAPI",
                "Values", "Wire", .histogram, .nioCore, .nioHTTP1, .nioPosix,
            ]
        ),
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "Cluster", "PNG", "Transport", "TestBasics", "TestKit", "Values", "gauntlet",
                "identityd",
                "challengesd", "mediad", "scoringd", "gatewayd", "Identifiers", "IdentityAPI",
                "Outbox", "Postgres", "Wire",
                .asyncHTTPClient, .nioCore, .nioHTTP1, .nioPosix, .subprocess,
            ]
        ),
        .testTarget(
            name: "JourneyTests",
            dependencies: [
                "Identity", "Challenges", "Dares", "Definitions", "Discovery", "Media", "Scoring",
                "Gateway", "IdentityAPI", "ChallengesAPI", "MediaAPI", "ScoringAPI", "Outbox",
                "OutboxAPI", "People", "Postgres", "PNG", "Providers", "RPC", "Wire", "Identifiers",
                "Values", "TestBasics", "TestKit", .crypto, .hummingbird, .hummingbirdTesting,
                .nioCore,
                .logging,
            ]
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: fuzzed + ["TestBasics", "TestKit"],
            exclude: ["Corpus", "Main.swift"]
        ),
        .testTarget(
            name: "DeployTests",
            dependencies: [
                "Postgres", "Transport", "Wire", "TestBasics", "TestKit", .crypto, .subprocess,
            ]
        ),
        .testTarget(
            name: "GoldenTests",
            dependencies: [
                "Identity", "Challenges", "ChallengesCore", "Contests", "Dares", "Goals", "Media",
                "Scoring", "Gateway", "IdentityAPI", "ChallengesAPI", "MediaAPI", "ScoringAPI",
                "OutboxAPI", "Transport", "RPC", "Wire", "Identifiers", "Values", "TestBasics",
                "TestKit", .hummingbird, .hummingbirdTesting, .crypto, .nioCore, .logging,
            ]
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "Identity", "Media", "Transport", "RPC", "Wire", "TestBasics", "TestKit", .crypto,
                .nioCore,
                .logging, .serviceLifecycle, .subprocess,
            ],
            exclude: ["conversation.py"]
        ),
        .testTarget(name: "TidyTests"),
    ]
)

if fuzzes {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: fuzzed,
            path: "Tests/FuzzTests",
            exclude: ["Corpus", "CorpusTests.swift"],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
        )
    )
    package.targets.removeAll { $0.name == "FuzzTests" }
}

if let only {
    var wanted = only
    var queue = Array(only)
    while let name = queue.popLast() {
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            if case .byNameItem(let found, _) = dependency, wanted.insert(found).inserted {
                queue.append(found)
            }
        }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll()
}

for target in package.targets where target.type != .system {
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
for target in package.targets
where fuzzes && ["fuzz", "Identifiers", "Values", "Wire", "RPC", "Media"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer,address", "-O"]))
}
for target in package.targets where ["Postgres", "Wire", "Identity"].contains(target.name) {
    target.swiftSettings?.append(.strictMemorySafety())
}
