import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func noticesSettled(_ event: NoticesSettled, in context: CallContext) async throws -> Nothing {
        try event.check()
        return try await database.receive(event, in: context, at: now()) { tx in
            try tx.settle(event)
        }
    }
}

extension NoticesSettled {
    fileprivate func check() throws(Refusal) {
        var problems = FieldProblems<IdentityError>()
        problems.check(subject)
        if !Self.kindsLimit.contains(kinds.count) { problems.add(.noticeInvalid, at: "/kinds") }
        if let people, !Self.peopleLimit.contains(people.count) {
            problems.add(.noticeInvalid, at: "/people")
        }
        if let cause { problems.check(noticeText: cause, Self.causeLimit, at: "/cause") }
        if outcome == .unknown { problems.add(.noticeInvalid, at: "/outcome") }
        try problems.refuse()
    }
}
