package import ChallengesAPI
package import FoundationEssentials
package import Identifiers
package import Postgres
package import RPC
package import Values

/// A feature whose rows users can time (2.6-timing).
package protocol TimedPart: ChallengesPart {
    /// The kind of the feature's subjects.
    var timed: Timing.Subject { get }

    /// The mode and target time for timing a subject. Locks subjects that may be deleted until the
    /// transaction ends.
    ///
    /// - Parameters:
    ///   - subject: The id of the row.
    ///   - user: The user who starts the timing.
    ///   - transaction: The transaction.
    /// - Returns: The mode and target time of a new timing.
    /// - Throws: `ChallengesError` if the subject is not the user's or not open; `PostgresError`.
    func timingTerms(
        of subject: UUID,
        by user: UserID,
        in transaction: Transaction
    ) async throws -> TimingTerms

    /// Prepares the result of a finished timing: makes all checks that are possible without locks,
    /// and claims the pictures. Everything is checked again when the result is made (2.6-result).
    ///
    /// - Parameters:
    ///   - end: The finished timing.
    ///   - context: The context of the call that ends it.
    /// - Returns: The prepared result.
    /// - Throws: The errors of the feature's call that makes the same without a timing.
    func making(of end: TimingEnd, in context: CallContext) async throws -> TimingMaking
}

/// A finished timing, as features see it.
package struct TimingEnd: Sendable {
    /// The user who timed the subject.
    package let user: UserID
    /// The id of the timed row.
    package let subject: UUID
    /// The elapsed time in milliseconds.
    package let milliseconds: Int
    /// Whether the target time of a countdown was reached; `nil` for a stopwatch.
    package let isMet: Bool?
    /// The time of its end; `nil` if it ends now.
    package let endedAt: Instant?
    package let note: String?
    package let mediaIDs: [MediaID]
    /// The id of the result, if it is a new row.
    package let newID: UUID

    /// The elapsed time in a unit of time.
    ///
    /// - Parameters:
    ///   - seconds: The seconds in the unit.
    ///   - isWhole: Whether the amount must be a whole number.
    /// - Returns: The amount, rounded down; it may be 0.
    package func amount(inUnitOf seconds: Int, isWhole: Bool) -> Amount {
        let amount = Amount(millionths: Int64(milliseconds) * 1_000 / Int64(seconds)) ?? .zero
        return isWhole ? amount.roundedDown(toMillionths: 1_000_000) : amount
    }

    /// Refuses a countdown that was not met. For results without an amount.
    package func checkIsMet() throws(ChallengesError) {
        guard isMet != false else { throw .timingTooShort }
    }
}

/// The prepared result of a finished timing.
package struct TimingMaking: Sendable {
    package let result: Timing.Result
    /// The local lock of the subject.
    package let turn: LocalLock
    /// Locks the subject until the transaction ends, and returns the closure that makes the result.
    /// Called before the timing is locked.
    package let hold: @Sendable (Transaction) async throws -> Make

    /// Makes the result. Called last, because it emits events.
    package typealias Make = @Sendable () async throws -> Void

    package init(
        _ result: Timing.Result,
        turn: LocalLock,
        hold: @escaping @Sendable (Transaction) async throws -> Make
    ) {
        self.result = result
        self.turn = turn
        self.hold = hold
    }
}

/// The prepared result of a timing no longer fits. The transaction is rolled back, and the result
/// is prepared again.
package struct TimingMakingStale: Error {
    package init() {}
}
