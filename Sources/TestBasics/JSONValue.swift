import FoundationEssentials
public import NIOCore

/// Any JSON value, so that a test can inspect a response.
public enum JSONValue: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public init(reading bytes: ByteBuffer) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes.readableBytesView))
    }

    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    public subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The value as an integer; `nil` when it is not a whole number.
    public var number: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(exactly: number)
    }

    /// The elements of an array; empty for any other value.
    public var items: [JSONValue] {
        guard case .array(let items) = self else { return [] }
        return items
    }

    public var keys: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.keys)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    public init(integerLiteral value: Int) {
        self = .number(Double(value))
    }
}

/// Lets lookups chain through missing members: `answer["user"]["id"]`.
extension JSONValue? {
    public subscript(key: String) -> JSONValue? { self?[key] }
    public subscript(index: Int) -> JSONValue? { self?[index] }
    /// The elements of an array; empty when the value is missing or not an array.
    public var items: [JSONValue] { self?.items ?? [] }
}
