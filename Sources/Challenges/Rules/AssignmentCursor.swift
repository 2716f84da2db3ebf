import ChallengesAPI
import FoundationEssentials
import Identifiers
import Values
import Wire

/// Where a page of assignments ends: the last one's time and id.
struct AssignmentCursor: Hashable, Sendable {
    let sentAt: Instant
    let id: AssignmentID

    init(sentAt: Instant, id: AssignmentID) {
        self.sentAt = sentAt
        self.id = id
    }

    /// Before the newest of all: year 9999.
    static let start = AssignmentCursor(
        sentAt: Instant(microseconds: 253_402_300_799_000_000),
        id: AssignmentID(
            UUID(
                uuid: (
                    255, 255, 255, 255, 255, 255, 255, 255,
                    255, 255, 255, 255, 255, 255, 255, 255
                )
            )
        )
    )

    /// Parses what `text` wrote.
    init(_ text: String) throws(ChallengesError) {
        guard
            let cursor = PageCursor(text, of: Self.list, count: 2),
            let microseconds = Int64(cursor.parts[0]),
            0...Self.start.sentAt.microseconds ~= microseconds,
            let id = AssignmentID(cursor.parts[1])
        else { throw .cursorInvalid }
        self.init(sentAt: Instant(microseconds: microseconds), id: id)
    }

    /// The cursor as sent to clients.
    var page: PageCursor {
        PageCursor(Self.list, [String(sentAt.microseconds), String(describing: id)])
    }

    private static let list = "assignments"
}

extension AssignmentRecord {
    /// The end of a page whose last assignment this is.
    var place: AssignmentCursor { AssignmentCursor(sentAt: dare.sentAt, id: id) }
}
