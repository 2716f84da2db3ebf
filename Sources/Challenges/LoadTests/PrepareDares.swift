import ChallengesAPI
import ChallengesCore
import Dares
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

extension Seeding {
    func prepareDares(
        _ call: PrepareDares,
        in context: CallContext
    ) async throws -> PrepareDares.Reply {
        guard PrepareDares.countLimit.contains(call.count),
            PrepareDares.daresLimit.contains(call.dares),
            call.count * call.dares <= 5_000, call.friends >= PrepareDares.friendsMin,
            PrepareDares.firstLimit.contains(call.first)
        else { throw Refusal(ChallengesError.recipientsInvalid, at: "/count") }
        let now = now()
        let prepared = try (call.first..<call.first + call.count).flatMap { recipient in
            try (0..<call.dares).map { dare in
                try PreparedDare(recipient, dare, friends: call.friends, at: now, under: rules)
            }
        }
        let cards = try await cards(of: prepared, in: context)
        return try await database.transaction(in: context) { tx in
            try tx.store(cards)
            let made = try await tx.insert(prepared.map(\.challenge))
            let new = prepared.filter { made.contains($0.challenge.id) }
            try await tx.insert(prepared: new.map(\.assignment))
            try await tx.insert(new.compactMap(\.attempt))
            try tx.schedule(
                NamedAssignment.timer,
                new.compactMap { dare in
                    dare.assignment.life.dueAt(rules).map { (dare.assignment.id, $0) }
                }
            )
            try tx.emit(new.compactMap(\.event), to: .scoring, at: now)
            return PrepareDares.Reply(made: new.count)
        }
    }

    /// The cards of all users of the dares; refuses if a user does not exist.
    private func cards(
        of dares: [PreparedDare],
        in context: CallContext
    ) async throws -> [PersonCard] {
        let people = Set(dares.flatMap { [$0.assignment.sender, $0.assignment.recipient] })
        var cards: [PersonCard] = []
        var rest = people.sorted()[...]
        while !rest.isEmpty {
            let call = ListCards(users: Array(rest.prefix(100)))
            rest = rest.dropFirst(call.users.count)
            cards += try await identity.call(call, in: context).cards
        }
        guard cards.count == people.count else {
            throw Refusal(ChallengesError.notFriends, at: "/first")
        }
        return cards
    }
}

/// A dare made for load tests.
private struct PreparedDare {
    let challenge: ChallengeRecord
    let assignment: AssignmentRecord
    let attempt: AttemptRecord?
    let event: AssignmentDone?

    private static let names = [
        "Ten push-ups before breakfast", "A cold shower", "Three pages of a book", "No sugar today",
        "Call your grandmother", "Run five kilometres", "Sing on the way to work",
    ]

    /// - Parameters:
    ///   - recipient: The recipient's number.
    ///   - number: The number of the dare among the recipient's, from 0; determines its state.
    ///   - friends: The number of friends that each user has.
    ///   - now: The time; the dare is dated some minutes before.
    ///   - rules: The limits and durations of dares.
    /// - Throws: Nothing in practice, because the moves are in order.
    init(
        _ recipient: Int,
        _ number: Int,
        friends: Int,
        at now: Instant,
        under rules: DareRules
    ) throws {
        let earlier = recipient - 1 - number % (friends / 2)
        let sender = earlier >= 1 ? earlier : recipient == 1 ? 2 : 1
        var life = AssignmentLife(sentAt: now - .minutes(number))
        let moves: [AssignmentLife.Move] = [.accept, .submit(), .approve]
        for move in moves.prefix(number % 4) { try life.take(move, at: now, under: rules) }
        challenge = ChallengeRecord(
            id: PreparedDares.challenge(recipient, number),
            kind: .dare,
            name: Self.names[number % Self.names.count],
            description: "Prepared for a load test: nobody is waiting for it.",
            author: PreparedPeople.id(sender),
            proof: .optional,
            deadline: nil,
            createdAt: life.sentAt
        )
        assignment = AssignmentRecord(
            id: PreparedDares.assignment(recipient, number),
            challenge: challenge.id,
            sender: challenge.author,
            recipient: PreparedPeople.id(recipient),
            life: life
        )
        let isDone = life.state == .done
        attempt = life.submittedAt.map { at in
            AttemptRecord(
                id: PreparedDares.attempt(recipient, number),
                assignment: PreparedDares.assignment(recipient, number),
                note: "Done, and one extra.",
                submittedAt: at,
                outcome: isDone ? .approved : .waiting,
                decidedAt: isDone ? now : nil
            )
        }
        event =
            isDone
            ? AssignmentDone(
                assignment: assignment.id,
                completer: assignment.recipient,
                sender: assignment.sender,
                at: now,
                isVerified: true,
                kind: .dare
            ) : nil
    }
}
