package import Identifiers
package import Outbox
package import RPC

/// A feature of the service: the calls that it answers, what its timers do, and what it does when
/// something happens that concerns every feature.
package protocol ChallengesPart: Sendable {
    /// The calls that it answers.
    var switchboard: Switchboard { get }
    /// What is done when a timer fires, by the timers' names.
    var timers: Timers.Actions { get }

    /// Ends what is open between two people whose block is stored (2.11-block). Does nothing where
    /// there is no block any more. However much there is, the block holds already; what is repeated
    /// goes on where it was interrupted.
    func blocked(_ pair: Pair, in context: CallContext) async throws
}

extension ChallengesPart {
    package var timers: Timers.Actions { [:] }

    package func blocked(_: Pair, in _: CallContext) async throws {}
}
