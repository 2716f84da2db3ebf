import Foundation
import Testing

/// Text from outside is composed, folded and hashed only where its length is bounded: such work is
/// quadratic in runs of combining marks, of which a request holds tens of thousands.
struct TextTests {
    /// What only reads an operator's own words and files, or belongs to tests.
    private static let elsewhere: Set = [
        "ChallengesTestKit", "Cluster", "Load", "TestBasics", "TestKit", "gauntlet",
    ]

    private static let sources = Repository.files(in: "Sources").filter {
        !elsewhere.contains($0.target)
    }

    /// A way to read text that takes long, and where it stands all the same, each with its reason.
    private struct Ban: Sendable, CustomTestStringConvertible {
        let words: [String]
        let except: [String: String]

        var testDescription: String { words[0] }
    }

    private static let bans = [
        Ban(
            words: [
                "lowercased()", "uppercased()", "capitalized", "composedString", "_nfc", "_nfd",
                "trimmingCharacters", "caseInsensitive", "localizedStandard", ".folding(",
                "applyingTransform",
            ],
            except: [
                "Sources/Values/BoundedText.swift": "the one place",
                "Sources/Identity/Accounts/Folding.swift": "composes a BoundedText",
                "Sources/Search/FoldedText.swift": "its limit is charactersMax",
                "Sources/Identity/Accounts/Username.swift": "30 letters of ASCII by then",
                "Sources/Identifiers/ID.swift": "an id's own 36 characters",
                "Sources/Transport/Client/RemoteCaller.swift": "an id's own 36 characters",
                "Sources/Launch/Settings/Settings.swift": "the name of a setting",
                "Sources/Gateway/Routes/CallRoute.swift": "the name of a type",
            ]
        ),
        Ban(
            words: [
                "hasPrefix", "hasSuffix", "split(separator: \"", "split(whereSeparator:",
                "components(separatedBy",
            ],
            except: [
                "Sources/Identity/Accounts/EmailAddress.swift": "254 bytes by then",
                "Sources/Identity/Accounts/ReservedUsernames.swift": "a setting",
                "Sources/Identity/Passwords/PasswordCost.swift": "a setting, or a row of ours",
                "Sources/Identity/Passwords/PasswordHash.swift": "a row of ours",
                "Sources/ChallengesCore/Photos/Pictures.swift": "a refusal of mediad's",
                "Sources/ChallengesCore/Challenges/SearchWords.swift": "80 characters by then",
                "Sources/Media/Images/EXIF.swift": "19 bytes by then",
                "Sources/Gateway/Configuration.swift": "a setting",
                "Sources/Gateway/HTTP/Middleware/CrossOrigin.swift": "a setting",
                "Sources/Gateway/Pictures/SignedURLs.swift": "a setting",
                "Sources/Gateway/Pictures/HTTPDate.swift": "64 bytes by then",
                "Sources/Gateway/Routes/Media/MediaRoutes.swift": "255 bytes by then",
                "Sources/Launch/": "settings",
                "Sources/Telemetry/": "names of metrics, and the machine's own files",
                "Sources/Values/Networks.swift": "a setting",
                "Sources/Wire/JSON/ByteWriter+JSON.swift": "a number that we wrote",
                "Sources/Postgres/": "the server's codes, and our own statements",
                "Sources/Transport/Endpoint.swift": "a setting",
                "Sources/Transport/ClusterKeys.swift": "the operator's file",
                "Sources/Transport/Resolver.swift": "an address that the system wrote",
            ]
        ),
    ]

    /// The lines that fit, without comments and what stands in quotes.
    private static func code(
        of file: Repository.File,
        where fits: (String) -> Bool
    ) -> [String] {
        file.lines.filter { fits(String($0)) }
            .flatMap { Repository.File(path: file.path, text: String($0)).code }
            .filter(fits)
    }

    @Test(arguments: bans)
    private func `text is read by its bytes, but where its length is bounded`(ban: Ban) {
        var unused = Set(ban.except.keys)
        for file in Self.sources {
            let lines = Self.code(of: file) { line in
                ban.words.contains { line.contains($0) }
            }
            if let place = ban.except.keys.first(where: file.path.hasPrefix) {
                if !lines.isEmpty { unused.remove(place) }
                continue
            }
            for line in lines { Issue.record("\(file.path): \(line)") }
        }
        #expect(unused.isEmpty, "nothing of the kind stands there any more")
    }

    /// Each collection and cache whose key is a text or may hold one, and what bounds it.
    private static let keyed = [
        "Sources/Contests/Life/ContestReplies.swift BatchLoader<ShownContests": "ids",
        "Sources/Contests/Lists/Finding.swift BatchLoader<DiscoverPage": "an id and numbers",
        "Sources/Dares/Assignments/Assignments.swift BatchLoader<UserID": "an id",
        "Sources/Dares/Assignments/Assignments.swift BatchLoader<AssignmentsPage":
            "an id, a word, a cursor",
        "Sources/Discovery/Home/Home.swift BatchLoader<HomePage":
            "ids and numbers, a time, a cursor as read",
        "Sources/Gateway/Gateway.swift Cache<SignedURL": "its own limits, 59 bytes of text",
        "Sources/Gateway/Gateway.swift Cache<MediaReference": "links that we have signed",
        "Sources/Gateway/Gateway.swift Cache<CachedQuery": "its limit is queryBytesMax",
        "Sources/Gateway/HTTP/Middleware/CrossOrigin.swift Set<BoundedText":
            "the longest origin of the setting",
        "Sources/Gateway/Pictures/SignedURLs.swift Cache<MediaReference":
            "pictures in replies of the services",
        "Sources/Gateway/Calls/Cache.swift Cache<Key": "the cache itself",
        "Sources/Wire/Values/FieldLimit.swift [String:": "names of fields in the code",
        "Sources/Gateway/Routes/RouteTable.swift [String:": "the routes that there are",
        "Sources/Gateway/Sessions/Sessions.swift Cache<BoundedText":
            "its limit is tokenBytesMax",
        "Sources/Gateway/Sessions/SigningKeys.swift [BoundedText:": "its limit is keyIDBytesMax",
        "Sources/Gateway/Web/WebSite.swift [BoundedText:": "its limit is pathBytesMax",
        "Sources/Identity/Accounts/ReservedUsernames.swift Set =": "words of the code",
        "Sources/Identity/Accounts/ReservedUsernames.swift Set<String":
            "usernames of a setting, 30 letters of ASCII each",
        "Sources/Identity/Identity.swift BatchLoader<UserID": "an id",
        "Sources/Identity/Identity.swift BatchLoader<FriendsPage":
            "an id, and names out of a cursor, which has at most 2,048 bytes",
        "Sources/Identity/Identity.swift BatchLoader<Renewal": "a token of 32 bytes",
        "Sources/Launch/Settings/Settings.swift [String:": "the environment",
        "Sources/Media/Media.swift BatchLoader<MediaID": "an id",
        "Sources/Media/Rules/DeclaredType.swift Set =": "words of the code",
        "Sources/Media/Images/ICCProfile.swift Set<String": "four bytes that name a tag",
        "Sources/Media/Images/ICCTag.swift Set<String": "four bytes that name a tag",
        "Sources/Media/Images/ICCTag.swift [String:": "names of tags in the code",
        "Sources/Media/Images/PNGReader.swift Set<String": "four bytes that name a chunk",
        "Sources/Outbox/EventsIn/BatchReceiver.swift BatchLoader<ReceivedEvent": "an id",
        "Sources/Outbox/Timers/Timers.swift [String:": "the names of timers",
        "Sources/Postgres/Transactions/BatchLoader.swift BatchLoader<Key": "the cache itself",
        "Sources/Postgres/Pipeline/PipelineLoop.swift [String:":
            "names of statements, which are counted",
        "Sources/Postgres/Listening/ListenerLoop.swift Set<String": "names of channels in the code",
        "Sources/Postgres/Migrations/Migrator.swift [String:": "names of migrations",
        "Sources/Providers/ProviderAccount+Bounds.swift Set<String": "255 letters of ASCII by then",
        "Sources/Scoring/Medals/AwardsTable.swift [String:":
            "kinds of medals, as the rules name them",
        "Sources/Scoring/Medals/ListMedalProgress.swift [String:":
            "kinds of medals, as the rules name them",
        "Sources/Scoring/Scoring.swift BatchLoader<UserID": "an id",
        "Sources/Scoring/Scoring.swift BatchLoader<FriendsBoardPage": "ids and numbers",
        "Sources/Search/SearchTerms.swift Set<String": "its limit is wordMax",
        "Sources/Telemetry/Labels.swift [String:": "names of labels in the code",
        "Sources/Telemetry/LineLog.swift Set =": "words of the code, keys of its own log lines",
        "Sources/Telemetry/PrometheusRegistry.swift [String:": "names of metrics in the code",
        "Sources/Transport/Endpoint+Listening.swift Set<String": "addresses of this machine",
        "Sources/Transport/TLS/TLS.swift Set<String": "a certificate that the authority signed",
        "Sources/Wire/JSON/JSONNode.swift [BoundedText:": "its limit is nameBytesMax",
        "Sources/Zones/ZoneFiles.swift [String:": "names of zones, at most nameBytesMax long",
        "Sources/Zones/ZoneIndex.swift [String:": "names of zones, as tzdata has them",
        "Sources/Zones/Zones.swift [String:": "names of zones, at most nameBytesMax long",
    ]

    private static var declaration: Regex<(Substring, Substring)> {
        /((?:\[(?:String|Substring|BoundedText)\??(?:\s:|:)|\b(?:Set|Dictionary)<(?:String|Substring|BoundedText)|\b(?:Cache|BatchLoader)<\w+|: Set =))/
    }

    /// What stands in every such declaration; to look for that first is much faster.
    private static let marks = ["String", "BoundedText", "BatchLoader<", "Cache<", ": Set ="]

    @Test func `what is kept by a text says what bounds the text`() {
        var found: Set<String> = []
        for file in Self.sources {
            let lines = Self.code(of: file) { line in
                Self.marks.contains { line.contains($0) } && !line.contains("[String: Any]")
            }
            for line in lines {
                for match in line.matches(of: Self.declaration) {
                    let declared = match.1.hasPrefix(": ") ? match.1.dropFirst(2) : match.1
                    found.insert("\(file.path) \(declared)")
                }
            }
        }
        let listed = Set(Self.keyed.keys)
        #expect(found.subtracting(listed).sorted() == [], "say what bounds the key")
        #expect(listed.subtracting(found).sorted() == [], "it is there no longer")
    }
}
