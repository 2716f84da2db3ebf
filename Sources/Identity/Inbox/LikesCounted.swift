import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func likesCounted(_ event: LikesCounted, in context: CallContext) async throws -> Nothing {
        try event.check()
        return try await database.receive(event, in: context, at: now()) { tx in
            try tx.count(event.likes, of: event.subject, cause: event.cause)
        }
    }
}

extension LikesCounted {
    fileprivate func check() throws(Refusal) {
        var problems = FieldProblems<IdentityError>()
        problems.check(subject)
        problems.check(noticeText: cause, Self.causeLimit, at: "/cause")
        problems.check(likes)
        try problems.refuse()
    }
}
