import ChallengesAPI
import ChallengesCore
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Definitions {
    func putUnit(_ call: PutUnit, in context: CallContext) async throws -> Nothing {
        var problems = FieldProblems<ChallengesError>()
        _ = problems.check("/unit") { () throws(ChallengesError) in try UnitName(call.unit) }
        if !PutUnit.capLimit.contains(call.cap) { problems.add(.capInvalid, at: "/cap") }
        if let seconds = call.seconds, !PutUnit.secondsLimit.contains(seconds) {
            problems.add(.unitSecondsInvalid, at: "/seconds")
        }
        try problems.refuse()
        return try await database.once(call, in: context, at: now()) { tx in
            try await tx.put(unit: call.unit, cap: call.cap, seconds: call.seconds)
            return Nothing()
        }
    }
}
