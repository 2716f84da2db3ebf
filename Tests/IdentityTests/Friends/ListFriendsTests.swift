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

    @Test func `inactive friends are left out, and pages are full without them`() async throws {
        let me = try await town.person("me_myself")
        var inactive: [UserID] = []
        for (index, standing) in (AccountStanding.inactive + [.active, .active]).enumerated() {
            let friend = try await town.person("p_\(index)", first: "Name \(index)")
            try await town.befriend(friend, me)
            try await town.setStanding(of: friend, standing)
            if standing != .active { inactive.append(friend) }
        }
        let page = try await town.ask(ListFriends(limit: 2), as: me)
        #expect(page.items.map(\.username) == ["p_4", "p_5"])
        #expect(page.nextCursor == nil)

        // They stay friends: who comes back is in the list again.
        for friend in inactive { try await town.setStanding(of: friend, .active) }
        let all = try await town.ask(ListFriends(), as: me)
        #expect(all.items.count == inactive.count + 2)
    }

    @Test func `concurrent callers each get their own friends`() async throws {
        // Each person is a friend of the one before, so that most friendships are found from both
        // sides.
        var people: [UserID] = []
        for index in 0..<6 {
            let person = try await town.person("user\(index)", first: "Name \(index)")
            if let last = people.last { try await town.befriend(last, person) }
            people.append(person)
        }
        try await town.befriend(people[0], people[5])
        let stranger = UserID()
        let pages = (people + [stranger]).map {
            FriendsPage(user: $0, name: "", username: "", limit: 3)
        }
        let cut = FriendsPage(user: people[2], name: "name 1 lima", username: "user1", limit: 3)
        let short = FriendsPage(user: people[2], name: "", username: "", limit: 1)
        let found = try await town.identity.database.friends(pages + [cut, short])
        let names = found.mapValues { $0.map(\.person.username) }
        #expect(names[pages[0]] == ["user1", "user5"])
        for index in 1..<5 {
            #expect(names[pages[index]] == ["user\(index - 1)", "user\(index + 1)"])
        }
        #expect(names[pages[5]] == ["user0", "user4"])
        #expect(names[pages[6]] == nil)
        #expect(names[cut] == ["user3"])
        #expect(names[short] == ["user1"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                for (index, person) in people.enumerated() {
                    group.addTask { [town] in
                        let page = try await town.ask(ListFriends(), as: person)
                        #expect(page.items.map(\.username) == names[pages[index]])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a cursor of another list is refused`() async throws {
        let fault = try await refusal {
            let cursor = PageCursor<String>("people").text("a")
            return try await town.ask(ListFriends(cursor: cursor), as: UserID())
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

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(ListFriends()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
