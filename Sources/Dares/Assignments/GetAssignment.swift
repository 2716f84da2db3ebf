import ChallengesAPI
import ChallengesCore
import Postgres
import RPC

extension Assignments {
    func getAssignment(
        _ call: GetAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        let asker = try context.signedIn
        guard
            let detail = try await database.assignment(call.assignment),
            let party = detail.assignment.party(of: asker)
        else { throw ChallengesError.assignmentNotFound }
        let people = try await knownPeople.values(for: detail.people)
        let photos = try await database.snapshotPhotos(of: [detail.challenge])
        return try detail.assignmentReply(to: party, with: people, photos, at: now(), under: rules)
    }
}
