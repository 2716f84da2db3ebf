import TestBasics
import TestKit
import Testing
import Values

/// The boards of points, played by phones.
struct BoardsJourneyTests {
    /// Who is on the public board chose to be (GC-09), by all points and by those of a month or a
    /// week.
    @Test func `those who opted in are ranked among themselves, of all time, a month and a week`()
        async throws
    {
        // A Wednesday, the 18th.
        let noon = Instant(microseconds: 1_773_835_200_000_000)
        try await play(at: noon) { nobody, cluster in
            var ana = try await nobody.registered("Ana")
            var bo = try await nobody.registered("Bo_Berg")
            var cy = try await nobody.registered("Cy_Adler")
            try await ana.befriend(bo)
            try await ana.befriend(cy)
            for phone in [ana, bo] { try await phone.list(true) }
            for count in [2, 1] {
                for _ in 0..<count { try await ana.complete(with: bo) }
                cluster.clock.advance(by: .days(7))
                ana = try await ana.signedInAgain(nobody)
                bo = try await bo.signedInAgain(nobody)
            }
            cy = try await cy.signedInAgain(nobody)
            try await ana.complete(with: cy)
            try await cluster.settle()

            let all = ["bo_berg 1 300", "ana 2 40"]
            #expect(try await bo.publicBoard() == all)
            #expect(try await bo.publicBoard("?span=all") == all)
            // It is the first of April by now: nothing of this week is Bo's.
            let late = ["ana 1 10", "bo_berg 2 0"]
            #expect(try await bo.publicBoard("?span=week") == late)
            #expect(try await bo.publicBoard("?span=month") == late)
            #expect(try await bo.publicBoard("/me?span=week&limit=1") == ["bo_berg 2 0"])
            let friends = try await bo.succeed("GET /v1/scoreboard?span=week")
            #expect(friends["items"].items.map { $0["points"] } == [10, 0])

            try await bo.list(false)
            try await cluster.settle()
            #expect(try await bo.publicBoard() == ["ana 1 40"])
            let refused = try await bo.ask("GET /v1/boards/listed/me")
            #expect(refused.status == 404)
            #expect(refused.code == "scoring.not_listed")
            for path in ["scoreboard", "boards/listed", "boards/listed/me"] {
                let unknown = try await bo.ask("GET /v1/\(path)?span=year")
                #expect(unknown.status == 400)
                #expect(unknown.json["errors"][0]["pointer"] == "/span")
            }
        }
    }
}

extension Phone {
    /// Goes on the public board, or off it.
    fileprivate func list(_ isListed: Bool) async throws {
        try await succeed("PATCH /v1/me/settings", json: #"{"isListed":\#(isListed)}"#)
    }

    /// Sends a dare to a friend, who completes it.
    fileprivate func complete(with friend: Phone) async throws {
        let dare = try await dare([friend])[0]
        try await friend.move(dare, "accept")
        try await friend.move(dare, "submit")
        try await move(dare, "approve")
    }

    /// The rows of the public board: name, rank and points.
    fileprivate func publicBoard(_ rest: String = "") async throws -> [String] {
        try await succeed("GET /v1/boards/listed\(rest)")["items"].items.map { row in
            let name = try #require(row["user"]["username"]?.text)
            let rank = try #require(row["rank"]?.number)
            let points = try #require(row["points"]?.number)
            return "\(name) \(rank) \(points)"
        }
    }
}
