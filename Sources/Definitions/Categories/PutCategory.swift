import ChallengesAPI
import ChallengesCore
import Outbox
import Postgres
import RPC
import Wire

extension Definitions {
    func putCategory(_ call: PutCategory, in context: CallContext) async throws -> Nothing {
        var problems = FieldProblems<ChallengesError>()
        if !PutCategory.categoryLimit.allows(call.category) {
            problems.add(.categoryInvalid, at: "/category")
        }
        _ = problems.check("/name") { () throws(ChallengesError) in try ChallengeName(call.name) }
        if let position = call.position, !PutCategory.positionLimit.contains(position) {
            problems.add(.positionInvalid, at: "/position")
        }
        try problems.refuse()
        return try await database.once(call, in: context, at: now()) { tx in
            try await tx.put(Category(id: call.category, name: call.name), at: call.position)
            return Nothing()
        }
    }
}
