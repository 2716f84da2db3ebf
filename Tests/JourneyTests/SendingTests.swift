import HTTPTypes
import TestBasics
import TestKit
import Testing
import Values

/// Challenges that say what a definition says, played by phones.
struct SendingTests {
    /// A workout goes to friends with a deadline (SF-01, SF-07): another type of challenge than a
    /// dare (CH-26).
    @Test func `a workout is sent with a deadline, keeps what it said, and is sent again`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            try await ana.befriend(bo)
            try await ana.befriend(cy)
            let picture = try await ana.upload()
            let definition = try await ana.succeed(
                "POST /v1/definitions",
                json: """
                    {"name":"Run 5 km","description":"At any pace.","category":"endurance",\
                    "targetSeconds":1500,"mediaIDs":["\(picture)"]}
                    """
            )
            let workout = try #require(definition["id"]?.text)
            let deadline = "\(cluster.clock.now + .hours(30))"
            let sent = try await ana.succeed(
                "POST /v1/challenges",
                json: """
                    {"kind":"workout","definition":"\(workout)",\
                    "recipients":["\(bo.id)","\(cy.id)"],"deadline":"\(deadline)"}
                    """
            )
            #expect(sent["kind"] == "workout")
            #expect(sent["deadline"]?.text == deadline)
            #expect(sent["definitionID"]?.text == workout)
            let challenge = try #require(sent["id"]?.text)
            let assignment = try #require(sent["assignments"][0]["id"]?.text)

            // The definition changes, and goes; mediad learns of both.
            try await ana.succeed(
                "PATCH /v1/definitions/\(workout)",
                json: #"{"name":"Run 10 km","mediaIDs":[]}"#
            )
            try await ana.succeed("DELETE /v1/definitions/\(workout)")
            try await cluster.settle()
            for path in ["assignments/\(assignment)", "assignments?role=recipient"] {
                let answer = try await bo.succeed("GET /v1/\(path)")
                let seen = answer["items"]?[0] ?? answer.json
                #expect(seen["deadline"]?.text == deadline)
                #expect(seen["challenge"]["name"] == "Run 5 km")
                #expect(seen["challenge"]["category"] == "endurance")
                #expect(seen["challenge"]["targetSeconds"] == 1500)
                let url = try #require(seen["challenge"]["photos"][0]["url"]?.text)
                let bytes = try await nobody.succeed("GET \(url)")
                #expect(bytes.headers[.contentType] == "image/png")
            }
            let again = try await ana.ask(
                "POST /v1/challenges",
                json: """
                    {"kind":"workout","definition":"\(workout)","recipients":["\(bo.id)"],\
                    "deadline":"\(deadline)"}
                    """
            )
            #expect(again.status == 400)
            #expect(again.code == "challenges.definition_unknown")

            let shown = try await ana.succeed("GET /v1/challenges/\(challenge)")
            #expect(shown["assignments"].items.map { $0["state"] } == ["sent", "sent"])
            #expect(try await bo.ask("GET /v1/challenges/\(challenge)").status == 404)
            let copy = try await ana.succeed(
                "POST /v1/challenges",
                json: """
                    {"kind":"workout","copyOf":"\(challenge)",\
                    "deadline":"\(cluster.clock.now + .hours(40))"}
                    """
            )
            #expect(copy["name"] == "Run 5 km")
            #expect(copy["copyOf"]?.text == challenge)
            #expect(copy["photos"][0]["id"]?.text == picture)
            let people = copy["assignments"].items.map { $0["recipient"]["id"]?.text }
            #expect(people == [bo.id, cy.id])
        }
    }

    /// A preset is sent in the language of the sender's phone.
    @Test func `a preset is sent in the language that the phone names`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let presets = try await ana.succeed("GET /v1/definitions?of=preset")
            let preset = try #require(presets["items"][0]["id"]?.text)
            let german: HTTPFields = [.acceptLanguage: "de-AT,de;q=0.9,en;q=0.5"]
            for headers in [[:], german] as [HTTPFields] {
                let said = try await ana.succeed(
                    "GET /v1/definitions/\(preset)",
                    headers: headers
                )
                let sent = try await ana.succeed(
                    "POST /v1/challenges",
                    json: """
                        {"kind":"dare","definition":"\(preset)","recipients":["\(bo.id)"]}
                        """,
                    headers: headers
                )
                #expect(sent["name"] == said["name"])
                #expect(sent["description"] == said["description"])
            }
            let received = try await bo.succeed("GET /v1/assignments?role=recipient")
            let names = received["items"].items.compactMap { $0["challenge"]["name"]?.text }
            #expect(Set(names).count == 2)
        }
    }
}
