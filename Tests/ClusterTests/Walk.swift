import Foundation
import NIOHTTP1
import Synchronization
import TestBasics
import TestKit
import Testing
import Values

/// Requests every route of a cluster at least once, as five users would, and checks each against
/// the status in `protocol/http.txt`.
final class Walk: Sendable {
    private struct State {
        var asked: Set<String> = []
        var picture = ""
    }

    private let people: [String: App]
    private let listed: [String: Int]
    private let state = Mutex(State())

    /// The user who takes part in everything.
    var ana: App { get throws { try person("Ana") } }

    /// The signed URL of one of her pictures.
    var picture: String { state.withLock { $0.picture } }

    /// The routes that were not requested.
    var missing: [String] {
        let asked = state.withLock { $0.asked }
        return listed.keys.filter { !asked.contains($0) }.sorted()
    }

    /// Walks through a new cluster.
    static func through(_ cluster: RunningCluster) async throws -> Walk {
        let app = App(urls: try cluster.urls)
        var people: [String: App] = [:]
        for name in ["Ana", "Bo", "Cleo", "Dag", "Eve"] {
            people[name] = try await app.registered(name)
        }
        let walk = try Walk(people)
        walk.note("POST /v1/accounts")
        try await walk.signInAndOut(app)
        try await walk.signInAndOutOfBrowser(app)
        try await walk.show()
        try await walk.befriend()
        try await walk.readInbox()
        try await walk.invite()
        try await walk.askProviders()
        try await walk.define()
        try await walk.dare()
        try await walk.compete()
        try await walk.pursue()
        try await walk.time()
        try await walk.recover(cluster)
        return walk
    }

    private init(_ people: [String: App]) throws {
        self.people = people
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "protocol/http.txt"),
            encoding: .utf8
        )
        // METHOD PATH STATUS CALL …
        listed = Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard words.count >= 3, words[1].hasPrefix("/"), let status = Int(words[2]) else {
                    return nil
                }
                return ("\(words[0]) \(words[1])", status)
            }
        )
    }

    func person(_ name: String) throws -> App {
        try #require(people[name])
    }

    /// Requests a route, with `ids` in place of the braces. It answers as the list of routes says,
    /// or else with `status`.
    @discardableResult
    func ask(
        _ route: String,
        _ ids: String...,
        at address: String? = nil,
        query: String = "",
        as app: App,
        _ body: Any? = nil,
        headers: [(String, String)] = [],
        status expected: Int? = nil
    ) async throws -> App.Answer {
        let words = route.split(separator: " ")
        let method = HTTPMethod(rawValue: String(words[0]))
        var path = String(words[1])
        for id in ids { path = path.replacing(/\{\w+\}/, with: id, maxReplacements: 1) }
        let answer = try await app.persistently(
            (address ?? path) + query,
            body,
            method: method,
            headers: headers
        )
        let status = try #require(listed[route], "\(route) is not listed")
        #expect(answer.status == expected ?? status, "\(route): \(answer.said)")
        note(route)
        return answer
    }

    private func note(_ route: String) {
        state.withLock { _ = $0.asked.insert(route) }
    }

    private func signInAndOut(_ app: App) async throws {
        try await ask("GET /openapi.yaml", as: app)
        try await ask("GET /health", as: app)
        let signedIn = try await ask(
            "POST /v1/sessions",
            as: app,
            ["login": try ana.username, "password": App.password]
        )
        let refreshed = try await ask(
            "POST /v1/sessions/refresh",
            as: app,
            ["refreshToken": try #require(signedIn["refreshToken"]?.text)]
        )
        let again = App(urls: app.urls, token: try #require(refreshed["accessToken"]?.text))
        try await ask("DELETE /v1/sessions/current", as: again)
    }

    /// The same with a cookie, as the gateway's own pages do it.
    private func signInAndOutOfBrowser(_ app: App) async throws {
        // A page talks to the gateway that it came from.
        let url = try #require(app.urls.first)
        let app = App(url: url)
        var headers = [("Origin", url)]
        try await ask(
            "POST /v1/browser/accounts",
            as: app,
            [
                "username": "eli_\(UInt32.random(in: 0 ... .max))", "password": App.password,
                "firstName": "Eli", "lastName": "Test",
            ],
            headers: headers
        )
        let signedIn = try await ask(
            "POST /v1/browser/sessions",
            as: app,
            ["login": try ana.username, "password": App.password],
            headers: headers
        )
        headers.append(("Cookie", try cookie(of: signedIn)))
        let refreshed = try await ask(
            "POST /v1/browser/sessions/refresh",
            as: app,
            headers: headers
        )
        headers[1].1 = try cookie(of: refreshed)
        try await ask("DELETE /v1/browser/sessions/current", as: app, headers: headers)
    }

    private func cookie(of answer: App.Answer) throws -> String {
        let kept = try #require(answer.headers.first(name: "Set-Cookie"))
        return String(kept.prefix { $0 != ";" })
    }

    /// Ana sets her avatar, changes her settings, and looks for Bo.
    private func show() async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let media = try await ask(
            "POST /v1/media",
            as: ana,
            Picture.png(7),
            headers: [("Content-Type", "image/png")]
        )
        let url = try #require(media["url"]?.text)
        state.withLock { $0.picture = url }
        try await ask("PUT /v1/me/avatar", as: ana, ["mediaID": try #require(media["id"]?.text)])
        try await ask("GET /v1/media/{id}/{variant}", at: url, as: App(urls: ana.urls))
        try await ask("HEAD /v1/media/{id}/{variant}", at: url, as: App(urls: ana.urls))
        let me = try await ask("GET /v1/me", as: ana)
        #expect(me["avatarURL"]?.text?.hasPrefix("/v1/media/") == true, "\(me.said)")
        let named = try await ask("PATCH /v1/me", as: ana, ["displayName": "Ana A.", "bio": "Hi"])
        #expect(named["displayName"] == "Ana A.", "\(named.said)")
        let bare = try await ask("DELETE /v1/me/avatar", as: ana)
        #expect(bare["avatarURL"]?.text == nil, "\(bare.said)")
        let secret = ["current": App.password, "password": App.password]
        try await ask("POST /v1/me/password", as: ana, secret)
        let wish: [String: Any] = ["timeZone": "Asia/Tokyo", "locale": "de", "isListed": true]
        try await ask("PATCH /v1/me/settings", as: ana, wish)
        let settings = try await ask("GET /v1/me/settings", as: ana)
        #expect(settings["timeZone"] == "Asia/Tokyo", "\(settings.said)")
        let found = try await ask("GET /v1/users", query: "?q=\(bo.username)", as: ana)
        #expect(found["items"].items.map { $0["id"]?.text } == [bo.id])
        try await ask("GET /v1/users/{id}", bo.id, as: ana)
    }

    /// Eve proves another address, and resets her password, by what is mailed to her.
    private func recover(_ cluster: RunningCluster) async throws {
        let eve = try person("Eve")
        let nobody = App(urls: eve.urls)
        let address = "\(eve.username)@new.example.org"
        try await ask("PATCH /v1/me", as: eve, ["email": address])
        try await ask("POST /v1/me/email/verification", as: eve)
        let proof = try await cluster.ticket(to: address, besides: [])
        try await ask("POST /v1/email-verifications", as: nobody, ["ticket": proof])
        try await ask("POST /v1/password-resets", as: nobody, ["login": eve.username])
        let ticket = try await cluster.ticket(to: address, besides: [proof])
        let body = ["ticket": ticket, "password": App.password]
        let signedIn = try await ask("POST /v1/password-resets/confirm", as: nobody, body)
        #expect(signedIn["user"]["email"]?.text == address, "\(signedIn.said)")
    }

    /// Ana sends four requests: accepted, declined, withdrawn, and accepted then unfriended.
    private func befriend() async throws {
        let ana = try ana
        var requests: [String: String] = [:]
        for name in ["Bo", "Cleo", "Dag", "Eve"] {
            let made = try await ask(
                "POST /v1/friend-requests",
                as: ana,
                ["to": try person(name).id]
            )
            requests[name] = try #require(made["id"]?.text)
        }
        let open = try await ask("GET /v1/friend-requests", query: "?direction=outgoing", as: ana)
        #expect(open["items"].items.count == 4)
        for name in ["Bo", "Eve"] {
            let person = try person(name)
            try await ask("POST /v1/friend-requests/{id}/accept", requests[name] ?? "", as: person)
        }
        let (cleo, eve) = (try person("Cleo"), try person("Eve"))
        try await ask("POST /v1/friend-requests/{id}/decline", requests["Cleo"] ?? "", as: cleo)
        try await ask("DELETE /v1/friend-requests/{id}", requests["Dag"] ?? "", as: ana)
        try await ask("DELETE /v1/friends/{id}", eve.id, as: ana)
        let friends = try await ask("GET /v1/friends", as: ana)
        #expect(friends["items"].items.count == 1)
    }

    /// Ana hears that Bo and Eve became her friends, and of the medal for the first of them.
    private func readInbox() async throws {
        let ana = try ana
        try await eventually("Ana hears of two friends and a medal", within: .seconds(60)) {
            try await ask("GET /v1/inbox/counts", as: ana)["new"] == 3
        }
        let notices = try await ask("GET /v1/inbox", as: ana)
        let ids = notices["items"].items.compactMap { $0["id"]?.text }
        #expect(ids.count == 3)
        let left = try await ask("POST /v1/inbox/seen", as: ana, ["ids": [ids.first ?? ""]])
        #expect(left["new"] == 2)
        try await ask("DELETE /v1/inbox/{id}", ids.last ?? "", as: ana)
    }

    /// Ana makes an invite, which Eve accepts, and revokes it.
    private func invite() async throws {
        let (ana, eve) = (try ana, try person("Eve"))
        let made = try await ask("POST /v1/invites", as: ana, ["kind": "app"])
        let code = try #require(made["code"]?.text)
        try await ask("POST /v1/invites/{code}/accept", code, as: eve)
        let listed = try await ask("GET /v1/invites", as: ana)
        #expect(listed["items"].items.map { $0["uses"] } == [1])
        try await ask("DELETE /v1/invites/{code}", code, as: ana)
        let suggested = try await ask("GET /v1/suggestions", as: ana)
        #expect(suggested["items"].items.map { $0["user"]?["id"]?.text } == [eve.id])
        try await ask("DELETE /v1/suggestions/{id}", eve.id, as: ana)
    }

    /// Ana has a password alone: no provider is on in this cluster.
    private func askProviders() async throws {
        let ana = try ana
        let logins = try await ask("GET /v1/me/logins", as: ana)
        #expect(logins["items"].items.isEmpty)
        let token = ["identityToken": "x"]
        for route in ["POST /v1/sessions/providers/{provider}", "PUT /v1/me/logins/{provider}"] {
            try await ask(route, "google", as: ana, token, status: 404)
        }
        try await ask("DELETE /v1/me/logins/{provider}", "google", as: ana, status: 404)
    }

    /// Ana writes a workout, which Bo finds and reads; then she changes and deletes it.
    private func define() async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let categories = try await ask("GET /v1/categories", as: bo)
        #expect(categories["items"].items.count == 3)
        let workout: [String: Any] = ["name": "Plank", "category": "strength", "target": 1.5]
        let made = try await ask("POST /v1/definitions", as: ana, workout)
        let id = try #require(made["id"]?.text)
        let found = try await ask("GET /v1/definitions", query: "?of=workout&q=plank", as: bo)
        #expect(found["items"].items.map { $0["id"]?.text } == [id])
        let change = ["name": "Planke"]
        try await ask("PATCH /v1/definitions/{id}", id, as: ana, change)
        let seen = try await ask("GET /v1/definitions/{id}", id, as: bo)
        #expect(seen["name"] == "Planke")
        try await workOut(id)
        try await ask("DELETE /v1/definitions/{id}", id, as: ana)
    }

    /// Ana sends a workout to Bo, who completes it and says what he thinks of it.
    private func workOut(_ definition: String) async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let check = ["recipients": [bo.id]]
        let checked = try await ask("POST /v1/challenges/check", as: ana, check)
        #expect(checked["items"][0]["isPaid"] == .bool(true))
        let challenge: [String: Any] = [
            "kind": "workout", "definition": definition, "recipients": [bo.id],
            "deadline": "\(Instant.now() + .days(1))",
        ]
        let made = try await ask("POST /v1/challenges", as: ana, challenge)
        try await ask("GET /v1/challenges/{id}", try #require(made["id"]?.text), as: ana)
        let home = try await ask("GET /v1/home", as: bo)
        let workout = try #require(made["assignments"][0]["id"]?.text)
        #expect(home["items"].items.map { $0["assignment"]["id"]?.text } == [workout])
        try await ask("POST /v1/assignments/{id}/start", workout, as: bo)
        let result = ["seconds": 90]
        try await ask("POST /v1/assignments/{id}/complete", workout, as: bo, result)
        let rating = ["stars": 4]
        try await ask("PUT /v1/definitions/{id}/rating", definition, as: bo, rating)
        try await ask("DELETE /v1/definitions/{id}/rating", definition, as: bo)
        for opinion in ["like", "wish"] {
            try await ask("PUT /v1/definitions/{id}/\(opinion)", definition, as: bo)
            try await ask("DELETE /v1/definitions/{id}/\(opinion)", definition, as: bo)
        }
        try await ask("GET /v1/definitions/{id}/likes", definition, as: ana)
    }

    /// Ana dares Bo, until every verb was used.
    private func dare() async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let reason = ["reason": "That was a cat."]
        let stories: [[(verb: String, who: App, body: [String: String]?)]] = [
            [
                ("read", bo, nil), ("accept", bo, nil), ("submit", bo, nil),
                ("try-again", ana, reason), ("submit", bo, nil), ("approve", ana, nil),
            ],
            [("accept", bo, nil), ("submit", bo, nil), ("retract", bo, nil), ("submit", bo, nil)]
                + [("reject", ana, reason)],
            [("deny", bo, nil)], [("withdraw", ana, nil)],
            [("accept", bo, nil), ("give-up", bo, nil)],
            [("accept", bo, nil), ("excuse", ana, nil)],
        ]
        for story in stories {
            let made = try await ask(
                "POST /v1/challenges",
                as: ana,
                ["kind": "dare", "name": "Ten push-ups", "recipients": [bo.id]] as [String: Any]
            )
            let dare = try #require(made["assignments"][0]["id"]?.text)
            for (verb, who, body) in story {
                try await ask("POST /v1/assignments/{id}/\(verb)", dare, as: who, body)
            }
            try await ask("GET /v1/assignments/{id}", dare, as: bo)
        }
        let sent = try await ask("GET /v1/assignments", query: "?role=sender", as: ana)
        #expect(sent["items"].items.count == stories.count + 1)
        try await ask("GET /v1/scoreboard", as: ana)
        try await ask("GET /v1/me/rank", as: ana)
        try await ask("PATCH /v1/me/streaks", as: ana, ["restWeekdays": [7]])
        let streaks = try await ask("GET /v1/me/streaks", as: ana)
        let overall = streaks["items"].items.first
        #expect(overall?["restWeekdays"].items.map { $0.number } == [7])
        try await ask("GET /v1/me/holdings", as: ana)
        try await ask("GET /v1/users/{id}/medals", ana.id, as: ana)
        let kinds = try await ask("GET /v1/me/medals", as: ana)
        #expect(kinds["items"].items.contains { $0["family"] == "milestone" })
        try await ask("POST /v1/me/medals/seen", as: ana)
        try await eventually("Ana is on the public board", within: .seconds(60)) {
            let board = try await ask("GET /v1/boards/listed", as: ana)
            return board["items"].items.contains { $0["user"]["id"]?.text == ana.id }
        }
        let near = try await ask("GET /v1/boards/listed/me", query: "?span=week", as: ana)
        #expect(near["items"].items.contains { $0["isMe"] == .bool(true) })
    }
}
