import ChallengesAPI
import Identifiers
import Postgres
import Values

extension Copies {
    /// Ends the invitations and the wishes to join between two users, whose lock is held: where one
    /// invited the other, or owns what the other was invited to or wants to join (2.11-block). Nobody
    /// is told. Whoever is in a contest stays in it, and codes stay.
    func endInvitations(between pair: Pair, in tx: Transaction) async throws {
        let now = now()
        let asked = try await tx.asked(between: pair)
        // In the same order as every other block, so that no two wait for each other.
        let contests = Set(asked.map(\.contest)).sorted { ($0.lock, $0) < ($1.lock, $1) }
        for contest in contests { try tx.lock(contest, .shared) }
        var ended: [(step: ParticipantStep, contest: ContestRecord)] = []
        for id in contests {
            guard let contest = try await tx.contest(id) else { continue }
            for place in asked where place.contest == id {
                guard let person = try await tx.heldParticipant(place.user, of: id),
                    person.state == .invited || person.state == .requested
                else { continue }
                let step = try await joining.take(
                    .block,
                    of: place.user,
                    person,
                    in: contest,
                    at: now,
                    in: tx
                )
                ended.append((step, contest))
            }
        }
        for (step, contest) in ended {
            try joining.tell(of: step, in: contest, by: nil, at: now, in: tx)
        }
    }
}
