import Identifiers
import ScoringAPI
import Values

/// The points that a completed challenge is worth.
public struct Payment: Hashable, Sendable {
    /// The points of the recipient, who completed it; 100 by default.
    public var completerPoints: Int
    /// The points of the sender, for each recipient who completes it; 10 by default.
    public var senderPoints: Int
    /// The maximum number of paid challenges between the same two users per day in UTC; 0, the
    /// default, means no limit (2.7-pair-day).
    public var paidPerPairDay: Int

    public init(completerPoints: Int = 100, senderPoints: Int = 10, paidPerPairDay: Int = 0) {
        self.completerPoints = completerPoints
        self.senderPoints = senderPoints
        self.paidPerPairDay = paidPerPairDay
    }

    /// Whether the paid challenges between two users are limited.
    var isCapped: Bool { paidPerPairDay > 0 }

    /// Whether the next completed challenge of two users is paid, after `paid` others on the same
    /// day.
    func pays(after paid: Int) -> Bool {
        !isCapped || paid < paidPerPairDay
    }

    /// Returns the lines that a completed assignment adds to the ledger (2.7-ledger).
    ///
    /// A user who is both sender and completer gets no lines (2.7-own). An unpaid assignment has
    /// the same lines, without points.
    func lines(for done: AssignmentDone, isPaid: Bool = true) -> [LedgerLine] {
        guard done.completer != done.sender else { return [] }
        return [
            LedgerLine(
                cause: done.assignment,
                user: done.completer,
                rule: .complete,
                points: isPaid ? completerPoints : 0,
                at: done.at,
                isVerified: done.isVerified
            ),
            LedgerLine(
                cause: done.assignment,
                user: done.sender,
                rule: .sent,
                points: isPaid ? senderPoints : 0,
                at: done.at,
                isVerified: done.isVerified
            ),
        ]
    }
}

/// A line of the ledger: the user, the points, the rule by which they were paid, and the cause.
struct LedgerLine: Hashable, Sendable {
    let cause: AssignmentID
    let user: UserID
    let rule: Rule
    let points: Int
    /// When the points were earned; a reversal has the time of the line that it reverses.
    let at: Instant
    let isVerified: Bool

    /// The identity of a line; the ledger has at most one line for each key.
    struct Key: Hashable, Comparable {
        let user: UserID
        let cause: AssignmentID
        let rule: Rule

        static func < (one: Key, other: Key) -> Bool {
            (one.user, one.cause, one.rule.rawValue) < (
                other.user, other.cause, other.rule.rawValue
            )
        }
    }

    var key: Key { Key(user: user, cause: cause, rule: rule) }

    /// What points are paid for. Together with cause and user it identifies a line.
    enum Rule: String, Sendable {
        case complete
        case sent
        case completeReversed = "complete_reversed"
        case sentReversed = "sent_reversed"

        /// The rule of the line that reverses a line of this rule; `nil` for a reversal.
        var reversal: Rule? {
            switch self {
            case .complete: .completeReversed
            case .sent: .sentReversed
            case .completeReversed, .sentReversed: nil
            }
        }
    }
}

extension LedgerLine {
    /// The line that reverses this one; `nil` if it is a reversal itself.
    var reversed: LedgerLine? {
        rule.reversal.map {
            LedgerLine(
                cause: cause,
                user: user,
                rule: $0,
                points: -points,
                at: at,
                isVerified: isVerified
            )
        }
    }
}
