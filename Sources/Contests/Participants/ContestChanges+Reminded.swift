import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

extension ContestChanges {
    /// The state of a contest for a user with a reminder of it (2.13-reminders); `nil` for a
    /// subject that is not a contest, and for users without a role in it.
    func reminded(
        of subject: ReminderSubject,
        on day: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        let id = ChallengeID(subject.id.uuid)
        guard subject.kind == .contest, let contest = try await reader.contest(id) else {
            return nil
        }
        let person = try await reader.participant(subject.user, of: id)
        let isJoined = person?.state == .joined
        // Users who may not see the contest do not learn its state.
        let access =
            isJoined
            ? ContestAccess(of: contest, forJoined: subject.user)
            : try await reader.access(of: contest, for: subject.user)
        guard access.seesHead else { return nil }
        // Nor do removed, refused and declined users, and users who never had a role.
        let hasPart = isJoined || [.left, .invited, .requested].contains(person?.state)
        guard hasPart || contest.owner == subject.user else { return nil }
        return RemindedChallenge(
            id: id,
            name: contest.challenge.name,
            state: try await state(of: contest, for: person, on: day, at: now, in: reader)
        )
    }

    /// A participant who logged an entry today, or completed the contest, is not reminded.
    private func state(
        of contest: ContestRecord,
        for person: ParticipantRecord?,
        on day: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge.State {
        guard let person, person.state == .joined, contest.life.state != .draft,
            !contest.life.hasEnded(at: now)
        else { return .closed }
        guard contest.life.startsAt.map({ $0 <= now }) ?? false, person.completedAt == nil else {
            return .idle
        }
        let hasLogged = try await reader.hasEntry(
            of: person.user,
            in: contest.id,
            on: day,
            loggedSince: day.loggedSince(under: rules)
        )
        return hasLogged ? .idle : .toDo
    }
}
