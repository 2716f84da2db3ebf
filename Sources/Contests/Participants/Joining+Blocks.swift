import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import People
import Postgres
import Values

// What a block ends of what people have to do with each other in contests (2.11-block). Nobody is
// told. Participants stay in it, and codes stay.
extension Joining {
    /// In how many contests a block ends what is asked in one transaction: each of them is locked.
    private static let batch = 100

    /// Ends the invitations and the wishes to join between two users whose block is stored: where
    /// one invited the other, or owns what the other was invited to or wants to join. Does nothing
    /// where there is no block any more.
    ///
    /// However many there are, the block holds already; here they end a part at a time. What is
    /// repeated goes on where it was interrupted.
    func endAsked(between pair: Pair) async throws {
        var last: ChallengeID?
        repeat {
            last = try await database.transaction { [last] tx in
                try await endAsked(between: pair, after: last, in: tx)
            }
        } while last != nil
    }

    /// Ends the invitations and the wishes to join between two users in the first contests after
    /// one.
    ///
    /// - Returns: The last of these contests; `nil` if there are no more.
    private func endAsked(
        between pair: Pair,
        after last: ChallengeID?,
        in tx: Transaction
    ) async throws -> ChallengeID? {
        try tx.lock([pair])
        guard try await tx.relation(pair.one, pair.other) == .blocked else { return nil }
        // A contest that is held gets no other owner: either the block is known to the next owner,
        // or they are known here.
        let held = try await tx.contestsAsked(between: pair, after: last, limit: Self.batch)
        // In the same order as every other block, so that no two wait for each other.
        let contests = held.sorted { ($0.lock, $0) < ($1.lock, $1) }
        for id in contests { try tx.lock(id, .shared) }
        let asked = try await tx.asked(between: pair, in: contests)
        var steps: [(step: ParticipantStep, contest: ContestRecord)] = []
        for id in contests {
            let users = asked.filter { $0.contest == id }.map(\.user)
            guard !users.isEmpty, let contest = try await tx.contest(id) else { continue }
            for step in try await endAsked(users, in: contest, tx) {
                steps.append((step, contest))
            }
        }
        for (step, contest) in steps {
            try tell(of: step, in: contest, by: nil, at: now(), in: tx)
        }
        return held.count < Self.batch ? nil : held.last
    }

    /// Ends the invitations to a contest, and the wishes to join it, of those between whom and its
    /// owner there is a block: it has a new owner. It is held alone.
    func endBlocked(in contest: ContestRecord, in tx: Transaction) async throws {
        let blocked = try await tx.asked(in: contest.id, behindBlockWith: contest.owner)
        for step in try await endAsked(blocked, in: contest, tx) {
            try tell(of: step, in: contest, by: nil, at: now(), in: tx)
        }
    }

    /// Ends what people were asked, or ask, in a contest that is held; leaves out those who are not
    /// asked any more.
    private func endAsked(
        _ users: [UserID],
        in contest: ContestRecord,
        _ tx: Transaction
    ) async throws -> [ParticipantStep] {
        let now = now()
        let people = try await tx.heldParticipants(users, of: contest.id)
        var steps: [ParticipantStep] = []
        for person in users.compactMap({ people[$0] })
        where person.state == .invited || person.state == .requested {
            let step = try await take(
                .block,
                of: person.user,
                person,
                in: contest,
                at: now,
                in: tx
            )
            steps.append(step)
        }
        return steps
    }
}
