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

    /// A request, and where in it a text is.
    private struct Place {
        /// Stands for the text.
        static let text = "@@"

        let name: String
        let method: HTTPRequest.Method
        var path: String
        var headers: HTTPFields = [:]
        var body: String?

        /// The request with a text in its place.
        func holding(_ text: String) -> Place {
            var place = self
            place.path = path.replacing(Self.text, with: text)
            for field in headers {
                place.headers[field.name] = field.value.replacing(Self.text, with: text)
            }
            place.body = body?.replacing(Self.text, with: text)
            return place
        }
    }

    private let house = House()

    /// Sends each request with one of the texts, in turns, after the same request with one letter
    /// and one mark: no more bytes may reach sorting code than then. A text that is escaped is
    /// decoded before any route sees it, so that each place needs only one of them.
    ///
    /// Those are the token, and the names of a body's fields where there are many, as often as they
    /// are looked up: in no order, until one of them is refused. So one request may look up each
    /// name once more than the other, and the length of a text adds nothing.
    private func check(_ places: [Place], holding texts: [String]) async throws {
        var house = house
        house.origins = try #require(AllowedOrigins("https://play.example.org"))
        // A request that is one too many is not read.
        house.requests = ClientLimits(perUser: 1_000_000, perAddress: 1_000_000)
        let token = try await house.token()
        try await house.gateway().test(token: token) { client in
            // More is done with a token that is new.
            _ = try await client.ask(.get, "/v1/me")
            for (index, place) in places.enumerated() {
                let short = place.holding("e\u{301}")
                let (_, allowed) = try await Self.send(short, client)
                let names = short.body?.utf8.count ?? 0
                let long = place.holding(texts[index % texts.count])
                let (status, work) = try await Self.send(long, client)
                #expect(work.largest <= allowed.largest, "\(place.name)")
                #expect(work.total <= allowed.total + names, "\(place.name)")
                #expect(status != 200, "\(place.name)")
            }
        }
    }

    private static func send(
        _ request: Place,
        _ client: Client
    ) async throws -> (status: Int, work: TextWork) {
        let work = TextWork()
        let answer = try await TextWork.$counter.withValue(work) {
            try await client.ask(
                request.method,
                request.path,
                headers: request.headers,
                body: request.body.map { ByteBuffer(string: $0) }
            )
        }
        return (answer.status, work)
    }

    @Test func `the count works behind a router too`() async throws {
        let work = TextWork()
        let token = try await house.token()
        try await house.gateway().test(token: token) { client in
            _ = try await TextWork.$counter.withValue(work) { try await client.ask(.get, "/v1/me") }
        }
        #expect(work.largest == token.utf8.count)
    }

    @Test func `in every text of a body, and as the name of a field`() async throws {
        let interface = try #require(Self.interface)
        var places: [Place] = []
        for operation in Self.operations {
            guard let schema = Self.schema(of: operation) else { continue }
            let method = try #require(HTTPRequest.Method(operation.method))
            let example = interface.example(of: schema)
            var bodies = example.withEachLeaf(.text(Place.text)).map(\.written)
            bodies.append("{\"\(Place.text)\":1,\(example.written.dropFirst())")
            places += bodies.map { body in
                Place(
                    name: "\(operation.testDescription) \(body.prefix(100))",
                    method: method,
                    path: Self.path(of: operation),
                    headers: [.contentType: "application/json"],
                    body: body
                )
            }
        }
        #expect(places.count > 100)
        try await check(places, holding: [Self.inBody])
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
            let queries = names.map { "\($0)=\(Place.text)" } + ["\(Place.text)=1", Place.text]
            for query in queries {
                places.append(
                    Place(
                        name: "\(operation.testDescription) ?\(query)",
                        method: method,
                        path: "\(Self.path(of: operation))?\(query)"
                    )
                )
            }
        }
        #expect(places.count > 100)
        try await check(places, holding: [Self.inAddress, Self.escaped])
    }

    @Test func `in every part of a path`() async throws {
        var places: [Place] = []
        for operation in Self.operations where operation.path.contains("{") {
            let method = try #require(HTTPRequest.Method(operation.method))
            places.append(
                Place(
                    name: operation.testDescription,
                    method: method,
                    path: operation.path.replacing(/\{\w+\}/, with: Place.text)
                )
            )
            places.append(
                Place(
                    name: "\(operation.testDescription), its end",
                    method: method,
                    path: Self.path(of: operation) + Place.text
                )
            )
        }
        try await check(places, holding: [Self.inAddress, Self.escaped])
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
        .acceptEncoding: ["", "gzip, ", "gzip;q=0.", "*"],
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
                    var headers: HTTPFields = [name: beginning + Place.text]
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
        try await check(places, holding: [Self.inHeader])
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
