import NIOCore
import Testing
import Values

@testable import Wire

/// The names of a request's fields, and its enum values, however hostile.
@Suite struct JSONNamesTests {
    private enum Closed: String, Codable, CaseIterable { case none, optional }
    private enum Open: String, OpenEnum, CaseIterable { case good, unknown }

    private struct Body: Codable {
        var name: String
        var closed: Closed?
        var open: Open?
    }

    /// As many combining marks as fit into a body, in two alternating orders.
    private static let marks = "e" + String(repeating: "\u{301}\u{316}", count: 14_500)

    /// The problems of a body: pointer and code of each.
    private func problems<T: Decodable>(_ type: T.Type, _ json: String) -> [String] {
        do throws(JSONProblem) {
            _ = try JSONCallDecoder().decode(type, from: ByteBuffer(string: json))
            return []
        } catch {
            return error.fields.map { "\($0.pointer) \($0.code)" }
        }
    }

    @Test func `escapes in names are resolved`() {
        #expect(problems(Body.self, #"{"n\u0061me":"x"}"#) == [])
        #expect(
            problems(Body.self, #"{"name":"x","n\u0061me":"y"}"#) == ["/name json.duplicate_field"]
        )
    }

    @Test func `canonically equivalent names are different`() throws {
        let alike = "{\"name\":\"x\",\"\u{E9}\":1,\"e\u{301}\":2}"
        let shown = problems(Body.self, alike).map { Array($0.utf8) }
        #expect(
            shown == [
                Array("/\u{E9} json.unknown_field".utf8),
                Array("/e\u{301} json.unknown_field".utf8),
            ]
        )
        #expect(problems(Body.self, "{\"name\":\"x\",\"\u{E9}\":1,\"\u{E9}\":2}").count == 2)
    }

    @Test(arguments: [
        ("k", 64, ""), ("k", 65, "…"), ("é", 32, ""), ("é", 33, "…"), ("€", 21, ""),
        ("€", 22, "…"), ("🦔", 16, ""), ("🦔", 17, "…"),
    ])
    func `a pointer shows 64 bytes, up to a whole character`(
        letter: String,
        count: Int,
        end: String
    ) {
        let fitting = min(count, 64 / letter.utf8.count)
        let shown = String(repeating: letter, count: fitting) + end
        let body = "{\"name\":\"x\",\"\(String(repeating: letter, count: count))\":1}"
        #expect(problems(Body.self, body) == ["/\(shown) json.unknown_field"])
    }

    @Test func `a name of 64 bytes can be a field's, a longer one is unknown`() {
        let longest = String(repeating: "k", count: 64)
        #expect(problems([String: Int].self, "{\"\(longest)\":1}") == [])
        #expect(
            problems([String: Int].self, "{\"\(longest)k\":1,\"\(longest)l\":2}")
                == ["/\(longest)… json.unknown_field"]
        )
        // Its value is checked as JSON, and as nothing else.
        #expect(
            problems([String: Int].self, "{\"\(longest)k\":{\"a\":1,\"a\":2}}") == [
                "/\(longest)…/a json.duplicate_field", "/\(longest)… json.unknown_field",
            ]
        )
        #expect(problems([String: Int].self, "{\"\(longest)k\":[}") == [" json.malformed"])
    }

    @Test func `the list of fields is bounded, however long their names`() {
        let short = (100..<200).map { "\"\($0)\":1" }
        let long = (100..<200).map { "\"\($0)\(String(repeating: "k", count: 99))\":1" }
        #expect(JSONProblem.fieldsMax == 32)
        for fields in [short, long, short + long] {
            let body = "{\"name\":\"x\",\(fields.joined(separator: ","))}"
            #expect(problems(Body.self, body).count == 32)
        }
    }

    @Test(arguments: [15, 16, 17, 18, 100])
    func `fields and duplicates are found, however many there are`(count: Int) throws {
        let fields = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let read = try JSONCallDecoder().decode(
            [String: Int].self,
            from: ByteBuffer(string: "{\(fields)}")
        )
        #expect(read == Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) }))
        for index in [0, count - 1] {
            #expect(
                problems([String: Int].self, "{\(fields),\"k\(index)\":1}") == [
                    "/k\(index) json.duplicate_field"
                ]
            )
        }
    }

    @Test func `overlong names are neither hashed nor compared, and short ones are bounded`() {
        let work = TextWork()
        let found = TextWork.$counter.withValue(work) {
            let marks = String(repeating: "\u{301}\u{316}", count: 500)
            let many = (0..<40).map { "\"\($0)\(marks)\":1" }.joined(separator: ",")
            return problems(Body.self, "{\"name\":\"x\",\"\(Self.marks)\":1,\(many)}")
        }
        #expect(found.count == 32)
        #expect(found.allSatisfy { $0.utf8.count < 100 })
        #expect(work.total == 0)
        TextWork.$counter.withValue(work) {
            let marks = String(repeating: "\u{301}\u{316}", count: 15)
            let many = (0..<400).map { "\"\($0)\(marks)\":1" }.joined(separator: ",")
            #expect(problems(Body.self, "{\"name\":\"x\",\(many)}").count == 32)
        }
        #expect(work.largest <= JSONObject.nameBytesMax)
        #expect(work.total > 0)
    }

    private static let words: [(word: String, shown: String)] = [
        (marks, "e" + String(repeating: "\u{301}\u{316}", count: 15) + "\u{301}…"),
        ("w" + marks, "we" + String(repeating: "\u{301}\u{316}", count: 15) + "\u{301}…"),
        (String(repeating: "w", count: 65), String(repeating: "w", count: 64) + "…"),
        (String(repeating: "w", count: 64), String(repeating: "w", count: 64)),
    ]

    @Test(arguments: [("closed", "none, optional"), ("open", "good")])
    func `an overlong enum value is refused, and shown truncated`(
        field: String,
        choices: String
    ) {
        for (word, shown) in Self.words {
            let body = ByteBuffer(string: "{\"name\":\"x\",\"\(field)\":\"\(word)\"}")
            let problem = #expect(throws: JSONProblem.self) {
                try JSONCallDecoder().decode(Body.self, from: body)
            }
            let detail = "“\(shown)” is not one of the choices: \(choices)."
            #expect(problem?.fields.count == 1)
            #expect(problem?.fields.first?.pointer == "/\(field)")
            #expect(problem?.fields.first?.code == "json.invalid_value")
            #expect(problem?.fields.first?.detail.utf8.elementsEqual(detail.utf8) == true)
        }
    }

    @Test func `an overlong enum value of a peer is unknown`() throws {
        let written = try WireEncoder().encode(["good" + Self.marks, Self.marks, "good"])
        let read = try WireDecoder().decode([Open].self, from: written)
        #expect(read == [.unknown, .unknown, .good])
        #expect(Open(word: "good") == .good)
        #expect(Open(word: String(repeating: "w", count: 65)) == nil)
    }
}
