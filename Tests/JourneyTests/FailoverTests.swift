import ChallengesAPI
import FoundationEssentials
import Identifiers
import IdentityAPI
import NIOCore
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

/// Rule 2.14-acknowledged: nothing that was acknowledged is lost, not even where a standby takes
/// over from a primary that went on without it.
struct FailoverTests {
    /// The machine goes on where a server dies.
    private let hasty = ["fsync=off", "full_page_writes=off"]

    @Test func `what is found done is acknowledged only when the standby has it`() async throws {
        let (first, second) = (Writes(), Writes())
        try await PrivateServer.withStandby(hasty) { primary, standby in
            var acknowledged: [ByteBuffer] = []
            try await DurableServices.with(primary) { services in
                _ = try await services.identity.call(
                    PreparePeople(first: 1, count: 4, friends: 2, password: "correct horse"),
                    in: CallContext(peer: .operator)
                )
                acknowledged = try await first.send(to: services)
            }
            try await standby.stop()
            // New: each is committed at the primary, which waits for the standby until it dies.
            try await expectNoAnswer(to: second, from: primary)
            // Found by its key, its id or the event's id: the standby still does not have it.
            try await primary.start()
            try await expectNoAnswer(to: second, from: primary)
            try await standby.start()
            try await standby.promote()
            try await DurableServices.with(standby) { services in
                #expect(try await first.send(to: services) == acknowledged)
                let replies = try await second.send(to: services)
                #expect(try await second.send(to: services) == replies)
                for sender in [1, 3] {
                    let sent = try await services.challenges.call(
                        ListAssignments(role: .sender),
                        in: CallContext(user: PreparedPeople.id(sender))
                    )
                    #expect(sent.items.count == 2)
                }
                for writes in [first, second] {
                    let paid = try await services.scoring.call(
                        GetPoints(user: writes.done.completer),
                        in: CallContext(user: writes.done.completer)
                    )
                    #expect(paid.points == 100)
                }
            }
        }
    }

    /// Sends writes to a primary whose standby is away, and kills it once all wait.
    private func expectNoAnswer(to writes: Writes, from primary: PrivateServer) async throws {
        try await DurableServices.with(primary) { services in
            let answers = Count()
            let asks = writes.asks(of: services)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for ask in asks {
                    group.addTask { if (try? await ask()) != nil { answers.add() } }
                }
                let watcher = Database(primary.url, options: .patient(), logger: TestServer.quiet)
                try await eventually("all wait for the standby") {
                    try await watcher.waitingForStandby() + answers.value == asks.count
                }
                #expect(answers.value == 0)
                await watcher.close()
                try await primary.stop(.immediate)
                // A task that waits for a connection now would wait for a minute.
                group.cancelAll()
                try await group.waitForAll()
            }
            #expect(answers.value == 0)
        }
    }
}

/// Writes of each kind that is recognised when it comes again; each on its own rows, so that none
/// waits for another's commit.
private struct Writes: Sendable {
    typealias Ask = @Sendable () async throws -> ByteBuffer

    let key = UUID().uuidString
    let challenge = ChallengeID()
    let person = UserID()
    let changed = EventID()
    let done = AssignmentDone(
        assignment: AssignmentID(),
        completer: UserID(),
        sender: UserID(),
        at: .now(),
        isVerified: true
    )
    let paid = EventID()

    func asks(of services: DurableServices) -> [Ask] {
        [
            {
                try await services.challenges.forward(
                    CreateChallenge(name: "By its key", recipients: [PreparedPeople.id(2)]),
                    in: CallContext(user: PreparedPeople.id(1), idempotencyKey: key)
                )
            },
            {
                try await services.challenges.forward(
                    CreateChallenge(
                        id: challenge,
                        name: "By its id",
                        recipients: [PreparedPeople.id(4)]
                    ),
                    in: CallContext(user: PreparedPeople.id(3))
                )
            },
            {
                let name = "user_\(person.description.suffix(8))"
                let card = PersonCard(
                    person: Person(id: person, username: name, firstName: "A", lastName: "B"),
                    version: 1
                )
                return try await services.challenges.forward(
                    PersonChanged(card: card),
                    in: CallContext(idempotencyKey: changed.description, peer: .identity)
                )
            },
            // Events of this kind are received in batches.
            {
                try await services.scoring.forward(
                    done,
                    in: CallContext(idempotencyKey: paid.description, peer: .challenges)
                )
            },
        ]
    }

    /// Sends all, one after the other.
    func send(to services: DurableServices) async throws -> [ByteBuffer] {
        var replies: [ByteBuffer] = []
        for ask in asks(of: services) { replies.append(try await ask()) }
        return replies
    }
}

extension Reader {
    /// How many commits wait for a standby.
    fileprivate func waitingForStandby() async throws -> Int {
        try await one("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") { row in
            try row.next()
        }
    }
}
