import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func peopleTold(_ event: PeopleTold, in context: CallContext) async throws -> Nothing {
        try event.check()
        return try await database.receive(event, in: context, at: now()) { tx in
            try tx.tell(event, noticeLimit)
        }
    }
}

extension PeopleTold {
    fileprivate func check() throws(Refusal) {
        var problems = FieldProblems<IdentityError>()
        if !Self.peopleLimit.contains(people.count) { problems.add(.noticeInvalid, at: "/people") }
        if kind == .unknown { problems.add(.noticeInvalid, at: "/kind") }
        problems.check(noticeText: cause, Self.causeLimit, at: "/cause")
        problems.check(subject)
        if let name { problems.check(noticeText: name, Self.nameLimit, at: "/name") }
        if let likes { problems.check(likes) }
        try problems.refuse()
    }
}
