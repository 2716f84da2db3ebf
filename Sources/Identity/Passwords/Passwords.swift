import Foundation

/// Hashes and compares passwords on dedicated threads, few at a time.
struct Passwords: Sendable {
    let cost: PasswordCost
    let limiter: ConcurrencyLimiter

    /// The result of a comparison.
    enum Comparison: Equatable {
        case wrong
        /// `rehashed` is the password's hash at the preferred cost if the stored one has another
        /// cost.
        case right(rehashed: String?)
    }

    init(cost: PasswordCost, width: Int, waitingMax: Int) {
        self.cost = cost
        limiter = ConcurrencyLimiter(width: width, waitingMax: waitingMax)
    }

    /// Hashes a new password.
    func hash(_ password: NewPassword, in permit: ConcurrencyLimiter.Permit) async throws -> String
    {
        let text = password.text
        return try await onOwnThread(in: permit) { [cost] in try PasswordHash(text, cost).text }
    }

    /// Compares a password with a stored hash. Without a stored hash, it takes the same time.
    func compare(
        _ password: String,
        with stored: String?,
        in permit: ConcurrencyLimiter.Permit
    ) async throws -> Comparison {
        try await onOwnThread(in: permit) { [cost] in
            guard let hash = stored.flatMap(PasswordHash.init) else {
                _ = try PasswordHash(password, cost)
                return .wrong
            }
            guard try hash.matches(password) else { return .wrong }
            let isPreferred = hash.cost == cost
            return .right(rehashed: isPreferred ? nil : try PasswordHash(password, cost).text)
        }
    }

    /// Sleeps for a quarter of the average time of a permit, from 5 to 250 milliseconds.
    func pause(in _: ConcurrencyLimiter.Permit) async throws {
        let time = (limiter.turnTime ?? .zero) / 4
        try await Task.sleep(for: min(max(time, .milliseconds(5)), .milliseconds(250)))
    }

    private func onOwnThread<Value: Sendable>(
        in permit: ConcurrencyLimiter.Permit,
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [limiter] in
                let result = Result(catching: work)
                limiter.note(permit)
                continuation.resume(with: result)
            }
        }
    }
}
