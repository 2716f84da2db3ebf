/// Any JSON, for a client without types for the replies.
indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    func member(_ name: String) throws -> JSONValue {
        guard case .object(let members) = self, let value = members[name] else {
            throw DemoError("the answer has no “\(name)”: \(self)")
        }
        return value
    }

    func text(_ name: String) throws -> String {
        guard case .string(let text) = try member(name) else {
            throw DemoError("“\(name)” of the answer is not a string: \(self)")
        }
        return text
    }

    func number(_ name: String) throws -> Int {
        guard case .number(let number) = try member(name) else {
            throw DemoError("“\(name)” of the answer is not a number: \(self)")
        }
        return Int(number)
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    func element(_ index: Int) throws -> JSONValue {
        guard elements.indices.contains(index) else {
            throw DemoError("the answer has no element \(index): \(self)")
        }
        return elements[index]
    }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
