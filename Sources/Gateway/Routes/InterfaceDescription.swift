import CInterface
import FoundationEssentials
import Hummingbird
import NIOCore
import Synchronization

/// The API's description, `protocol/openapi.yaml`. It does not change while the process runs, so it
/// is compressed once: at the first request.
final class InterfaceDescription: Sendable {
    private let publicURL: PublicURL?
    private let compression: Compression
    private let prepared = Mutex<WebFile?>(nil)

    /// - Parameters:
    ///   - publicURL: The URL at which clients reach the gateway. It becomes the server of the
    ///     description. A proxy removes its path, which generated clients then send.
    ///   - compression: Whether clients that accept gzip get it.
    init(at publicURL: PublicURL?, compression: Compression) {
        self.publicURL = publicURL
        self.compression = compression
    }

    /// The description without a public URL.
    static let text = ByteBuffer(
        bytes: UnsafeBufferPointer(start: interface_openapi(), count: interface_openapi_size())
    )

    private static func text(at publicURL: PublicURL) -> ByteBuffer {
        let hasSlash = publicURL.text.utf8.last == UInt8(ascii: "/")
        let url = hasSlash ? publicURL.text.dropLast() : publicURL.text[...]
        let text = String(buffer: text).replacing(
            "\nservers:\n  - url: /\n",
            with: "\nservers:\n  - url: \"\(url)\"\n",
            maxReplacements: 1
        )
        return ByteBuffer(string: text)
    }

    /// Returns the description, or the response that the request's conditions require.
    func response(to http: Request) throws -> Response {
        try http.refuseQuery()
        return try file.response(to: http, cacheControl: "max-age=300")
    }

    private var file: WebFile {
        prepared.withLock { prepared in
            if let prepared { return prepared }
            let file = WebFile(
                publicURL.map(Self.text(at:)) ?? Self.text,
                mediaType: "application/yaml",
                compression: compression
            )
            prepared = file
            return file
        }
    }
}
