import IdentityAPI
import Wire

/// A newly chosen password (2.14-password).
struct NewPassword {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.passwordLimit.allows(text) else { throw .passwordInvalid }
        self.text = text
    }

    /// Makes a random password of 100 bits, of characters that are not mistaken for others.
    init(using generator: inout some RandomNumberGenerator) {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        let bytes = (0..<20).map { _ in
            alphabet[Int.random(in: alphabet.indices, using: &generator)]
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Creates a password; refuses an invalid one at the field.
    init(_ text: String, at pointer: String) throws(Refusal) {
        do throws(IdentityError) {
            try self.init(text)
        } catch {
            throw Refusal(error, at: pointer)
        }
    }
}
