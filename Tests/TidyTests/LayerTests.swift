import Testing

/// Which modules each target may import. Nothing else passes.
private let allowed: [String: Set<String>] = [
    "Identifiers": [],
    "Values": [],
    "Wire": ["Identifiers", "NIOCore", "Values"],
    "CLibPQ": [],
    "CLibCrypto": [],
    "IdentityAPI": ["Identifiers", "NIOCore", "Values", "Wire"],
    "ChallengesAPI": ["Identifiers", "NIOCore", "Values", "Wire"],
    "MediaAPI": ["Identifiers", "NIOCore", "Values", "Wire"],
    "ScoringAPI": ["Identifiers", "NIOCore", "Values", "Wire"],
    "RPC": ["Identifiers", "Logging", "Metrics", "NIOCore", "Values", "Wire"],
    "Postgres": ["CLibPQ", "Identifiers", "Logging", "Metrics", "Values"],
    "Telemetry": ["Logging", "Metrics", "Values"],
    "Transport": [
        "Crypto", "Identifiers", "Logging", "Metrics", "NIOCore", "NIOPosix", "NIOSSL", "RPC",
        "ServiceLifecycle", "Values", "Wire",
    ],
    "Outbox": [
        "Crypto", "Identifiers", "Logging", "Metrics", "NIOCore", "Postgres", "RPC",
        "ServiceLifecycle", "Values", "Wire",
    ],
    "People": [
        "Identifiers", "IdentityAPI", "Outbox", "Postgres", "RPC", "Values", "Wire",
    ],
    "Identity": [
        "CLibCrypto", "ChallengesAPI", "Crypto", "Foundation", "Identifiers", "IdentityAPI",
        "JWTKit", "Logging", "MediaAPI", "NIOCore", "Outbox", "Postgres", "RPC", "ScoringAPI",
        "ServiceLifecycle", "Values", "Wire",
    ],
    "Challenges": [
        "ChallengesAPI", "Identifiers", "IdentityAPI", "Logging", "MediaAPI", "Outbox", "People",
        "Postgres", "RPC", "ScoringAPI", "ServiceLifecycle", "Values", "Wire",
    ],
    "Media": [
        "Crypto", "Identifiers", "IdentityAPI", "Logging", "MediaAPI", "NIOCore", "NIOPosix",
        "Outbox", "Postgres", "RPC", "ServiceLifecycle", "Values", "Wire",
    ],
    "Scoring": [
        "Identifiers", "IdentityAPI", "Logging", "Outbox", "People", "Postgres", "RPC",
        "ScoringAPI", "Values", "Wire",
    ],
    "Gateway": [
        "ChallengesAPI", "Crypto", "Foundation", "HTTPTypes", "Hummingbird", "HummingbirdCore",
        "Identifiers", "IdentityAPI", "JWTKit", "Logging", "MediaAPI", "Metrics", "NIOCore",
        "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix", "RPC", "ScoringAPI",
        "ServiceLifecycle", "Values", "Wire",
    ],
    "Launch": [
        "Configuration", "Crypto", "Hummingbird", "Identifiers", "Logging", "Metrics", "NIOCore",
        "NIOPosix", "Outbox", "Postgres", "RPC", "ServiceLifecycle", "Telemetry", "Transport",
        "UnixSignals",
        "Values", "Wire",
    ],
    "Cluster": [
        "AsyncHTTPClient", "Logging", "NIOCore", "NIOHTTP1", "RPC", "Subprocess", "System",
        "SystemPackage",
        "Transport", "Values", "Wire",
    ],
    "identityd": ["Identity", "Launch", "Outbox", "Wire"],
    "challengesd": ["Challenges", "Launch", "Outbox", "Wire"],
    "mediad": ["Launch", "Media", "Wire"],
    "scoringd": ["Launch", "Scoring", "Wire"],
    "gatewayd": ["Gateway", "Launch", "Transport", "Wire"],
    "gauntlet": [
        "ArgumentParser", "AsyncHTTPClient", "ChallengesAPI", "Cluster", "Identifiers",
        "IdentityAPI", "Logging", "MediaAPI", "NIOCore", "NIOHTTP1", "RPC", "ScoringAPI",
        "Subprocess", "System", "SystemPackage", "Telemetry", "Transport", "UnixSignals", "Values",
        "Wire",
    ],
]

/// What every target may import: the language's own.
private let everywhere: Set<String> = [
    "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
]

struct LayerTests {
    @Test func `the table names every target, and no other`() {
        let targets = Set(Repository.files(in: "Sources").map(\.target))
        let modules = Set(allowed.keys).subtracting(["CLibPQ", "CLibCrypto"])
        #expect(targets.subtracting(["TestKit"]) == modules)
    }

    @Test(arguments: allowed.keys.sorted())
    func `a target imports only what its layer allows`(target: String) {
        for file in Repository.files(in: "Sources/\(target)") {
            let strangers = file.imports.subtracting(everywhere).subtracting(allowed[target] ?? [])
            #expect(strangers.isEmpty, "\(file.path)")
        }
    }

    @Test func `an executable is a thin main`() {
        for target in ["identityd", "challengesd", "mediad", "scoringd", "gatewayd"] {
            let files = Repository.files(in: "Sources/\(target)")
            #expect(files.map(\.path) == ["Sources/\(target)/Main.swift"])
            #expect(files.allSatisfy { $0.lines.count <= 40 })
        }
    }
}
