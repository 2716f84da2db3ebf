package import ChallengesAPI
package import FoundationEssentials
package import Identifiers
package import Postgres
package import RPC
package import Values

/// A feature whose rows people time (2.6-timing).
package protocol TimedPart: ChallengesPart {
    /// What of it is timed.
    var timed: Timing.Subject { get }

    /// How something is timed where the call does not say. What may be deleted meanwhile is held
    /// until the transaction ends.
    ///
    /// - Parameters:
    ///   - subject: The id of the row.
    ///   - user: Who times it.
    ///   - transaction: The transaction.
    /// - Returns: What holds for a new timing.
    /// - Throws: `ChallengesError` where it is not theirs, or not open; `PostgresError`.
    func timingTerms(
        of subject: UUID,
        by user: UserID,
        in transaction: Transaction
    ) async throws -> TimingTerms

    /// Prepares what a timing makes that ends: checks all that can be checked before, and claims
    /// the pictures. All of it is checked again once it is made (2.6-result).
    ///
    /// - Parameters:
    ///   - end: What is known of it.
    ///   - context: The context of the call that ends it.
    /// - Returns: What makes it.
    /// - Throws: As the feature's own call does.
    func making(of end: TimingEnd, in context: CallContext) async throws -> TimingMaking
}

/// A timing that ends, as features see it.
package struct TimingEnd: Sendable {
    /// Who timed it.
    package let user: UserID
    /// The row that was timed.
    package let subject: UUID
    /// How long that took.
    package let milliseconds: Int
    /// Whether the target time of a countdown was reached; `nil` of a stopwatch.
    package let isMet: Bool?
    /// When it ended; `nil` if it does now.
    package let endedAt: Instant?
    package let note: String?
    package let mediaIDs: [MediaID]
    /// The id of what is made, if it is new.
    package let newID: UUID

    /// How much that is in a unit of time.
    ///
    /// - Parameters:
    ///   - seconds: How many seconds the unit has.
    ///   - isWhole: Whether only whole numbers count.
    /// - Returns: The amount, rounded down; it may be 0.
    package func amount(inUnitOf seconds: Int, isWhole: Bool) -> Amount {
        let amount = Amount(millionths: Int64(milliseconds) * 1_000 / Int64(seconds)) ?? .zero
        return isWhole ? amount.roundedDown(toMillionths: 1_000_000) : amount
    }

    /// Refuses a countdown that was not met, where there is no amount that says how much was done.
    package func checkIsMet() throws(ChallengesError) {
        guard isMet != false else { throw .timingTooShort }
    }
}

/// What is made of a timing that ends.
package struct TimingMaking: Sendable {
    package let result: Timing.Result
    /// The turn of a call at what was timed.
    package let turn: LocalLock
    /// Holds what was timed until the transaction ends, and returns what makes the result. Locked
    /// before the timing is.
    package let hold: @Sendable (Transaction) async throws -> Make

    /// Makes the result. Called last, since it draws events.
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

/// What was prepared for a timing that ends no longer holds. The transaction is rolled back, and
/// all begun again.
package struct TimingMakingStale: Error {
    package init() {}
}
