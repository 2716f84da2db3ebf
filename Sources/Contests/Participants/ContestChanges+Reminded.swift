import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

extension ContestChanges {
    /// How a contest stands for somebody who has a reminder of it (2.13-reminders); `nil` of another
    /// one, and for people who have no part in it.
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
        // Who was removed or refused is not to know what becomes of it.
        let hasPart = [.joined, .left, .invited, .requested].contains(person?.state)
        guard hasPart || contest.owner == subject.user else { return nil }
        return RemindedChallenge(
            id: id,
            name: contest.challenge.name,
            state: try await state(of: contest, for: person, on: day, at: now, in: reader)
        )
    }

    /// Whoever has logged something today has done it, and whoever completed it has nothing left.
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
