import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ClusterCallsTests {
    let town = Town()

    @Test func `recipients come back in the asked order, each with a standing`() async throws {
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

    @Test func `a sender must exist, and name at most 100`() async throws {
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

    @Test func `cards are given for those who exist`() async throws {
        let people = try await [town.person("ana"), town.person("bob")].sorted()
        let asked = people.reversed() + [UserID()]
        let cards = try await town.ask(ListCards(users: asked), peer: .scoring).cards
        #expect(cards.map(\.person.id) == people)
        let fault = try await refusal {
            try await town.ask(
                ListCards(users: (0..<101).map { _ in UserID() }),
                peer: .challenges
            )
        }
        #expect(fault == Refusal(IdentityError.tooManyPeople, at: "/users").fault)
    }

    @Test func `a session is verified against the table`() async throws {
        let ana = try await town.register("ana")
        let session = try await town.session(ana)
        let reply = try await town.ask(VerifySession(session: session))
        #expect(
            reply == VerifySession.Reply(isActive: true, user: ana.user.id, isModerator: false)
        )
        let unknown = try await town.ask(VerifySession(session: SessionID()))
        #expect(unknown == VerifySession.Reply(isActive: false, user: nil, isModerator: false))
        town.clock.advance(by: .days(60))
        #expect(try await !town.isActive(session))
    }

    @Test func `a moderator's right comes with a token and goes with the sessions`() async throws {
        let ana = try await town.register("ana")
        let id = ana.user.id
        _ = try await town.ask(SetModerator(user: id, isModerator: true), peer: .operator)
        let session = try await town.session(ana)
        #expect(try await town.ask(VerifySession(session: session)).isModerator)
        let second = try await town.ask(SignIn(login: "ana", password: Town.password))
        #expect(try await town.claims(second.accessToken).mod == true)
        let other = try await town.register("bob")
        _ = try await town.ask(SetModerator(user: id, isModerator: false), peer: .operator)
        #expect(try await !town.isActive(session))
        #expect(try await !town.isActive(town.session(second)))
        #expect(try await town.isActive(town.session(other)))
        let revoked = try await town.identity.database.revocations(after: 0)
        #expect(revoked.map(\.number) == [1, 2])
        #expect(try await Set(revoked.map(\.session)) == [session, town.session(second)])
        let fault = try await refusal {
            try await town.ask(SetModerator(user: UserID(), isModerator: true), peer: .operator)
        }
        #expect(fault == Refusal(IdentityError.personUnknown, at: "/user").fault)
    }

    @Test func `everything is published again`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        let cy = try await town.person("cyd")
        try await town.befriend(ana, bo)
        _ = try await town.ask(SendFriendRequest(to: cy), as: ana)
        try await Database.fresh.transaction { tx in _ = try await tx.run("DELETE FROM outbox") }
        let reply = try await town.ask(Republish(), peer: .operator)
        #expect(reply == Republish.Reply(people: 3, relations: 1))
        let people = try await town.events(PersonChanged.self)
        #expect(people.filter { $0.to == "challenges" }.count == 3)
        #expect(
            Set(people.filter { $0.to == "scoring" }.map(\.event.card.person.id)) == [ana, bo, cy]
        )
        let relations = try await town.events(RelationChanged.self)
        #expect(relations.map(\.to) == ["challenges", "scoring"])
        #expect(relations.allSatisfy { $0.event.relation == .friends && $0.event.version == 1 })
    }

    @Test func `what is for the cluster is closed to others`() async throws {
        let gateway = try await refusal {
            try await town.ask(CheckRecipients(sender: UserID(), recipients: []), as: UserID())
        }
        #expect(gateway == WireError.forbidden.fault)
        let service = try await refusal {
            try await town.ask(VerifySession(session: SessionID()), peer: .challenges)
        }
        #expect(service == WireError.forbidden.fault)
        let moderator = try await refusal {
            try await town.ask(SetModerator(user: UserID(), isModerator: true), as: UserID())
        }
        #expect(moderator == WireError.forbidden.fault)
    }

    @Test func `every call of the contract is answered, and nothing else`() {
        #expect(town.door.answered == Set(IdentityAPI.calls.map { $0.id }))
        #expect(Set(IdentityAPI.calls.map { $0.id }).count == IdentityAPI.calls.count)
        #expect(IdentityAPI.calls.allSatisfy { $0.id.rawValue >> 8 == 0x01 })
    }
}
