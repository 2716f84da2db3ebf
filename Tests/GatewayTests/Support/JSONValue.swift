import FoundationEssentials
import NIOCore

/// Any JSON, so that a test can look into an answer.
enum JSONValue: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
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

    init(stringLiteral value: String) {
        self = .text(value)
    }

    init(integerLiteral value: Int) {
        self = .number(Double(value))
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var keys: Set<String> {
        guard case .object(let members) = self else { return [] }
        return Set(members.keys)
    }
}

extension JSONValue {
    init(reading bytes: ByteBuffer) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes.readableBytesView))
    }
}
