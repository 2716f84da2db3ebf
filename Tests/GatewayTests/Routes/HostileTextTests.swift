import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOHTTP1
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// One letter with as many combining marks as fit, wherever a client may write text: in a body, a
/// field's name, a header, a URL. Sorting the marks takes time quadratic in their number, so no
/// such text may reach code that sorts; the count of bytes checks that.
@Suite struct HostileTextTests {
    private static let interface = Interface.served
    private static let operations = interface?.operations ?? []

    /// Returns a letter and alternating marks of two orders, of `bytes` bytes.
    private static func marks(_ bytes: Int) -> String {
        "e" + String(repeating: "\u{301}\u{316}", count: (bytes - 1) / 4)
    }

    /// 58 KB in a body, 15 KB in a header, 7 KB in a URL.
    private static let inBody = marks(58_000)
    private static let inHeader = marks(15_000)
    private static let inAddress = marks(7_000)
    private static let escaped = "e" + String(repeating: "%CC%81%CC%96", count: 580)

    /// A request, and where in it the marks are.
    private struct Place {
        let name: String
        let method: HTTPRequest.Method
        let path: String
        var headers: HTTPFields = [:]
        var body: String?
    }

    private let house = House()

    /// Sends each request, and compares how many bytes reached sorting code with those of a valid
    /// request: a token, a query, and the short texts of a body.
    private func check(_ places: [Place], token: Bool = true) async throws {
        var house = house
        house.origins = try #require(AllowedOrigins("https://play.example.org"))
        let token = token ? try await house.token() : nil
        try await house.gateway().test(token: token) { client in
            for place in places {
                let work = TextWork()
                let answer = try await TextWork.$counter.withValue(work) {
                    try await client.ask(
                        place.method,
                        place.path,
                        headers: place.headers,
                        body: place.body.map { ByteBuffer(string: $0) }
                    )
                }
                let most = max(GatewayLimits.mediaTypeBytesMax, token?.utf8.count ?? 0)
                #expect(work.largest <= most, "\(place.name)")
                #expect(work.total <= 8 * most, "\(place.name)")
                #expect(answer.status != 200, "\(place.name)")
            }
        }
    }

    @Test func `the count works behind a router too`() async throws {
        let work = TextWork()
        let token = try await house.token()
        try await house.gateway().test(token: token) { client in
            _ = try await TextWork.$counter.withValue(work) { try await client.ask(.get, "/v1/me") }
        }
        #expect(work.largest == token.utf8.count)
    }

    @Test(arguments: operations.filter { HostileTextTests.schema(of: $0) != nil })
    func `in every text of a body, and as the name of a field`(
        operation: Interface.Operation
    ) async throws {
        let interface = try #require(Self.interface)
        let method = try #require(HTTPRequest.Method(operation.method))
        let example = interface.example(of: try #require(Self.schema(of: operation)))
        var bodies = example.withEachLeaf(.text("@")).map {
            $0.written.replacing("\"@\"", with: "\"\(Self.inBody)\"")
        }
        bodies.append("{\"\(Self.inBody)\":1,\(example.written.dropFirst())")
        try await check(
            bodies.map { body in
                Place(
                    name: "\(operation.testDescription) \(body.prefix(100))",
                    method: method,
                    path: Self.path(of: operation),
                    headers: [.contentType: "application/json"],
                    body: body
                )
            }
        )
    }

    @Test func `in every parameter of a query, and as the name of one`() async throws {
        var places: [Place] = []
        for operation in Self.operations {
            guard case .array(let parameters)? = operation.node["parameters"] else { continue }
            let names = parameters.compactMap { parameter -> String? in
                let parameter = Self.interface?.resolved(parameter)
                return parameter?["in"]?.text == "query" ? parameter?["name"]?.text : nil
            }
            let method = try #require(HTTPRequest.Method(operation.method))
            for marks in [Self.inAddress, Self.escaped] {
                for query in names.map({ "\($0)=\(marks)" }) + ["\(marks)=1", marks] {
                    places.append(
                        Place(
                            name: "\(operation.testDescription) ?\(query.prefix(20))",
                            method: method,
                            path: "\(Self.path(of: operation))?\(query)"
                        )
                    )
                }
            }
        }
        #expect(places.count > 100)
        try await check(places)
    }

    @Test func `in every part of a path`() async throws {
        var places: [Place] = []
        for operation in Self.operations where operation.path.contains("{") {
            let method = try #require(HTTPRequest.Method(operation.method))
            for marks in [Self.inAddress, Self.escaped] {
                places.append(
                    Place(
                        name: operation.testDescription,
                        method: method,
                        path: operation.path.replacing(/\{\w+\}/, with: marks)
                    )
                )
                places.append(
                    Place(
                        name: "\(operation.testDescription), its end",
                        method: method,
                        path: Self.path(of: operation) + marks
                    )
                )
            }
        }
        try await check(places)
    }

    /// Beginnings of values that are valid so far, for headers with a fixed form.
    private static let beginnings: [HTTPField.Name: [String]] = [
        .authorization: ["", "Bearer ", "bearer  ", "Bearer a.b.", "Bearer x "],
        .contentType: [
            "", "application/json", "application/json;", "application/json; charset=",
            "application/json; charset=utf-8", "image/",
        ],
        .contentEncoding: ["", "identity", "gzip, "], .acceptLanguage: ["", "de, ", "de;q=0."],
        .ifMatch: ["", "\"", "*", "\"1\""], .ifNoneMatch: ["", "\"", "*", "W/\""],
        .ifRange: ["", "\"", "Sun, 06 Nov 1994 "], .range: ["", "bytes", "bytes=", "bytes=0-1,"],
        .ifModifiedSince: ["", "Sun, ", "Sun, 06 Nov 1994 08:49:37 "],
        .ifUnmodifiedSince: ["", "Sun"],
        .origin: ["", "https://play.example.org"], .idempotencyKey: ["", "key"],
        .userAgent: ["", "agent"], .traceparent: ["", "00-"],
        .xForwardedFor: ["", "192.0.2.1, ", "["], .forwarded: ["", "for", "for=", "for=\"["],
        .accessControlRequestMethod: ["", "GET"], .accept: [""], .cookie: [""],
        .contentLength: [""], .connection: ["", "close", "keep-alive, "],
    ]

    @Test func `in every header, on every kind of route`() async throws {
        var house = house
        house.proxies = try #require(Networks("127.0.0.0/8, ::/0"))
        let picture = "/v1/media/0190a0b0-0000-7000-8000-000000000001/original?e=1&s=a"
        let body = #"{"login":"ana","password":"x"}"#
        var places: [Place] = []
        for (name, beginnings) in Self.beginnings {
            for beginning in beginnings {
                for (method, path, body) in [
                    (.post, "/v1/sessions", body), (.get, "/v1/me", nil), (.get, picture, nil),
                    (.options, "/v1/me", nil), (.post, "/v1/media", "x"),
                ] as [(HTTPRequest.Method, String, String?)] {
                    var headers: HTTPFields = [name: beginning + Self.inHeader]
                    if method == .options, name != .origin {
                        headers[.origin] = "https://play.example.org"
                    }
                    if name != .contentType { headers[.contentType] = "application/json" }
                    places.append(
                        Place(
                            name: "\(name): \(beginning) \(method) \(path)",
                            method: method,
                            path: path,
                            headers: headers,
                            body: body
                        )
                    )
                }
            }
        }
        try await check(places)
    }

    @Test func `a proxy's list is read by its bytes`() throws {
        let address = ForwardedAddress(proxies: try #require(Networks("127.0.0.1")))
        let peer = try #require(IPAddress("127.0.0.1"))
        let beginnings = [
            "", "192.0.2.1, ", "[", "192.0.2.1:", "for=", "for=\"[", "for=192.0.2.1;",
        ]
        for beginning in beginnings {
            for name in [HTTPField.Name.xForwardedFor, .forwarded] {
                let value = beginning + Self.inHeader
                let client = address.client(peer: peer, [name: value])
                #expect([peer, IPAddress("192.0.2.1")].contains(client), "\(name) \(beginning)")
            }
        }
    }

    @Test func `a request head is checked by its bytes`() {
        for (name, value, refusal) in [
            ("Expect", "100-continue", nil), ("Expect", " 100-Continue , 100-continue", nil),
            ("Expect", "100-continue" + Self.inHeader, .expectationUnknown),
            ("Expect", "100-continue, " + Self.inHeader, .expectationUnknown),
            ("Host", Self.inHeader, .hostInvalid), ("Connection", Self.inHeader, nil),
        ] as [(String, String, GatewayError?)] {
            var headers = HTTPHeaders([(name, value)])
            if name != "Host" { headers.add(name: "Host", value: "x") }
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers)
            let checked = RequestHead(head: head, limits: HTTPLimits())
            #expect(checked.refusal == refusal, "\(name): \(value.prefix(20))")
        }
    }

    private static func schema(of operation: Interface.Operation) -> JSONValue? {
        let content = operation.node["requestBody"]?["content"]?["application/json"]
        return content?["schema"].flatMap { interface?.resolved($0) }
    }

    private static func path(of operation: Interface.Operation) -> String {
        interface?.path(of: operation) ?? operation.path
    }
}

extension JSONValue {
    /// Returns the value once for each of its leaves, with that leaf replaced.
    fileprivate func withEachLeaf(_ leaf: JSONValue) -> [JSONValue] {
        switch self {
        case .object(let members):
            members.keys.sorted().flatMap { name in
                (members[name]?.withEachLeaf(leaf) ?? []).map { changed in
                    var members = members
                    members[name] = changed
                    return .object(members)
                }
            }
        case .array(let items):
            items.indices.flatMap { index in
                items[index].withEachLeaf(leaf).map { changed in
                    var items = items
                    items[index] = changed
                    return .array(items)
                }
            }
        default: [leaf]
        }
    }
}
