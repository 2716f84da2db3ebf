import Wire

/// Decides whether a call is asked again (STYLE's "kind × effect").
///
/// What was certainly not sent is asked again as long as the deadline allows. What was refused with
/// nothing begun is asked again whatever it does; what may have been begun only if a repetition
/// does no harm and the budget pays for it. The latter two at most twice, with growing, random
/// pauses.
struct RetryPolicy {
    /// What to do with an outcome.
    enum Decision {
        /// It is the answer.
        case finish
        /// Ask again after a pause.
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
            // A fault that names a wait is for whoever asked: it is longer than a retry's pause.
            guard fault.kind == .unavailable, fault.retryAfterSeconds == nil else { return .finish }
            return isBegun ? repeated() : again()
        }
    }

    /// Asks again what may have been begun.
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
