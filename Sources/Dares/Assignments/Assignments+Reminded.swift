import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

extension Assignments {
    /// The state of an assignment for its recipient's reminder (2.13-reminders); `nil` for other
    /// subjects.
    func reminded(
        of subject: ReminderSubject,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        guard subject.kind == .assignment,
            let detail = try await reader.assignment(AssignmentID(subject.id.uuid)),
            detail.assignment.recipient == subject.user
        else { return nil }
        var life = detail.assignment.life
        while life.pass(to: now, under: rules) != nil {}
        let state: RemindedChallenge.State =
            switch life.state {
            case .sent, .accepted, .started: .toDo
            case .submitted: .idle
            // It may still be completed (2.5-late).
            case .missed where life.lateUntil(rules).map({ now < $0 }) ?? false: .toDo
            case .done, .completed, .denied, .rejected, .expired, .missed, .withdrawn, .abandoned,
                .void:
                .closed
            }
        return RemindedChallenge(
            id: detail.challenge.id,
            name: detail.challenge.name,
            state: state
        )
    }
}
