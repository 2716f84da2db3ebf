import CWebFiles
import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Values

/// The web client: the page that a browser gets at `/`, and the files that the page loads.
///
/// The files' URLs contain the build, so browsers keep them, and all files of a page belong to one
/// build. A file of another build is not found: a browser that took the page for a script would
/// keep it.
struct WebSite: Sendable {
    /// Identifies the content of all files.
    let build: String
    private let source: Source

    private enum Source {
        /// The files in this process, by their paths.
        case memory([BoundedText: WebFile])
        /// A directory, whose files are read at each request.
        case directory(WebDirectory)
    }

    /// The beginnings of the paths that are pages of the client. `router.js` shows them.
    static let pages = [
        "assignments", "c", "contests", "definitions", "discover", "forgot", "friends", "gallery",
        "goals", "history", "inbox", "me", "medals", "new", "people", "register", "reset",
        "scoreboard", "sent", "settings", "sign-in", "timings", "verify",
    ]
    /// The beginnings of the paths that belong to the API.
    private static let interface = ["health", "openapi.yaml", "v1"]
    private static let index = "index.html"
    /// The build of a directory's files, which may change at any time.
    private static let directoryBuild = "directory"
    /// The longest path of a file in this process, in bytes.
    private static let pathBytesMax = 255

    /// The files that are built into the process.
    static let compressed = WebSite(embedded, compression: .gzip)
    static let uncompressed = WebSite(embedded, compression: .none)

    /// Serves files by their paths below `/`; those in `app` get the build into their URLs.
    init(_ files: [(path: String, content: ByteBuffer)], compression: Compression) {
        let build = Self.build(of: files)
        self.build = build
        var table: [BoundedText: WebFile] = [:]
        for (path, content) in files {
            guard let name = BoundedText(path, atMost: Self.pathBytesMax) else { continue }
            table[name] = Self.file(path, content, build: build, compression: compression)
        }
        source = .memory(table)
    }

    /// Serves the files of a directory as they are at each request.
    init(_ directory: WebDirectory) {
        build = Self.directoryBuild
        source = .directory(directory)
    }

    /// Serves what the gateway's configuration says; `nil` if that is nothing.
    init?(_ configuration: Gateway.Configuration) {
        guard configuration.web == .on else { return nil }
        if let directory = configuration.webDirectory {
            self.init(directory)
        } else {
            self = configuration.compression == .gzip ? .compressed : .uncompressed
        }
    }

    /// Returns the response to a request for the web client; `nil` for any other request.
    ///
    /// Throws `gateway.not_found` for what is below `/app` and is no file of this build.
    func response(to http: Request) throws -> Response? {
        guard http.method == .get || http.method == .head else { return nil }
        // Most requests are calls: they take no longer for the web client.
        if http.head.path?.utf8.starts(with: "/v1/".utf8) == true { return nil }
        switch target(of: http.uri.path) {
        case .interface: return nil
        case .asset(nil): throw GatewayError.notFound
        case .asset(let file?):
            return try answer(
                file.content,
                to: http,
                caching: Self.lasting,
                isPage: file.isPage
            )
        case .file(let file): return try answer(file, to: http)
        case .page(let isKnown):
            let isRoot = http.uri.path.utf8.elementsEqual("/".utf8)
            guard isRoot || http.acceptsHTML, let page = file(Self.index) else { return nil }
            return try answer(page, to: http, status: isKnown ? .ok : .notFound, isPage: true)
        }
    }

    /// Whether the web client has something at a path.
    func has(_ path: String) -> Bool {
        switch target(of: path) {
        case .interface, .asset(nil), .page(isKnown: false): false
        case .asset, .file, .page: true
        }
    }

    // What a path leads to.

    private enum Target {
        /// A path of the API.
        case interface
        /// A file below `/app`; `nil` if there is none.
        case asset((content: WebFile, isPage: Bool)?)
        /// A file beside the page.
        case file(WebFile)
        /// The page: of a path that the client knows, or of any other.
        case page(isKnown: Bool)
    }

    private func target(of path: String) -> Target {
        let slash = UInt8(ascii: "/")
        let parts = path.utf8.dropFirst()
            .split(separator: slash, maxSplits: 2, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else {
            return .page(isKnown: path.utf8.elementsEqual("/".utf8))
        }
        if Self.interface.contains(where: { first.elementsEqual($0.utf8) }) { return .interface }
        if first.elementsEqual("app".utf8) {
            guard parts.count == 3, parts[1].elementsEqual(build.utf8) else { return .asset(nil) }
            let name = "app/\(Substring(parts[2]))"
            let isPage = parts[2].suffix(5).elementsEqual(".html".utf8)
            return .asset(file(name).map { ($0, isPage) })
        }
        if parts.count == 1, !first.elementsEqual(Self.index.utf8),
            let file = file(String(Substring(first)))
        {
            return .file(file)
        }
        return .page(isKnown: Self.pages.contains { first.elementsEqual($0.utf8) })
    }

    private func file(_ path: String) -> WebFile? {
        switch source {
        case .memory(let files):
            return BoundedText(path, atMost: Self.pathBytesMax).flatMap { files[$0] }
        case .directory(let directory):
            return directory.bytes(of: path).map {
                Self.file(path, $0, build: build, compression: .none)
            }
        }
    }

    // How it is sent.

    private static let lasting = "public, max-age=31536000, immutable"
    private static let checked = "no-cache"
    private static let unstored = "no-store"

    private func answer(
        _ file: WebFile,
        to http: Request,
        status: HTTPResponse.Status = .ok,
        caching: String = checked,
        isPage: Bool = false
    ) throws -> Response {
        var cacheControl = caching
        if case .directory = source { cacheControl = Self.unstored }
        return try file.response(
            to: http,
            status: status,
            cacheControl: cacheControl,
            adding: isPage ? Self.pageHeaders : [.crossOriginResourcePolicy: "same-origin"]
        )
    }

    /// The headers of pages: they run and load only what comes from this gateway, and no other page
    /// can frame or open them to reach into them.
    private static let pageHeaders: HTTPFields = [
        .contentSecurityPolicy: [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
            "media-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'",
            "worker-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
            "require-trusted-types-for 'script'", "trusted-types gauntlet",
        ].joined(separator: "; "),
        .referrerPolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .permissionsPolicy: "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
    ]

    // The files.

    private static var embedded: [(path: String, content: ByteBuffer)] {
        UnsafeBufferPointer(start: web_files(), count: web_files_count()).map { file in
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
            return (String(cString: file.path), ByteBuffer(bytes: bytes))
        }
    }

    /// Returns the first 16 hexadecimal digits of the SHA-256 of all paths and contents.
    private static func build(of files: [(path: String, content: ByteBuffer)]) -> String {
        var function = SHA256()
        for (path, content) in files {
            function.update(data: Array("\(path)\n\(content.readableBytes)\n".utf8))
            content.withUnsafeReadableBytes { function.update(bufferPointer: $0) }
        }
        let digits = Array("0123456789abcdef".utf8)
        let hash = function.finalize().prefix(8)
        return String(
            decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] },
            as: UTF8.self
        )
    }

    /// The page names the build of the files that it loads.
    private static func file(
        _ path: String,
        _ content: ByteBuffer,
        build: String,
        compression: Compression
    ) -> WebFile {
        let content =
            path == index
            ? ByteBuffer(string: String(buffer: content).replacing("{{build}}", with: build))
            : content
        return WebFile(content, mediaType: mediaType(of: path), compression: compression)
    }

    private static let mediaTypes: KeyValuePairs = [
        ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8", ".png": "image/png", ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
    ]

    private static func mediaType(of path: String) -> String {
        let type = mediaTypes.first {
            path.utf8.suffix($0.key.utf8.count).elementsEqual($0.key.utf8)
        }
        return type?.value ?? "application/octet-stream"
    }
}

extension Request {
    /// Whether `Accept` names `text/html`, with a weight above 0.
    fileprivate var acceptsHTML: Bool {
        headers[values: .accept].contains { line in
            line.utf8.split(separator: UInt8(ascii: ",")).contains { member in
                let parts = member.split(separator: UInt8(ascii: ";")).map(\.withoutBlanks)
                return parts.first?.isWord("text/html") == true
                    && !parts.dropFirst().contains { $0.weight == 0 }
            }
        }
    }
}
