public import Crypto
import FoundationEssentials

/// The secret that the processes of one cluster share: one key, or two while it is being replaced.
///
/// The first key signs proofs; both are accepted. Each use has its own key, derived by label.
public struct ClusterKeys: Sendable {
    /// In the order of the text: the first signs proofs.
    let keys: [Key]

    /// A key, and the id by which a proof names it.
    struct Key: Sendable {
        /// 1 to 64 characters of `A–Z a–z 0–9 . _ -`.
        let id: String
        let secret: SymmetricKey
    }

    /// Reads one or two lines of `keyid:base64`, the base64 of exactly 32 bytes.
    ///
    /// Empty lines and lines that begin with `#` are skipped. Throws `ClusterKeysError`, which
    /// never repeats the text.
    public init(text: String) throws {
        var keys: [Key] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isID(parts[0]) else {
                throw ClusterKeysError.malformedLine
            }
            guard let bytes = Data(base64Encoded: String(parts[1])), bytes.count == 32 else {
                throw ClusterKeysError.notThirtyTwoBytes
            }
            keys.append(Key(id: String(parts[0]), secret: SymmetricKey(data: bytes)))
        }
        guard (1...2).contains(keys.count) else { throw ClusterKeysError.notOneOrTwoKeys }
        guard Set(keys.map(\.id)).count == keys.count else { throw ClusterKeysError.sameID }
        self.keys = keys
    }

    /// Derives the keys for one use, such as `handshake`, in the same order: HKDF-SHA-256 without
    /// salt, the label as info, 32 bytes.
    public func derived(_ label: String) -> [SymmetricKey] {
        keys.map { $0.derived(label) }
    }

    /// Returns a line with a fresh random key, as `init(text:)` reads it.
    public static func random() -> String {
        let id = String(UInt32.random(in: .min ... .max), radix: 16)
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return "k\(id):\(bytes.base64EncodedString())\n"
    }

    private static func isID(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension ClusterKeys.Key {
    func derived(_ label: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret,
            info: Array(label.utf8),
            outputByteCount: 32
        )
    }
}

/// Why a text contains no valid cluster keys. Never includes the text itself.
public enum ClusterKeysError: Error, Hashable, CustomStringConvertible {
    case malformedLine
    case notThirtyTwoBytes
    case notOneOrTwoKeys
    case sameID

    public var description: String {
        switch self {
        case .malformedLine: "The cluster key file has a line that is not \"keyid:base64\"."
        case .notThirtyTwoBytes: "A cluster key is not the base64 of 32 bytes."
        case .notOneOrTwoKeys: "The cluster key file must contain one or two keys."
        case .sameID: "The two cluster keys have the same id."
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
