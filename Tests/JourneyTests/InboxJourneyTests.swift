import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Outbox
import TestBasics
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Gateway

/// Each move of a dare or a workout, made through the gateway by two people and repeated with its
/// key: which notices are then in whose inbox (FR-34, FR-39, SF-13, 2.2-notices).
struct InboxJourneyTests {
    /// Moves, and what they leave in the two inboxes, newest first.
    struct Row: Sendable {
        let moves: [String]
        let recipient: [String]
        let sender: [String]

        init(_ moves: [String], recipient: [String], sender: [String]) {
            self.moves = moves
            self.recipient = recipient
            self.sender = sender
        }
    }

    private static let rows = [
        Row([], recipient: ["dareReceived new"], sender: []),
        Row(["read"], recipient: ["dareReceived new"], sender: []),
        Row(["accept"], recipient: ["dareReceived acted"], sender: ["accepted new"]),
        Row(["deny"], recipient: ["dareReceived acted"], sender: ["denied new"]),
        Row(["withdraw"], recipient: [], sender: []),
        Row(
            ["accept", "give-up"],
            recipient: ["dareReceived acted"],
            sender: ["gaveUp new", "accepted new"]
        ),
        Row(
            ["accept", "excuse"],
            recipient: ["excused new", "dareReceived acted"],
            sender: ["accepted new"]
        ),
        Row(
            ["accept", "submit"],
            recipient: ["dareReceived acted"],
            sender: ["reviewNeeded new", "accepted new"]
        ),
        Row(
            ["accept", "submit", "retract"],
            recipient: ["dareReceived acted"],
            sender: ["accepted new"]
        ),
        Row(
            ["accept", "submit", "approve"],
            recipient: ["verdict new", "dareReceived acted"],
            sender: ["reviewNeeded acted", "accepted new"]
        ),
        Row(
            ["accept", "submit", "try-again", "submit"],
            recipient: ["verdict new", "dareReceived acted"],
            sender: ["reviewNeeded new", "reviewNeeded acted", "accepted new"]
        ),
        Row(
            ["accept", "submit", "reject"],
            recipient: ["verdict new", "dareReceived acted"],
            sender: ["reviewNeeded acted", "accepted new"]
        ),
        Row(
            ["accept", "submit", "reject", "approve"],
            recipient: ["verdict new", "verdict new", "dareReceived acted"],
            sender: ["reviewNeeded acted", "accepted new"]
        ),
        Row(
            ["14 days"],
            recipient: ["expired new", "dareReceived expired"],
            sender: ["expired new"]
        ),
        Row(
            ["accept", "submit", "7 days"],
            recipient: ["autoApproved new", "dareReceived acted"],
            sender: ["autoApproved new", "reviewNeeded expired", "accepted new"]
        ),
    ]

    private static let withDeadline = [
        Row(
            ["6 hours"],
            recipient: ["deadlineNear new", "dareReceived new"],
            sender: []
        ),
        Row(
            ["6 hours", "withdraw"],
            recipient: [],
            sender: []
        ),
        Row(
            ["accept", "6 hours", "submit"],
            recipient: ["deadlineNear acted", "dareReceived acted"],
            sender: ["reviewNeeded new", "accepted new"]
        ),
        Row(
            ["accept", "6 hours", "23 hours", "1 hours"],
            recipient: [
                "expired new", "deadlineNear expired", "deadlineNear expired",
                "dareReceived acted",
            ],
            sender: ["expired new", "accepted new"]
        ),
        Row(
            ["30 hours"],
            recipient: ["expired new", "dareReceived expired"],
            sender: ["expired new"]
        ),
    ]

    /// The same for workouts with a deadline 30 hours ahead.
    private static let workouts = [
        Row([], recipient: ["workoutReceived new"], sender: []),
        Row(["start"], recipient: ["workoutReceived acted"], sender: ["accepted new"]),
        Row(["deny"], recipient: ["workoutReceived acted"], sender: ["denied new"]),
        Row(["withdraw"], recipient: [], sender: []),
        Row(
            ["start", "start", "complete", "complete"],
            recipient: ["workoutReceived acted"],
            sender: ["completed new", "accepted new"]
        ),
        Row(
            ["start", "give-up"],
            recipient: ["workoutReceived acted"],
            sender: ["gaveUp new", "accepted new"]
        ),
        Row(
            ["start", "excuse"],
            recipient: ["excused new", "workoutReceived acted"],
            sender: ["accepted new"]
        ),
        Row(
            ["6 hours", "start", "complete"],
            recipient: ["deadlineNear acted", "workoutReceived acted"],
            sender: ["completed new", "accepted new"]
        ),
        Row(
            ["30 hours"],
            recipient: ["missed new", "workoutReceived expired"],
            sender: ["missed new"]
        ),
        Row(
            ["start", "30 hours", "complete"],
            recipient: ["missed new", "workoutReceived acted"],
            sender: ["completed new", "missed new", "accepted new"]
        ),
        Row(
            ["30 hours", "start", "complete"],
            recipient: ["missed new", "workoutReceived expired"],
            sender: ["completed new", "missed new"]
        ),
    ]

    @Test func `each move tells exactly whom it concerns`() async throws {
        let cases: [(rows: [Row], kind: String, deadline: Duration?)] = [
            (Self.rows, "dare", nil), (Self.withDeadline, "dare", .hours(30)),
            (Self.workouts, "workout", .hours(30)),
        ]
        try await play { nobody, cluster in
            let two = try await TwoPlayers(nobody.http, in: cluster)
            for (rows, kind, deadline) in cases {
                for row in rows { try await two.play(row, kind: kind, deadline: deadline) }
            }
        }
    }
}

/// Ana, who sends, and Bo, to whom she sends.
private final class TwoPlayers {
    private let http: any TestClientProtocol
    private let cluster: SmallCluster
    private var tokens: [String: String] = [:]
    private var ids: [String: String] = [:]
    private var numberOfWrites = 0

    init(_ http: any TestClientProtocol, in cluster: SmallCluster) async throws {
        self.http = http
        self.cluster = cluster
        for name in ["ana", "bob"] {
            let answer = try await ask(
                .post,
                "/v1/accounts",
                as: nil,
                #"{"username":"\#(name)","password":"correct horse","firstName":"\#(name)","lastName":""}"#
            )
            ids[name] = answer["user"]["id"]?.text
        }
        try await signIn()
        let bo = try #require(ids["bob"])
        let request = try await ask(.post, "/v1/friend-requests", as: "ana", #"{"to":"\#(bo)"}"#)
        let id = try #require(request["id"]?.text)
        _ = try await ask(.post, "/v1/friend-requests/\(id)/accept", as: "bob", "{}")
        try await cluster.settle()
        #expect(try await inbox(of: "bob", about: id) == ["friendRequest acted"])
        #expect(try await inbox(of: "ana", about: id) == ["friendAdded new"])
    }

    /// Access tokens are valid for 15 minutes, and the clock makes larger steps.
    private func signIn() async throws {
        for name in ["ana", "bob"] {
            let login = #"{"login":"\#(name)","password":"correct horse"}"#
            let answer = try await ask(.post, "/v1/sessions", as: nil, login)
            tokens[name] = try #require(answer["accessToken"]?.text)
        }
    }

    func play(
        _ row: InboxJourneyTests.Row,
        kind: String,
        deadline: Duration?
    ) async throws {
        let bo = try #require(ids["bob"])
        let end = deadline.map { #","deadline":"\#(cluster.clock.now + $0)""# } ?? ""
        let made = try await write(
            "/v1/challenges",
            as: "ana",
            #"{"kind":"\#(kind)","name":"Dance","recipients":["\#(bo)"],"proof":"none"\#(end)}"#
        )
        let id = try #require(made["assignments"]?[0]?["id"]?.text)
        for move in row.moves { try await make(move, of: id) }
        try await cluster.settle()
        let name = "\(kind) \(row.moves)"
        #expect(try await inbox(of: "bob", about: id) == row.recipient, "Bo after \(name)")
        #expect(try await inbox(of: "ana", about: id) == row.sender, "Ana after \(name)")
        for name in ["ana", "bob"] { try await compareCounts(of: name) }
    }

    private func make(_ move: String, of assignment: String) async throws {
        cluster.clock.advance(by: .seconds(1))
        let words = move.split(separator: " ")
        if words.count == 2, let count = Int(words[0]) {
            cluster.clock.advance(by: words[1] == "days" ? .days(count) : .hours(count))
            try await cluster.fireDue()
            return try await signIn()
        }
        let player =
            ["approve", "try-again", "reject", "withdraw", "excuse"].contains(move) ? "ana" : "bob"
        let body = ["try-again", "reject"].contains(move) ? #"{"reason":"Not quite."}"# : "{}"
        _ = try await write("/v1/assignments/\(assignment)/\(move)", as: player, body)
    }

    /// Makes a request twice, with one key.
    private func write(_ path: String, as player: String, _ body: String) async throws -> JSONValue
    {
        numberOfWrites += 1
        let key = "write-\(numberOfWrites)"
        _ = try await ask(.post, path, as: player, body, key: key)
        return try await ask(.post, path, as: player, body, key: key)
    }

    /// Kind and state of each notice about a row, newest first.
    private func inbox(of player: String, about subject: String) async throws -> [String] {
        try await notices(of: player).filter { $0["subject"]?["id"]?.text == subject }.map {
            "\($0["kind"]?.text ?? "?") \($0["state"]?.text ?? "?")"
        }
    }

    /// The whole inbox.
    private func notices(of player: String) async throws -> [JSONValue] {
        var notices: [JSONValue] = []
        var cursor = ""
        while true {
            let page = try await ask(.get, "/v1/inbox?limit=7\(cursor)", as: player)
            notices += page["items"]?.items ?? []
            guard let next = page["nextCursor"]?.text else { return notices }
            cursor = "&cursor=\(next)"
        }
    }

    private func compareCounts(of player: String) async throws {
        let notices = try await notices(of: player)
        let counts = try await ask(.get, "/v1/inbox/counts", as: player)
        func waiting(_ kind: String) -> Int {
            notices.count {
                $0["kind"]?.text == kind && ["new", "seen"].contains($0["state"]?.text)
            }
        }
        #expect(counts["new"]?.number == notices.count { $0["state"]?.text == "new" })
        #expect(counts["toJudge"]?.number == waiting("reviewNeeded"))
        #expect(counts["friendRequests"]?.number == waiting("friendRequest"))
        #expect(counts["dueSoon"]?.number == waiting("deadlineNear"))
    }

    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        as player: String?,
        _ body: String? = nil,
        key: String? = nil
    ) async throws -> JSONValue {
        var headers: HTTPFields = [:]
        if let token = player.flatMap({ tokens[$0] }) {
            headers[.authorization] = "Bearer \(token)"
        }
        if body != nil { headers[.contentType] = "application/json" }
        if let key { headers[.idempotencyKey] = key }
        let answer = try await http.executeRequest(
            uri: path,
            method: method,
            headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        )
        #expect(
            (200...299).contains(answer.status.code),
            "\(method) \(path): \(String(buffer: answer.body))"
        )
        return answer.body.readableBytes == 0 ? .null : try JSONValue(reading: answer.body)
    }
}
