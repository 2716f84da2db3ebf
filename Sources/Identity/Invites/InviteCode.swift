import IdentityAPI
import Postgres
import Values
import Wire

/// The well-formed code of an invite; it need not exist.
struct InviteCode: Hashable {
    let text: String

    /// Checks a text: its length in bytes first.
    init?(_ text: String) {
        guard Invite.codeFormat.matches(text) else { return nil }
        self.text = text
    }

    /// Checks the code of a new account, which may be absent.
    static func checked(_ text: String?) throws(IdentityError) -> InviteCode? {
        guard let text else { return nil }
        guard let code = InviteCode(text) else { throw .inviteInvalid }
        return code
    }

    /// Makes a new code.
    init(using generator: inout some RandomNumberGenerator) {
        text = Invite.codeFormat.random(using: &generator)
    }

    /// The lock for those who use the same invite: they wait here without a connection.
    var turn: LocalLock {
        LocalLock("invite", digest: Array(text.utf8), .alone)
    }
}
