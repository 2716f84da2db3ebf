import FoundationEssentials
import HTTPTypes
import NIOCore
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// `protocol/openapi.yaml` and the gateway agree. `Client` also checks every response of every test
/// against the document.
@Suite struct InterfaceTests {
    private static let interface = Interface.served
    private static let operations = interface?.operations ?? []
    private static let withBody = operations.filter { json(of: $0) != nil }
    /// Requests to these need a picture's bytes, or a signature.
    private static let pictures = ["/v1/media", "/v1/media/{id}/{variant}"]
    private static let withQuery = operations.filter { operation in
        !pictures.contains(operation.path) && !parameters(of: operation, in: "query").isEmpty
    }

    private let house = House()

    private static func json(of operation: Interface.Operation) -> JSONValue? {
        let content = operation.node["requestBody"]?["content"]?["application/json"]
        return content?["schema"].flatMap { interface?.resolved($0) }
    }

    private static func parameters(
        of operation: Interface.Operation,
        in place: String
    ) -> [JSONValue] {
        interface?.parameters(of: operation, in: place) ?? []
    }

    /// Returns the path, with the required query.
    private static func path(
        of operation: Interface.Operation,
        without left: String? = nil
    ) -> String {
        let path = interface?.path(of: operation) ?? operation.path
        let query = parameters(of: operation, in: "query").compactMap { parameter -> String? in
            guard let name = parameter["name"]?.text, name != left else { return nil }
            let value = interface?.example(of: parameter["schema"] ?? .null) ?? .null
            return "\(name)=\(value.text ?? value.written)"
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    private func ask(
        _ operation: Interface.Operation,
        path: String? = nil,
        headers: HTTPFields = [:],
        body: JSONValue? = nil,
        token: String? = nil
    ) async throws -> Client.Answer {
        let method = try #require(HTTPRequest.Method(operation.method))
        return try await house.gateway().test(token: token) { client in
            var headers = headers
            if operation.path.hasPrefix("/v1/browser/") {
                headers[.origin] = "http://localhost"
                headers[.cookie] = "gauntlet=\(String(repeating: "x", count: 43))"
            }
            if body != nil { headers[.contentType] = "application/json" }
            return try await client.ask(
                method,
                path ?? Self.path(of: operation),
                headers: headers,
                body: body.map { ByteBuffer(string: $0.written) }
            )
        }
    }

    @Test func `the document is readable and uses OpenAPI 3.1`() throws {
        let interface = try #require(Self.interface)
        #expect(interface.document["openapi"] == "3.1.0")
        #expect(interface.operations.count >= 30)
    }

    @Test func `each route is documented, and each documented one exists`() {
        let routes = house.gateway().routes.routes
        let gets = Set(routes.filter { $0.method == .get }.map(\.path))
        let answered = routes.filter { $0.method != .head || !gets.contains($0.path) }
        #expect(
            Set(answered.map { "\($0.method.rawValue) \($0.path)" })
                == Set(Self.operations.map(\.testDescription))
        )
    }

    @Test func `operation IDs are unique, and every reference resolves`() throws {
        let interface = try #require(Self.interface)
        let names = Self.operations.compactMap { $0.node["operationId"]?.text }
        #expect(names.count == Self.operations.count)
        #expect(Set(names).count == names.count)
        for path in references(in: interface.document) {
            #expect(interface.resolved(.object(["$ref": .text(path)])) != .null, "\(path)")
        }
    }

    @Test(arguments: operations)
    func `placeholders are documented as parameters`(operation: Interface.Operation) {
        let places = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
        let parameters = Self.parameters(of: operation, in: "path")
        let names = parameters.compactMap { $0["name"]?.text }
        #expect(Set(places.map { String($0.dropFirst().dropLast()) }) == Set(names))
        for parameter in parameters {
            #expect(parameter["required"] == .bool(true), "\(parameter.written)")
            #expect(parameter["description"]?.text?.contains("absent") == false)
        }
    }

    @Test func `a token is needed where it is documented`() async throws {
        try await house.gateway().test { client in
            for operation in Self.operations {
                let method = try #require(HTTPRequest.Method(operation.method))
                let answer = try await client.ask(method, Self.path(of: operation))
                // Some are open, and some need a cookie.
                let isOpen = operation.node["security"] != nil
                let isRefused = (try? answer.code) == "gateway.token_missing"
                #expect(isRefused == !isOpen, "\(operation.testDescription)")
            }
        }
    }

    @Test(arguments: withBody)
    func `a body with all documented members is accepted`(
        operation: Interface.Operation
    ) async throws {
        let schema = try #require(Self.json(of: operation))
        let interface = try #require(Self.interface)
        let answer = try await ask(
            operation,
            body: interface.example(of: schema),
            token: house.token()
        )
        // It was passed on to a service that does not know the call.
        #expect(try answer.code == "wire.unknown_call")
    }

    @Test(arguments: withBody)
    func `a body with missing or additional members is refused`(
        operation: Interface.Operation
    ) async throws {
        let schema = try #require(Self.json(of: operation))
        let interface = try #require(Self.interface)
        let members = interface.example(of: schema).members
        var required: [String] = []
        if case .array(let names)? = schema["required"] { required = names.compactMap(\.text) }
        for name in members.keys {
            var fewer = members
            fewer[name] = nil
            let answer = try await ask(operation, body: .object(fewer), token: house.token())
            let isRefused = try answer.json["errors"]?[0]?["pointer"]?.text == "/\(name)"
            #expect(isRefused == required.contains(name), "\(name)")
        }
        var more = members
        more["undocumented"] = 1
        let answer = try await ask(operation, body: .object(more), token: house.token())
        #expect(try answer.json["errors"]?[0]?["pointer"] == "/undocumented")
        #expect(schema["additionalProperties"] == .bool(false))
        let empty = try await ask(operation, token: house.token())
        let mayBeEmpty = operation.node["requestBody"]?["required"] == .bool(false)
        #expect((try empty.code == "wire.unknown_call") == mayBeEmpty)
        #expect(mayBeEmpty == required.isEmpty)
    }

    /// The members that null empties; `nil` if it is the same as absent.
    private static func emptied(by operation: Interface.Operation) -> [String]? {
        let name = operation.node["operationId"]?.text
        let route = CallRoute.tagged.flatMap(\.value).first { $0.operation == name }
        return (route?.call as? any MergePatch.Type).map { $0.emptiedTexts + $0.emptiedLists }
    }

    @Test(arguments: withBody)
    func `null fits a member that may be absent, or of a patch one that it empties`(
        operation: Interface.Operation
    ) throws {
        let schema = try #require(Self.json(of: operation))
        let interface = try #require(Self.interface)
        let required = schema["required"].items.compactMap(\.text)
        let emptied = Self.emptied(by: operation)
        for (name, member) in schema["properties"]?.members ?? [:] {
            let fits = interface.violations(of: .null, member, at: name).isEmpty
            #expect(fits == (emptied?.contains(name) ?? !required.contains(name)), "\(name)")
        }
    }

    @Test func `every PATCH is a patch, and nothing else is`() {
        for route in CallRoute.tagged.flatMap(\.value) {
            #expect(
                (route.method == .patch) == (route.call is any MergePatch.Type),
                "\(route.path)"
            )
        }
    }

    @Test(arguments: withBody.filter { $0.method == "PATCH" })
    func `null empties what a patch says, and is refused at every other member`(
        operation: Interface.Operation
    ) async throws {
        let schema = try #require(Self.json(of: operation))
        let names = try #require(schema["properties"]?.members.keys)
        let emptied = try #require(Self.emptied(by: operation))
        #expect(emptied.allSatisfy(names.contains))
        for name in names {
            let body = JSONValue.object([name: .null])
            let answer = try await ask(operation, body: body, token: house.token())
            if emptied.contains(name) {
                // It was passed on to a service that does not know the call.
                #expect(try answer.code == "wire.unknown_call", "\(name)")
            } else {
                #expect(answer.status == 400)
                #expect(try answer.json["errors"].items.count == 1, "\(name)")
                #expect(try answer.json["errors"]?[0]?["pointer"]?.text == "/\(name)")
            }
        }
    }

    @Test(arguments: withQuery)
    func `a query has the documented parameters, and no others`(
        operation: Interface.Operation
    ) async throws {
        let whole = Self.path(of: operation)
        let token = try await house.token()
        let known = try await ask(operation, path: whole, token: token)
        #expect(try known.code == "wire.unknown_call")
        let more = try await ask(operation, path: whole + "&undocumented=1", token: token)
        #expect(try more.json["errors"]?[0]?["pointer"] == "/undocumented")
        for parameter in Self.parameters(of: operation, in: "query") {
            let name = try #require(parameter["name"]?.text)
            let fewer = Self.path(of: operation, without: name)
            let answer = try await ask(operation, path: fewer, token: token)
            let isRefused = try answer.code == "gateway.query_invalid"
            #expect(isRefused == (parameter["required"] == .bool(true)), "\(name)")
        }
    }

    @Test(arguments: ["If-Match", "Idempotency-Key"])
    func `an invalid header is refused with the documented code`(name: String) async throws {
        let interface = try #require(Self.interface)
        let header = try #require(HTTPField.Name(name))
        let code = "gateway.header_invalid"
        var count = 0
        for operation in Self.operations where !Self.pictures.contains(operation.path) {
            let headers = Self.parameters(of: operation, in: "header")
            guard let parameter = headers.first(where: { $0["name"]?.text == name }) else {
                continue
            }
            count += 1
            let answer = try await ask(
                operation,
                headers: [header: ""],
                body: Self.json(of: operation).map { interface.example(of: $0) },
                token: house.token()
            )
            #expect(answer.status == 400)
            #expect(try answer.code == code, "\(operation.testDescription)")
            #expect(parameter["description"]?.text?.contains("`\(code)`") == true)
        }
        #expect(count > 0)
    }

    @Test(arguments: operations)
    func `every operation has a summary and a tag, and its examples fit`(
        operation: Interface.Operation
    ) throws {
        let interface = try #require(Self.interface)
        #expect(operation.node["summary"]?.text?.isEmpty == false)
        let tags = (interface.document["tags"]?.items ?? []).compactMap { $0["name"]?.text }
        #expect(operation.node["tags"].items.compactMap(\.text).allSatisfy(tags.contains))
        #expect(operation.node["tags"].items.count == 1)
        let bodies = [operation.node["requestBody"]?["content"]?["application/json"]]
        let answers = (operation.node["responses"]?.members ?? [:]).map { _, response in
            response["content"]?["application/json"]
        }
        for content in (bodies + answers).compactMap(\.self) {
            guard let example = content["example"] else { continue }
            let found = interface.violations(of: example, content["schema"] ?? .null, at: "")
            #expect(found == [])
        }
        for place in ["path", "query"] {
            for parameter in interface.parameters(of: operation, in: place) {
                guard let example = parameter["example"] else { continue }
                let schema = parameter["schema"] ?? .null
                #expect(interface.violations(of: example, schema, at: place) == [])
            }
        }
    }

    @Test(arguments: operations.filter { $0.node["responses"]?["412"] != nil })
    func `a refusal for a stale copy shows what a success answers, and nothing else`(
        operation: Interface.Operation
    ) throws {
        let interface = try #require(Self.interface)
        let stale = interface.resolved(operation.node["responses"]?["412"] ?? .null)
        let content = stale["content"]?["application/problem+json"]
        let problem = interface.resolved(content?["schema"] ?? .null)
        let shown = problem["allOf"]?[1]?["properties"]?["current"]?["$ref"]?.text
        let answer = operation.node["responses"]?["200"]
        // What is deleted is not answered, and a picture has no problem of its own.
        guard answer?["headers"]?["ETag"] != nil, operation.method != "GET" else { return }
        let answered = answer?["content"]?["application/json"]?["schema"]?["$ref"]
        #expect(shown != nil && shown == answered?.text)
    }

    @Test(
        arguments: [
            ("POST", "/v1/contests/{id}/invitations", "Contest"),
            ("POST", "/v1/contests/{id}/participants/{user}/remove", "Contest"),
            ("POST", "/v1/contests/{id}/photos", "Contest"),
            ("POST", "/v1/goals/{id}/photos", "Goal"), ("DELETE", "/v1/goals/{id}", "Goal"),
            ("PATCH", "/v1/photos/{id}", nil), ("DELETE", "/v1/photos/{id}", nil),
        ] as [(String, String, String?)]
    )
    func `a refusal of a part's change shows the whole, if that is of one kind`(
        method: String,
        path: String,
        whole: String?
    ) throws {
        let interface = try #require(Self.interface)
        let found = Self.operations.first { $0.method == method && $0.path == path }
        let operation = try #require(found)
        let stale = interface.resolved(operation.node["responses"]?["412"] ?? .null)
        let schema = stale["content"]?["application/problem+json"]?["schema"]?["$ref"]?.text
        #expect(schema == "#/components/schemas/\(whole ?? "")Problem")
        let headers = Self.parameters(of: operation, in: "header").compactMap { $0["name"]?.text }
        #expect(headers.contains("If-Match"))
    }

    @Test func `clients are told of no set where order counts, and of bytes as bytes`() throws {
        let interface = try #require(Self.interface)
        func schemas(in node: JSONValue) -> [JSONValue] {
            switch node {
            case .object(let members): [node] + members.values.flatMap(schemas(in:))
            case .array(let items): items.flatMap(schemas(in:))
            default: []
            }
        }
        let all = schemas(in: interface.document)
        let unique = all.filter { $0["uniqueItems"] == .bool(true) }
        #expect(!unique.isEmpty)
        #expect(unique.allSatisfy { $0["items"]?["type"] == "integer" })
        let bodies = all.compactMap { $0["application/octet-stream"] ?? $0["image/png"] }
        #expect(!bodies.isEmpty)
        #expect(bodies.allSatisfy { $0["schema"]?["format"] == "binary" })
    }

    @Test func `an enumeration of answers is said to be open`() throws {
        let interface = try #require(Self.interface)
        let schemas = interface.document["components"]?["schemas"]
        let isOpen = { (name: String) in
            schemas?[name]?["description"]?.text?.contains("A later release may answer others")
        }
        #expect(isOpen("NoticeKind") == true)
        #expect(isOpen("ContestState") == true)
        #expect(isOpen("Settings") == false)
    }

    @Test(arguments: [
        ("https://play.example.org", "https://play.example.org"),
        ("https://example.org/api", "https://example.org/api"),
        ("http://[2001:db8::1]:8080/a/b/", "http://[2001:db8::1]:8080/a/b"),
    ])
    func `the server is the public URL, if there is one`(url: String, server: String) async throws {
        try await house.gateway(publicURL: url).test { client in
            let answer = try await client.ask(.get, "/openapi.yaml")
            let served = try Interface(text: String(buffer: answer.bytes)).document
            #expect(served["servers"]?[0]?["url"]?.text == server)
            #expect(served["paths"] == Self.interface?.document["paths"])
        }
    }

    @Test func `the document is served unchanged`() async throws {
        let file = try #require(
            FileManager.default.contents(atPath: "\(root)/protocol/openapi.yaml")
        )
        try await house.gateway(publicURL: nil).test { client in
            let answer = try await client.ask(.get, "/openapi.yaml")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/yaml")
            #expect(Data(answer.bytes.readableBytesView) == file)
            #expect(try await client.ask(.get, "/openapi.yaml?x=1").status == 400)
        }
    }

    @Test func `the document is compressed, and read again only when it is another`() async throws {
        try await house.gateway().test { client in
            let path = "/openapi.yaml"
            let plain = try await client.ask(.get, path)
            let gzip = try await client.ask(.get, path, headers: [.acceptEncoding: "gzip"])
            #expect(gzip.headers[.contentEncoding] == "gzip")
            #expect(gzip.bytes == plain.bytes)
            #expect(gzip.sentBytes < plain.sentBytes / 5)
            let tag = try #require(plain.headers[.eTag])
            let compressed = try #require(gzip.headers[.eTag])
            #expect(compressed == "\(tag.dropLast()).gzip\"")
            for answer in [plain, gzip] {
                #expect(answer.headers[.vary] == "Accept-Encoding")
                #expect(answer.headers[.cacheControl] == "max-age=300")
            }
            let held: [(HTTPFields, String)] = [
                ([.ifNoneMatch: tag], tag), ([.ifNoneMatch: "*"], tag),
                ([.ifNoneMatch: "W/\(tag)"], "W/\(tag)"),
                ([.ifNoneMatch: compressed, .acceptEncoding: "gzip"], compressed),
                ([.ifNoneMatch: tag, .acceptEncoding: "gzip"], tag),
            ]
            for (headers, shown) in held {
                for method in [HTTPRequest.Method.get, .head] {
                    let answer = try await client.ask(method, path, headers: headers)
                    #expect(answer.status == 304)
                    #expect(answer.headers[.eTag] == shown)
                    #expect(answer.headers[.cacheControl] == "max-age=300")
                    #expect(answer.headers[.vary] == "Accept-Encoding")
                    #expect(answer.sentBytes == 0)
                }
            }
            let others: [(HTTPFields, Int)] = [
                ([.ifNoneMatch: compressed], 200), ([.ifNoneMatch: "\"x\""], 200),
                ([.ifMatch: tag], 200), ([.ifMatch: "\"x\""], 412), ([.ifMatch: "x"], 400),
            ]
            for (headers, status) in others {
                #expect(try await client.ask(.get, path, headers: headers).status == status)
            }
        }
    }

    private var root: String {
        #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
    }

    private func references(in node: JSONValue) -> [String] {
        switch node {
        case .object(let members):
            members.flatMap { key, value in
                key == "$ref" ? [value.text ?? ""] : references(in: value)
            }
        case .array(let items): items.flatMap(references(in:))
        default: []
        }
    }
}
