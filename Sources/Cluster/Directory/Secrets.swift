import FoundationEssentials
import Transport
import Wire

#if canImport(Glibc)
import Glibc
#endif

/// The secrets of a local cluster: random, created once, in files that only the owner can read.
struct Secrets: Sendable {
    let directory: DataDirectory
    /// The group of the services, if root keeps the secrets. It can read the cluster's key and the
    /// URLs, but not the passwords.
    var group: gid_t?

    /// The services that have tables, and therefore a database role.
    static let roles: [ServiceName] = [.identity, .challenges, .media, .scoring]

    /// Creates what is missing.
    func prepare() throws {
        let key = "\(directory.secrets)/cluster.key"
        if !exists(key) {
            try directory.writeSecret(ClusterKeys.random(), to: key)
        }
        if let group {
            try directory.share(directory.secrets, with: group)
            try directory.share(key, with: group)
        }
        for role in Self.roles {
            let file = "\(directory.secrets)/\(role).password"
            if !exists(file) {
                try directory.writeSecret(Self.randomPassword(), to: file)
            }
            try directory.writeSecret(
                url(role: role.rawValue, password: try password(of: role)),
                to: "\(directory.secrets)/\(role).url",
                readableBy: group
            )
        }
    }

    /// A role's password.
    func password(of role: ServiceName) throws -> String {
        let file = "\(directory.secrets)/\(role).password"
        guard let password = directory.text(at: file), !password.isEmpty else {
            throw ClusterError("\(file) is missing or empty")
        }
        return password
    }

    /// Makes a password that people type: 12 letters and digits in groups of four, 59 random bits.
    static func typedPassword() -> String {
        // Without those that look like others.
        let symbols = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var generator = SystemRandomNumberGenerator()
        return (0..<3).map { _ in
            String((0..<4).map { _ in symbols[Int.random(in: symbols.indices, using: &generator)] })
        }.joined(separator: "-")
    }

    private func url(role: String, password: String) -> String {
        let host = directory.sockets.addingPercentEncoding(withAllowedASCII: Self.unreserved)
        return "postgresql://\(role):\(password)@/gauntlet?host=\(host)"
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8
    )

    /// 256 random bits as 64 hexadecimal digits, which never need quoting.
    private static func randomPassword() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

extension String {
    /// Percent-encodes every byte that is not allowed (RFC 3986 §2.1).
    fileprivate func addingPercentEncoding(withAllowedASCII allowed: Set<UInt8>) -> String {
        var text = ""
        for byte in utf8 {
            if allowed.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
