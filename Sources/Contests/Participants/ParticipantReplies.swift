import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values
import Wire
import Zones

extension Reader {
    /// Users of one contest as a viewer sees them, in the given order. The caller has checked that
    /// the viewer may see them.
    ///
    /// - Parameters:
    ///   - records: The participant rows.
    ///   - contest: The contest.
    ///   - viewer: The viewer.
    ///   - namesOnly: Whether the viewer sees only the names of other users.
    /// - Returns: The users, with placeholders for those who may not be shown.
    /// - Throws: `PostgresError`.
    func participantReplies(
        _ records: [ParticipantRecord],
        of contest: ContestRecord,
        to viewer: UserID,
        namesOnly: Bool = false
    ) async throws -> [Participant] {
        let ids = records.map(\.user) + records.compactMap(\.invitedBy)
        let people = try await peopleShown(ids, to: viewer)
        let completions = try await completions(of: records, in: contest, among: people, viewer)
        return records.map { record in
            let person = people[record.user] ?? .hidden
            guard record.user == viewer || !namesOnly else {
                return Participant(user: person, state: record.state)
            }
            return record.participantReply(
                as: person,
                to: viewer,
                of: contest,
                among: people,
                completions[record.user]
            )
        }
    }

    /// The pictures and notes of participants who completed the contest themselves and are shown by
    /// name. Reads nothing if a goal or the end completes the contest.
    private func completions(
        of records: [ParticipantRecord],
        in contest: ContestRecord,
        among people: [UserID: Person],
        _ viewer: UserID
    ) async throws -> [UserID: Participant.Completion] {
        let users = records.filter { $0.completedAt != nil && people[$0.user]?.id == $0.user }
        guard !users.isEmpty, !contest.isCompetition, contest.goal == nil else { return [:] }
        let access = try await access(of: contest, for: viewer)
        return try await completionReplies(
            of: contest.id,
            by: users.map(\.user),
            seenBy: EntriesAccess(of: contest, for: viewer, access)
        )
    }

    /// One user of a contest as a viewer sees them. The caller has checked that the viewer may see
    /// them.
    func participantReply(
        _ record: ParticipantRecord,
        of contest: ContestRecord,
        to viewer: UserID
    ) async throws -> Participant {
        let shown = try await participantReplies([record], of: contest, to: viewer)
        guard let first = shown.first else { throw ChallengesError.participantNotFound }
        return first
    }
}

extension ParticipantRecord {
    /// The participation as a viewer sees it. Only the user, the owner and the inviter see the
    /// inviter. Value and score are shown to others while the user is a participant. If the contest
    /// hides measured values, others see whole percentages and days instead of moments
    /// (2.10-ranking, 2.10-percents).
    fileprivate func participantReply(
        as person: Person,
        to viewer: UserID,
        of contest: ContestRecord,
        among people: [UserID: Person],
        _ completion: Participant.Completion?
    ) -> Participant {
        let isOwn = user == viewer
        let knowsInviter = isOwn || viewer == contest.owner || viewer == invitedBy
        // A placeholder has another id.
        let inviter = invitedBy.flatMap { people[$0]?.id == $0 ? $0 : nil }
        let isScored = isOwn || state == .joined
        let isHidden = !isOwn && contest.hidesValues
        func told(_ moment: Instant?) -> Instant? {
            isHidden ? moment.map(contest.zone.startOfDay) : moment
        }
        return Participant(
            user: person,
            state: state,
            invitedBy: knowsInviter ? inviter : nil,
            invitedAt: knowsInviter ? invitedAt : nil,
            joinedAt: joinedAt,
            target: target,
            value: isScored && !isHidden ? value : nil,
            score: !isScored
                ? nil : isHidden ? score?.roundedDown(toMillionths: 1_000_000) : score,
            entries: isScored ? entries : nil,
            reachedAt: isScored ? told(reachedAt) : nil,
            completedAt: isScored ? told(completedAt) : nil,
            isFlagged: isScored && isFlagged,
            completion: isScored ? completion : nil
        )
    }
}
