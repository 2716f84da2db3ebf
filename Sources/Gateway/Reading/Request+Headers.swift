import HTTPTypes
import Hummingbird
import RPC
import Wire

extension Request {
    /// The client's key of this write; `nil` where it gave none.
    var idempotencyKey: String? {
        get throws(Fault) {
            let keys = headers[values: .idempotencyKey]
            guard let key = keys.first else { return nil }
            guard keys.count == 1, IdempotencyKey.isValid(key) else {
                throw GatewayError.headerInvalid.refusal(
                    of: "Idempotency-Key",
                    "The Idempotency-Key has 1 to 255 printable characters."
                )
            }
            return key
        }
    }

    /// The version that the client has seen; `nil` where any will do.
    var ifVersion: Int64? {
        get throws(Fault) {
            let values = headers[values: .ifMatch]
            guard let text = values.first, values != ["*"] else { return nil }
            guard
                values.count == 1, text.count >= 3, text.first == "\"", text.last == "\"",
                let version = Int64(text.dropFirst().dropLast()), version >= 0
            else {
                throw GatewayError.headerInvalid.refusal(
                    of: "If-Match",
                    "If-Match takes one ETag as it was answered, or *."
                )
            }
            return version
        }
    }

    /// What the client calls itself, cut to what a context carries.
    var userAgent: String? {
        headers[.userAgent].map { String($0.prefix(GatewayLimits.userAgentCharactersMax)) }
            .flatMap { $0.isPrintable ? $0 : nil }
    }

    /// The announced length of the body; `nil` where it is not announced.
    var contentLength: Int64? {
        headers[.contentLength].flatMap { Int64($0) }
    }

    /// The body's type without its parameters, in lower case; `nil` where there is none or it is
    /// none.
    var mediaType: String? {
        let types = headers[values: .contentType]
        guard types.count == 1, let type = types.first?.split(separator: ";").first else {
            return nil
        }
        return type.lowercased().trimmed
    }

    /// The values of the type's `charset` parameters, in lower case; mostly none.
    var charsets: [String] {
        (headers[.contentType] ?? "").split(separator: ";").dropFirst().compactMap { parameter in
            let parts = parameter.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard parts[0].lowercased().trimmed == "charset" else { return nil }
            let value = parts.count > 1 ? parts[1].lowercased().trimmed : ""
            let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            return isQuoted ? String(value.dropFirst().dropLast()) : value
        }
    }

    /// Checks that the body is not compressed or otherwise encoded.
    func refuseEncoding() throws(GatewayError) {
        let encodings = headers[values: .contentEncoding].flatMap { $0.split(separator: ",") }
        guard encodings.allSatisfy({ $0.lowercased().trimmed == "identity" }) else {
            throw .encodingUnsupported
        }
    }
}

extension String {
    /// Whether there are only the visible characters of ASCII and blanks between them.
    fileprivate var isPrintable: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Without the blanks around it.
    fileprivate var trimmed: String {
        String(
            drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        )
    }
}
