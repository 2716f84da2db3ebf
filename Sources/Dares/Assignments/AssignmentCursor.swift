package import ChallengesAPI
import ChallengesCore
import FoundationEssentials
package import Identifiers
package import Values
import Wire

/// The end of a page of assignments: the last assignment's time in the list's order, and its id.
package struct AssignmentCursor: Hashable, Sendable {
    package let at: Instant
    let id: AssignmentID

    /// The position after all assignments of a time.
    package static func last(at moment: Instant) -> AssignmentCursor {
        AssignmentCursor(at: moment, id: .of(255))
    }
}

/// The order of a list of assignments. Equal times are ordered by id.
package enum AssignmentOrder: String, CaseIterable, Sendable {
    /// By the time of sending, newest first.
    case sent
    /// Open ones by deadline, earliest first; those without one come last.
    case deadline
    /// Ended ones by their end, newest first.
    case closed

    /// Whether it lists only open or only ended assignments; `nil` if both.
    var isOpen: Bool? {
        switch self {
        case .sent: nil
        case .deadline: true
        case .closed: false
        }
    }

    /// The position before the first assignment.
    var start: AssignmentCursor {
        switch self {
        case .sent, .closed: .last(at: .never)
        case .deadline: AssignmentCursor(at: Instant(microseconds: 0), id: .of(0))
        }
    }

    /// The end of a page whose last assignment is the given one.
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

/// The cursors of a list of assignments, which refuses those of other lists.
package struct AssignmentCursors: Sendable {
    /// The user's party in the list's assignments; `nil` for the home list.
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
    /// The cursors of earlier releases, for the lists by time of sending.
    private static let earlier = PageCursor<Instant, AssignmentID>("assignments")

    /// Parses a call's cursor; the start of the list if there is none.
    package func cursor(_ text: String?) throws(ChallengesError) -> AssignmentCursor {
        guard let text else { return order.start }
        let earlier = order == .sent ? Self.earlier.keys(of: text) : nil
        guard let (at, id) = cursors.keys(of: text) ?? earlier, at.microseconds >= 0 else {
            throw .cursorInvalid
        }
        return AssignmentCursor(at: at.asListed, id: id)
    }

    /// The cursor after a page whose last assignment is the given one.
    package func text(after assignment: AssignmentRecord) -> String {
        let place = order.place(of: assignment)
        return cursors.text(place.at.asCursor, place.id)
    }
}

extension ID {
    /// The id of 16 equal bytes: 0 for the smallest id, 255 for the greatest.
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
