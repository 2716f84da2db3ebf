import HTTPTypes
import Hummingbird
import RPC
import Values
import Wire

extension Request {
    /// The client's idempotency key; `nil` if it gave none.
    var idempotencyKey: String? {
        get throws(Fault) {
            let keys = headers[values: .idempotencyKey]
            guard let key = keys.first else { return nil }
            guard keys.count == 1, IdempotencyKey.isValid(key) else {
                throw GatewayError.headerInvalid.refusal(
                    of: "Idempotency-Key",
                    "The Idempotency-Key must have 1 to 255 printable characters."
                )
            }
            return key
        }
    }

    /// The `User-Agent`, cut to the length that a call context carries.
    var userAgent: String? {
        headers[.userAgent].flatMap { text in
            let bytes = text.utf8.prefix(GatewayLimits.userAgentBytesMax)
            return bytes.allSatisfy { (0x20...0x7E).contains($0) } ? String(Substring(bytes)) : nil
        }
    }

    /// The value of `Accept-Language`, cut just beyond the length that is examined. `nil` if it is
    /// absent, or not printable ASCII.
    var acceptLanguage: String? {
        let values = headers[values: .acceptLanguage]
        guard !values.isEmpty else { return nil }
        let bytes = values.joined(separator: ",").utf8.prefix(Languages.bytesMax + 1)
        return bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
            ? String(Substring(bytes)) : nil
    }

    /// The announced length of the body; `nil` if there is none.
    var contentLength: Int64? {
        headers[.contentLength].flatMap { Int64($0) }
    }

    /// Whether the headers announce a body that is not empty. A chunked body may be empty, so it
    /// counts only if the client waits to be asked for it.
    var announcesContent: Bool {
        contentLength.map { $0 > 0 } ?? (headers[.expect] != nil)
    }

    /// The body's media type without its parameters, in lower case; `nil` if it is missing, invalid
    /// or too long.
    var mediaType: String? {
        let types = headers[values: .contentType]
        guard
            types.count == 1,
            let type = types.first?.utf8.split(separator: UInt8(ascii: ";")).first?.withoutBlanks,
            type.count <= GatewayLimits.mediaTypeBytesMax
        else { return nil }
        return type.lowercased
    }

    /// Whether each `charset` parameter of the type is UTF-8; usually there is none.
    var isUTF8: Bool {
        let parts = (headers[.contentType] ?? "").utf8.split(separator: UInt8(ascii: ";"))
        return parts.dropFirst().allSatisfy { parameter in
            let parts = parameter.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard parts[0].withoutBlanks.isWord("charset") else { return true }
            return parts.count > 1 && parts[1].withoutBlanks.withoutQuotes.isWord("utf-8")
        }
    }

    /// Checks that the body is not compressed or otherwise encoded.
    func refuseEncoding() throws(GatewayError) {
        let encodings = headers[values: .contentEncoding].flatMap {
            $0.utf8.split(separator: UInt8(ascii: ","))
        }
        guard encodings.allSatisfy({ $0.withoutBlanks.isWord("identity") }) else {
            throw .encodingUnsupported
        }
    }
}
