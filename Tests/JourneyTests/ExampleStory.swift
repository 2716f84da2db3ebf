import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PNG
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// Ana dares Bo to swim in the lake, and then everyone. Every route that sends a call is used at
/// least once; the clock moves ten seconds a step, in contests, goals and timings one, for access
/// tokens are valid for 15 minutes; and ids that no client chose are replaced by others.
final class ExampleStory {
    /// A request that the gateway answered, by its route.
    struct Step {
        let route: CallRoute
        let url: String
        let body: String?
        let token: String?
        /// The cookie of a browser.
        let cookie: String?
    }

    /// Someone with an account.
    struct Player {
        let id: String
        let token: String
    }

    private let http: any TestClientProtocol
    private let cluster: SmallCluster
    private let routes = Dictionary(
        uniqueKeysWithValues: CallRoute.tagged.flatMap(\.value).map { ($0.operation, $0) }
    )
    /// The last request of each operation.
    private(set) var steps: [String: Step] = [:]
    private var paragraphs: [String] = []
    /// The cookie that the browser keeps.
    private var cookie: String?
    /// How far the clock moves with each step.
    private var pace = Duration.seconds(5)
    /// The ids that the story shows instead of those that no client chose.
    private var substitutes: [String: String] = [:]
    /// The same of codes.
    private var codes: [String] = []

    init(_ http: any TestClientProtocol, in cluster: SmallCluster) {
        self.http = http
        self.cluster = cluster
    }

    var text: String {
        """
        # What Ana and her friends ask the gateway, and what it answers: the operation, the request, its
        # body, the status, and the answer. The examples of openapi.yaml. Written by GOLDEN=record, never
        # by hand.


        """ + paragraphs.joined(separator: "\n")
    }

    /// The time of the services.
    var now: Instant { cluster.clock.now }

    /// The id that the story gives to something, by its number.
    static func id(_ number: Int) -> String {
        "0190a0b0-0000-7000-8000-" + String(repeating: "0", count: 12 - "\(number)".count)
            + "\(number)"
    }

    func tell() async throws {
        let ana = try await register(1, "ana", "Ana", "Lindqvist", #","email":"ana@example.org""#)
        let bo = try await register(2, "bo.berg", "Bo", "Berg")
        let cy = try await register(3, "cy_adler", "Cy", "Adler")
        try await haveSessions(ana)
        let dee = try await register(4, "dee", "Dee", "Novak")
        try await meet(ana, bo, cy, dee)
        try await write(ana, bo)
        try await float(ana, bo)
        pace = .seconds(1)
        try await pursue(bo)
        try await time(bo)
        pace = .seconds(5)
        try await swim(ana, bo)
        try await run(ana, bo)
        pace = .seconds(1)
        try await endInOtherWays(ana, bo)
        try await compete(ana, bo, cy, dee)
        pace = .seconds(5)
        try await compare(ana, bo)
        try await browse()
        try await recover()
        try await comeFromGoogle(ana)
        for operation in routes.keys {
            #expect(steps[operation] != nil, "the story does not tell \(operation)")
        }
    }

    private func register(
        _ number: Int,
        _ name: String,
        _ first: String,
        _ last: String,
        _ more: String = ""
    ) async throws -> Player {
        let answer = try await ask(
            "register",
            nil,
            body: """
                {"user":"\(Self.id(number))","username":"\(name)","password":"correct horse",\
                "firstName":"\(first)","lastName":"\(last)"\(more),"timeZone":"Europe/Stockholm"}
                """
        )
        return Player(id: Self.id(number), token: try #require(answer["accessToken"]?.text))
    }

    /// Eli has lost his password at once.
    private func recover() async throws {
        _ = try await register(5, "eli", "Eli", "Okafor", #","email":"eli@example.org""#)
        try await ask("requestReset", nil, body: #"{"login":"eli"}"#)
        let ticket = try await cluster.ticket(to: "eli@example.org")
        let body = #"{"ticket":"\#(ticket)","password":"correct horse again"}"#
        try await ask("resetPassword", nil, body: body)
    }

    /// Gil signs in with Google. Ana, who brought him, links her account there, and ends that.
    private func comeFromGoogle(_ ana: Player) async throws {
        let made = try await ask("makeInvite", ana, body: #"{"kind":"app"}"#)
        let code = try #require(made["code"]?.text)
        let google = try #require(cluster.google)
        let token = try google.signed("gil", nonce: "n-0S6_WzA2Mj")
        let signedIn = try await ask(
            "signInWithProvider",
            nil,
            ["provider": "google"],
            body: """
                {"identityToken":"\(token)","nonce":"n-0S6_WzA2Mj","username":"gil",\
                "timeZone":"Europe/Lisbon","invite":"\(code)"}
                """
        )
        let gil = try #require(signedIn["user"]?["id"]?.text)
        try await ask("listSuggestions", ana, query: "limit=10")
        try await ask("dismissSuggestion", ana, ["id": gil])
        let linked = #"{"identityToken":"\#(try google.signed("ana"))"}"#
        try await ask("linkLogin", ana, ["provider": "google"], body: linked)
        try await ask("listLogins", ana)
        try await ask("unlinkLogin", ana, ["provider": "google"])
    }

    private func haveSessions(_ ana: Player) async throws {
        let login = #"{"login":"ana","password":"correct horse"}"#
        let answer = try await ask("signIn", nil, body: login)
        let refresh = try #require(answer["refreshToken"]?.text)
        let next = try await ask("refreshSession", nil, body: #"{"refreshToken":"\#(refresh)"}"#)
        let token = try #require(next["accessToken"]?.text)
        try await ask("signOut", Player(id: ana.id, token: token))
    }

    private func meet(
        _ ana: Player,
        _ bo: Player,
        _ cy: Player,
        _ dee: Player
    ) async throws {
        try await upload(40, by: ana)
        try await ask("removeAvatar", ana)
        try await ask("setAvatar", ana, body: #"{"mediaID":"\#(Self.id(40))"}"#)
        try await ask("getMe", ana)
        let words = #"{"displayName":"Ana L.","bio":"I swim, whatever the weather."}"#
        try await ask("changeProfile", ana, body: words)
        let password = #"{"current":"correct horse","password":"correct horse battery"}"#
        try await ask("changePassword", ana, body: password)
        try await ask("sendVerification", ana)
        let ticket = try await cluster.ticket(to: "ana@example.org")
        try await ask("verifyEmail", nil, body: #"{"ticket":"\#(ticket)"}"#)
        try await ask("getSettings", ana)
        let wish = #"{"timeZone":"America/New_York","locale":"de","isListed":true}"#
        try await ask("changeSettings", ana, body: wish)
        try await ask("searchPeople", ana, query: "q=bo&limit=10")
        for (number, asker, asked) in [(11, ana, bo), (12, cy, ana), (13, ana, dee)] {
            let body = #"{"id":"\#(Self.id(number))","to":"\#(asked.id)"}"#
            if number == 13 { try await answer("decline", 12, by: ana) }
            try await ask("sendFriendRequest", asker, body: body)
            if number == 11 {
                try await ask("listFriendRequests", bo, query: "direction=incoming")
                try await readInbox(bo)
                try await answer("accept", 11, by: bo)
            }
        }
        try await ask("withdrawFriendRequest", ana, ["id": Self.id(13)])
        try await ask("getPerson", ana, ["id": bo.id])
        try await ask("listFriends", ana)
        try await invite(ana, dee)
    }

    /// Ana makes an invite, which Dee accepts.
    private func invite(_ ana: Player, _ dee: Player) async throws {
        let made = try await ask("makeInvite", ana, body: #"{"kind":"friend","usesMax":5}"#)
        let code = ["code": try #require(made["code"]?.text)]
        try await ask("acceptInvite", dee, code, body: "{}")
        try await ask("listInvites", ana, query: "limit=10")
        try await ask("revokeInvite", ana, code)
    }

    private func readInbox(_ bo: Player) async throws {
        try await ask("countNotices", bo)
        let notices = try await ask("listNotices", bo, query: "limit=10")
        let notice = try #require(notices["items"]?[0]?["id"]?.text)
        try await ask("seeNotices", bo, body: #"{"ids":["\#(notice)"]}"#)
        try await ask("dismissNotice", bo, ["id": notice])
    }

    private func answer(_ word: String, _ number: Int, by player: Player) async throws {
        try await ask("\(word)FriendRequest", player, ["id": Self.id(number)], body: "{}")
    }

    private func write(_ ana: Player, _ bo: Player) async throws {
        try await ask("listCategories", bo)
        try await upload(54, by: ana)
        let workouts = [
            (
                52,
                """
                "name":"Plank","caption":"On your elbows","description":"Keep your back straight.",\
                "category":"strength","unit":"breaths","target":40,"targetSeconds":120,\
                "wholeNumbers":true,"proof":"optional","visibility":"public",\
                "mediaIDs":["\(Self.id(54))"]
                """
            ), (53, #""name":"Count the stars""#),
        ]
        for (number, fields) in workouts {
            let body = #"{"id":"\#(Self.id(number))",\#(fields)}"#
            try await ask("createDefinition", ana, body: body)
        }
        try await ask("listDefinitions", bo, query: "of=workout&q=back&category=strength&limit=10")
        let plank = ["id": Self.id(52)]
        try await ask("getDefinition", bo, plank)
        let change = #"{"description":"Back straight, breathe.","targetSeconds":150}"#
        try await ask("changeDefinition", ana, plank, body: change)
        try await ask("deleteDefinition", ana, ["id": Self.id(53)])
    }

    private func float(_ ana: Player, _ bo: Player) async throws {
        let workout = ["id": Self.id(51)]
        try await ask(
            "createDefinition",
            ana,
            body: """
                {"id":"\(Self.id(51))","name":"Float on your back","category":"endurance",\
                "targetSeconds":600}
                """
        )
        let sent = try await ask(
            "createChallenge",
            ana,
            body: """
                {"id":"\(Self.id(27))","kind":"dare","definition":"\(Self.id(51))",\
                "recipients":["\(bo.id)"]}
                """
        )
        let dare = ["id": try #require(sent["assignments"]?[0]?["id"]?.text)]
        try await ask("acceptAssignment", bo, dare, body: "{}")
        try await ask("submitAssignment", bo, dare, body: #"{"note":"Nearly asleep."}"#)
        try await ask("approveSubmission", ana, dare, body: "{}")
        try await ask("wishDefinition", bo, workout, body: "{}")
        try await ask("unwishDefinition", bo, workout)
        try await ask("likeDefinition", bo, workout, body: "{}")
        try await ask("listLikes", ana, workout, query: "limit=10")
        try await ask("unlikeDefinition", bo, workout)
        try await ask("rateDefinition", bo, workout, body: #"{"stars":2}"#)
        try await ask("withdrawRating", bo, workout)
    }

    private func swim(_ ana: Player, _ bo: Player) async throws {
        let wish = #"{"recipients":["\#(bo.id)"],"kind":"dare"}"#
        try await ask("checkChallenge", ana, body: wish)
        let dare = try await challenge(21, "Swim in the lake", by: ana, to: bo, proof: "required")
        try await ask("getChallenge", ana, ["id": Self.id(21)])
        try await ask("listAssignments", bo, query: "role=recipient&state=sent")
        try await ask("getAssignment", bo, dare)
        try await ask("getHome", bo, query: "limit=10")
        let total = #"{"amount":5240.5,"source":"phone","observedAt":"2026-06-01T08:00:00Z"}"#
        let place = ["metric": "distance", "day": "2026-06-01"]
        try await ask("putHealthDay", bo, place, body: total)
        try await ask("listHealthDays", bo, ["metric": "distance"], query: "limit=10")
        try await ask("readAssignment", bo, dare, body: "{}")
        try await ask("acceptAssignment", bo, dare, body: "{}")
        for (attempt, verdict) in [(31, "retract"), (32, "again"), (33, "approve")] {
            try await upload(10 + attempt, by: bo)
            let submission = """
                {"attempt":"\(Self.id(attempt))","note":"Cold!","mediaIDs":["\(Self.id(10 + attempt))"]}
                """
            try await ask("submitAssignment", bo, dare, body: submission)
            switch verdict {
            case "retract": try await ask("retractSubmission", bo, dare, body: "{}")
            case "again":
                let wish = #"{"reason":"Your head was dry.","deadline":"2026-06-09T20:00:00Z"}"#
                try await ask("tryAgain", ana, dare, body: wish)
            default: try await ask("approveSubmission", ana, dare, body: "{}")
            }
        }
    }

    private func run(_ ana: Player, _ bo: Player) async throws {
        let workout = try await challenge(28, "Run for an hour", by: ana, to: bo, kind: "workout")
        try await ask("startAssignment", bo, workout, body: "{}")
        try await ask("completeAssignment", bo, workout, body: #"{"seconds":3432}"#)
    }

    private func endInOtherWays(_ ana: Player, _ bo: Player) async throws {
        let sing = try await challenge(22, "Sing on the bus", by: ana, to: bo)
        try await ask("denyAssignment", bo, sing, body: #"{"reason":"Not on a Monday."}"#)
        let skip = try await challenge(23, "Skip a meal", by: ana, to: bo)
        try await ask("withdrawAssignment", ana, skip, body: "{}")
        let climb = try await challenge(24, "Climb the tower", by: ana, to: bo)
        try await ask("acceptAssignment", bo, climb, body: "{}")
        try await ask("excuseAssignment", ana, climb, body: #"{"reason":"It is raining."}"#)
        let read = try await challenge(25, "Read ten books", by: ana, to: bo)
        try await ask("acceptAssignment", bo, read, body: "{}")
        try await ask("giveUpAssignment", bo, read, body: "{}")
        let run = try await challenge(26, "Run ten miles", by: ana, to: bo)
        try await ask("acceptAssignment", bo, run, body: "{}")
        try await ask("submitAssignment", bo, run, body: #"{"note":"Nearly nine."}"#)
        try await ask("rejectSubmission", ana, run, body: #"{"reason":"Nine are not ten."}"#)
    }

    private func compare(_ ana: Player, _ bo: Player) async throws {
        try await ask("getScoreboard", ana)
        try await ask("getRank", ana)
        try await ask("getHoldings", ana)
        try await ask("listStandings", bo, query: "span=month&limit=10")
        try await ask("listNeighbours", ana, query: "limit=5")
        try await ask("removeFriend", ana, ["id": bo.id])
    }

    /// Someone else signs up and in with a browser.
    private func browse() async throws {
        try await ask(
            "registerInBrowser",
            nil,
            body: """
                {"user":"\(Self.id(6))","username":"fay","password":"correct horse",\
                "firstName":"Fay","lastName":"Moreau","timeZone":"Europe/Paris"}
                """
        )
        let login = #"{"login":"fay","password":"correct horse"}"#
        try await ask("signInInBrowser", nil, body: login)
        try await ask("refreshInBrowser", nil)
        try await ask("signOutInBrowser", nil)
    }

    private func challenge(
        _ number: Int,
        _ name: String,
        by ana: Player,
        to bo: Player,
        proof: String = "none",
        kind: String = "dare"
    ) async throws -> [String: String] {
        let answer = try await ask(
            "createChallenge",
            ana,
            body: """
                {"id":"\(Self.id(number))","kind":"\(kind)","name":"\(name)",\
                "description":"All of it.","recipients":["\(bo.id)"],\
                "deadline":"2026-06-08T20:00:00Z","proof":"\(proof)"}
                """
        )
        return ["id": try #require(answer["assignments"]?[0]?["id"]?.text)]
    }

    /// A picture of one pixel, a different one for each number.
    func upload(_ number: Int, by player: Player) async throws {
        let pixel = [UInt8(number), 0, 0]
        let answer = try await http.executeRequest(
            uri: "/v1/media?id=\(Self.id(number))",
            method: .post,
            headers: [.contentType: "image/png", .authorization: "Bearer \(player.token)"],
            body: ByteBuffer(bytes: PNGImage(width: 1, height: 1, pixels: pixel).bytes)
        )
        #expect(answer.status == .created)
    }

    // What is said.

    @discardableResult
    func ask(
        _ operation: String,
        _ player: Player?,
        _ places: [String: String] = [:],
        query: String? = nil,
        body: String? = nil
    ) async throws -> JSONValue {
        let route = try #require(routes[operation])
        var url = "/v1/\(route.path)"
        for (name, value) in places { url = url.replacing("{\(name)}", with: value) }
        if let query { url += "?\(query)" }
        let step = Step(route: route, url: url, body: body, token: player?.token, cookie: cookie)
        let answer = try await send(step, over: http)
        if let kept = answer.headers[.setCookie] {
            cookie = String(kept.prefix { $0 != ";" })
        }
        steps[operation] = step
        let said = String(buffer: answer.body)
        #expect(answer.status == route.status, "\(operation): \(said)")
        paragraphs.append(
            [operation, "\(route.method) \(url)", body, "\(answer.status.code)", said]
                .compactMap(\.self).filter { !$0.isEmpty }.map { plain($0) + "\n" }.joined()
        )
        // What the step leads to happens at its moment.
        try await cluster.settle()
        cluster.clock.advance(by: pace)
        try await cluster.settle()
        return said.isEmpty ? .null : try JSONValue(reading: answer.body)
    }

    /// A code in the place of one that is new each time; it begins as that one does.
    private func substitute(ofCode code: String) -> String {
        if !codes.contains(code) { codes.append(code) }
        let number = codes.firstIndex(of: code) ?? 0
        return code.prefix(1) + "eqnb7tzkw4m2yh" + "abcdefgh".dropFirst(number).prefix(1)
    }

    /// Puts the story's own ids and tokens in the place of those that are new each time.
    private func plain(_ line: String) -> String {
        let tokens = line.replacing(/"accessToken":"[^"]*"/, with: #""accessToken":"eyJhbGciOi…""#)
            .replacing(/"refreshToken":"[^"]*"/) { _ in
                #""refreshToken":"\#(String(repeating: "x", count: 43))""#
            }
            .replacing(/"identityToken":"[^"]*"/, with: #""identityToken":"eyJhbGciOi…""#)
            .replacing(/"ticket":"[^"]*"/) { _ in
                #""ticket":"\#(String(repeating: "x", count: 43))""#
            }
        let codes = tokens.replacing(/\b[ci][a-z2-7]{15}\b/) {
            substitute(ofCode: String($0.output))
        }
        return codes.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) {
            let id = String($0.output)
            guard !id.hasPrefix("0190a0b0") else { return id }
            let substitute = substitutes[id] ?? Self.id(101 + substitutes.count)
            substitutes[id] = substitute
            return substitute
        }
    }
}

/// Sends a request of the story, or one like it.
func send(_ step: ExampleStory.Step, over http: any TestClientProtocol) async throws -> TestResponse
{
    var headers: HTTPFields = [:]
    if let token = step.token { headers[.authorization] = "Bearer \(token)" }
    if step.body != nil { headers[.contentType] = "application/json" }
    if step.route.path.hasPrefix("browser/") {
        headers[.origin] = "http://localhost"
        headers[.cookie] = step.cookie
    }
    return try await http.executeRequest(
        uri: step.url,
        method: step.route.method,
        headers: headers,
        body: step.body.map { ByteBuffer(string: $0) }
    )
}
