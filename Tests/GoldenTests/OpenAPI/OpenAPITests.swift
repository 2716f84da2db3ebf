import TestKit
import Testing
import Wire

@testable import Gateway

/// `protocol/openapi.yaml` is written from the template, the routes and their calls. GatewayTests
/// compare it with what the gateway takes and answers.
@Suite struct OpenAPITests {
    @Test func `the interface is written down`() throws {
        let template = try GoldenFile.text("openapi.template.yaml")
        #expect(
            template.split(separator: "\n", omittingEmptySubsequences: false).count <= 250,
            "more by hand than was meant"
        )
        let examples = Examples(story: try GoldenFile.text("story.txt"))
        for route in CallRoute.tagged.flatMap(\.value) {
            #expect(
                examples[route.operation] != nil,
                "the story tells nothing of \(route.operation)"
            )
        }
        var document = try OpenAPIDocument(examples: examples)
        try expectGolden(document.text(from: template), matches: "protocol/openapi.yaml")
    }

    @Test func `an example is what the story tells first`() {
        let story = Examples(
            story: """
                # Remarks.

                one
                POST /v1/a/7/b?limit=3
                {"x":1}
                201
                {"y":2}

                two
                DELETE /v1/c
                204

                one
                GET /v1/d
                200
                {}

                """
        )
        #expect(story["one"]?.request == #"{"x":1}"#)
        #expect(story["one"]?.answer == #"{"y":2}"#)
        #expect(story["one"]?.parameter("limit", in: "/v1/a/{id}/b") == "3")
        #expect(story["one"]?.parameter("id", in: "/v1/a/{id}/b") == "7")
        #expect(story["one"]?.parameter("q", in: "/v1/a/{id}/b") == nil)
        #expect(story["two"]?.url == "/v1/c")
        #expect(story["two"]?.request == nil)
        #expect(story["two"]?.answer == nil)
        #expect(story["three"] == nil)
    }

    @Test func `every call names only codes that there are`() throws {
        let documentation = try Documentation()
        let refusals = try Refusals()
        for call in Interface.calls {
            #expect(refusals.unknown(in: documentation.lines(of: call.name)) == [], "\(call)")
        }
        #expect(refusals.unknown(in: ["`identity.nothing`"]) == ["identity.nothing"])
    }

    @Test func `a status comes from the codes that are named`() throws {
        let codes = try Refusals().codes(in: ["`wire.forbidden`, `identity.id_taken` at `/id`,"])
        #expect(codes == [403: ["wire.forbidden"], 409: ["identity.id_taken"]])
    }

    @Test(
        arguments: [
            (
                ["Makes it (GC-01, 2.8-limits). And", "more (2.2-try-again)."], "Makes it",
                "And more."
            ),
            (["One (of two): `a` → `b`.", "", "Two."], "One (of two): `a` → `b`", "Two."),
            (["Nothing else."], "Nothing else", nil),
        ] as [([String], String, String?)]
    )
    func `the first sentence is the summary, and ids of rules are left out`(
        lines: [String],
        summary: String,
        rest: String?
    ) {
        #expect(Prose(lines).summary == summary)
        #expect(Prose(lines).rest == rest)
    }

    @Test func `YAML keeps the order, and quotes what needs it`() {
        let node: YAMLNode = [
            "b": "one: two", "a": ["x", "null", 3], "200": ["$ref": "#/x"], "e": [:], "f": [],
            "t": .text(String(repeating: "word ", count: 30) + "\n\n* item"),
            "l": [["k": "`v`", "w": true]],
        ]
        let text = node.block(indent: 2).joined(separator: "\n")
        #expect(
            text == """
                  b: "one: two"
                  a: [x, "null", 3]
                  "200": {$ref: "#/x"}
                  e: {}
                  f: []
                  t: |
                    \(Array(repeating: "word", count: 19).joined(separator: " "))
                    \(Array(repeating: "word", count: 11).joined(separator: " "))

                    * item
                  l:
                    - k: "`v`"
                      w: true
                """
        )
    }
}
