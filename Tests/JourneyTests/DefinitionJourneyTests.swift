import ChallengesAPI
import HTTPTypes
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What people reuse, played by phones.
struct DefinitionJourneyTests {
    private static let german: HTTPFields = [.acceptLanguage: "fr, de-AT;q=0.8, en;q=0.7"]

    /// Presets to choose from (CH-02, CH-04), and texts of one's own (CH-03), whose target is a
    /// number above zero (CH-17).
    @Test func `users read presets in their language, and write texts of their own`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let list = "GET /v1/definitions?of=preset"
            let presets = try await ana.succeed(list)["items"].items
            let names = ["run-5-km", "walk-10k-steps", "walk-backwards"]
            #expect(presets.compactMap { $0["preset"]?.text }.sorted() == names)
            #expect(presets.map { $0["author"] } == [nil, nil, nil])
            let translated = try await bo.succeed(list, headers: Self.german)["items"].items
            #expect(translated.map { $0["id"] } == presets.map { $0["id"] })
            for (english, german) in zip(presets, translated) {
                #expect(english["name"] != german["name"])
                let id = try #require(english["id"]?.text)
                let shown = try await bo.succeed("GET /v1/definitions/\(id)", headers: Self.german)
                #expect(shown["description"] == german["description"])
            }
            try await change(cluster)
            for (headers, name) in [([:], "Jog"), (Self.german, "Traben")]
                as [(HTTPFields, String)]
            {
                let shown = try await ana.succeed(list + "&q=traben", headers: headers)
                #expect(shown["items"].items.map { $0["name"]?.text } == [name])
            }

            let json = #"{"name":"Drink water","unit":"glasses","target":8,"wholeNumbers":true}"#
            let made = try await ana.succeed("POST /v1/definitions", json: json)
            #expect(made.headers[.eTag]?.hasPrefix("\"1.") == true)
            #expect(made["author"]["id"]?.text == ana.id)
            #expect(made["visibility"] == "private")
            for target in ["0", "-1", "1.5", "\"eight\"", "1e12", "0.1234567"] {
                let wrong = #"{"name":"Drink","target":\#(target),"wholeNumbers":true}"#
                let answer = try await ana.ask("POST /v1/definitions", json: wrong)
                #expect(answer.status == 400)
                #expect(answer["errors"][0]["pointer"] == "/target")
            }
            let id = try #require(made["id"]?.text)
            #expect(try await bo.ask("GET /v1/definitions/\(id)").status == 404)
            let mine = try await ana.succeed("GET /v1/definitions?of=mine")["items"].items
            #expect(mine.map { $0["id"]?.text } == [id])
        }
    }

    /// The operator replaces a preset, in both languages.
    private func change(_ cluster: SmallCluster) async throws {
        let put = PutPreset(
            preset: "run-5-km",
            texts: [.init(locale: "en", name: "Jog"), .init(locale: "de", name: "Traben")]
        )
        let board = cluster.challenges.switchboard.asked(by: .operator)
        #expect(try await board.call(put, in: CallContext()).version == 2)
    }

    /// A workout is posted with all its fields (SF-04, SF-17, SF-25) in one of three categories
    /// (SF-18, SF-21), found by its type and its words (SF-11, SF-23), and read (SF-09).
    @Test func `a workout is posted, found by its type and words, read, changed and deleted`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let categories = try await bo.succeed("GET /v1/categories")["items"].items
            #expect(
                categories.map { $0["id"]?.text } == ["endurance", "strength", "flexibility"]
            )
            #expect(categories.map { $0["name"]?.text }.allSatisfy { $0?.isEmpty == false })
            let (picture, other) = (try await ana.upload(), try await ana.upload())
            let json = """
                {"name":"Row over the lake","caption":"Early","description":"Mind the ferry.",\
                "category":"endurance","targetSeconds":1500,"mediaIDs":["\(picture)"]}
                """
            let made = try await ana.succeed("POST /v1/definitions", json: json)
            let id = try #require(made["id"]?.text)
            #expect(made["timer"] == "stopwatch")
            #expect(made["visibility"] == "public")
            #expect(made["likeCount"] == 0)
            #expect(made["difficulty"] == nil)
            for query in [
                "category=endurance", "q=ferr", "of=workout&q=lake%20early", "author=\(ana.id)",
                "sort=used&q=ferry",
            ] {
                let found = try await bo.succeed("GET /v1/definitions?\(query)")["items"].items
                #expect(found.map { $0["id"]?.text } == [id], "\(query)")
            }
            for query in ["category=strength", "q=boat", "author=\(bo.id)", "of=mine"] {
                let found = try await bo.succeed("GET /v1/definitions?\(query)")["items"].items
                #expect(found == [], "\(query)")
            }
            let shown = try await bo.succeed("GET /v1/definitions/\(id)")
            #expect(shown["author"]["username"] == "ana")
            #expect(shown["targetSeconds"] == 1500)
            let url = try #require(shown["photos"][0]["url"]?.text)
            #expect(try await nobody.succeed("GET \(url)").headers[.contentType] == "image/png")

            let patch = "PATCH /v1/definitions/\(id)"
            let change = #"{"description":"","mediaIDs":["\#(other)"]}"#
            #expect(try await bo.ask(patch, json: change).status == 404)
            let stolen = #"{"name":"Mine","mediaIDs":["\#(picture)"]}"#
            let refused = try await bo.ask("POST /v1/definitions", json: stolen)
            #expect(refused["errors"][0]["pointer"] == "/mediaIDs/0")
            let version = try #require(shown.headers[.eTag])
            let changed = try await ana.succeed(patch, json: change, headers: [.ifMatch: version])
            #expect(changed["photos"][0]["id"]?.text == other)
            #expect(changed["name"] == made["name"])
            let late = try await ana.ask(patch, json: change, headers: [.ifMatch: version])
            #expect(late.status == 412)
            #expect(late["current"] == changed.json)
            #expect(try await bo.succeed("GET /v1/definitions?q=ferry")["items"].items == [])
            // mediad learns of the picture that is used, and of the one that is not.
            try await cluster.settle()
            try await ana.succeed("DELETE /v1/definitions/\(id)")
            #expect(try await ana.ask("GET /v1/definitions/\(id)").status == 404)
            #expect(
                try await bo.succeed("GET /v1/definitions?of=workout")["items"].items == []
            )
            try await cluster.settle()
        }
    }
}
