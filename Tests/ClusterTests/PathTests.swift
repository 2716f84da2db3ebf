import Foundation
import NIOHTTP1
import TestBasics
import TestKit
import Testing

/// The path of the first app through five processes, with counts.
struct PathTests {
    /// Points for whoever did it and for whoever dared, and the board of friends (CA-03, CA-16,
    /// CA-17, CA-18, CA-22, K-06).
    @Test func `points follow verdicts, each cause once`() async throws {
        try await RunningCluster.run { cluster in
            let app = App(url: cluster.url)
            let ana = try await app.registered("Ana")
            let friends = [
                try await app.registered("Bo"), try await app.registered("Cleo"),
                try await app.registered("Dag"), try await app.registered("Eli"),
            ]
            for friend in friends { try await ana.befriend(friend) }
            let dares = try await ana.dare(friends)
            for (friend, dare) in zip(friends, dares) {
                try await friend.act(dare, "accept")
                try await friend.act(dare, "submit", ["note": "Done."])
            }
            try await ana.act(dares[0], "approve")
            try await ana.act(dares[1], "approve")
            try await ana.act(dares[2], "reject", ["reason": "That was a cat."])
            try await ana.act(dares[3], "try-again", ["reason": "All the way down."])
            try await ana.waitForPoints(
                [
                    ana.id: 20, friends[0].id: 100, friends[1].id: 100, friends[2].id: 0,
                    friends[3].id: 0,
                ],
                in: cluster
            )
            try await friends[3].act(dares[3], "submit", ["note": "Now."])
            try await ana.act(dares[3], "approve")
            let again = try await ana.persistently("/v1/assignments/\(dares[3])/approve")
            #expect(again.status == 409)
            try await ana.waitForPoints(
                [
                    ana.id: 30, friends[0].id: 100, friends[1].id: 100, friends[2].id: 0,
                    friends[3].id: 100,
                ],
                in: cluster
            )
            let board = try await ana.get("/v1/scoreboard")["items"].items
            #expect(board.map { $0["rank"]?.number } == [1, 1, 1, 4, 5])
            #expect(try await ana.get("/v1/me")["points"]?.number == 30)
        }
    }

    /// Pictures prove what was done (FR-02, GC-13).
    @Test func `a photo is uploaded, proves a dare, and is fetched by its signed URL`() async throws
    {
        try await RunningCluster.run { cluster in
            let app = App(url: cluster.url)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            let dare = try await ana.dare([bo], proof: "required")[0]
            try await bo.act(dare, "accept")
            let without = try await bo.persistently(
                "/v1/assignments/\(dare)/submit",
                ["note": "Believe me."]
            )
            #expect(without.status == 400)
            #expect(without["errors"][0]["pointer"]?.text == "/mediaIDs")

            let media = try await bo.persistently(
                "/v1/media",
                Picture.png(),
                headers: [("Content-Type", "image/png")]
            )
            try #require(media.status == 201, "\(media.json)")
            #expect(media["width"]?.number == 1)
            try await bo.act(dare, "submit", ["mediaIDs": [media["id"]?.text ?? ""]])
            let seen = try await ana.get("/v1/assignments/\(dare)")
            let url = try #require(seen["attempts"][0]["media"][0]["url"]?.text)
            let back = try await App(url: cluster.url).get(url)
            #expect(back.status == 200)
            #expect(back.headers.first(name: "Content-Type") == "image/png")
            #expect(try await App(url: cluster.url).get(url + "0").status == 404)
        }
    }
}
