import Testing

/// Which modules each target imports. Nothing else passes, and nothing stands here that no file
/// needs.
private let allowed: [String: Set<String>] = [
    "Identifiers": [],
    "Values": [],
    "PNG": [],
    // Of Foundation the decompositions of Unicode.
    "Search": ["Foundation"],
    "Wire": ["Identifiers", "NIOCore", "Values"],
    "CLibPQ": [],
    "CLibCrypto": [],
    "CZlib": [],
    "CPrivileges": [],
    "CInterface": [],
    "CWebFiles": [],
    "IdentityAPI": ["Identifiers", "NIOCore", "Values", "Wire"],
    "ChallengesAPI": ["Identifiers", "Values", "Wire"],
    "MediaAPI": ["Identifiers", "NIOCore", "Values", "Wire"],
    "ScoringAPI": ["Identifiers", "Values", "Wire"],
    "OutboxAPI": ["Identifiers", "Values", "Wire"],
    "RPC": ["Identifiers", "Logging", "Metrics", "NIOCore", "Values", "Wire"],
    "Postgres": ["CLibPQ", "Identifiers", "Logging", "Metrics", "Values"],
    "Telemetry": ["Logging", "Metrics", "Values"],
    "Zones": ["Values"],
    "Transport": [
        "Crypto", "Logging", "Metrics", "NIOCore", "NIOPosix", "NIOSSL", "RPC",
        "ServiceLifecycle", "Values", "Wire",
    ],
    // Transport is the cluster's own protocol; to mail servers nothing of it applies.
    "SMTP": ["NIOCore", "NIOPosix", "NIOSSL"],
    // To the servers of others, over TLS, it makes its own connections: it must see and bound the
    // address and every byte. It knows neither users nor the database.
    "Providers": [
        "Crypto", "CryptoExtras", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOTLS",
        "Values",
    ],
    "Outbox": [
        "Crypto", "Identifiers", "Logging", "Metrics", "NIOCore", "OutboxAPI", "Postgres", "RPC",
        "ServiceLifecycle", "Values", "Wire",
    ],
    "People": [
        "Identifiers", "IdentityAPI", "Logging", "Outbox", "Postgres", "RPC", "Values", "Wire",
    ],
    "Identity": [
        "CLibCrypto", "Crypto", "Foundation", "Identifiers", "IdentityAPI", "JWTKit",
        "Logging", "MediaAPI", "NIOCore", "Outbox", "Postgres", "Providers", "RPC", "SMTP",
        "Search", "ServiceLifecycle", "Values", "Wire", "Zones",
    ],
    // Each feature knows those above it, and none beside or below it.
    "ChallengesCore": [
        "ChallengesAPI", "Crypto", "Identifiers", "IdentityAPI", "MediaAPI", "Outbox",
        "People", "Postgres", "RPC", "Search", "Values", "Wire", "Zones",
    ],
    "Definitions": [
        "ChallengesAPI", "ChallengesCore", "Identifiers", "IdentityAPI", "Outbox",
        "People", "Postgres", "RPC", "Values", "Wire",
    ],
    "Dares": [
        "ChallengesAPI", "ChallengesCore", "Definitions", "Identifiers", "IdentityAPI",
        "Outbox", "People", "Postgres", "RPC", "ScoringAPI", "Values", "Wire",
    ],
    "Contests": [
        "ChallengesAPI", "ChallengesCore", "Definitions", "Identifiers", "IdentityAPI",
        "Logging", "Outbox", "People", "Postgres", "RPC", "ScoringAPI", "Values", "Wire",
        "Zones",
    ],
    "Goals": [
        "ChallengesAPI", "ChallengesCore", "Definitions", "Identifiers", "IdentityAPI",
        "Outbox", "People", "Postgres", "RPC", "ScoringAPI", "Values", "Wire",
    ],
    "Discovery": [
        "ChallengesAPI", "ChallengesCore", "Contests", "Dares", "Definitions", "Goals",
        "Identifiers", "IdentityAPI", "Logging", "Outbox", "People", "Postgres", "RPC",
        "Values", "Wire",
    ],
    "Challenges": [
        "ChallengesAPI", "ChallengesCore", "Contests", "Dares", "Definitions",
        "Discovery", "Goals", "Identifiers", "IdentityAPI", "Logging", "Outbox", "People",
        "Postgres", "RPC", "ScoringAPI", "Values", "Wire",
    ],
    // Of NIOPosix the pool of threads for what blocks, and no channel.
    "Media": [
        "CZlib", "Crypto", "Identifiers", "Logging", "MediaAPI", "Metrics", "NIOCore", "NIOPosix",
        "Outbox", "Postgres", "RPC", "ServiceLifecycle", "Values", "Wire",
    ],
    "Scoring": [
        "ChallengesAPI", "Identifiers", "IdentityAPI", "Logging", "Outbox", "People", "Postgres",
        "RPC", "ScoringAPI", "Values", "Wire", "Zones",
    ],
    "Gateway": [
        "CInterface", "CWebFiles", "CZlib", "ChallengesAPI", "Crypto", "HTTPTypes", "Hummingbird",
        "HummingbirdCore", "Identifiers", "IdentityAPI", "Logging", "MediaAPI", "Metrics",
        "NIOCore",
        "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix", "RPC", "ScoringAPI",
        "ServiceLifecycle", "Values", "Wire",
    ],
    // Of C the calls by which a process gives up root.
    "Launch": [
        "CPrivileges", "Configuration", "Crypto", "Hummingbird", "HummingbirdCore", "Logging",
        "Metrics", "NIOCore", "Outbox", "Postgres", "RPC", "ServiceLifecycle", "Telemetry",
        "Transport", "UnixSignals", "Values", "Wire", "Zones",
    ],
    // Of libcrypto the derivation of a key from a password.
    "Cluster": [
        "AsyncHTTPClient", "CLibCrypto", "Crypto", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix",
        "Subprocess", "System", "SystemPackage", "Transport", "Values", "Wire",
    ],
    "Load": [
        "ChallengesAPI", "Histogram", "Identifiers", "IdentityAPI", "MediaAPI", "NIOCore",
        "NIOHTTP1", "NIOPosix", "PNG", "RPC", "ScoringAPI", "Values", "Wire",
    ],
    "identityd": [
        "Identity", "Launch", "Logging", "Outbox", "Postgres", "Providers", "SMTP", "Wire",
    ],
    "challengesd": [
        "Challenges", "ChallengesCore", "Contests", "Dares", "Definitions", "Discovery", "Goals",
        "Launch", "Outbox", "Wire",
    ],
    "mediad": ["Launch", "Media", "Wire"],
    "scoringd": ["Launch", "Outbox", "Scoring", "Wire"],
    "gatewayd": ["Gateway", "Launch", "Transport", "Wire"],
    "gauntlet": [
        "ArgumentParser", "AsyncHTTPClient", "ChallengesAPI", "Cluster", "Identifiers",
        "IdentityAPI", "Load", "Logging", "MediaAPI", "NIOCore", "NIOHTTP1", "OutboxAPI", "PNG",
        "RPC", "ScoringAPI", "Subprocess", "System", "SystemPackage", "Telemetry", "Transport",
        "UnixSignals", "Values", "Wire",
    ],
]

/// What every target may import: the language's own.
private let everywhere: Set<String> = [
    "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
]

/// Modules that no entry of `Package.swift` names: they come with the language, or with a product
/// that is named.
private let unnamed: Set<String> = [
    "Foundation", "HTTPTypes", "HummingbirdCore", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "System",
    "SystemPackage", "Testing",
]

/// Targets that a test needs built, for it runs them as processes.
private let processes: [String: Set<String>] = [
    "ClusterTests": ["challengesd", "gatewayd", "gauntlet", "identityd", "mediad", "scoringd"]
]

struct LayerTests {
    @Test func `the table names every target, and no other`() {
        let targets = Set(Repository.files(in: "Sources").map(\.target))
        let modules = Set(allowed.keys)
            .subtracting([
                "CLibPQ", "CLibCrypto", "CZlib", "CPrivileges", "CInterface", "CWebFiles",
            ])
        #expect(targets.subtracting(["ChallengesTestKit", "TestBasics", "TestKit"]) == modules)
    }

    @Test(arguments: allowed.keys.sorted())
    func `a target imports what its layer allows, and all of it`(target: String) {
        var unused = allowed[target] ?? []
        for file in Repository.files(in: "Sources/\(target)") {
            let strangers = file.imports.subtracting(everywhere).subtracting(allowed[target] ?? [])
            #expect(strangers.isEmpty, "\(file.path)")
            unused.subtract(file.imports)
        }
        #expect(unused.isEmpty, "\(target) may import what it does not")
    }

    @Test(arguments: allowed.keys.sorted())
    func `the manifest lists what a target imports`(target: String) throws {
        let listed = try Manifest().dependencies[target] ?? []
        #expect(listed == allowed[target]?.subtracting(unnamed))
    }

    @Test func `the manifest lists for no test what it does not import`() throws {
        let tests = try Manifest().dependencies.filter { $0.key.hasSuffix("Tests") }
        #expect(tests.count > 15)
        for (target, listed) in tests {
            let imported = Repository.files(in: "Tests/\(target)").map(\.imports)
            let unused = imported.reduce(listed) { $0.subtracting($1) }
            #expect(unused.subtracting(processes[target] ?? []) == [], "\(target)")
            #expect(processes[target]?.isSubset(of: unused) ?? true, "\(target)")
        }
    }

    @Test func `the manifest names no product that nobody uses`() throws {
        let products = try Manifest().products
        #expect(products.count > 10)
        #expect(products.filter { !$0.value }.keys.sorted() == [])
    }

    @Test func `a manifest is read, whatever form its lists have`() {
        let manifest = Manifest(
            text: """
                static let one = product(name: "_One", package: "ones")
                static let two = product(
                    name: "Two",
                    package: "twos"
                )
                let shared: [Target.Dependency] = [
                    "Wire", .one,
                ]
                .target(name: "A"), .target(name: "B", dependencies: ["A"]),
                .executableTarget(
                    name: "c",
                    dependencies: shared,
                    path: "."
                ),
                .testTarget(name: "DTests", dependencies: shared + ["A"], exclude: ["x"])
                """
        )
        #expect(
            manifest.dependencies == [
                "A": [], "B": ["A"], "c": ["Wire", "One"], "DTests": ["Wire", "One", "A"],
            ]
        )
        #expect(manifest.products == ["one": true, "two": false])
    }

    /// The files of rules, by their names: what decides without asking the database. They stand
    /// beside the table and the calls of their feature, or in a folder of their own.
    private static let rules = Set(
        """
        AccountProfile AccountSettings Act Amount+Target AssignmentCursor AssignmentLife AssignmentLife+Capture
        AssignmentSize
        AssignmentLife+Challenge AssignmentLife+Dare AssignmentLife+Guards AssignmentLife+Label
        AssignmentLife+Marks AssignmentLife+Move AssignmentLife+Workout Award BoardCursor
        BoardLine BoardPage BoardPosition BoardAccess CappedPayments ChallengeContent
        ChallengeDraft CheckRecipients+Eligibility ClientNetwork ContestActions ContestBoard
        ContestCode ContestDays ContestDraft ContestDraft+Apply ContestRecord+Checks
        ContestRecord+Capture ContestRecord+Draft ContestRules ContestSizes ContestFields ContestLife ContestLife+Guards ContestLife+Marks
        ContestLife+Move ContestLife+Table ContestRecord+Completion ContestAccess ContestsADay
        CountedDays DareRules DayChange DayTotals DaySpan DefinitionChange DefinitionRules DefinitionSize DiscoveryRules DisputeAccess EntryCounts EntryDraft EntryRecord+Owner
        EntryTime FieldProblems+Content FieldProblems+Invitees FriendRequestLimits Goal.Recurrence+Periods
        GoalDraft GoalEntryDraft GoalLife GoalLife+Guards GoalLife+Marks GoalLife+Move GoalLife+Table
        GoalPeriods GoalRecord GoalRecord+Size GoalRules GoalTally HealthDayRecord HealthRules HomeCursor
        Instant+Never ListedPage LocalDays MedalRule MedalsPage Movable MoveTable NetworkDigests
        NewContest NoticeLimit Pair+Lock PairDay ParticipantLife ParticipantLife+Guards
        ParticipantLife+Moves Payment Period PersonCard+Active Place Podium PresetTexts RateLimit
        RefreshVerdict RemindedChallenge ReminderRecord ReminderRules ReminderTimes RowsAround
        SearchWords SignInAttempts SignInLimits
        Snapshot StoredRequest StoredRequest+Notices StreakCount StreakPlan StreakRecord
        Taken+Capture Tally Tally+Adding Texts TimingLife
        TimingLife+Guards TimingLife+Marks TimingLife+Move TimingLife+Table TimingRecord TimingRules
        TimingTerms ToldLoss Trend
        UntoldLoss Votes Window ZoneHistory ZoneStays
        """.split(whereSeparator: \.isWhitespace).map { "\($0).swift" }
    )

    @Test func `rules are pure: they import no driver`() {
        let files = Repository.files(in: "Sources").filter { file in
            file.path.contains("/Rules/") || Self.rules.contains { file.path.hasSuffix("/\($0)") }
        }
        #expect(files.count > Self.rules.count)
        for file in files {
            #expect(
                file.imports.isDisjoint(with: ["CLibPQ", "Outbox", "Postgres"]),
                "\(file.path)"
            )
        }
        for name in Self.rules {
            #expect(files.contains { $0.path.hasSuffix("/\(name)") }, "\(name) is missing")
        }
    }

    /// Everything else hands its events to `Moves`, those of contests to `ContestNews`, those of
    /// likes to `OpinionNews`, those of names to `ContestNameNews` and `DefinitionNameNews`: they
    /// show what leaves, and when. Corrected periods leave from `Goals`, days on which users did
    /// something from `CountingDays`, and what they did before an upgrade from `CountingHistory`.
    @Test func `events leave where rows move, from the news, and from what prepares load tests`() {
        let emitting = Repository.files(in: "Sources").filter { file in
            file.service == "Challenges"
                && file.code.contains { $0.contains(/\bemit\(/.wordBoundaryKind(.simple)) }
        }
        #expect(
            emitting.map(\.path) == [
                "Sources/Challenges/Days/CountingDays.swift",
                "Sources/Challenges/Days/CountingHistory.swift",
                "Sources/Challenges/LoadTests/PrepareDares.swift",
                "Sources/ChallengesCore/Engine/Emission.swift",
                "Sources/ChallengesCore/Engine/Moves.swift",
                "Sources/Contests/Life/ContestNameNews.swift",
                "Sources/Contests/Life/ContestNews.swift",
                "Sources/Definitions/DefinitionNameNews.swift",
                "Sources/Discovery/Opinions/OpinionNews.swift",
                "Sources/Goals/Life/Goals.swift",
            ]
        )
    }

    @Test func `an executable is a thin main, and what reads its settings`() {
        for target in ["identityd", "challengesd", "mediad", "scoringd", "gatewayd"] {
            let files = Repository.files(in: "Sources/\(target)")
            #expect(files.contains { $0.path == "Sources/\(target)/Main.swift" })
            for file in files where !file.path.hasSuffix("/Main.swift") {
                #expect(file.path.hasSuffix("+Settings.swift"))
            }
            #expect(files.allSatisfy { $0.lines.count <= 40 })
        }
    }
}
