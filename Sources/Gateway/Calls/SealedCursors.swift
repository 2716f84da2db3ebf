import Crypto
import FoundationEssentials
import Identifiers
import Values
import Wire

/// Seals the cursors of lists, so that clients can neither read nor write them. A cursor may name
/// rows that its viewer must not see, and a forged one could ask about any row (2.14-cursors).
///
/// A sealed cursor is the Base64URL text of an AES-GCM box: 12 bytes of nonce, the bytes of the
/// service's cursor, 16 bytes of tag. Each viewer has their own key, so that random nonces do not
/// run out. The list is authenticated as well.
struct SealedCursors: Sendable {
    /// The maximum length of a sealed cursor in bytes.
    static let bytesMax = 2_048

    private let keys: [SymmetricKey]

    /// - Parameter keys: The first key seals cursors; all of them open cursors.
    init(keys: [SymmetricKey]) {
        self.keys = keys
    }

    /// Seals a service's cursor. Throws `wire.bug` if it is not Base64URL, as the cursors of all
    /// services are.
    func seal(_ cursor: String, of list: ViewedList) throws -> String {
        guard let plain = Base64URL.decode(cursor) else { throw WireError.bug }
        let box = try AES.GCM.seal(
            plain,
            using: Self.key(of: list.viewer, keys[0]),
            authenticating: list.name
        )
        // The combined form exists, because the nonce has the standard length.
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
