import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ListFriendsTests {
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

    @Test func `a cursor of another list is refused`() async throws {
        let fault = try await refusal {
            try await town.ask(ListFriends(cursor: PageCursor(.people, "a").text), as: UserID())
        }
        #expect(fault == Refusal(IdentityError.cursorInvalid, at: "/cursor").fault)
    }

    @Test(arguments: [0, 101]) func `a limit is 1 to 100`(limit: Int) async throws {
        let fault = try await refusal {
            try await town.ask(ListFriends(limit: limit), as: UserID())
        }
        #expect(fault == Refusal(IdentityError.limitInvalid, at: "/limit").fault)
        let within = limit == 0 ? 1 : 100
        #expect(try await town.ask(ListFriends(limit: within), as: UserID()).items.isEmpty)
    }

    @Test func `whoever is not signed in has none`() async throws {
        let fault = try await refusal { try await town.ask(ListFriends()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
