import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func subjectRenamed(_ event: SubjectRenamed, in context: CallContext) async throws -> Nothing {
        try event.check()
        return try await database.receive(event, in: context, at: now()) { tx in
            try tx.save(event)
        }
    }
}

extension SubjectRenamed {
    fileprivate func check() throws(Refusal) {
        var problems = FieldProblems<IdentityError>()
        problems.check(subject)
        problems.check(noticeText: name, Self.nameLimit, at: "/name")
        try problems.refuse()
    }
}
