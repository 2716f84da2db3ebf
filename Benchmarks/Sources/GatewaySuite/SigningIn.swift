import Staging

/// One person who signs in repeatedly.
struct SigningIn: Sendable {
    let url: String
    let username: String

    /// Signs in that many times concurrently, and returns the share that succeeded.
    func shareAnswered(of count: Int) async throws -> Double {
        let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let answer = try await once()
                    return answer.status == 201
                        || [429, 503].contains(answer.status)
                            && answer.headers["retry-after"] != nil
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        return Double(answered) / Double(count)
    }

    /// Runs `body` while that many tasks sign in continuously.
    func endlessly(
        _ count: Int,
        beside body: @escaping @Sendable () async throws -> Double
    ) async throws
        -> Double
    {
        try await withThrowingTaskGroup(of: Double?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    while !Task.isCancelled { _ = try? await once() }
                    return nil
                }
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let figure = try await group.next() {
                if let figure { return figure }
            }
            throw StagingError("nothing was measured")
        }
    }

    private func once() async throws -> Web.Answer {
        let body: JSON = ["login": .text(username), "password": .text(Person.password)]
        return try await Web.send("POST", "\(url)/v1/sessions", try body.bytes)
    }
}
