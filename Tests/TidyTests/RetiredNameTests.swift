import Testing

/// A name that the field has a better word for.
private struct Retired {
    let old: String
    let new: String
    /// The only targets in which it is retired; elsewhere it is the right word.
    var targets: Set<String>?

    init(_ old: String, _ new: String, in targets: String...) {
        self.old = old
        self.new = new
        self.targets = targets.isEmpty ? nil : Set(targets)
    }
}

private let retired = [
    // The gateway.
    Retired("Doorkeeper", "HTTPConnectionHandler"),
    Retired("Entrance", "RequestMiddleware"),
    Retired("GatedChannel", "HTTPServerChannel"),
    Retired("Turnstile", "ConnectionLimitHandler, ConcurrencyLimiter"),
    Retired("Parting", "ConnectionDrain"),
    Retired("Remembered", "Cache"),
    Retired("Budgets", "TokenBuckets"),
    Retired("household", "limitKey"),
    Retired("GatewayCensus", "GatewayDiscovery"),
    Retired("LiveGateways", "GatewayCount"),
    Retired("PictureLinks", "SignedURLs"),
    Retired("OpenLink", "VerifiedURL"),
    // The network.
    Retired("ClientOpening", "ClientHandshake"),
    Retired("ServerOpening", "ServerHandshake"),
    Retired("OpeningRefusal", "HandshakeRefusal"),
    Retired("prove", "authenticate", in: "Transport"),
    Retired("unproved", "unauthenticated"),
    Retired("Ask", "PendingCall", in: "Transport", "Gateway", "Load"),
    Retired("AskingConnection", "ClientConnection"),
    Retired("AskingSide", "ClientCalls"),
    Retired("Answering", "OpenCall", in: "Transport"),
    Retired("AnsweringConnection", "ServerConnection"),
    Retired("AnsweringSide", "ServerCalls"),
    Retired("Keeper", "EndpointConnector"),
    Retired("Tries", "RetryPolicy"),
    Retired("Standing", "EndpointHealth", in: "Transport", "Identity"),
    Retired("Silence", "KeepAlive"),
    Retired("MovingStream", "FailoverStream"),
    Retired("Awaited", "OneShotProtocol"),
    Retired("Wait", "OneShot", in: "Transport", "Gateway"),
    Retired("Latch", "Promise"),
    Retired("Turns", "CallQueue"),
    Retired("Turn", "QueuedCall, Permit, SingleFlight"),
    Retired("Serving", "ServerState"),
    Retired("Breach", "ProtocolViolation"),
    Retired("LoopPool", "EventLoopExecutor"),
    Retired("Nobody", "NoActor"),
    // The database.
    Retired("Line", "PipelinedConnection", in: "Postgres"),
    Retired("Link", "LibPQConnection"),
    Retired("LineLoop", "PipelineLoop"),
    Retired("Coming", "Deferred"),
    Retired("Arrival", "Promise, Decision"),
    Retired("Gathered", "BatchLoader"),
    Retired("Lookup", "Load"),
    Retired("hold", "enqueue", in: "Postgres"),
    Retired("lay", "submit", in: "Postgres"),
    Retired("carry", "flush", in: "Postgres"),
    Retired("settle", "complete", in: "Postgres"),
    Retired("SeldomLog", "RateLimitedLog"),
    Retired("unsaid", "suppressed"),
    Retired("OwnThread", "DedicatedThread"),
    Retired("Request", "QueuedStatement", in: "Postgres"),
    // Events.
    Retired("Lane", "DestinationWorker"),
    Retired("LaneBook", "DestinationState"),
    Retired("Chain", "KeyBatch"),
    Retired("Inbox", "WakeableQueue", in: "Outbox"),
    Retired("Rounds", "PeriodicTask"),
    Retired("Pace", "DeliverySettings, Pacing"),
    Retired("ahead", "speculative"),
    // The wire.
    Retired("Surprise", "FallbackNeeded"),
    Retired("Form", "WireType"),
    Retired("RawOutput", "ByteWriter"),
    Retired("Transcription", "FastTranscoder"),
    Retired("TranscriptionRoom", "TranscoderScratch"),
    Retired("room", "scratch", in: "Wire"),
    // The services.
    Retired("Trying", "RateLimit"),
    Retired("TriesTable", "CountedAttemptsTable"),
    Retired("Announcement", "UploadDeclaration"),
    Retired("parted", "unfriended"),
    Retired("terms", "currentAssignment", in: "Challenges"),
    Retired("found", "existing", in: "Challenges"),
    Retired("folds", "compaction"),
    Retired("stretch", "consecutivePlayers"),
    // Load tests.
    Retired("Player", "VirtualUser", in: "Load"),
    Retired("Stage", "LoadEnvironment, Phase"),
    Retired("Visitor", "GatewayClient"),
    Retired("Touring", "MixedScenario"),
    Retired("Ticks", "LoadClock"),
    Retired("Reach", "LoopbackGuard"),
    Retired("glance", "progress"),
    // Tests.
    Retired("Places", "Semaphore"),
    Retired("PretendIdentity", "FakeIdentity"),
    Retired("Overtaken", "RacingCaller"),
]

/// The words that stand for things are the field's, or explained in the vocabulary of
/// `Sources/README.md`.
struct RetiredNameTests {
    private static let sources = Repository.files(in: "Sources")

    @Test func `no type, function or property has a name that was retired`() {
        for file in Self.sources {
            let declared = file.declaredNames
            for name in retired
            where name.targets?.contains(file.service) ?? true && declared.contains(name.old) {
                Issue.record("\(file.path) declares \(name.old): say \(name.new)")
            }
        }
    }

    @Test func `no file is named by one`() {
        for file in Self.sources {
            let words = Set(
                file.path.split(whereSeparator: { "/+.".contains($0) }).map(String.init)
            )
            for name in retired
            where name.targets?.contains(file.service) ?? true && words.contains(name.old) {
                Issue.record("\(file.path) is named by \(name.old): say \(name.new)")
            }
        }
    }

    @Test func `a declaration is told from a variable of a function`() {
        let file = Repository.File(
            path: "Sources/Values/Some.swift",
            text: """
                public struct Outer<Item> {
                    let (first, second) = (1, 2)
                    private static var third: Int { let inner = 1; return inner }
                    enum Kind { case fourth, fifth(Int) }
                    func sixth(seventh: Int) {
                        let eighth = { let ninth = 1; return ninth }
                        func tenth() {}
                    }
                    // func eleventh() {}
                    typealias Twelfth = Int
                }
                """
        )
        #expect(
            file.declaredNames == [
                "Outer", "first", "second", "third", "Kind", "fourth", "fifth", "sixth", "Twelfth",
            ]
        )
    }
}

extension Repository.File {
    /// What the file declares at its top level and in types: types, functions, properties and
    /// cases, not what only a function's body sees.
    fileprivate var declaredNames: Set<String> {
        var names: Set<String> = []
        // Whether each open brace is a type's.
        var braces: [Bool] = []
        var opensType = false
        for line in code {
            let words = line.matches(of: /[A-Za-z_]\w*|[{}]/)
            for (index, match) in words.enumerated() {
                switch match.output {
                case "{":
                    braces.append(opensType)
                    opensType = false
                case "}":
                    if !braces.isEmpty { braces.removeLast() }
                case "class", "struct", "enum", "actor", "protocol", "extension", "typealias",
                    "func",
                    "var", "let", "case":
                    guard !braces.contains(false), index + 1 < words.count else { continue }
                    opensType = Self.types.contains(match.output)
                    if match.output == "extension" { continue }
                    names.formUnion(Self.declared(by: line[match.range.lowerBound...]))
                default: break
                }
            }
        }
        return names
    }

    private static let types: Set<Substring> = [
        "class", "struct", "enum", "actor", "protocol", "extension",
    ]

    /// The names behind a keyword: several where a `case` or a tuple lists them.
    private static func declared(by text: Substring) -> [String] {
        let rest = text.drop { $0 != " " }.dropFirst()
        let keyword = text.prefix { $0 != " " }
        if keyword == "case" {
            // `case fourth, fifth(Int)`: each name stands at the beginning or behind a comma.
            var depth = 0
            let names = rest.split(whereSeparator: { character in
                if "([".contains(character) { depth += 1 }
                if ")]".contains(character) { depth -= 1 }
                return depth == 0 && character == ","
            })
            return names.compactMap { $0.firstMatch(of: /^\s*([A-Za-z_]\w*)/).map { String($0.1) } }
        }
        if rest.hasPrefix("(") {
            return rest.prefix { $0 != ")" }.matches(of: /[A-Za-z_]\w*/).map { String($0.output) }
        }
        return rest.firstMatch(of: /^([A-Za-z_]\w*)/).map { [String($0.1)] } ?? []
    }
}
