import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Suggestions of friends (2.8-suggestions).
@Suite(.freshDatabase(Identity.migrations)) struct ListSuggestionsTests {
    @Test func `friends on Facebook are suggested to each other, and are not friends`()
        async throws
    {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(scene.user("ana", friends: ["bob"])).user.id
            #expect(try await scene.suggested(to: ana).isEmpty)
            let bo = try await scene.enter(scene.user("bob", friends: ["ana", "cyd"])).user.id
            #expect(try await scene.suggested(to: ana) == [bo])
            #expect(try await scene.suggested(to: bo) == [ana])
            let page = try await scene.town.ask(ListSuggestions(), as: ana)
            #expect(page.items.map(\.source) == [.facebook])
            #expect(page.items.map(\.user.firstName) == ["bob"])
            #expect(try await scene.town.ask(ListFriends(), as: ana).items.isEmpty)
            try await scene.town.befriend(ana, bo)
            #expect(try await scene.suggested(to: ana).isEmpty)
        }
    }

    @Test func `blocked pairs and inactive accounts are not suggested`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(scene.user("ana")).user.id
            let bo = try await scene.enter(scene.user("bob", friends: ["ana"])).user.id
            let cy = try await scene.enter(scene.user("cyd", friends: ["ana"])).user.id
            #expect(try await Set(scene.suggested(to: ana)) == [bo, cy])
            let pair = Pair(ana, bo)
            try await Database.fresh.transaction { tx in
                try await tx.run(
                    """
                    INSERT INTO relations (one, other, relation, version)
                    VALUES (\(pair.one), \(pair.other), 'blocked', 1)
                    """
                )
                try await tx.run("UPDATE accounts SET standing = 'suspended' WHERE id = \(cy)")
            }
            #expect(try await scene.suggested(to: ana).isEmpty)
            #expect(try await scene.suggested(to: bo).isEmpty)
        }
    }

    @Test func `a sent request ends the suggestion, also while it is silently declined`()
        async throws
    {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(scene.user("ana")).user.id
            let bo = try await scene.enter(scene.user("bob", friends: ["ana"])).user.id
            let request = try await scene.town.ask(SendFriendRequest(to: bo), as: ana)
            #expect(try await scene.suggested(to: ana).isEmpty)
            #expect(try await scene.suggested(to: bo) == [ana])
            let no = AnswerFriendRequest(request: request.id, accept: false)
            _ = try await scene.town.ask(no, as: bo)
            #expect(try await scene.suggested(to: ana).isEmpty)
            scene.town.clock.advance(by: .days(30))
            #expect(try await scene.suggested(to: ana) == [bo])
        }
    }

    @Test func `an invite to the app suggests its owner and its user to each other`() async throws {
        let town = Town()
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let app = try await town.invite(by: ana, .app)
        _ = try await town.ask(AcceptInvite(code: app), as: bo)
        for (user, other) in [(ana, bo), (bo, ana)] {
            let page = try await town.ask(ListSuggestions(), as: user)
            #expect(page.items.map(\.user.id) == [other])
            #expect(page.items.map(\.source) == [.invite])
        }
        let cy = try await town.person("cyd")
        let friend = try await town.invite(by: ana, .friend)
        _ = try await town.ask(AcceptInvite(code: friend), as: cy)
        #expect(try await town.ask(ListSuggestions(), as: cy).items.isEmpty)
    }

    @Test func `a list comes in pages`() async throws {
        try await LoginScene.run { scene in
            for name in ["ana", "bob", "cyd"] { _ = try await scene.enter(scene.user(name)) }
            let user = scene.user("dee", friends: ["ana", "bob", "cyd"])
            let dee = try await scene.enter(user).user.id
            let first = try await scene.town.ask(ListSuggestions(limit: 2), as: dee)
            #expect(first.items.count == 2)
            let rest = ListSuggestions(limit: 2, cursor: first.nextCursor)
            let second = try await scene.town.ask(rest, as: dee)
            #expect(second.items.count == 1)
            #expect(second.nextCursor == nil)
            #expect(Set((first.items + second.items).map(\.user.id)).count == 3)
            let fault = try await refusal {
                try await scene.town.ask(ListSuggestions(cursor: "x"), as: dee)
            }
            #expect(fault.code == "identity.cursor_invalid")
        }
    }
}
