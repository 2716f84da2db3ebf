import HTTPTypes
import Identifiers
import NIOCore
import TestBasics
import TestKit
import Testing
import Values

@testable import Identity

/// A thing that a row of `protocol/doors.txt` is asked about, and the request for it.
struct DoorsScene: Sendable {
    typealias Role = DoorsTable.Role
    /// Makes the thing.
    typealias Maker = @Sendable (DoorsCast) async throws -> DoorsScene

    /// What stands for the names in the path.
    var places: [String: String] = [:]
    var query = ""
    var json: String?
    /// A body that is no JSON.
    var picture: [UInt8]?
    /// Text in which an answer has the thing, or the part of it that not all roles see.
    var mark: String?
    /// The queries of roles that ask with another one.
    var queries: [Role: String] = [:]
    /// The bodies of roles that ask with another one.
    var bodies: [Role: String] = [:]
    /// The cookies of browsers; a request with one, or with none, comes from a page.
    var cookies: [Role: String]?

    /// Sends a role's request.
    func ask(
        _ operation: String,
        as role: Role,
        of cast: DoorsCast,
        ifVersion: Int? = nil
    ) async throws -> Phone.Answer {
        var route = operation
        for (name, value) in places { route = route.replacing("{\(name)}", with: value) }
        let query = queries[role] ?? query
        if !query.isEmpty { route += "?\(query)" }
        var headers: HTTPFields = [:]
        if picture != nil { headers[.contentType] = "image/png" }
        if let cookies {
            headers[.origin] = "http://localhost"
            headers[.cookie] = cookies[role]
        }
        if let ifVersion { headers[.ifMatch] = "\"\(ifVersion)\"" }
        return try await cast[role].ask(
            route,
            json: bodies[role] ?? json,
            body: picture.map { ByteBuffer(bytes: $0) },
            headers: headers
        )
    }
}

extension DoorsScene {
    /// How the thing of each row is made; a row that is not here needs nothing but its path.
    static let makers = [contestMakers, goalMakers, reminderMakers, timingMakers]
        .reduce(otherMakers) { all, some in all.merging(some) { $1 } }

    /// The day in UTC.
    private static var today: String { String("\(Instant.now())".prefix(10)) }

    /// A session of the owner in a browser; a stranger makes a cookie up.
    private static func browserSession(_ cast: DoorsCast) async throws -> DoorsScene {
        let signedIn = try await cast.owner.succeed(
            "POST /v1/sessions",
            json: #"{"login":"\#(cast.owner.username)","password":"\#(Phone.password)"}"#
        )
        let token = try #require(signedIn["refreshToken"]?.text)
        let other = String(repeating: "x", count: token.count)
        return DoorsScene(
            cookies: [.owner: "gauntlet=\(token)", .stranger: "gauntlet=\(other)"]
        )
    }

    private static let otherMakers: [String: Maker] = [
        "POST /v1/accounts": { _ in
            DoorsScene(
                json: """
                    {"username":"newcomer","password":"\(Phone.password)","firstName":"New",\
                    "lastName":"Comer"}
                    """
            )
        },
        "POST /v1/sessions": { cast in
            let name = cast.owner.username
            return DoorsScene(
                json: #"{"login":"\#(name)","password":"\#(Phone.password)"}"#,
                bodies: [.stranger: #"{"login":"\#(name)","password":"incorrect horse"}"#]
            )
        },
        "POST /v1/sessions/refresh": { cast in
            let signedIn = try await cast.owner.succeed(
                "POST /v1/sessions",
                json: #"{"login":"\#(cast.owner.username)","password":"\#(Phone.password)"}"#
            )
            let token = try #require(signedIn["refreshToken"]?.text)
            let other = String(repeating: "x", count: token.count)
            return DoorsScene(
                json: #"{"refreshToken":"\#(token)"}"#,
                bodies: [.stranger: #"{"refreshToken":"\#(other)"}"#]
            )
        },
        "POST /v1/browser/accounts": { _ in
            DoorsScene(
                json: """
                    {"username":"browsing","password":"\(Phone.password)","firstName":"Brow",\
                    "lastName":"Sing"}
                    """,
                cookies: [:]
            )
        },
        "POST /v1/browser/sessions": { cast in
            let name = cast.owner.username
            return DoorsScene(
                json: #"{"login":"\#(name)","password":"\#(Phone.password)"}"#,
                bodies: [.stranger: #"{"login":"\#(name)","password":"incorrect horse"}"#],
                cookies: [:]
            )
        },
        "POST /v1/sessions/providers/{provider}": { cast in
            let google = try #require(cast.cluster.google)
            let token = try google.signed("newcomer-\(cast.owner.username)")
            return DoorsScene(
                places: ["provider": "google"],
                json: #"{"identityToken":"\#(token)"}"#,
                bodies: [.stranger: #"{"identityToken":"\#(token)x"}"#]
            )
        },
        "GET /v1/me/logins": { cast in
            try await googleLogin(of: cast)
            return DoorsScene(mark: "google")
        },
        "PUT /v1/me/logins/{provider}": { cast in
            let google = try #require(cast.cluster.google)
            let token = try google.signed("linked-\(cast.owner.username)")
            return DoorsScene(
                places: ["provider": "google"],
                json: #"{"identityToken":"\#(token)"}"#,
                mark: "google"
            )
        },
        "DELETE /v1/me/logins/{provider}": { cast in
            try await googleLogin(of: cast)
            return DoorsScene(places: ["provider": "google"])
        },
        "GET /v1/suggestions": { cast in
            DoorsScene(query: "limit=100", mark: try await newSuggestion(of: cast))
        },
        "DELETE /v1/suggestions/{id}": { cast in
            DoorsScene(places: ["id": try await newSuggestion(of: cast)])
        },
        "POST /v1/browser/sessions/refresh": browserSession,
        "DELETE /v1/browser/sessions/current": browserSession,
        "POST /v1/media": { _ in DoorsScene(picture: Journey.smallestPNG) },
        "PUT /v1/me/avatar": { cast in
            DoorsScene(json: #"{"mediaID":"\#(try await cast.owner.upload())"}"#)
        },
        "PATCH /v1/me": { _ in DoorsScene(json: #"{"bio":"I swim."}"#) },
        "POST /v1/me/email/verification": { cast in
            let json = #"{"email":"\#(cast.owner.username)@example.org"}"#
            try await cast.owner.succeed("PATCH /v1/me", json: json)
            return DoorsScene()
        },
        "POST /v1/password-resets": { cast in
            DoorsScene(json: #"{"login":"\#(cast.owner.username)"}"#)
        },
        "POST /v1/password-resets/confirm": { cast in
            let password = #""password":"\#(Phone.password)""#
            let ticket = try await cast.ticket(.reset)
            let guess = String(repeating: "A", count: 43)
            return DoorsScene(
                json: #"{"ticket":"\#(ticket)",\#(password)}"#,
                bodies: [.stranger: #"{"ticket":"\#(guess)",\#(password)}"#]
            )
        },
        "POST /v1/email-verifications": { cast in
            let ticket = try await cast.ticket(.email)
            let guess = String(repeating: "A", count: 43)
            return DoorsScene(
                json: #"{"ticket":"\#(ticket)"}"#,
                bodies: [.stranger: #"{"ticket":"\#(guess)"}"#]
            )
        },
        "POST /v1/me/password": { _ in
            DoorsScene(json: #"{"current":"\#(Phone.password)","password":"\#(Phone.password)"}"#)
        },
        "GET /v1/media/{id}/{variant}": submittedPicture,
        "HEAD /v1/media/{id}/{variant}": submittedPicture,
        "GET /v1/users": { cast in
            DoorsScene(query: "q=\(cast.owner.username)", mark: cast.owner.id)
        },
        "GET /v1/users/{id}": { cast in
            DoorsScene(places: ["id": cast.owner.id], mark: "\"points\"")
        },
        "POST /v1/friend-requests": { cast in DoorsScene(json: #"{"to":"\#(cast.owner.id)"}"#) },
        "GET /v1/friends": { cast in DoorsScene(query: "limit=100", mark: cast.owner.id) },
        "DELETE /v1/friends/{id}": { cast in DoorsScene(places: ["id": cast.owner.id]) },
        "GET /v1/friend-requests": { cast in
            DoorsScene(
                query: "direction=incoming&limit=100",
                mark: try await friendRequest(of: cast),
                queries: [.owner: "direction=outgoing"]
            )
        },
        "POST /v1/friend-requests/{id}/accept": sentFriendRequest,
        "POST /v1/friend-requests/{id}/decline": sentFriendRequest,
        "DELETE /v1/friend-requests/{id}": sentFriendRequest,
        "POST /v1/invites": { _ in DoorsScene(json: #"{"kind":"friend"}"#) },
        "GET /v1/invites": { cast in DoorsScene(mark: try await newInvite(of: cast)) },
        "DELETE /v1/invites/{code}": { cast in
            DoorsScene(places: ["code": try await newInvite(of: cast)])
        },
        "POST /v1/invites/{code}/accept": { cast in
            DoorsScene(places: ["code": try await newInvite(of: cast)], mark: cast.owner.id)
        },
        "PATCH /v1/me/settings": { _ in DoorsScene(json: #"{"isListed":true}"#) },
        "GET /v1/inbox": { cast in
            DoorsScene(query: "limit=100", mark: try await notice(of: cast))
        },
        "POST /v1/inbox/seen": { cast in
            DoorsScene(json: #"{"ids":["\#(try await notice(of: cast))"]}"#)
        },
        "DELETE /v1/inbox/{id}": { cast in
            DoorsScene(places: ["id": try await notice(of: cast)])
        },
        "POST /v1/definitions": { _ in DoorsScene(json: #"{"name":"Ten push-ups"}"#) },
        "GET /v1/definitions": { cast in
            var scene = try await definition(cast)
            scene.query = "author=\(cast.owner.id)"
            return scene
        },
        "GET /v1/definitions/{id}": definition,
        "PATCH /v1/definitions/{id}": { cast in
            var scene = try await definition(cast)
            scene.json = #"{"name":"Twenty push-ups"}"#
            return scene
        },
        "DELETE /v1/definitions/{id}": { cast in
            var scene = try await definition(cast)
            // Its answer is empty.
            scene.mark = nil
            return scene
        },
        "POST /v1/challenges": { cast in
            let recipients = "[\"\(cast.owner.id)\"]"
            return DoorsScene(
                json: #"{"kind":"dare","name":"Ten push-ups","recipients":\#(recipients)}"#
            )
        },
        "GET /v1/challenges/{id}": { cast in
            let assignment = try await cast.assignment([])
            let seen = try await cast.owner.succeed("GET /v1/assignments/\(assignment)")
            let challenge = try #require(seen["challenge"]["id"]?.text)
            return DoorsScene(places: ["id": challenge], mark: assignment)
        },
        "POST /v1/challenges/check": { cast in
            DoorsScene(json: #"{"recipients":["\#(cast.owner.id)"]}"#, mark: "\"yes\"")
        },
        "GET /v1/assignments": { cast in
            DoorsScene(
                query: "role=recipient&limit=100",
                mark: try await cast.assignment([]),
                queries: [.owner: "role=sender&limit=100"]
            )
        },
        "GET /v1/home": { cast in
            DoorsScene(query: "limit=100", mark: try await cast.assignment([]))
        },
        "PUT /v1/health/{metric}/{day}": { _ in
            DoorsScene(
                places: ["metric": "steps", "day": today],
                json: #"{"amount":9000,"source":"phone","observedAt":"\#(today)T00:00:00Z"}"#
            )
        },
        "GET /v1/health/{metric}": { cast in
            let json = #"{"amount":9000,"source":"Owner's","observedAt":"\#(today)T00:00:00Z"}"#
            try await cast.owner.succeed("PUT /v1/health/steps/\(today)", json: json)
            return DoorsScene(places: ["metric": "steps"], mark: "Owner's")
        },
        "GET /v1/assignments/{id}": assignment(),
        "POST /v1/assignments/{id}/read": assignment(),
        "POST /v1/assignments/{id}/accept": assignment(),
        "POST /v1/assignments/{id}/deny": assignment(),
        "POST /v1/assignments/{id}/submit": assignment("accept"),
        "POST /v1/assignments/{id}/retract": assignment("accept", "submit"),
        "POST /v1/assignments/{id}/give-up": assignment("accept"),
        "POST /v1/assignments/{id}/approve": assignment("accept", "submit"),
        "POST /v1/assignments/{id}/try-again": assignment("accept", "submit", json: reason),
        "POST /v1/assignments/{id}/reject": assignment("accept", "submit", json: reason),
        "POST /v1/assignments/{id}/withdraw": assignment(),
        "POST /v1/assignments/{id}/excuse": assignment("accept"),
        "POST /v1/assignments/{id}/start": workout(),
        "POST /v1/assignments/{id}/complete": workout("start"),
        "PUT /v1/definitions/{id}/like": definition,
        "DELETE /v1/definitions/{id}/like": definition,
        "GET /v1/definitions/{id}/likes": { cast in
            var scene = try await definition(cast)
            let id = try #require(scene.places["id"])
            try await cast.owner.succeed("PUT /v1/definitions/\(id)/like")
            scene.mark = cast.owner.id
            return scene
        },
        "PUT /v1/definitions/{id}/wish": definition,
        "DELETE /v1/definitions/{id}/wish": definition,
        "PUT /v1/definitions/{id}/rating": { cast in
            var scene = try await definition(cast)
            let id = try #require(scene.places["id"])
            try await cast.complete(id)
            scene.json = #"{"stars":4}"#
            return scene
        },
        "DELETE /v1/definitions/{id}/rating": definition,
        "GET /v1/boards/listed": { cast in
            try await cast.owner.succeed("PATCH /v1/me/settings", json: #"{"isListed":true}"#)
            return DoorsScene(query: "limit=100", mark: cast.owner.id)
        },
        "GET /v1/boards/listed/me": { cast in
            try await cast.owner.succeed("PATCH /v1/me/settings", json: #"{"isListed":true}"#)
            return DoorsScene(mark: cast.owner.id)
        },
        // With points: the friend has more friends than a page has places.
        "GET /v1/scoreboard": { cast in
            let dare = try await cast.assignment(["accept", "submit"])
            try await cast.owner.move(dare, "approve")
            return DoorsScene(query: "limit=100", mark: cast.owner.id)
        },
        "GET /v1/users/{id}/medals": { cast in
            let made = try await cast.owner.succeed(
                "POST /v1/contests",
                json: #"{"kind":"open","name":"Read a book","unit":"pages","goal":2}"#
            )
            let id = try #require(made["id"]?.text)
            try await cast.owner.succeed("POST /v1/contests/\(id)/join")
            try await cast.owner.succeed(
                "POST /v1/contests/\(id)/entries",
                json: #"{"amount":2}"#
            )
            return DoorsScene(places: ["id": cast.owner.id], mark: id)
        },
    ]

    private static let reason = #"{"reason":"All the way down."}"#

    /// The counterpart's assignment of a dare, after these moves of theirs.
    private static func assignment(_ moves: String..., json: String? = nil) -> Maker {
        { cast in DoorsScene(places: ["id": try await cast.assignment(moves)], json: json) }
    }

    /// A definition of the owner's for friends, of whom the counterpart is one.
    private static let definition: Maker = { cast in
        try await cast.befriend(.counterpart)
        let json = #"{"name":"Ten push-ups","visibility":"friends"}"#
        let made = try await cast.owner.succeed("POST /v1/definitions", json: json)
        let id = try #require(made["id"]?.text)
        return DoorsScene(places: ["id": id], mark: id)
    }

    /// The counterpart's assignment of a workout, after these moves of theirs.
    private static func workout(_ moves: String...) -> Maker {
        { cast in
            DoorsScene(places: ["id": try await cast.assignment(moves, isWorkout: true)])
        }
    }

    /// A request of the owner's to the counterpart.
    private static let sentFriendRequest: Maker = { cast in
        DoorsScene(places: ["id": try await friendRequest(of: cast)])
    }

    private static func friendRequest(of cast: DoorsCast) async throws -> String {
        let json = #"{"to":"\#(cast[.counterpart].id)"}"#
        let request = try await cast.owner.succeed("POST /v1/friend-requests", json: json)
        return try #require(request["id"]?.text)
    }

    /// The owner links an account at Google.
    private static func googleLogin(of cast: DoorsCast) async throws {
        let google = try #require(cast.cluster.google)
        let token = try google.signed("own-\(cast.owner.username)")
        let json = #"{"identityToken":"\#(token)"}"#
        try await cast.owner.succeed("PUT /v1/me/logins/google", json: json)
    }

    /// A new user, whom the owner brought to the app and may know.
    private static func newSuggestion(of cast: DoorsCast) async throws -> String {
        let made = try await cast.owner.succeed("POST /v1/invites", json: #"{"kind":"app"}"#)
        let code = try #require(made["code"]?.text)
        let google = try #require(cast.cluster.google)
        let token = try google.signed("brought-\(UserID())")
        let json = #"{"identityToken":"\#(token)","invite":"\#(code)"}"#
        let answer = try await cast[.anonymous].succeed(
            "POST /v1/sessions/providers/google",
            json: json
        )
        return try #require(answer["user"]?["id"]?.text)
    }

    private static func newInvite(of cast: DoorsCast) async throws -> String {
        let made = try await cast.owner.succeed("POST /v1/invites", json: #"{"kind":"friend"}"#)
        return try #require(made["code"]?.text)
    }

    /// A notice to the owner: the counterpart asks to be a friend.
    private static func notice(of cast: DoorsCast) async throws -> String {
        let json = #"{"to":"\#(cast.owner.id)"}"#
        try await cast[.counterpart].succeed("POST /v1/friend-requests", json: json)
        let inbox = try await cast.owner.succeed("GET /v1/inbox")
        return try #require(inbox["items"][0]["id"]?.text)
    }

    /// A picture that proves a dare. Who may see it has its signed address; the others make up the
    /// signature.
    private static let submittedPicture: Maker = { cast in
        let dare = try await cast.assignment(["accept"])
        let picture = try await cast[.counterpart].upload()
        let json = #"{"mediaIDs":["\#(picture)"]}"#
        try await cast[.counterpart].move(dare, "submit", json: json)
        let seen = try await cast.owner.succeed("GET /v1/assignments/\(dare)")
        let url = try #require(seen["attempts"][0]["media"][0]["url"]?.text)
        let query = try #require(url.split(separator: "?").last.map(String.init))
        let signature = try #require(query.split(separator: "s=").last)
        let other = query.replacing(signature, with: String(repeating: "A", count: signature.count))
        return DoorsScene(
            places: ["id": picture, "variant": "original"],
            query: other,
            queries: [.owner: query, .counterpart: query]
        )
    }
}
