import Identifiers
import NIOCore
import Testing
import Values

@testable import Wire

/// The parameters of a query, read by the types of a call's fields.
@Suite struct QueryParametersTests {
    private enum State: String, Codable, CaseIterable { case open, closed }

    private struct Search: Codable, Equatable {
        var q: String?
        var limit: Int32?
        var far: Double?
        var over: Amount?
        var open: Bool?
        var since: Instant?
        var by: UserID?
        var states: [State]?
        var sizes: [Int]?
    }

    private let user = "01890a5d-ac96-774b-bcce-b302099a8057"

    private func decode(
        _ parameters: KeyValuePairs<String, String>,
        with supplied: [SuppliedField] = []
    ) throws(JSONProblem) -> Search {
        try JSONCallDecoder().decode(
            Search.self,
            from: parameters.map { (name: $0, value: $1) },
            with: supplied
        )
    }

    /// The problems of a query: pointer and code of each.
    private func problems(
        _ parameters: KeyValuePairs<String, String>,
        with supplied: [SuppliedField] = []
    ) -> [String] {
        do {
            _ = try decode(parameters, with: supplied)
            return []
        } catch {
            return error.fields.map { "\($0.pointer) \($0.code)" }
        }
    }

    @Test func `each type reads its own form`() throws {
        let search = try decode([
            "q": "12", "limit": "-5", "far": "1.5e3", "over": "0.25", "open": "true",
            "since": "2026-03-01T10:30:00Z", "by": user,
        ])
        #expect(
            search
                == Search(
                    q: "12",
                    limit: -5,
                    far: 1_500,
                    over: Amount("0.25"),
                    open: true,
                    since: Instant(microseconds: 1_772_361_000_000_000),
                    by: UserID(user)
                )
        )
        #expect(try decode(["open": "false", "q": "true"]) == Search(q: "true", open: false))
        #expect(try decode([:]) == Search())
    }

    @Test func `a list has a parameter for each item`() throws {
        #expect(
            try decode(["states": "open", "sizes": "3", "states": "closed", "sizes": "-1"])
                == Search(states: [.open, .closed], sizes: [3, -1])
        )
        #expect(try decode(["states": "open"]).states == [.open])
        #expect(problems(["states": "open", "states": "ajar"]) == ["/states/1 json.invalid_value"])
        #expect(problems(["sizes": "3", "sizes": ""]) == ["/sizes/1 json.wrong_type"])
    }

    @Test(arguments: [
        ("limit", "ten", "json.wrong_type"), ("limit", "", "json.wrong_type"),
        ("limit", "1.5", "json.invalid_value"), ("limit", "2147483648", "json.invalid_value"),
        ("limit", "inf", "json.wrong_type"), ("far", "nan", "json.wrong_type"),
        ("far", "0x10", "json.wrong_type"), ("far", "1e999", "json.invalid_value"),
        ("over", "0.1234567", "json.invalid_value"), ("over", "-", "json.wrong_type"),
        ("open", "1", "json.wrong_type"), ("open", "True", "json.wrong_type"),
        ("since", "yesterday", "json.invalid_value"), ("since", "5", "json.invalid_value"),
        ("by", "me", "json.invalid_value"), ("states", "ajar", "json.invalid_value"),
    ])
    func `a value that its type cannot read is refused by name`(
        name: String,
        value: String,
        code: String
    ) {
        let pointer = name == "states" ? "/states/0" : "/\(name)"
        #expect(problems([name: value, "q": "a"]) == ["\(pointer) \(code)"])
    }

    @Test func `everything that is wrong is named, what is given twice first`() {
        #expect(
            problems([
                "limit": "x", "q": "a", "open": "x", "of": "b", "q": "c", "of": "d",
                "states": "open", "states": "closed",
            ]) == [
                "/q json.duplicate_field", "/of json.duplicate_field", "/limit json.wrong_type",
                "/open json.wrong_type", "/of json.unknown_field",
            ]
        )
    }

    @Test func `a supplied field is read, and a parameter of its name is unknown`() throws {
        let by = try #require(UserID(user))
        let supplied = [
            SuppliedField("by", .id(by.uuid)), SuppliedField("open", .bool(true)),
            SuppliedField("limit", .integer(7)), SuppliedField("far", .integer(nil)),
            SuppliedField("over", .text(nil)),
        ]
        #expect(
            try decode(["q": "a"], with: supplied)
                == Search(q: "a", limit: 7, open: true, by: by)
        )
        #expect(problems(["open": "false"], with: supplied) == ["/open json.unknown_field"])
        #expect(problems(["far": "1"], with: supplied) == ["/far json.unknown_field"])
        #expect(problems(["over": "1"], with: supplied) == ["/over json.unknown_field"])
        let text = [SuppliedField("q", .text("de, en;q=0.5"))]
        #expect(try decode([:], with: text).q == "de, en;q=0.5")
        #expect(problems(["q": "de"], with: text) == ["/q json.unknown_field"])
    }

    @Test func `a body with a supplied field is refused`() throws {
        let by = try #require(UserID(user))
        let supplied = [SuppliedField("by", .id(by.uuid))]
        let read = { (json: String) throws(JSONProblem) in
            try JSONCallDecoder().decode(
                Search.self,
                from: ByteBuffer(string: json),
                emptyIsObject: true,
                with: supplied
            )
        }
        #expect(try read(#"{"q": "a"}"#) == Search(q: "a", by: by))
        #expect(try read("").by == by)
        let error = #expect(throws: JSONProblem.self) { try read(#"{"by": "\#(user)"}"#) }
        #expect(error?.fields.map(\.pointer) == ["/by"])
        #expect(error?.fields.map(\.code) == ["json.unknown_field"])
    }
}
