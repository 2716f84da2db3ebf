import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import People
import Postgres
import Values

// The effects of a block in contests (2.11-block). Nobody is notified. Participants and codes stay.
extension Joining {
    /// The maximum number of contests in one transaction. Each of them is locked.
    private static let batch = 100

    /// Ends the invitations and join requests between two users after their block is stored: where
    /// one invited the other, or owns the contest that the other was invited to or wants to join.
    /// Does nothing if the block was lifted.
    ///
    /// The block itself takes effect at once; this cleanup runs in batches. A repetition continues
    /// where it was interrupted.
    func endAsked(between pair: Pair) async throws {
        var last: ChallengeID?
        repeat {
            last = try await database.transaction { [last] tx in
                try await endAsked(between: pair, after: last, in: tx)
            }
        } while last != nil
    }

    /// Ends the invitations and join requests between two users in the next batch of contests.
    ///
    /// - Returns: The last contest of the batch; `nil` if there are no more.
    private func endAsked(
        between pair: Pair,
        after last: ChallengeID?,
        in tx: Transaction
    ) async throws -> ChallengeID? {
        try tx.lock([pair])
        guard try await tx.relation(pair.one, pair.other) == .blocked else { return nil }
        // A locked contest cannot change its owner: either the next owner's transaction sees the
        // block, or this one sees the next owner.
        let held = try await tx.contestsAsked(between: pair, after: last, limit: Self.batch)
        // The order is the same for every block, so that blocks do not deadlock.
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

    /// Ends the invitations and join requests of users who form a blocked pair with a contest's new
    /// owner. The contest is locked exclusively.
    func endBlocked(in contest: ContestRecord, in tx: Transaction) async throws {
        let blocked = try await tx.asked(in: contest.id, behindBlockWith: contest.owner)
        for step in try await endAsked(blocked, in: contest, tx) {
            try tell(of: step, in: contest, by: nil, at: now(), in: tx)
        }
    }

    /// Ends invitations and join requests in a locked contest. Users without one are skipped.
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
