import Identifiers
import ScoringAPI
import Values

/// What a completed challenge is worth.
public struct Payment: Hashable, Sendable {
    /// For the person who completed it (CA-17).
    public var completerPoints: Int
    /// For the person who sent it, per person who completes it (CA-16).
    public var senderPoints: Int
    /// How many completed challenges between the same two people are paid on one day in UTC; 0 for
    /// all of them (2.7-pair-day).
    public var paidPerPairDay: Int

    public init(completerPoints: Int = 100, senderPoints: Int = 10, paidPerPairDay: Int = 0) {
        self.completerPoints = completerPoints
        self.senderPoints = senderPoints
        self.paidPerPairDay = paidPerPairDay
    }

    /// Whether there is a cap for two people on a day.
    var isCapped: Bool { paidPerPairDay > 0 }

    /// Whether two people's next completed challenge is paid, after so many on the same day.
    func pays(after paid: Int) -> Bool {
        !isCapped || paid < paidPerPairDay
    }

    /// Returns the lines that a completed assignment adds to the ledger (2.7-ledger).
    ///
    /// A person who is both sender and completer is paid nothing (2.7-own). What is not paid has
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

/// One line of the ledger: who was paid how much, by which rule and for what.
struct LedgerLine: Hashable, Sendable {
    let cause: AssignmentID
    let user: UserID
    let rule: Rule
    let points: Int
    /// When the points were earned; a reversal carries the time of the line that it reverses.
    let at: Instant
    let isVerified: Bool

    /// The identity of a line; the ledger has at most one line of each key.
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
