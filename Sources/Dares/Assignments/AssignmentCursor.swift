package import ChallengesAPI
import ChallengesCore
import FoundationEssentials
package import Identifiers
package import Values
import Wire

/// Where a page of assignments ends: the time by which the list orders its last one, and its id.
package struct AssignmentCursor: Hashable, Sendable {
    package let at: Instant
    let id: AssignmentID

    /// After all of one time.
    package static func last(at moment: Instant) -> AssignmentCursor {
        AssignmentCursor(at: moment, id: .of(255))
    }
}

/// The order of a list of assignments. Those of the same time are ordered by their ids.
package enum AssignmentOrder: String, CaseIterable, Sendable {
    /// When they were sent, the newest first.
    case sent
    /// Of the open ones: their deadlines, the earliest first, and last those without one.
    case deadline
    /// Of the ended ones: when they ended, the newest first.
    case closed

    /// Whether it lists only open ones, or only ended ones; `nil` if both.
    var isOpen: Bool? {
        switch self {
        case .sent: nil
        case .deadline: true
        case .closed: false
        }
    }

    /// Before the first of all.
    var start: AssignmentCursor {
        switch self {
        case .sent, .closed: .last(at: .never)
        case .deadline: AssignmentCursor(at: Instant(microseconds: 0), id: .of(0))
        }
    }

    /// The end of a page whose last assignment this is.
    func place(of assignment: AssignmentRecord) -> AssignmentCursor {
        let life = assignment.life
        let at =
            switch self {
            case .sent: life.sentAt
            case .deadline: life.deadline ?? .never
            case .closed: life.closedAt ?? .never
            }
        return AssignmentCursor(at: at, id: assignment.id)
    }
}

/// The cursors of one list of assignments, which refuses those of any other.
package struct AssignmentCursors: Sendable {
    /// On which side of them the list's user is; `nil` in the list of their home.
    let party: AssignmentLife.Party?
    let order: AssignmentOrder

    package init(
        party: AssignmentLife.Party?,
        order: AssignmentOrder
    ) {
        self.party = party
        self.order = order
    }

    private var cursors: PageCursor<Instant, AssignmentID> {
        PageCursor(party.map { "assignments.\($0.rawValue).\(order.rawValue)" } ?? "home")
    }
    /// As the previous release wrote those of the two lists that it had.
    private static let earlier = PageCursor<Instant, AssignmentID>("assignments")

    /// Parses the cursor of a call; the start of the list if there is none.
    package func cursor(_ text: String?) throws(ChallengesError) -> AssignmentCursor {
        guard let text else { return order.start }
        let earlier = order == .sent ? Self.earlier.keys(of: text) : nil
        guard let (at, id) = cursors.keys(of: text) ?? earlier, at.microseconds >= 0 else {
            throw .cursorInvalid
        }
        return AssignmentCursor(at: at.asListed, id: id)
    }

    /// The text that a client sends back unchanged, after a page whose last assignment this is.
    package func text(after assignment: AssignmentRecord) -> String {
        let place = order.place(of: assignment)
        return cursors.text(place.at.asCursor, place.id)
    }
}

extension ID {
    /// The id of 16 equal bytes: the first or the last of all.
    package static func of(_ byte: UInt8) -> ID {
        ID(
            UUID(
                uuid: (
                    byte, byte, byte, byte, byte, byte, byte, byte,
                    byte, byte, byte, byte, byte, byte, byte, byte
                )
            )
        )
    }
}
