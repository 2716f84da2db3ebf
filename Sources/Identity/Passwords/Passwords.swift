import Foundation

/// Hashes and compares passwords, on threads of their own and few at a time.
struct Passwords: Sendable {
    let cost: PasswordCost
    let turnstile: Turnstile

    /// What a comparison found.
    enum Verdict: Equatable {
        case wrong
        /// `rehashed` is the password's hash under the preferred cost, where the stored one has
        /// another.
        case right(rehashed: String?)
    }

    init(cost: PasswordCost, width: Int, queueMax: Int = 64) {
        self.cost = cost
        turnstile = Turnstile(width: width, queueMax: queueMax)
    }

    /// The hash of a new password. Waits for its turn.
    func hash(_ password: NewPassword) async throws -> String {
        let text = password.text
        return try await turnstile.inTurn {
            try await onOwnThread { [cost] in try PasswordHash(text, cost).text }
        }
    }

    /// Compares a password with a stored hash; without one it only spends the same time.
    ///
    /// To be called in a turn.
    func compare(_ password: String, with stored: String?) async throws -> Verdict {
        try await onOwnThread { [cost] in
            guard let hash = stored.flatMap(PasswordHash.init) else {
                _ = try PasswordHash(password, cost)
                return .wrong
            }
            guard try hash.matches(password) else { return .wrong }
            let isPreferred = hash.cost == cost
            return .right(rehashed: isPreferred ? nil : try PasswordHash(password, cost).text)
        }
    }

    private func onOwnThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result(catching: work))
            }
        }
    }
}
