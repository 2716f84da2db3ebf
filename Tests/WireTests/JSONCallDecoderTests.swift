import FoundationEssentials
import Identifiers
import NIOCore
import TestBasics
import Testing
import Values

@testable import Wire

/// Request bodies, and the problems reported for wrong ones.
@Suite struct JSONCallDecoderTests {
    private enum Proof: String, Codable, CaseIterable { case none, optional, required }
    private enum Mood: String, OpenEnum, CaseIterable { case good, bad, unknown }

    private struct Goal: Codable, Equatable {
        var amount: Amount
        var unit: String?
    }

    private struct Create: Codable, Equatable {
        var id: ChallengeID?
        var name: String
        var recipients: [UserID]
        var deadline: Instant?
        var proof: Proof
        var mood: Mood?
        var goal: Goal?
        var attempts: Int?
    }

    private func decode<T: Decodable>(
        _ type: T.Type,
        _ json: String,
        emptyIsObject: Bool = false
    ) throws(JSONProblem) -> T {
        try JSONCallDecoder().decode(
            type,
            from: ByteBuffer(string: json),
            emptyIsObject: emptyIsObject
        )
    }

    /// The problems of a body: pointer and code of each.
    private func problems<T: Decodable>(_ type: T.Type, _ json: String) -> [String] {
        do {
            _ = try decode(type, json)
            return []
        } catch {
            return error.fields.map { "\($0.pointer) \($0.code)" }
        }
    }

    private let user = "01890a5d-ac96-774b-bcce-b302099a8057"

    @Test func `a body is read`() throws {
        let create = try decode(
            Create.self,
            """
            { "proof" : "optional", "name": "Cold \\u00e4 \\ud83c\\udfc6",
              "recipients": ["\(user)"], "deadline": "2026-03-01T10:30:00.123456+01:00",
              "goal": {"amount": 1.50, "unit": null}, "mood": "good", "attempts": -0 }
            """
        )
        #expect(
            create
                == Create(
                    name: "Cold ä \u{1F3C6}",
                    recipients: [try #require(UserID(user))],
                    deadline: Instant(microseconds: 1_772_357_400_123_456),
                    proof: .optional,
                    mood: .good,
                    goal: Goal(amount: try #require(Amount("1.5"))),
                    attempts: 0
                )
        )
    }

    private enum GoalError: String, ServiceError {
        case noNumber = "goals.no_number"
        var kind: Fault.Kind { .invalid }
        var detail: String { "A number, please." }
    }

    private struct SetGoal: NamesTypeErrors {
        static let id: CallID = 0x7E71
        static let effect = Effect.none
        static let access = Access.anyone
        typealias Reply = Nothing

        var goal: Amount?
        var name: String?

        static let typeErrors: KeyValuePairs<String, any ServiceError> = [
            "goal": GoalError.noNumber
        ]
    }

    @Test func `a call names the error of a field with another type`() throws {
        #expect(problems(SetGoal.self, #"{"goal":"1"}"#) == ["/goal goals.no_number"])
        #expect(problems(SetGoal.self, #"{"goal":[]}"#) == ["/goal goals.no_number"])
        #expect(problems(SetGoal.self, #"{"goal":1e12}"#) == ["/goal json.invalid_value"])
        #expect(problems(SetGoal.self, #"{"name":1}"#) == ["/name json.wrong_type"])
        // A field of a part has none.
        #expect(problems([SetGoal].self, #"[{"goal":"1"}]"#) == ["/0/goal json.wrong_type"])
    }

    @Test func `the refusal is the call's own only if all problems are`() throws {
        for (json, refusal) in [
            (#"{"goal":"1"}"#, GoalError.noNumber.fault), (#"{"goal":"1","name":1}"#, nil),
            (#"{"name":1}"#, nil), (#"{"goal":"1""#, nil),
        ] as [(String, Fault?)] {
            let problem = #expect(throws: JSONProblem.self) { try decode(SetGoal.self, json) }
            #expect(problem?.refusal == refusal, "\(json)")
        }
    }

    @Test func `a day is read`() throws {
        #expect(try decode(CivilDate.self, #""2026-03-01""#).description == "2026-03-01")
        #expect(try decode([CivilDate?].self, "[null]") == [nil])
    }

    @Test func `all problems are reported at once`() {
        #expect(
            problems(
                Create.self,
                """
                {"name": 7, "recipients": ["\(user)", "x", 5], "deadline": "tomorrow",
                 "proof": "never", "goal": {"amount": "2", "unit": "km", "uint": 1},
                 "attempts": 1.5, "nmae": "x", "name": "y"}
                """
            ) == [
                "/name json.duplicate_field", "/name json.wrong_type",
                "/recipients/1 json.invalid_value", "/recipients/2 json.wrong_type",
                "/deadline json.invalid_value", "/proof json.invalid_value",
                "/goal/amount json.wrong_type", "/attempts json.invalid_value",
                "/nmae json.unknown_field", "/goal/uint json.unknown_field",
            ]
        )
    }

    @Test func `all missing fields are reported`() {
        #expect(
            problems(Create.self, "{}") == [
                "/name json.missing_field", "/recipients json.missing_field",
                "/proof json.missing_field",
            ]
        )
        #expect(
            problems(Create.self, #"{"name":"","recipients":[],"proof":"none","goal":{}}"#) == [
                "/goal/amount json.missing_field"
            ]
        )
        #expect(
            problems([Goal].self, #"[{"amount":1},{"unit":"x"},{"amount":null}]"#) == [
                "/1/amount json.missing_field", "/2/amount json.wrong_type",
            ]
        )
    }

    @Test func `details say what was expected and what was found`() throws {
        func detail<T: Decodable>(_ type: T.Type, _ json: String) -> String? {
            #expect(throws: JSONProblem.self) { try decode(type, json) }?.fields.first?.detail
        }
        #expect(detail(String.self, "5") == "Expected a text, found a number.")
        #expect(detail(Goal.self, "[]") == "Expected an object, found a list.")
        #expect(detail([Int].self, "{}") == "Expected a list, found an object.")
        #expect(detail(Int.self, "null") == "Expected a whole number, found null.")
        #expect(detail(Goal.self, "{}") == "The field “amount” is missing.")
        #expect(
            detail(Proof.self, #""never""#)
                == "“never” is not one of the choices: none, optional, required."
        )
        #expect(detail(Mood.self, #""so so""#) == "“so so” is not one of the choices: good, bad.")
        #expect(detail(Int8.self, "128") == "The number is outside -128 to 127.")
        #expect(detail(CivilDate.self, "20260301") == "Expected a day, found a number.")
        #expect(
            detail(CivilDate.self, #""2026-02-29""#)
                == "The text is not a day such as 2026-03-01."
        )
        #expect(
            detail(Int.self, "{")
                == "Expected the name of a field, at byte 1."
                || detail(Int.self, "{")?.contains("at byte 1") == true
        )
    }

    @Test func `unknown cases are refused, the raw value unknown too`() {
        #expect(problems(Mood.self, #""unknown""#) == [" json.invalid_value"])
        #expect(problems([Mood].self, #"["good","x"]"#) == ["/1 json.invalid_value"])
        #expect(problems([String: Mood].self, #"{"a":"good"}"#) == [])
    }

    @Test func `null and absent are the same for an optional field`() throws {
        struct Optional: Codable, Equatable {
            var a: Int?
            var b: [Int?]?
        }
        #expect(try decode(Optional.self, "{}") == Optional())
        #expect(try decode(Optional.self, #"{"a":null,"b":null}"#) == Optional())
        #expect(try decode(Optional.self, #"{"b":[1,null]}"#) == Optional(b: [1, nil]))
        #expect(try decode(Int?.self, "null") == nil)
        #expect(problems(Optional.self, #"{"a":"1"}"#) == ["/a json.wrong_type"])
    }

    private struct Patch: MergePatch, Equatable {
        static let id: CallID = 0x7F01
        static let effect = Effect.once
        static let access = Access.signedIn
        static let emptiedTexts = ["note"]
        static let emptiedLists = ["tags"]

        var name: String?
        var note: String?
        var tags: [String]?
        var goal: Goal?

        typealias Reply = Nothing
    }

    @Test func `in a patch null empties a field that can be empty, and is refused at others`()
        throws
    {
        #expect(try decode(Patch.self, "{}") == Patch())
        #expect(
            try decode(Patch.self, #"{"name":"a","note":null,"tags":null}"#)
                == Patch(name: "a", note: "", tags: [])
        )
        #expect(try decode(Patch.self, #"{"goal":{"amount":1,"unit":null}}"#).goal?.unit == nil)
        #expect(
            problems(Patch.self, #"{"name":null,"note":7,"goal":null,"more":null}"#) == [
                "/note json.wrong_type", "/more json.unknown_field", "/name json.wrong_type",
                "/goal json.wrong_type",
            ]
        )
    }

    @Test func `an empty body is an object only where the caller says so`() throws {
        struct Nothing: Codable, Equatable {}
        #expect(try decode(Nothing.self, "", emptyIsObject: true) == Nothing())
        #expect(try decode(Nothing.self, "{}", emptyIsObject: true) == Nothing())
        #expect(problems(Nothing.self, "") == [" json.malformed"])
        #expect(
            problems(Nothing.self, #"{"a":1,"b":2}"#) == [
                "/a json.unknown_field", "/b json.unknown_field",
            ]
        )
        for other in ["5", "[]", "\"\"", "null", "true"] {
            #expect(problems(Nothing.self, other) == [" json.wrong_type"])
        }
        #expect(throws: JSONProblem.self) { try decode(Goal.self, "", emptyIsObject: true) }
        #expect(throws: JSONProblem.self) { try decode(Nothing.self, " x", emptyIsObject: true) }
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{1:2}", "nul", "nullx", "True", "NaN", "Infinity",
        "01", "-", "-01", "+1", "1.", ".5", "1e", "1e+", "0x1", "1_000", "--1", "1.2.3", "1 1",
        "{} {}", "[]]", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"",
        "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\ud800\"", "\"\\udc00\"", "\"\\ud83c\\u0041\"",
        "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"a\\nb\u{1}\"", "/**/1", "1//", "\u{FEFF}1", "\u{C}1",
        "[1",
        "\u{A0}1",
    ])
    func `what is not JSON is refused`(text: String) {
        #expect(problems([String: Int].self, text) == [" json.malformed"])
    }

    @Test func `texts that are not UTF-8 are refused`() {
        for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]]
            as [[UInt8]]
        {
            let error = #expect(throws: JSONProblem.self) {
                try JSONCallDecoder().decode(String.self, from: ByteBuffer(bytes: bytes))
            }
            #expect(error?.fields.first?.code == "json.malformed")
        }
    }

    @Test func `escapes are read`() throws {
        #expect(
            try decode(String.self, #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\uDE00""#)
                == "\"\\/\u{8}\u{c}\n\r\tAé€\u{1F600}"
        )
        #expect(try decode(String.self, #""\u0000""#) == "\u{0}")
        #expect(try decode(String.self, " \t\r\n\"ä\" \n") == "ä")
        #expect(try decode([String: Int].self, #"{"\u0061":1}"#) == ["a": 1])
    }

    @Test func `nesting, items and bytes end at their limits`() throws {
        let max = Limits.depthMax
        struct Lists: Decodable {
            init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
        }
        let nested = { (depth: Int) in
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try decode(Lists.self, nested(max))
        #expect(problems(Lists.self, nested(max + 1)) == [" json.malformed"])
        #expect(problems(Lists.self, String(repeating: "[", count: 50_000)) == [" json.malformed"])
        #expect(
            problems(Lists.self, String(repeating: "{\"a\":", count: 20_000)) == [
                " json.malformed"
            ]
        )
        let items = { (count: Int) in
            "[" + [String](repeating: "0", count: count).joined(separator: ",") + "]"
        }
        #expect(try decode([Int].self, items(Limits.itemsMax)).count == Limits.itemsMax)
        #expect(problems([Int].self, items(Limits.itemsMax + 1)) == [" json.malformed"])
        let short = JSONCallDecoder(bytesMax: 4)
        #expect(try short.decode(Int.self, from: ByteBuffer(string: "1234")) == 1_234)
        #expect(throws: JSONProblem.self) {
            try short.decode(Int.self, from: ByteBuffer(string: "12345"))
        }
        #expect(try decode(Double.self, "0." + String(repeating: "0", count: 125) + "1") > 0)
        #expect(
            problems(Double.self, "0." + String(repeating: "0", count: 126) + "1") == [
                " json.malformed"
            ]
        )
    }

    @Test func `numbers keep to their type`() throws {
        #expect(try decode(Int.self, "9223372036854775807") == .max)
        #expect(try decode(UInt64.self, "18446744073709551615") == .max)
        #expect(try decode(Double.self, "1e2") == 100)
        #expect(try decode(Double.self, "5") == 5)
        #expect(try decode(Float.self, "0.5") == 0.5)
        #expect(try decode(Bool.self, "true"))
        for wrong in ["9223372036854775808", "1.0", "1e2", "-9223372036854775809"] {
            #expect(problems(Int.self, wrong) == [" json.invalid_value"])
        }
        #expect(problems(UInt8.self, "-1") == [" json.invalid_value"])
        #expect(problems(Double.self, "1e400") == [" json.invalid_value"])
        #expect(problems(Bool.self, "1") == [" json.wrong_type"])
        #expect(problems(Int.self, "\"1\"") == [" json.wrong_type"])
    }

    @Test func `amounts are read from the digits as written`() throws {
        for (text, millionths) in [
            ("0.1", 100_000), ("1e3", 1_000_000_000), ("-0.000001", -1), ("1.0000000", 1_000_000),
            ("999999999999.999999", 999_999_999_999_999_999), ("25E-1", 2_500_000),
        ] as [(String, Int64)] {
            #expect(try decode(Amount.self, text).millionths == millionths)
        }
        for wrong in ["0.0000001", "1000000000000", "1e400", "1e-7"] {
            #expect(problems(Amount.self, wrong) == [" json.invalid_value"])
        }
        #expect(problems(Amount.self, "\"1\"") == [" json.wrong_type"])
    }

    @Test func `instants, ids and bytes are read from texts`() throws {
        #expect(try decode(Instant.self, "\"1970-01-01T00:00:00.5Z\"").microseconds == 500_000)
        #expect(try decode(Instant.self, "\"1970-01-01T01:00:00+01:00\"").microseconds == 0)
        for wrong in [
            "1970-01-01", "now", "", "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01",
        ] {
            #expect(problems(Instant.self, "\"\(wrong)\"") == [" json.invalid_value"])
        }
        #expect(problems(Instant.self, "0") == [" json.wrong_type"])
        #expect(try decode(UserID.self, "\"\(user)\"").description == user)
        #expect(try decode(UUID.self, "\"\(user.uppercased())\"") == UUID(uuidString: user))
        for wrong in ["", "x", user + "0", String(user.dropLast()), "{\(user)}"] {
            #expect(problems(UserID.self, "\"\(wrong)\"") == [" json.invalid_value"])
        }
        #expect(problems(UserID.self, "1") == [" json.wrong_type"])
        #expect(try decode([UInt8].self, "\"AQID\"") == [1, 2, 3])
        #expect(try decode(ByteBuffer.self, "\"\"").readableBytes == 0)
        #expect(problems(ByteBuffer.self, "\"A\"") == [" json.invalid_value"])
        #expect(problems(ByteBuffer.self, "[1]") == [" json.wrong_type"])
    }

    @Test func `pointers escape as in RFC 6901, and truncate very long names`() {
        #expect(
            problems([String: Goal].self, #"{"a/b~c":{"amount":1,"":2}}"#) == [
                "/a~1b~0c/ json.unknown_field"
            ]
        )
        struct Nothing: Codable {}
        let long = String(repeating: "k", count: 10_000)
        #expect(
            problems(Nothing.self, "{\"\(long)\":1}") == [
                "/\(String(repeating: "k", count: 64))… json.unknown_field"
            ]
        )
    }

    @Test func `duplicate fields are reported at every level, up to the limit of problems`() {
        #expect(
            problems([Goal].self, #"[{"amount":1,"amount":2},{"amount":1,"unit":"a","unit":"b"}]"#)
                == ["/0/amount json.duplicate_field", "/1/unit json.duplicate_field"]
        )
        struct Nothing: Codable {}
        let fields = (0..<100).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(problems(Nothing.self, "{\(fields)}").count == JSONProblem.fieldsMax)
        let twice = [String](repeating: "\"k\":1", count: 100).joined(separator: ",")
        #expect(problems([String: Int].self, "{\(twice)}") == ["/k json.duplicate_field"])
    }

    @Test func `a type that tries alternatives is read as the one that fits`() throws {
        enum Target: Decodable, Equatable {
            case one(Int)
            case many([Int])
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let one = try? container.decode(Int.self) {
                    self = .one(one)
                } else {
                    self = .many(try container.decode([Int].self))
                }
            }
        }
        #expect(try decode([Target].self, "[1,[2,3]]") == [.one(1), .many([2, 3])])
        #expect(!problems(Target.self, "\"x\"").isEmpty)
    }

    @Test func `a type's own refusal is reported at its place`() {
        struct Title: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                guard text.count > 2 else { throw WireError.tooLarge }
            }
        }
        struct Body: Decodable {
            var title: Title
            var other: Int
        }
        // No placeholder decodes as a title, so what follows it is not checked.
        #expect(
            problems(Body.self, #"{"title":"a","other":"b"}"#) == ["/title wire.too_large"]
        )
        #expect(
            problems(Body.self, #"{"title":"abc","other":"b"}"#) == ["/other json.wrong_type"]
        )
        #expect(problems(Body.self, #"{"title":5,"other":1}"#) == ["/title json.wrong_type"])
        #expect(problems(Body.self, #"{"title":"abc","other":1}"#) == [])
    }

    @Test func `nested containers and superclasses are read, and unknown fields reported`() throws {
        struct Nested: Decodable {
            enum Keys: String, CodingKey { case a, b, c }
            var numbers: [Int] = []
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .a)
                numbers.append(try inner.decode(Int.self, forKey: .b))
                var list = try container.nestedUnkeyedContainer(forKey: .b)
                while !list.isAtEnd { numbers.append(try list.decode(Int.self)) }
                numbers.append(try Int(from: container.superDecoder(forKey: .c)))
            }
        }
        #expect(try decode(Nested.self, #"{"a":{"b":1},"b":[2,3],"c":4}"#).numbers == [1, 2, 3, 4])
        #expect(
            problems(Nested.self, #"{"a":{"b":1,"x":0},"b":[],"c":4,"y":0}"#) == [
                "/y json.unknown_field", "/a/x json.unknown_field",
            ]
        )
    }

    @Test func `random and damaged texts never trap`() {
        let sample = Array(
            #"{"name":"a\u00e4","recipients":["\#(user)"],"proof":"none","goal":{"amount":1.5e0}}"#
                .utf8
        )
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var damaged = sample
            for _ in 0..<Int.random(in: 1...5, using: &dice) {
                let index = Int.random(in: 0..<damaged.count, using: &dice)
                switch Int.random(in: 0..<3, using: &dice) {
                case 0: damaged[index] = UInt8.random(in: 0...255, using: &dice)
                case 1:
                    damaged.insert(
                        Array(#"{}[]",:\0123456789eE+-.tfn"#.utf8).randomElement(using: &dice) ?? 0,
                        at: index
                    )
                default: damaged.remove(at: index)
                }
            }
            do {
                _ = try JSONCallDecoder().decode(Create.self, from: ByteBuffer(bytes: damaged))
            } catch {
                #expect(!error.fields.isEmpty)
            }
        }
    }
}
