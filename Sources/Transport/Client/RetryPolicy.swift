import Wire

/// Decides whether a call is retried, by the outcome and the call's effect (`protocol/README.md`
/// §9).
///
/// A call that was certainly not sent is retried as long as the deadline allows. One that was
/// refused before it began is retried whatever its effect; one that may have begun only if
/// repeating it does no harm and the budget pays for it. The latter two are retried at most twice,
/// with growing, random pauses.
struct RetryPolicy {
    /// What to do about an outcome.
    enum Decision {
        /// Return the outcome to the caller.
        case finish
        /// Retry after a pause.
        case again(after: Duration)
    }

    private let effect: Effect
    private let budget: RetryBudget
    private var retries = 0
    static let retriesMax = 2

    init(_ effect: Effect, _ budget: RetryBudget) {
        self.effect = effect
        self.budget = budget
    }

    mutating func decide(_ outcome: CallOutcome) -> Decision {
        switch outcome {
        case .reply, .expired, .cancelled:
            return .finish
        case .notSent:
            return .again(after: .zero)
        case .lost:
            return repeated()
        case .fault(let fault, let isBegun):
            // A fault that names a wait is for the caller: the wait is longer than a retry's pause.
            guard fault.kind == .unavailable, fault.retryAfterSeconds == nil else { return .finish }
            return isBegun ? repeated() : again()
        }
    }

    /// Retries a call that may have begun.
    private mutating func repeated() -> Decision {
        switch effect {
        case .none, .once: retries < Self.retriesMax && budget.spend() ? again() : .finish
        case .many: .finish
        }
    }

    private mutating func again() -> Decision {
        guard retries < Self.retriesMax else { return .finish }
        retries += 1
        return .again(after: .milliseconds(Int.random(in: 1...20) * retries))
    }
}
