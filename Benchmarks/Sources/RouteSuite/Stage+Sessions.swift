import Measuring
import Staging

extension Stage {
    /// Measures renewing sessions, each with the refresh token that the previous renewal returned.
    func measureSessions() async throws {
        let people = try await people(count(64, orSmoke: 2), named: "Visitor")
        let sessions = people.map(Session.init)
        try await compareTime(
            of: "session renewed",
            target: Targets.renewed,
            by: people,
            ours: {
                try await writes.time(of: sessions, each: count(16, orSmoke: 2)) { session, _ in
                    try await session.renew()
                }
            }
        )
    }
}

/// A person's session.
private actor Session {
    private let person: Person
    private var refreshToken: String

    init(_ person: Person) {
        self.person = person
        refreshToken = person.refreshToken
    }

    func renew() async throws {
        refreshToken = try await person.renew(refreshToken)
    }
}
