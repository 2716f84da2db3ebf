import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values
import Wire
import Zones

extension Reader {
    /// People of one contest as a person sees them who may see them, in the given order.
    ///
    /// - Parameters:
    ///   - records: The people.
    ///   - contest: The contest.
    ///   - viewer: The person.
    ///   - namesOnly: Whether the viewer sees of others who they are, and nothing else.
    /// - Returns: The people; a placeholder stands for who may not be shown.
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

    /// What those who are shown by their names show for having completed the contest; nothing is
    /// read where a goal or time completes it.
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

    /// One person of a contest as a person sees them who may see them.
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
    /// The person as another one sees them. Only they, the owner and the inviter know who invited
    /// them. Value and score are shown while they are in it. What a phone measured is shown to
    /// nobody else where there are percentages instead (2.10-ranking): those are whole ones then,
    /// and of the moments the day (2.10-percents).
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
