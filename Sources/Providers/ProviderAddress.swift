import FoundationEssentials

/// Where a provider answers: `https://host`, `https://host:8443` or `https://host/path`.
public struct ProviderAddress: Hashable, Sendable {
    let host: String
    let port: Int
    /// Begins with `/`, and does not end with it; empty for none.
    let path: String

    /// Reads a URL. It has no user, no query and no fragment.
    ///
    /// - Returns: `nil` for any other text, and for other schemes: what is read from there decides
    ///   who may sign in.
    public init?(_ url: String) {
        guard let target = WebTarget(url), !target.path.utf8.contains(UInt8(ascii: "?")) else {
            return nil
        }
        (host, port) = (target.host, target.port)
        let isFolder = target.path.utf8.last == UInt8(ascii: "/")
        path = isFolder ? String(target.path.dropLast()) : target.path
    }

    /// A provider's own, at the usual port.
    init(host: String) {
        (self.host, port, path) = (host, 443, "")
    }
}
