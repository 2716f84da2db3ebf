import HTTPTypes
import Hummingbird
import NIOCore
import Wire

extension Request {
    /// Reads the bytes of a JSON body.
    ///
    /// Refuses a body that is not plain UTF-8 with `gateway.encoding_unsupported` or
    /// `gateway.charset_unsupported`, one beyond 64 KiB with `gateway.body_too_large`, and one that
    /// is present but not announced as JSON with `gateway.unsupported_media_type`. What the headers
    /// alone reveal is refused before the body is read.
    func jsonBody() async throws -> ByteBuffer {
        try refuseEncoding()
        if let contentLength, contentLength > GatewayLimits.bodyBytesMax {
            throw GatewayError.bodyTooLarge
        }
        let isJSON = mediaType == "application/json"
        if announcesContent, headers[.contentType] != nil, !isJSON {
            throw GatewayError.unsupportedMediaType
        }
        if isJSON, !isUTF8 { throw GatewayError.charsetUnsupported }
        let bytes = try await collected(atMost: GatewayLimits.bodyBytesMax)
        // An action without fields accepts no body, or a bare `{}` without a Content-Type.
        let needsType = bytes.readableBytes > 0 && !bytes.isEmptyObject
        guard
            isJSON || headers[.contentType] == nil && !needsType || bytes.readableBytes == 0
        else { throw GatewayError.unsupportedMediaType }
        guard isUTF8 else { throw GatewayError.charsetUnsupported }
        return bytes
    }

    /// Decodes a JSON body as the fields of a call. An empty body counts as `{}`.
    ///
    /// Refuses unknown, duplicate, missing and wrong fields with `gateway.body_invalid`, each named
    /// by its path. A `supplied` field counts as unknown.
    static func call<C: Decodable>(
        _ type: C.Type,
        in body: ByteBuffer,
        _ supplied: [SuppliedField] = []
    ) throws -> C {
        try CallReading.read(.bodyInvalid) { decoder throws(JSONProblem) in
            try decoder.decode(type, from: body, emptyIsObject: true, with: supplied)
        }
    }

    private func collected(atMost limit: Int) async throws -> ByteBuffer {
        var all = ByteBuffer()
        try await forEachPiece { piece in
            guard all.readableBytes + piece.readableBytes <= limit else {
                throw GatewayError.bodyTooLarge
            }
            all.writeImmutableBuffer(piece)
        }
        guard contentLength == nil || contentLength == Int64(all.readableBytes) else {
            throw GatewayError.bodyBrokenOff
        }
        return all
    }

    /// Passes on the body's pieces as they arrive. A broken connection is the client's error, not
    /// the gateway's.
    func forEachPiece(_ take: (ByteBuffer) async throws -> Void) async throws {
        do {
            for try await piece in body { try await take(piece) }
        } catch let error as any Faultable {
            throw error
        } catch let fault as Fault {
            throw fault
        } catch is HTTPConnectionHandler.BodyTooSlow {
            throw GatewayError.requestSlow
        } catch {
            throw GatewayError.bodyBrokenOff
        }
    }
}

extension ByteBuffer {
    /// Whether it contains only `{}` and white space.
    fileprivate var isEmptyObject: Bool {
        readableBytesView.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            == [UInt8(ascii: "{"), UInt8(ascii: "}")]
    }
}
