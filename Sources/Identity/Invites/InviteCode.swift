import IdentityAPI
import Postgres
import Wire

/// The well-formed code of an invite; it need not exist.
struct InviteCode: Hashable {
    let text: String

    /// The first character of the codes of all invites.
    private static let mark = UInt8(ascii: "i")
    /// The other characters, each with five random bits.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let count = Invite.codeLimit.characters.upperBound

    /// Checks a text: its length in bytes first.
    init?(_ text: String) {
        guard text.utf8.count == Self.count, text.utf8.first == Self.mark,
            Invite.codeLimit.allows(text)
        else { return nil }
        self.text = text
    }

    /// Makes a new code, with 75 random bits.
    init(using generator: inout some RandomNumberGenerator) {
        let others = (1..<Self.count).map { _ in
            Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
        }
        text = String(decoding: [Self.mark] + others, as: UTF8.self)
    }

    /// The lock for those who use the same invite: they wait here without a connection.
    var turn: LocalLock {
        LocalLock("invite", digest: Array(text.utf8), .alone)
    }
}
