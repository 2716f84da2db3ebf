import Crypto
import NIOCore

/// The entity tag of a body that the gateway writes: the version of the shown row if it has one, a
/// short hash of the body, and the content coding: `"7.0123456789abcdef.gzip"`.
///
/// A version alone is no validator: likes, progress and signed URLs change without it.
struct BodyTag: Hashable, Sendable {
    /// The common beginning of the tags of all codings.
    private let name: String
    private let version: Int64?

    /// Makes the tag of a body before it is compressed.
    init(version: Int64? = nil, of body: ByteBuffer) {
        var function = SHA256()
        body.withUnsafeReadableBytes { function.update(bufferPointer: $0) }
        let hash = Array(function.finalize().prefix(EntityTag.hashLength / 2))
        let text = String(unsafeUninitializedCapacity: EntityTag.hashLength) { text in
            for (index, byte) in hash.enumerated() {
                text[2 * index] = EntityTag.digits[Int(byte >> 4)]
                text[2 * index + 1] = EntityTag.digits[Int(byte & 0xF)]
            }
            return 2 * hash.count
        }
        name = version.map { "\($0).\(text)" } ?? text
        self.version = version
    }

    /// Returns the tag of the body as it is sent.
    func entityTag(isGzip: Bool) -> EntityTag {
        EntityTag(opaque: isGzip ? name + EntityTag.gzip : name)
    }

    /// Whether a tag in `If-Match` has the version, whatever its hash is.
    func isExpected(by tag: EntityTag) -> Bool {
        version.map { tag.version == $0 } ?? isNamed(by: tag)
    }

    /// Whether a tag in `If-None-Match` is one of the body's, in a coding that the request accepts.
    func isHeld(by tag: EntityTag, acceptingGzip: Bool) -> Bool {
        isNamed(by: tag) && (acceptingGzip || !tag.isGzip)
    }

    private func isNamed(by tag: EntityTag) -> Bool {
        tag.ownName.elementsEqual(name.utf8)
    }
}

/// Reads tags that the gateway wrote, even after compressing proxies changed them: such proxies
/// make a tag weak, or append the name of their coding (`-gzip`, `-br`, `;gzip`). RFC 9110 §13.1.1
/// lets no weak tag match; here a weak tag still names the version that a client saw, which is
/// compared.
extension EntityTag {
    fileprivate static let gzip = ".gzip"
    /// The number of characters of a hash.
    fileprivate static let hashLength = 16
    fileprivate static let digits = Array("0123456789abcdef".utf8)
    /// The suffixes that proxies append.
    private static let additions = ["-gzip", "-br", ";gzip"]

    /// The version that the tag names; `nil` if the gateway did not write the tag. The hash may be
    /// missing, as in tags of an earlier release.
    var version: Int64? {
        let parts = ownName.split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard
            parts.count == 1 || parts[1].isHash,
            let version = Int64(Substring(parts[0])), version >= 0,
            parts[0].elementsEqual(String(version).utf8)
        else { return nil }
        return version
    }

    /// Whether the tag belongs to a body that was sent compressed.
    fileprivate var isGzip: Bool { withoutAddition.ends(in: Self.gzip) }

    /// The text without the names of codings.
    fileprivate var ownName: Substring.UTF8View {
        let name = withoutAddition
        return name.ends(in: Self.gzip) ? name.dropLast(Self.gzip.utf8.count) : name
    }

    private var withoutAddition: Substring.UTF8View {
        let text = opaque.utf8[...]
        let addition = Self.additions.first(where: text.ends)
        return text.dropLast(addition?.utf8.count ?? 0)
    }
}

extension Substring.UTF8View {
    fileprivate func ends(in ending: String) -> Bool {
        suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }

    fileprivate var isHash: Bool {
        count == EntityTag.hashLength && allSatisfy(EntityTag.digits.contains)
    }
}
