import TestBasics
import Testing
import Values

// The things of contests.
extension DoorsScene {
    static let contestMakers: [String: Maker] = [
        "POST /v1/contests": { _ in
            DoorsScene(json: #"{"kind":"open","name":"Read a book"}"#)
        },
        "POST /v1/contests/{id}/publish": draft,
        "DELETE /v1/contests/{id}": draft,
        "GET /v1/contests": { cast in
            DoorsScene(
                query: "list=all&author=\(cast.owner.id)&limit=100",
                mark: try await cast.contest()
            )
        },
        "GET /v1/contests/{id}": contest(),
        "PATCH /v1/contests/{id}": contest(json: #"{"name":"Across the lake"}"#),
        "POST /v1/contests/{id}/end": contest(),
        "POST /v1/contests/{id}/cancel": contest(),
        "POST /v1/contests/{id}/hand-over": { cast in
            let id = try await cast.contest()
            return DoorsScene(places: ["id": id], json: #"{"to":"\#(cast[.counterpart].id)"}"#)
        },
        "GET /v1/contests/{id}/board": { cast in
            DoorsScene(places: ["id": try await cast.contest()], mark: cast[.counterpart].id)
        },
        "POST /v1/contests/{id}/invitations": { cast in
            let id = try await cast.contest()
            let friend = #"{"invitees":["\#(cast[.friend].id)"]}"#
            // Who invites themselves is told so, whatever the contest is.
            let stranger = #"{"invitees":["\#(cast[.stranger].id)"]}"#
            return DoorsScene(places: ["id": id], json: friend, bodies: [.friend: stranger])
        },
        "POST /v1/contests/{id}/shares": { cast in
            let id = try await cast.contest(
                #","kind":"competition","unit":"lengths","visibility":"public""#
            )
            let owner = #"{"recipients":["\#(cast.owner.id)"]}"#
            let friend = #"{"recipients":["\#(cast[.friend].id)"]}"#
            return DoorsScene(places: ["id": id], json: owner, bodies: [.owner: friend])
        },
        "PUT /v1/contests/{id}/like": contest(),
        "DELETE /v1/contests/{id}/like": contest(),
        "GET /v1/contests/{id}/likes": { cast in
            let id = try await cast.contest()
            try await cast.owner.succeed("PUT /v1/contests/\(id)/like")
            return DoorsScene(places: ["id": id], mark: cast.owner.id)
        },
        "PUT /v1/contests/{id}/wish": contest(),
        "DELETE /v1/contests/{id}/wish": contest(),
        "GET /v1/users/{id}/challenges": { cast in
            let id = try await cast.contest()
            return DoorsScene(places: ["id": cast.owner.id], query: "list=created", mark: id)
        },
        "POST /v1/contests/{id}/join": contest(),
        "POST /v1/contests/{id}/decline": contest(),
        "POST /v1/contests/{id}/leave": contest(),
        "PUT /v1/contests/{id}/target": { cast in
            let rules = #","kind":"competition","unit":"lengths","score":"percent","target":5"#
            let id = try await cast.contest(
                rules + #","startsAt":"\#(cast.later)""#,
                joining: #"{"target":4}"#
            )
            return DoorsScene(places: ["id": id], json: #"{"target":6}"#)
        },
        "POST /v1/contests/{id}/complete": { cast in
            let id = try await cast.contest(#","kind":"open","visibility":"private""#)
            try await cast.owner.succeed("POST /v1/contests/\(id)/join")
            return DoorsScene(places: ["id": id])
        },
        "GET /v1/contests/{id}/participants": { cast in
            DoorsScene(places: ["id": try await cast.contest()], mark: cast[.counterpart].id)
        },
        "POST /v1/contests/{id}/participants/{user}/admit": request,
        "POST /v1/contests/{id}/participants/{user}/refuse": request,
        "POST /v1/contests/{id}/participants/{user}/remove": { cast in
            let id = try await cast.contest()
            return DoorsScene(places: ["id": id, "user": cast[.counterpart].id])
        },
        "POST /v1/contests/{id}/codes": contest(),
        "GET /v1/contests/{id}/codes": { cast in
            let id = try await cast.contest()
            return DoorsScene(places: ["id": id], mark: try await newCode(of: cast, for: id))
        },
        "GET /v1/codes/{code}": { cast in
            var scene = try await code(cast)
            scene.mark = cast.owner.id
            return scene
        },
        "POST /v1/codes/{code}/open": code,
        "DELETE /v1/codes/{code}": code,
        "POST /v1/contests/{id}/entries": contest(json: #"{"amount":2.5}"#),
        "GET /v1/contests/{id}/entries": { cast in
            let id = try await cast.contest()
            let entry = try await cast.owner.log(in: id)
            return DoorsScene(places: ["id": id], mark: entry["id"]?.text)
        },
        "GET /v1/entries/{id}": entry(),
        "PATCH /v1/entries/{id}": entry(json: #"{"amount":2}"#),
        "DELETE /v1/entries/{id}": { cast in
            var scene = try await entry()(cast)
            // Its answer is empty.
            scene.mark = nil
            return scene
        },
        "POST /v1/entries/{id}/query": entry(json: entryQuery),
        "POST /v1/entries/{id}/vote": queriedEntry(json: #"{"removes":true}"#),
        "DELETE /v1/entries/{id}/vote": queriedEntry(),
        "POST /v1/entries/{id}/decide": { cast in
            let contest = try await cast.contest()
            let entry = try await cast[.counterpart].log(in: contest)
            let id = try #require(entry["id"]?.text)
            try await cast.owner.succeed("POST /v1/entries/\(id)/query", json: entryQuery)
            return DoorsScene(places: ["id": id], json: #"{"removes":true}"#)
        },
        "PATCH /v1/photos/{id}": { cast in
            let contest = try await cast.contest()
            let picture = try await cast.owner.upload()
            let entry = try await cast.owner.log(in: contest, #","mediaIDs":["\#(picture)"]"#)
            let photo = try #require(entry["photos"][0]["photoID"]?.text)
            return DoorsScene(places: ["id": photo], json: #"{"audience":"participants"}"#)
        },
        "POST /v1/contests/{id}/photos": { cast in
            let id = try await cast.contest()
            let other = pictures([try await cast[.counterpart].upload()])
            return DoorsScene(
                places: ["id": id],
                json: pictures([try await cast.owner.upload()]),
                bodies: [.counterpart: other]
            )
        },
        "GET /v1/contests/{id}/photos": { cast in
            let id = try await cast.contest()
            let photo = try await addPhoto(cast, "POST /v1/contests/\(id)/photos")
            return DoorsScene(places: ["id": id], query: "limit=100", mark: photo)
        },
        "POST /v1/goals/{id}/photos": { cast in
            let id = try await shownGoal(of: cast)
            return DoorsScene(
                places: ["id": id],
                json: pictures([try await cast.owner.upload()], audience: "friends")
            )
        },
        "GET /v1/goals/{id}/photos": { cast in
            let id = try await shownGoal(of: cast)
            let route = "POST /v1/goals/\(id)/photos"
            let photo = try await addPhoto(cast, route, audience: "friends")
            return DoorsScene(places: ["id": id], query: "limit=100", mark: photo)
        },
        "DELETE /v1/photos/{id}": { cast in
            let id = try await cast.contest()
            let photo = try await addPhoto(cast, "POST /v1/contests/\(id)/photos")
            return DoorsScene(places: ["id": photo])
        },
        "POST /v1/me/photos": { cast in
            DoorsScene(json: pictures([try await cast.owner.upload()]))
        },
        "GET /v1/users/{id}/photos": { cast in
            let photo = try await addPhoto(cast, "POST /v1/me/photos", audience: "friends")
            return DoorsScene(places: ["id": cast.owner.id], query: "limit=100", mark: photo)
        },
    ]

    private static func pictures(_ ids: [String], audience: String = "participants") -> String {
        let listed = ids.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"mediaIDs":[\#(listed)],"audience":"\#(audience)"}"#
    }

    /// A goal of the owner's that friends may see.
    private static func shownGoal(of cast: DoorsCast) async throws -> String {
        let made = try await cast.owner.succeed(
            "POST /v1/goals",
            json: #"{"name":"Meditate","visibility":"friends"}"#
        )
        return try #require(made["id"]?.text)
    }

    /// Adds a picture of the owner's, and returns its id in the gallery.
    private static func addPhoto(
        _ cast: DoorsCast,
        _ route: String,
        audience: String = "participants"
    ) async throws -> String {
        let picture = try await cast.owner.upload()
        let added = try await cast.owner.succeed(
            route,
            json: pictures([picture], audience: audience)
        )
        return try #require(added["items"][0]["photoID"]?.text)
    }

    /// An entry of the owner's that the counterpart queries.
    private static func queriedEntry(json: String? = nil) -> Maker {
        { cast in
            let scene = try await entry(json: json)(cast)
            let id = try #require(scene.places["id"])
            try await cast[.counterpart].succeed("POST /v1/entries/\(id)/query", json: entryQuery)
            return scene
        }
    }

    private static let entryQuery = #"{"reason":"So many?"}"#

    /// A private contest of the owner's.
    private static func contest(json: String? = nil) -> Maker {
        { cast in DoorsScene(places: ["id": try await cast.contest()], json: json) }
    }

    /// A draft of the owner's that will invite one more.
    private static let draft: Maker = { cast in
        try await cast.befriend(.invitee)
        let made = try await cast.owner.succeed(
            "POST /v1/contests",
            json: """
                {"kind":"open","name":"Read a book","draft":true,\
                "invitees":["\(cast[.invitee].id)"]}
                """
        )
        return DoorsScene(places: ["id": try #require(made["id"]?.text)])
    }

    /// The wish of the counterpart's to join a contest of the owner's.
    private static let request: Maker = { cast in
        let id = try await cast.request()
        return DoorsScene(places: ["id": id, "user": cast[.counterpart].id])
    }

    /// A code of the owner's for a private contest.
    private static let code: Maker = { cast in
        let id = try await cast.contest()
        return DoorsScene(places: ["code": try await newCode(of: cast, for: id)])
    }

    private static func newCode(of cast: DoorsCast, for contest: String) async throws -> String {
        let made = try await cast.owner.succeed("POST /v1/contests/\(contest)/codes")
        return try #require(made["code"]?.text)
    }

    /// What the owner did for a contest of theirs.
    private static func entry(json: String? = nil) -> Maker {
        { cast in
            let contest = try await cast.contest()
            let entry = try await cast.owner.log(in: contest)
            let id = try #require(entry["id"]?.text)
            return DoorsScene(places: ["id": id], json: json, mark: id)
        }
    }
}

extension Phone {
    /// Logs something for a contest, and returns the entry.
    fileprivate func log(in contest: String, _ fields: String = "") async throws -> Answer {
        try await succeed(
            "POST /v1/contests/\(contest)/entries",
            json: #"{"amount":2.5\#(fields)}"#
        )
    }
}
