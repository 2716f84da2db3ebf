import Hummingbird
import Wire

extension Request {
    /// Decodes the query's parameters as the fields of a call.
    ///
    /// Refuses unknown, duplicate, missing and wrong parameters with `gateway.query_invalid`, each
    /// named by its path. A `supplied` field counts as unknown.
    func query<Fields: Decodable>(
        _ type: Fields.Type,
        _ supplied: [SuppliedField] = []
    ) throws -> Fields {
        try Self.query(type, parameters, supplied)
    }

    /// Decodes the parameters of a request as the fields of a call.
    static func query<Fields: Decodable>(
        _ type: Fields.Type,
        _ parameters: [(name: String, value: String)],
        _ supplied: [SuppliedField]
    ) throws -> Fields {
        try CallReading.read(.queryInvalid) { decoder throws(JSONProblem) in
            try decoder.decode(type, from: parameters, with: supplied)
        }
    }

    /// Checks that a route without parameters got none.
    func refuseQuery() throws {
        guard uri.query?.isEmpty == false else { return }
        _ = try query(Nothing.self)
    }

    /// The names and values of the query's parameters, without the escapes of a URL.
    var parameters: [(name: String, value: String)] {
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
}

extension UInt8 {
    /// Whether it is a letter, a digit or a sign that needs no escape in a query.
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
