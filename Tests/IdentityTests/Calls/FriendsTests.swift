import Identifiers
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct FriendsTests {
    let town = Town()

    @Test func `friends are listed by name, page by page`() async throws {
        let me = try await town.person("me_myself")
        let names = [
            ("u1", "Zoe", "Ax"), ("u2", "änne", "B"), ("u3", "Ana", "Zed"), ("u4", "ana", "Abel"),
            ("u5", "Ana", "Abel"),
        ]
        for (username, first, last) in names {
            let friend = try await town.person("x" + username, first: first, last: last)
            try await town.befriend(friend, me)
        }
        _ = try await town.person("stranger", first: "Ana", last: "B")
        var pages: [[String]] = []
        var cursor: String?
        repeat {
            let page = try await town.ask(ListFriends(limit: 2, cursor: cursor), as: me)
            pages.append(page.items.map(\.username))
            cursor = page.nextCursor
        } while cursor != nil
        #expect(pages == [["xu4", "xu5"], ["xu3", "xu1"], ["xu2"]])
    }

    @Test func `a limit and a cursor must be right`() async throws {
        let limit = try await refusal { try await town.ask(ListFriends(limit: 0), as: UserID()) }
        #expect(limit == Refusal(IdentityError.limitInvalid, at: "/limit").fault)
        let cursor = try await refusal {
            try await town.ask(ListFriends(cursor: Cursor(.people, "a").text), as: UserID())
        }
        #expect(cursor == Refusal(IdentityError.cursorInvalid, at: "/cursor").fault)
    }

    @Test func `a friendship ends for both, and once`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        for _ in 0..<2 { _ = try await town.ask(RemoveFriend(user: ana), as: bo) }
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
        #expect(try await town.ask(ListFriends(), as: bo).items.isEmpty)
        let told = try await town.events(RelationChanged.self).filter { $0.to == "challenges" }
        #expect(told.map(\.event.relation) == [.friends, .none])
        #expect(told.map(\.event.version) == [1, 2])
    }

    @Test func `friends who parted can be friends again`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        _ = try await town.ask(RemoveFriend(user: ana), as: bo)
        try await town.befriend(bo, ana)
        let told = try await town.events(RelationChanged.self).filter { $0.to == "scoring" }
        #expect(told.map(\.event.version) == [1, 2, 3])
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
    }

    @Test func `removing whoever is no friend changes nothing`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        for user in [bo, ana, UserID()] {
            _ = try await town.ask(RemoveFriend(user: user), as: ana)
        }
        #expect(try await town.events(RelationChanged.self).isEmpty)
    }
}
