import HTTPTypes
import NIOCore
import TestBasics
import TestKit
import Testing

@testable import Gateway

/// The check of responses against the interface detects differences.
@Suite struct InterfaceCheckTests {
    private func violations(
        _ status: Int,
        _ json: String,
        type: String = "application/json",
        trace: String? = "4bf92f3577b34da6a3ce929d0e0e4736"
    ) throws -> [String] {
        var headers: HTTPFields = [.contentType: type]
        headers[.traceID] = trace
        let answer = Client.Answer(
            status: status,
            headers: headers,
            bytes: ByteBuffer(string: json)
        )
        return try #require(Interface.served).violations(
            of: answer,
            to: .get,
            "/v1/friends?limit=1"
        )
    }

    private let person =
        #"{"id":"0190a0b0-0000-7000-8000-000000000001","username":"a","firstName":"A","lastName":""}"#

    @Test func `a response as documented passes`() throws {
        #expect(try violations(200, #"{"items":[\#(person)],"nextCursor":null}"#) == [])
    }

    @Test(arguments: [
        (#"{"items":[]}"#, "nextCursor"), (#"{"items":[],"nextCursor":7}"#, "/nextCursor"),
        (#"{"items":{},"nextCursor":null}"#, "/items"), ("[]", "object"), ("x", "no JSON"),
        (#"{"items":[],"nextCursor":null,"more":1}"#, "/more"),
        (#"{"items":[{"id":"x"}],"nextCursor":null}"#, "/items/0"),
    ])
    func `every difference is named`(json: String, name: String) throws {
        let found = try violations(200, json)
        #expect(found.contains { $0.contains(name) })
    }

    @Test(arguments: [
        ("", true), (#","current":{"version":3}"#, false), (#","more":1"#, false),
        (
            #","current":{"timeZone":"Europe/Berlin","locale":"en","challengesFrom":"friends","isListed":true,"version":3}"#,
            true
        ),
    ])
    func `what a refusal shows is checked as well`(members: String, fits: Bool) throws {
        let interface = try #require(Interface.served)
        let json = """
            {"type":"urn:problem:identity.version_stale","title":"Conflict","status":412,"detail":"It \
            changed.","instance":"urn:trace:4bf92f3577b34da6a3ce929d0e0e4736",\
            "code":"identity.version_stale"\(members)}
            """
        let problem = try JSONValue(reading: ByteBuffer(string: json))
        let schema = interface.document["components"]?["schemas"]?["SettingsProblem"] ?? .null
        #expect(interface.violations(of: problem, schema, at: "").isEmpty == fits)
        let fewer = problem.members.filter { $0.key != "code" }
        #expect(!interface.violations(of: .object(fewer), schema, at: "").isEmpty)
    }

    @Test(
        arguments: [
            ("0.000001", true), ("12.5", true), ("0", false), ("-1", false), ("1e13", false),
        ]
    )
    func `an amount of a request is above 0`(json: String, fits: Bool) throws {
        let interface = try #require(Interface.served)
        let schema = interface.document["components"]?["schemas"]?["PositiveAmount"] ?? .null
        let amount = try JSONValue(reading: ByteBuffer(string: "[\(json)]"))[0] ?? .null
        #expect(interface.violations(of: amount, schema, at: "").isEmpty == fits)
    }

    @Test func `statuses, types and headers are checked too`() throws {
        let page = #"{"items":[],"nextCursor":null}"#
        #expect(try violations(201, page).first?.contains("undocumented status") == true)
        #expect(try violations(200, page, type: "text/plain").first?.contains("type") == true)
        #expect(try violations(200, page, trace: nil).first?.contains("Trace-Id") == true)
        #expect(try violations(200, page, trace: "x").first?.contains("Trace-Id") == true)
        #expect(try !violations(418, page, type: "application/problem+json").isEmpty)
    }

    @Test(arguments: [
        ("a: 1\nb:\n  - x\n  - y: z\n    w: 2\n", #"{"a":1,"b":["x",{"w":2,"y":"z"}]}"#),
        ("# c\n\"200\": [a, \"null\", 3]\nx: {}\n", #"{"200":["a","null",3],"x":{}}"#),
        (
            "a: |\n  one\n    two\n\n  three\nb: 'it''s'\n",
            #"{"a":"one\n  two\n\nthree\n","b":"it's"}"#
        ),
        ("/v1/{id}:\n  get: true\nn: null\ne:\n", #"{"/v1/{id}":{"get":true},"e":null,"n":null}"#),
        ("a: \"b: \\\"c\\\"\"\n", #"{"a":"b: \"c\""}"#),
        ("a: -0.5\nb: 1.0.0\n", #"{"a":-0.5,"b":"1.0.0"}"#),
    ])
    func `YAML is read as far as the document uses it`(yaml: String, json: String) throws {
        #expect(try YAML.read(yaml) == JSONValue(reading: ByteBuffer(string: json)))
    }

    @Test func `values in braces are read, as YAML and as JSON`() throws {
        let yaml = """
            a: {b: [c, {d: "e, \\"f\\""}], g: 'h''s', i: {}}
            j: {"k":[1,true,"l: m"]}
            - {n: o}
            """
        let read = try YAML.read(yaml.replacing("- {n", with: "p:\n  - {n"))
        let json = #"""
            {"a":{"b":["c",{"d":"e, \"f\""}],"g":"h's","i":{}},"j":{"k":[1,true,"l: m"]},
            "p":[{"n":"o"}]}
            """#
        #expect(try read == JSONValue(reading: ByteBuffer(string: json)))
    }

    @Test(arguments: [
        "a", "a: {b: 1", "a: {b}", "a: [1}", "a: {b: 'c}", "a: 1\na: 2\n", "a: 1\n  b: 2\n",
        "a: [1\n", "- a\nb: 1\n",
    ])
    func `YAML beyond that is refused`(yaml: String) {
        #expect(throws: YAML.Malformed.self) { try YAML.read(yaml) }
    }
}
