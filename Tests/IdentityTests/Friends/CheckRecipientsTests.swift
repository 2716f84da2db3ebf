import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct CheckRecipientsTests {
    let town = Town()

    @Test func `recipients are returned in the requested order, each with a standing`()
        async throws
    {
        let ana = try await town.person("ana")
        let friend = try await town.person("friend")
        let stranger = try await town.person("stranger")
        let shy = try await town.person("shy")
        let lost = try await town.person("lost")
        for other in [friend, shy, lost] { try await town.befriend(ana, other) }
        _ = try await town.ask(RemoveFriend(user: lost), as: ana)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE accounts SET accepts_challenges = false WHERE id = \(shy)")
        }
        let nobody = UserID()
        let asked = [shy, nobody, stranger, friend, ana, friend, lost]
        let reply = try await town.ask(
            CheckRecipients(sender: ana, recipients: asked),
            peer: .challenges
        )
        #expect(reply.sender.person.username == "ana")
        #expect(reply.sender.version == 1)
        #expect(reply.recipients.map(\.user) == asked)
        #expect(
            reply.recipients.map(\.standing) == [
                .notAccepting, .unknown, .notFriend, .friend, .notFriend, .friend, .notFriend,
            ]
        )
        #expect(
            reply.recipients.map(\.card?.person.username) == [
                "shy", nil, "stranger", "friend", "ana", "friend", "lost",
            ]
        )
        #expect(reply.recipients.map(\.relationVersion) == [1, nil, nil, 1, nil, 1, 2])
    }

    @Test func `the sender must exist, and recipients are at most 100`() async throws {
        let ana = try await town.person("ana")
        let nobody = try await refusal {
            try await town.ask(
                CheckRecipients(sender: UserID(), recipients: [ana]),
                peer: .challenges
            )
        }
        #expect(nobody == Refusal(IdentityError.personUnknown, at: "/sender").fault)
        let many = (0..<101).map { _ in UserID() }
        let fault = try await refusal {
            try await town.ask(CheckRecipients(sender: ana, recipients: many), peer: .challenges)
        }
        #expect(fault == Refusal(IdentityError.tooManyPeople, at: "/recipients").fault)
        let reply = try await town.ask(
            CheckRecipients(sender: ana, recipients: many.dropLast()),
            peer: .challenges
        )
        #expect(reply.recipients.count == 100)
    }

    @Test(arguments: [ServiceName.gateway, .scoring, .media])
    func `only the challenges service may call it`(peer: ServiceName) async throws {
        let ana = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(
                CheckRecipients(sender: ana, recipients: []),
                as: ana,
                peer: peer
            )
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
