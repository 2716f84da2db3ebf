import Foundation

/// Any JSON value.
public enum JSON: Codable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([JSON])
    case object([String: JSON])
    case null

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        case .null: try container.encodeNil()
        }
    }

    /// The encoded value.
    public var bytes: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) }
    }

    /// The member with that name; `null` when there is none.
    public subscript(_ name: String) -> JSON {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// The items of a list; empty for any other value.
    public var items: [JSON] {
        guard case .list(let items) = self else { return [] }
        return items
    }

    /// The value as a string.
    public var text: String {
        get throws(StagingError) {
            guard case .text(let text) = self else {
                throw StagingError("expected a text, found \(self)")
            }
            return text
        }
    }

    /// The value as a number.
    public var number: Double {
        get throws(StagingError) {
            guard case .number(let number) = self else {
                throw StagingError("expected a number, found \(self)")
            }
            return number
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
