import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func prepareSessions(
        _ call: PrepareSessions,
        in context: CallContext
    ) async throws -> PrepareSessions.Reply {
        guard PrepareSessions.numbersLimit.contains(call.numbers.count) else {
            throw Refusal(IdentityError.tooManyPeople, at: "/numbers")
        }
        let people = try await people(numbered: call.numbers)
        let now = now()
        let sessions = try await database.transaction(in: context) { tx in
            var sessions: [OpenSession] = []
            for person in people {
                sessions.append(
                    try beginSession(of: person.account.id, in: context, tx, at: now)
                )
            }
            return sessions
        }
        var signedIn: [SignedIn] = []
        for (person, session) in zip(people, sessions) {
            signedIn.append(
                try await self.signedIn(
                    person.account,
                    isModerator: person.isModerator,
                    session,
                    at: now
                )
            )
        }
        return PrepareSessions.Reply(sessions: signedIn)
    }

    private func people(numbered numbers: [Int]) async throws -> [Credentials] {
        var people: [Credentials] = []
        for (index, number) in numbers.enumerated() {
            guard (1...PreparedPeople.numberMax).contains(number),
                let person = try await database.credentials(PreparedPeople.id(number))
            else { throw Refusal(IdentityError.personUnknown, at: "/numbers/\(index)") }
            people.append(person)
        }
        return people
    }
}
