import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

extension Joining {
    /// Invites users to a locked contest, and notifies them, except where a code invites: the user
    /// has just opened it. Participants, removed participants and the owner are skipped, and so are
    /// invitees, unless a user invites them after a code did. An invitation by a user replaces a
    /// join request.
    ///
    /// - Parameters:
    ///   - users: The users. The caller has checked that they may be invited, and has locked their
    ///     pairs with the inviter and with the owner.
    ///   - contest: The contest.
    ///   - inviter: The inviter, or the creator of the code.
    ///   - byCode: Whether a code invites.
    ///   - tx: The transaction.
    /// - Returns: The rows of the new invitees, ordered by user.
    /// - Throws: `PostgresError`.
    @discardableResult
    func invite(
        _ users: [UserID],
        to contest: ContestRecord,
        by inviter: UserID,
        byCode: Bool,
        in tx: Transaction
    ) async throws -> [ParticipantRecord] {
        let now = now()
        let known = try await tx.heldParticipants(users, of: contest.id)
        let move = ParticipantLife.Move.invite(by: inviter, byCode: byCode)
        var invited: [ParticipantRecord] = []
        var requests: [ParticipantRecord] = []
        var told: [UserID] = []
        for user in Set(users).sorted() {
            let before = ParticipantLife(of: user, known[user], in: contest, isOpen: false)
            var life = before
            guard let line = try? life.take(move, at: now, under: rules), life != before else {
                continue
            }
            let record =
                known[user]
                ?? ParticipantRecord(challenge: contest.id, user: user, state: .unknown)
            if before.state == .requested { requests.append(record) }
            if line.then.contains(.tell([.person], .contestInvited)) { told.append(user) }
            invited.append(try tx.save(life.record(over: record)))
        }
        for request in requests {
            try tx.settle([.joinRequested], of: request, .acted, at: now)
        }
        if let first = invited.first {
            // All are invited at the same moment, which makes their notices unique.
            try tx.tell(told, .contestInvited, of: first, in: contest, by: inviter, at: now)
        }
        return invited
    }

    /// Makes the author of a contest that is published a participant, with the target that they set
    /// before. The contest is locked exclusively.
    ///
    /// - Throws: `challenges.contests_too_many`, `challenges.contest_full`, `PostgresError`.
    func joinAuthor(of contest: ContestRecord, in tx: Transaction) async throws {
        let now = now()
        try tx.lockContests(of: contest.owner)
        let joins = try tx.countContests(of: contest.owner)
        guard try await joins.value < rules.contestsJoined else {
            throw ChallengesError.contestsTooMany
        }
        if contest.challenge.snapshot.metric != nil { try tx.lockHealth(of: contest.owner) }
        guard try await tx.takePlace(in: contest, first: true) else {
            throw ChallengesError.contestFull
        }
        let author = ParticipantRecord(
            challenge: contest.id,
            user: contest.owner,
            state: .joined,
            joinedAt: now,
            target: contest.isPercent ? contest.authorTarget : nil
        )
        let parts = try await tx.parts(of: author.user, in: contest)
        let counted = try tx.save(author.counting(parts, in: contest, at: now))
        try tx.tellScoring(of: [counted], at: now)
    }
}

extension Transaction {
    /// Ends the invitations and join requests of a contest that ends, and resolves their notices.
    /// The contest is locked exclusively.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - now: When it ended.
    ///   - outcome: How the notices are resolved: `expired` after an end, `gone` after a
    ///     cancellation.
    /// - Returns: The number of invitations and join requests.
    /// - Throws: `PostgresError`.
    @discardableResult
    func lapse(
        _ contest: ContestRecord,
        at now: Instant,
        _ outcome: NoticesSettled.Outcome = .expired
    ) async throws -> Int {
        let count = try await lapseParticipants(of: contest.id, at: now)
        try settle(
            [.contestInvited, .contestShared, .joinRequested],
            of: Notice.Subject(contest: contest.id),
            outcome,
            at: now
        )
        return count
    }
}
