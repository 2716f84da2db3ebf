import FoundationEssentials
import HTTPTypes
import NIOCore
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// The documented HTTP interface, to check requests and responses against.
struct Interface: Sendable {
    let document: JSONValue

    /// The document that the gateway serves.
    static let served = try? Interface(
        text: String(buffer: InterfaceDescription.text)
    )

    init(text: String) throws {
        document = try YAML.read(text)
    }

    /// One documented operation of a path.
    struct Operation: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let node: JSONValue

        var testDescription: String { "\(method) \(path)" }
    }

    var operations: [Operation] {
        guard case .object(let paths)? = document["paths"] else { return [] }
        return paths.sorted { $0.key < $1.key }.flatMap { path, item in
            item.members.sorted { $0.key < $1.key }.map {
                Operation(method: $0.key.uppercased(), path: path, node: $0.value)
            }
        }
    }

    /// Returns the documented operation of a request; `HEAD` counts as `GET`.
    func operation(_ method: HTTPRequest.Method, _ path: String) -> Operation? {
        let method = method == .head ? HTTPRequest.Method.get : method
        let parts = path.split(separator: "/")
        return operations.filter { operation in
            let places = operation.path.split(separator: "/")
            return operation.method == method.rawValue && places.count == parts.count
                && zip(places, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }.min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
    }

    /// Resolves a `$ref`; returns anything else unchanged.
    func resolved(_ node: JSONValue) -> JSONValue {
        guard let path = node["$ref"]?.text, path.hasPrefix("#/") else { return node }
        return path.dropFirst(2).split(separator: "/").reduce(document) { node, key in
            node[String(key)] ?? .null
        }
    }

    // Responses.

    /// Returns every difference between a response and its documentation.
    func violations(
        of answer: Client.Answer,
        to method: HTTPRequest.Method,
        _ path: String
    ) -> [String] {
        let path = String(path.prefix { $0 != "?" })
        guard let operation = operation(method, path) else {
            // No such path, or no such method for it; or a preflight request.
            if method == .options, answer.status == 204 { return [] }
            return answer.status >= 400
                ? violations(of: answer, problem, method) : ["undocumented: \(method) \(path)"]
        }
        let responses = operation.node["responses"] ?? .null
        let documented = responses["\(answer.status)"]
        guard let response = documented ?? (answer.status >= 400 ? responses["default"] : nil)
        else {
            return ["undocumented status: \(answer.status) of \(operation.testDescription)"]
        }
        return violations(of: answer, resolved(response), method).map {
            "\(answer.status) of \(operation.testDescription): \($0)"
        }
    }

    private var problem: JSONValue {
        document["components"]?["responses"]?["Problem"] ?? .null
    }

    private func violations(
        of answer: Client.Answer,
        _ response: JSONValue,
        _ method: HTTPRequest.Method
    ) -> [String] {
        var found: [String] = []
        for (name, header) in response["headers"]?.members ?? [:] {
            let header = resolved(header)
            guard let text = HTTPField.Name(name).flatMap({ answer.headers[$0] }) else {
                if header["required"] == .bool(true) { found.append("no header \(name)") }
                continue
            }
            let schema = header["schema"] ?? .null
            let value = schema["type"] == "integer" ? Double(text).map(JSONValue.number) : nil
            found += violations(of: value ?? .text(text), schema, at: name)
        }
        let content = response["content"]?.members ?? [:]
        if content.isEmpty || method == .head {
            if answer.bytes.readableBytes > 0 { found.append("a body") }
            return found
        }
        let type = String((answer.headers[.contentType] ?? "").prefix { $0 != ";" })
        guard let media = content[type] ?? content["\(type.prefix { $0 != "/" })/*"] else {
            return found + ["undocumented type \(type)"]
        }
        guard type.hasSuffix("json") else { return found }
        guard let value = try? answer.json else { return found + ["no JSON"] }
        return found + violations(of: value, media["schema"] ?? .null, at: "")
    }

    // Schemas.

    private static let annotations: Set = [
        "description", "default", "contentMediaType", "example",
    ]

    /// Returns every difference between a value and its schema, including members that the schema
    /// does not name.
    func violations(of value: JSONValue, _ schema: JSONValue, at pointer: String) -> [String] {
        let schema = merged(schema)
        var found: [String] = []
        func check(_ holds: Bool, _ what: String) {
            if !holds { found.append("\(pointer): \(what)") }
        }
        for (keyword, rule) in schema.members where !Self.annotations.contains(keyword) {
            switch (keyword, rule, value) {
            case ("$ref", _, _): found += violations(of: value, resolved(schema), at: pointer)
            case ("type", .array(let types), _):
                check(types.contains { value.isOf($0.text ?? "") }, "not of its types")
            case ("type", .text(let type), _): check(value.isOf(type), "not of type \(type)")
            case ("enum", .array(let values), _): check(values.contains(value), "not in \(values)")
            case ("anyOf", .array(let schemas), _):
                let fits = schemas.contains { violations(of: value, $0, at: pointer).isEmpty }
                check(fits, "none of anyOf")
            case ("required", .array(let names), .object(let members)):
                for name in names.compactMap(\.text) {
                    check(members[name] != nil, "\(name) is missing")
                }
            case ("properties", .object(let properties), .object(let members)):
                for (name, member) in members {
                    let place = "\(pointer)/\(name)"
                    guard let schema = properties[name] else {
                        found.append("\(place): undocumented")
                        continue
                    }
                    found += violations(of: member, schema, at: place)
                }
            case ("items", _, .array(let items)):
                for (index, item) in items.enumerated() {
                    found += violations(of: item, rule, at: "\(pointer)/\(index)")
                }
            case ("minLength", .number(let least), .text(let text)):
                check(Double(text.unicodeScalars.count) >= least, "too short")
            case ("maxLength", .number(let most), .text(let text)):
                check(Double(text.unicodeScalars.count) <= most, "too long")
            case ("minItems", .number(let least), .array(let items)):
                check(Double(items.count) >= least, "too few")
            case ("maxItems", .number(let most), .array(let items)):
                check(Double(items.count) <= most, "too many")
            case ("minimum", .number(let least), .number(let number)):
                check(number >= least, "too small")
            case ("exclusiveMinimum", .number(let bound), .number(let number)):
                check(number > bound, "too small")
            case ("maximum", .number(let most), .number(let number)):
                check(number <= most, "too large")
            case ("pattern", .text(let pattern), .text(let text)):
                let fits = (try? Regex(pattern).firstMatch(in: text)) ?? nil
                check(fits != nil, "“\(text)” is not \(pattern)")
            case ("format", "uuid", .text(let text)):
                check(UUID(uuidString: text) != nil, "no UUID")
            case ("format", "date-time", .text(let text)):
                check(Instant(rfc3339: text) != nil, "no instant")
            case ("format", "date", .text(let text)):
                check(CivilDate(rfc3339: text) != nil, "no day")
            case ("format", "email", _), ("format", "uri-reference", _),
                ("additionalProperties", .bool(false), _), ("uniqueItems", _, _):
                break
            case (let keyword, _, _):
                let known: Set = [
                    "required", "properties", "items", "minLength", "maxLength", "minItems",
                    "maxItems", "minimum", "exclusiveMinimum", "maximum", "pattern", "format",
                ]
                check(known.contains(keyword), "unknown keyword \(keyword)")
            }
        }
        return found
    }

    /// A schema with all that its `allOf` says, which together name the members.
    private func merged(_ schema: JSONValue) -> JSONValue {
        guard case .array(let parts)? = schema["allOf"] else { return schema }
        var members = schema.members
        members["allOf"] = nil
        for part in parts.map({ merged(resolved($0)).members }) {
            members.merge(part) { old, new in
                switch (old, new) {
                case (.object(let old), .object(let new)): .object(old.merging(new) { $1 })
                case (.array(let old), .array(let new)): .array(old + new)
                default: new
                }
            }
        }
        return .object(members)
    }

    // Requests.

    /// The parameters of an operation that are in one place: `path`, `query` or `header`.
    func parameters(of operation: Operation, in place: String) -> [JSONValue] {
        guard case .array(let parameters)? = operation.node["parameters"] else { return [] }
        return parameters.map { resolved($0) }.filter { $0["in"]?.text == place }
    }

    /// The path of an operation, with an example of each of its parameters.
    func path(of operation: Operation) -> String {
        var path = operation.path
        for parameter in parameters(of: operation, in: "path") {
            let name = parameter["name"]?.text ?? ""
            // Not every text is a code.
            let value = parameter["example"] ?? example(of: parameter["schema"] ?? .null)
            path = path.replacing("{\(name)}", with: value.text ?? value.written)
        }
        return path
    }

    /// Returns a value that matches a schema, with all its members.
    func example(of schema: JSONValue) -> JSONValue {
        let schema = resolved(schema)
        if case .array(let values)? = schema["enum"], let first = values.first { return first }
        if case .array(let schemas)? = schema["anyOf"] { return example(of: schemas[0]) }
        switch schema["format"]?.text {
        case "uuid": return "0190a0b0-0000-7000-8000-000000000001"
        case "date-time": return "2030-01-01T00:00:00Z"
        case "date": return "2030-01-01"
        case "email": return "ana@example.org"
        default: break
        }
        switch schema["type"]?.text ?? schema["type"]?[0]?.text {
        case "object":
            return .object((schema["properties"]?.members ?? [:]).mapValues { example(of: $0) })
        case "array": return .array([example(of: schema["items"] ?? .null)])
        case "integer": return schema["minimum"] ?? 1
        case "number": return 1
        case "boolean": return .bool(true)
        default:
            guard case .number(let least)? = schema["minLength"] else { return "a" }
            return .text(String(repeating: "a", count: max(1, Int(least))))
        }
    }
}

extension JSONValue {
    var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    fileprivate func isOf(_ type: String) -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .text),
            ("array", .array), ("object", .object):
            true
        case ("integer", .number(let number)): number.rounded() == number
        default: false
        }
    }

    /// The value as JSON.
    var written: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let number):
            number.rounded() == number ? "\(Int(number))" : "\(number)"
        case .text(let text):
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        case .array(let items): "[\(items.map(\.written).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.written)" }.joined(separator: ","))}"
        }
    }
}
