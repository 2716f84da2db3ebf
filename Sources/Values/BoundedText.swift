import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A text of a bounded number of UTF-8 bytes, created only by checking its length against a limit.
///
/// Before texts are composed or compared by Unicode's rules, each run of combining marks is sorted:
/// work quadratic in the run, seconds for the marks that fit into one request. So a text from
/// outside is folded, composed, trimmed or used as a key only as a `BoundedText`, or where its
/// length was checked before. The tidy tests list those places, and the ones where a text is not
/// from outside, each with its reason.
/// Two are equal, and have the same hash, if their bytes are equal; that takes no sorting.
public struct BoundedText: Hashable, Sendable {
    /// The text as given.
    public let text: String

    /// Returns nil if the text has more bytes than the limit.
    public init?(_ text: String, atMost bytesMax: Int) {
        guard text.utf8.count <= bytesMax else { return nil }
        self.text = text
    }

    /// Trims white space at both ends. Returns nil if the rest has more bytes than the limit.
    public init?(trimming text: String, atMost bytesMax: Int) {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !$0.isTrimmed } ?? scalars.endIndex
        let end = scalars.lastIndex { !$0.isTrimmed }.map(scalars.index(after:)) ?? start
        self.init(String(scalars[start..<end]), atMost: bytesMax)
        TextWork.note(count)
    }

    /// The number of bytes.
    public var count: Int { text.utf8.count }

    /// The text in lower case.
    public var lowercased: String { handedOver.lowercased() }

    /// The text, for work that is not linear in its length. Its bytes are counted.
    public var handedOver: String {
        TextWork.note(count)
        return text
    }

    public static func == (left: BoundedText, right: BoundedText) -> Bool {
        guard left.count == right.count else { return false }
        var (one, other) = (left.text, right.text)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard let start = one.baseAddress, let otherStart = other.baseAddress else {
                    return true
                }
                return memcmp(start, otherStart, one.count) == 0
            }
        }
    }

    public func hash(into hasher: inout Hasher) {
        TextWork.note(count)
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension Unicode.Scalar {
    /// Whether it is trimmed at both ends of a text: white space, and the zero-width space.
    fileprivate var isTrimmed: Bool {
        properties.isWhitespace || self == "\u{200B}"
    }
}

/// Counts the bytes of bounded texts that are composed, folded, trimmed or hashed, so that a test
/// can check by a count, not by a clock, that a text which is too long never gets that far.
public final class TextWork: Sendable {
    /// The counter of the task; nil except in tests.
    @TaskLocal public static var counter: TextWork?

    /// Whether there ever was a counter. Looking up the task's own takes longer than hashing a
    /// word.
    private static let isUsed = Atomic(false)

    private let counted = Mutex((total: 0, largest: 0))

    public init() {
        Self.isUsed.store(true, ordering: .relaxed)
    }

    /// The number of bytes of all texts.
    public var total: Int { counted.withLock { $0.total } }

    /// The number of bytes of the longest text.
    public var largest: Int { counted.withLock { $0.largest } }

    fileprivate static func note(_ bytes: Int) {
        guard isUsed.load(ordering: .relaxed) else { return }
        counter?.add(bytes)
    }

    private func add(_ bytes: Int) {
        counted.withLock { counted in
            counted.total += bytes
            counted.largest = max(counted.largest, bytes)
        }
    }
}
