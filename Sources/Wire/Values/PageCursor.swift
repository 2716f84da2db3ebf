public import Identifiers
public import Values

/// The cursors of one list: each is the end of a page, as the values of its last item that the list
/// is ordered by. Opaque to clients.
public struct PageCursor<each Key: CursorKey>: Sendable {
    private let list: String

    /// The maximum length of a cursor in bytes.
    private static var bytesMax: Int { 2_048 }

    /// - Parameters:
    ///   - list: The list's name. Other lists refuse its cursors.
    ///   - filters: What the list is narrowed down by; `nil` where it is not. Narrowed down
    ///     otherwise it is another list.
    public init(_ list: String, narrowedBy filters: [String?] = []) {
        self.list = ([list] + filters.compactMap(\.self)).joined(separator: ".")
    }

    /// The text that a client sends back unchanged.
    public func text(_ keys: repeat each Key) -> String {
        var lines = [list]
        repeat lines.append((each keys).cursorText)
        return Base64URL.encode(Array(lines.joined(separator: "\n").utf8))
    }

    /// Parses what `text` wrote for this list; `nil` for anything else.
    public func keys(of text: String) -> (repeat each Key)? {
        guard text.utf8.count <= Self.bytesMax, let bytes = Base64URL.decode(text),
            !bytes.contains(0), let plain = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var lines = plain.utf8
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }[...]
        guard lines.popFirst()?.utf8.elementsEqual(list.utf8) == true else { return nil }
        func next<Next: CursorKey>(_: Next.Type) throws(NotACursor) -> Next {
            guard let line = lines.popFirst(), let key = Next(cursorText: line) else {
                throw NotACursor()
            }
            return key
        }
        do {
            let keys = (repeat try next((each Key).self))
            return lines.isEmpty ? keys : nil
        } catch {
            return nil
        }
    }

    /// Parses the cursor of a call.
    ///
    /// - Parameters:
    ///   - text: The call's `cursor`.
    ///   - error: The error for a text that is not a cursor of this list.
    /// - Returns: The values; `nil` for the first page.
    /// - Throws: The error, at `/cursor`.
    public func keys(
        of text: String?,
        orThrow error: some ServiceError
    ) throws(Refusal) -> (repeat each Key)? {
        guard let text else { return nil }
        guard let keys = keys(of: text) else { throw Refusal(error, at: "/cursor") }
        return keys
    }
}

private struct NotACursor: Error {}

/// A value that a list is ordered by.
public protocol CursorKey: Sendable {
    /// Parses what `cursorText` wrote; `nil` for anything else.
    init?(cursorText: String)
    /// The value as text without a line break.
    var cursorText: String { get }
}

extension String: CursorKey {
    public init?(cursorText: String) { self = cursorText }
    public var cursorText: String { self }
}

extension Int: CursorKey {
    public init?(cursorText: String) { self.init(cursorText) }
    public var cursorText: String { String(self) }
}

/// In microseconds since 1970; of the years 1 to 9999, which PostgreSQL can hold.
extension Instant: CursorKey {
    public init?(cursorText: String) {
        guard let microseconds = Int64(cursorText),
            (-62_135_596_800_000_000...253_402_300_799_999_999).contains(microseconds)
        else { return nil }
        self.init(microseconds: microseconds)
    }

    public var cursorText: String { String(microseconds) }
}

extension ID: CursorKey {
    public init?(cursorText: String) { self.init(cursorText) }
    public var cursorText: String { description }
}
