import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

extension Joining {
    /// Invites people to a contest that is held, and tells them; where a code invites, it tells
    /// nobody, because the user who opened it knows. People who are in it, invited or removed stay
    /// as they are, and so does the owner.
    ///
    /// - Parameters:
    ///   - users: The people. Whether they may be invited was checked, and the locks of the pairs
    ///     that they are with the inviter and with the owner are held.
    ///   - contest: The contest.
    ///   - inviter: Who invites, or whose code was opened.
    ///   - byCode: Whether a code invites.
    ///   - tx: The transaction.
    /// - Returns: The rows of those who were invited, in the order of their ids.
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
            // All are invited at one moment, which is what makes their notices.
            try tx.tell(told, .contestInvited, of: first, in: contest, by: inviter, at: now)
        }
        return invited
    }

    /// Lets the author of a contest that is published play in it: they take a place too, and their
    /// target is the one that they set before. The contest is held alone.
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
    /// Ends the invitations to a contest that ends, and the wishes to join it, with their notices.
    /// The contest is held alone.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - now: When it ended.
    ///   - outcome: What became of the notices: too late where it ended, gone where it was
    ///     cancelled.
    /// - Returns: How many invitations and wishes there were.
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
