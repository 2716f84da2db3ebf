import Crypto
import FoundationEssentials
import Identifiers
import Values
import Wire

/// Seals the cursors of lists, so that clients can neither read nor write them: a cursor may name
/// rows that its viewer must not see, and a made-up one would ask about any (2.14-cursors).
///
/// A sealed cursor is the Base64URL text of an AES-GCM box: 12 bytes of nonce, the bytes of the
/// service's cursor, 16 bytes of tag. Each viewer has a key of their own, of which random nonces do
/// not run out; the list is authenticated.
struct SealedCursors: Sendable {
    /// The longest sealed cursor.
    static let bytesMax = 2_048

    private let keys: [SymmetricKey]

    /// - Parameter keys: The first seals, all open.
    init(keys: [SymmetricKey]) {
        self.keys = keys
    }

    /// Seals a service's cursor. Throws `wire.bug` for one that is not Base64URL, as all of ours are.
    func seal(_ cursor: String, of list: ViewedList) throws -> String {
        guard let plain = Base64URL.decode(cursor) else { throw WireError.bug }
        let box = try AES.GCM.seal(
            plain,
            using: Self.key(of: list.viewer, keys[0]),
            authenticating: list.name
        )
        // The nonce has the usual length, for which there is one.
        guard let sealed = box.combined else { throw WireError.bug }
        return Base64URL.encode(sealed)
    }

    /// Returns the service's cursor; `nil` unless the text was sealed for this viewer of this list.
    func open(_ text: String, of list: ViewedList) -> String? {
        guard text.utf8.count <= Self.bytesMax, let bytes = Base64URL.decode(text),
            let box = try? AES.GCM.SealedBox(combined: bytes)
        else { return nil }
        for key in keys {
            let plain = try? AES.GCM.open(
                box,
                using: Self.key(of: list.viewer, key),
                authenticating: list.name
            )
            if let plain { return Base64URL.encode(plain) }
        }
        return nil
    }

    private static func key(of viewer: UserID?, _ key: SymmetricKey) -> SymmetricKey {
        let name = viewer.map { Array($0.description.utf8) } ?? []
        return SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: name, using: key))
    }
}
