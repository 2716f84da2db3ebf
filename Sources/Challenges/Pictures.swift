import ChallengesAPI
import Identifiers
import MediaAPI
import RPC
import Wire

/// The pictures that a call names: checked, then claimed at mediad before anything is stored.
struct Pictures: Sendable {
    let media: any Caller

    /// Adds what can be refused without asking mediad: too many, or the same twice.
    func check(_ ids: [MediaID], _ problems: inout FieldProblems<ChallengesError>) {
        if !SubmitAssignment.mediaLimit.contains(ids.count) {
            problems.add(.mediaTooMany, at: "/mediaIDs")
        }
        var seen: Set<MediaID> = []
        for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
            problems.add(.mediaRepeated, at: "/mediaIDs/\(index)")
        }
    }

    /// Claims pictures at mediad; refuses with the fields of those it does not have.
    func claim(
        _ ids: [MediaID],
        of user: UserID,
        for cause: String,
        in context: CallContext
    ) async throws -> [ClaimedMedia] {
        guard !ids.isEmpty else { return [] }
        let claim = ClaimMedia(media: ids, user: user, cause: cause)
        do {
            return try await media.call(claim, in: context).media
        } catch {
            throw refusal(of: error)
        }
    }

    /// Translates mediad's refusal of a claim into one of the call.
    private func refusal(of fault: Fault) -> any Error {
        guard fault.kind == .notFound || fault.kind == .invalid else { return fault }
        var problems = FieldProblems<ChallengesError>()
        for field in fault.fields ?? [] where field.pointer.hasPrefix("/media/") {
            let index = field.pointer.dropFirst("/media/".count)
            problems.add(.mediaNotFound, at: "/mediaIDs/\(index)")
        }
        if problems.isEmpty { problems.add(.mediaNotFound, at: "/mediaIDs") }
        return problems.refusal()
    }
}
