import ChallengesAPI
import HTTPTypes
import IdentityAPI
import NIOCore
import Values
import Wire

/// Whether bodies are compressed for clients that accept it.
public enum Compression: String, CaseIterable, Sendable {
    case gzip
    case none

    /// The minimum length of a body to compress, in bytes. Shorter bodies fit into a packet anyway.
    static let bytesMin = 1_024
}

/// The supported codings that a request accepts.
struct AcceptedCodings: Hashable {
    let hasGzip: Bool

    /// Reads all lines of `Accept-Encoding` (RFC 9110 §12.5.3). If a line is invalid, or if the
    /// client prefers the body uncompressed, it is sent uncompressed.
    init(reading lines: [String]) {
        var gzip: Int?
        var plain: Int?
        var others: Int?
        for line in lines {
            for member in line.utf8.split(separator: UInt8(ascii: ",")) {
                let parts = member.split(
                    separator: UInt8(ascii: ";"),
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                ).map(\.withoutBlanks)
                if parts.count == 1, parts[0].isEmpty { continue }
                guard parts[0].isToken, let weight = parts.count == 1 ? 1_000 : parts[1].weight
                else {
                    hasGzip = false
                    return
                }
                switch parts[0] {
                case let name where name.isWord("gzip") || name.isWord("x-gzip"): gzip = weight
                case let name where name.isWord("identity"): plain = weight
                case let name where name.elementsEqual("*".utf8): others = weight
                default: break
                }
            }
        }
        let weight = gzip ?? others ?? 0
        hasGzip = weight > 0 && weight >= plain ?? 0
    }
}

extension Substring.UTF8View {
    /// Whether it is a token of a header (RFC 9110 §5.6.2).
    fileprivate var isToken: Bool {
        !isEmpty
            && allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

extension Call {
    /// Whether its reply has access tokens, codes for joining contests, or invites. Such a body is
    /// never compressed: next to a text that another user chose, its length would reveal parts of a
    /// secret.
    static var hasSecrets: Bool { secret.contains(id) }
}

private let secret: Set<CallID> = [
    Register.id, SignIn.id, RefreshSession.id, ResetPassword.id, MakeCode.id, ListCodes.id,
    MakeInvite.id, ListInvites.id, SignInWithProvider.id,
]
