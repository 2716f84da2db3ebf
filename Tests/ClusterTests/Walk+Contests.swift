import TestBasics
import TestKit
import Testing
import Values

// Contests of Ana's.
extension Walk {
    func compete() async throws {
        let ana = try ana
        let lake = try await contest([
            "kind": "competition", "unit": "lengths", "visibility": "public",
            "needsApproval": true,
        ])
        try await comeAndGo(lake)
        try await opine(lake)
        try await log(lake)
        try await useCodes(lake)
        try await measure()
        let listed = try await ask("GET /v1/contests", query: "?list=created", as: ana)
        #expect(listed["items"].items.map { $0["id"]?.text } == [lake])
        try await ask("PATCH /v1/contests/{id}", lake, as: ana, ["name": "Across the lake"])
        let seen = try await ask("GET /v1/contests/{id}", lake, as: try person("Bo"))
        #expect(seen["name"] == "Across the lake")
        try await ask("POST /v1/contests/{id}/leave", lake, as: try person("Bo"))
        let ended = try await ask("POST /v1/contests/{id}/end", lake, as: ana)
        #expect(ended["state"] == "settling")
        try await beginAndEnd()
    }

    /// Ana's phone says what she did today.
    private func measure() async throws {
        let (ana, now) = (try ana, "\(Instant.now())")
        let day = String(now.prefix(10))
        let total: [String: Any] = ["amount": 9_000.5, "source": "phone", "observedAt": now]
        let put = try await ask("PUT /v1/health/{metric}/{day}", "distance", day, as: ana, total)
        #expect(put["day"]?.text == day)
        let days = try await ask("GET /v1/health/{metric}", "distance", as: ana)
        #expect(days["items"].items.map { $0["day"]?.text } == [day])
    }

    /// Makes a contest that lasts two days.
    private func contest(_ fields: [String: Any]) async throws -> String {
        let others: [String: Any] = ["name": "The lake", "endsAt": "\(Instant.now() + .days(2))"]
        let made = try await ask(
            "POST /v1/contests",
            as: try ana,
            fields.merging(others) { given, _ in given }
        )
        return try #require(made["id"]?.text)
    }

    private func comeAndGo(_ lake: String) async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let (cleo, dag) = (try person("Cleo"), try person("Dag"))
        let friends = ["invitees": [bo.id]]
        try await ask("POST /v1/contests/{id}/invitations", lake, as: ana, friends)
        let recipients = ["recipients": [bo.id]]
        try await ask("POST /v1/contests/{id}/shares", lake, as: ana, recipients)
        for person in [bo, cleo, dag] {
            try await ask("POST /v1/contests/{id}/join", lake, as: person)
        }
        for (word, person) in [("admit", cleo), ("refuse", dag), ("remove", cleo)] {
            try await ask(
                "POST /v1/contests/{id}/participants/{user}/\(word)",
                lake,
                person.id,
                as: ana
            )
        }
        let people = try await ask("GET /v1/contests/{id}/participants", lake, as: bo)
        #expect(Set(people["items"].items.map { $0["user"]["id"]?.text }) == [ana.id, bo.id])
    }

    /// Bo likes it and wishes for it, and does not any more; Ana looks.
    private func opine(_ lake: String) async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        for (opinion, list) in [("like", "likes"), ("wish", "wishes")] {
            try await ask("PUT /v1/contests/{id}/\(opinion)", lake, as: bo)
            let mine = try await ask("GET /v1/me/\(list)", as: bo)
            #expect(mine["items"].items.map { $0["contest"]["id"]?.text } == [lake])
            if opinion == "like" {
                let likes = try await ask("GET /v1/contests/{id}/likes", lake, as: ana)
                #expect(likes["items"].items.map { $0["user"]["id"]?.text } == [bo.id])
            }
            try await ask("DELETE /v1/contests/{id}/\(opinion)", lake, as: bo)
        }
        let theirs = try await ask("GET /v1/users/{id}/challenges", ana.id, as: bo)
        #expect(theirs["items"].items.map { $0["contest"]["id"]?.text } == [lake])
    }

    private func log(_ lake: String) async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let media = try await ask(
            "POST /v1/media",
            as: bo,
            Picture.png(8),
            headers: [("Content-Type", "image/png")]
        )
        let fields: [String: Any] = ["amount": 2.5, "mediaIDs": [media["id"]?.text ?? ""]]
        let made = try await ask("POST /v1/contests/{id}/entries", lake, as: bo, fields)
        let entry = try #require(made["id"]?.text)
        let photo = try #require(made["photos"][0]["photoID"]?.text)
        try await ask("PATCH /v1/photos/{id}", photo, as: bo, ["audience": "public"])
        try await ask("PATCH /v1/entries/{id}", entry, as: bo, ["amount": 3])
        try await ask("GET /v1/entries/{id}", entry, as: ana)
        try await ask("POST /v1/entries/{id}/query", entry, as: ana, ["reason": "So many?"])
        let removes = ["removes": false]
        try await ask("POST /v1/entries/{id}/vote", entry, as: ana, removes)
        try await ask("DELETE /v1/entries/{id}/vote", entry, as: ana)
        try await ask("POST /v1/entries/{id}/decide", entry, as: ana, removes)
        let spare = try await ask("POST /v1/contests/{id}/entries", lake, as: bo, ["amount": 1])
        try await ask("DELETE /v1/entries/{id}", spare["id"]?.text ?? "", as: bo)
        try await showPicture(try #require(media["id"]?.text), of: bo, in: lake)
        let entries = try await ask("GET /v1/contests/{id}/entries", lake, as: ana)
        #expect(entries["items"].items.map { $0["state"] } == ["deleted", "counted"])
        try await eventually("Bo is on the board", within: .seconds(60)) {
            let board = try await ask("GET /v1/contests/{id}/board", lake, as: ana)
            let rows = board["items"].items
            return rows.contains { $0["user"]["id"]?.text == bo.id && $0["value"] == 3 }
        }
    }

    /// Bo adds a picture to the contest, and keeps it without one too.
    private func showPicture(_ media: String, of bo: App, in lake: String) async throws {
        let fields: [String: Any] = ["mediaIDs": [media], "audience": "public"]
        let added = try await ask("POST /v1/contests/{id}/photos", lake, as: bo, fields)
        let photo = try #require(added["items"][0]["photoID"]?.text)
        let gallery = try await ask("GET /v1/contests/{id}/photos", lake, as: try ana)
        #expect(gallery["items"].items.map { $0["of"] } == ["contest", "entry"])
        try await ask("POST /v1/me/photos", as: bo, fields)
        let own = try await ask("GET /v1/users/{id}/photos", bo.id, as: bo)
        #expect(own["items"][0]["of"] == "own")
        try await ask("DELETE /v1/photos/{id}", photo, as: bo)
        try await showGoal(media, of: bo)
    }

    /// Bo adds a picture to a goal.
    private func showGoal(_ media: String, of bo: App) async throws {
        let goal = try await ask("POST /v1/goals", as: bo, ["name": "Swim every day"])
        let id = try #require(goal["id"]?.text)
        let fields = ["mediaIDs": [media]]
        let added = try await ask("POST /v1/goals/{id}/photos", id, as: bo, fields)
        let gallery = try await ask("GET /v1/goals/{id}/photos", id, as: bo)
        #expect(gallery["items"][0]["photoID"] == added["items"][0]["photoID"])
    }

    private func useCodes(_ lake: String) async throws {
        let (ana, eve) = (try ana, try person("Eve"))
        let made = try await ask("POST /v1/contests/{id}/codes", lake, as: ana)
        let code = try #require(made["code"]?.text)
        let shown = try await ask("GET /v1/codes/{code}", code, as: App(urls: ana.urls))
        #expect(shown["owner"]["id"]?.text == ana.id)
        let opened = try await ask("POST /v1/codes/{code}/open", code, as: eve)
        #expect(opened["me"]["state"] == "invited")
        try await ask("GET /v1/contests/{id}/codes", lake, as: ana)
        try await ask("DELETE /v1/codes/{code}", code, as: ana)
    }

    private func beginAndEnd() async throws {
        let (ana, bo) = (try ana, try person("Bo"))
        let spare = try await contest(["kind": "open", "draft": true])
        try await ask("DELETE /v1/contests/{id}", spare, as: ana)
        let book = try await contest(["kind": "open", "draft": true])
        try await ask("POST /v1/contests/{id}/publish", book, as: ana)
        for person in [ana, bo] {
            try await ask("POST /v1/contests/{id}/join", book, as: person)
        }
        try await ask("POST /v1/contests/{id}/complete", book, as: bo)
        try await ask("POST /v1/contests/{id}/hand-over", book, as: ana, ["to": bo.id])
        let cancelled = try await ask("POST /v1/contests/{id}/cancel", book, as: bo)
        #expect(cancelled["state"] == "cancelled")
        let stairs = try await contest([
            "kind": "competition", "unit": "floors", "score": "percent", "target": 50,
            "startsAt": "\(Instant.now() + .days(1))", "invitees": [bo.id],
        ])
        try await ask("PUT /v1/contests/{id}/target", stairs, as: ana, ["target": 60])
        try await ask("POST /v1/contests/{id}/decline", stairs, as: bo)
    }
}
