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
            let (sentAt, id) = Self.cursor.keys(of: text),
            0...Self.start.sentAt.microseconds ~= sentAt.microseconds
        else { throw .cursorInvalid }
        self.init(sentAt: sentAt, id: id)
    }

    /// The text that a client sends back unchanged.
    var text: String { Self.cursor.text(sentAt, id) }

    private static let cursor = PageCursor<Instant, AssignmentID>("assignments")
}

extension AssignmentRecord {
    /// The end of a page whose last assignment this is.
    var place: AssignmentCursor { AssignmentCursor(sentAt: life.sentAt, id: id) }
}
