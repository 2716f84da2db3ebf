import FoundationEssentials
import Hummingbird
import NIOCore
import Wire

extension Request {
    /// Decodes the query's parameters as the fields of a call.
    ///
    /// Refuses with `gateway.query_invalid` unknown, duplicate, missing or wrong parameters, each
    /// named by its path.
    func query<Fields: Decodable>(_ type: Fields.Type) throws -> Fields {
        var members: [String] = []
        for (name, value) in try parameters {
            members.append("\(try quoted(name)):\(try json(value, of: name))")
        }
        let object = ByteBuffer(string: "{\(members.joined(separator: ","))}")
        return try CallReading.read(type, from: object, .queryInvalid)
    }

    /// Checks that a route without parameters got none.
    func refuseQuery() throws {
        guard uri.query?.isEmpty == false else { return }
        _ = try query(Nothing.self)
    }

    private var parameters: [(String, String)] {
        get throws {
            try (uri.query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { parameter in
                let parts = parameter.split(
                    separator: UInt8(ascii: "="),
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard
                    let name = parts[0].plain, let value = parts.count > 1 ? parts[1].plain : ""
                else { throw GatewayError.queryInvalid }
                return (name, value)
            }
        }
    }

    /// Only `limit` is a number; a value that is not a number stays a string, and is refused as
    /// one.
    private func json(_ value: String, of name: String) throws -> String {
        if name.utf8.elementsEqual("limit".utf8), let number = Int32(value) {
            return String(number)
        }
        return try quoted(value)
    }

    private func quoted(_ text: String) throws -> String {
        if text.utf8.allSatisfy(\.isPlain) { return "\"\(text)\"" }
        return String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit or a sign that needs no escape in JSON or in a query.
    fileprivate var isPlain: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Substring.UTF8View {
    /// The text with percent signs and plus signs decoded; `nil` if they are malformed.
    fileprivate var plain: String? {
        if allSatisfy(\.isPlain) { return String(Substring(self)) }
        var bytes: [UInt8] = []
        var rest = self
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard
                    let high = rest.popFirst().flatMap(hexadecimal),
                    let low = rest.popFirst().flatMap(hexadecimal)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
