import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ListFriendRequestsTests {
    let town = Town()

    @Test(arguments: [ListFriendRequests.Direction.incoming, .outgoing])
    func `open requests are listed newest first, page by page`(
        direction: ListFriendRequests.Direction
    ) async throws {
        let ana = try await town.person("ana")
        var sent: [FriendRequestID] = []
        for index in 0..<5 {
            let other = try await town.person("other\(index)")
            let request =
                direction == .outgoing
                ? try await town.ask(SendFriendRequest(to: other), as: ana)
                : try await town.ask(SendFriendRequest(to: ana), as: other)
            sent.append(request.id)
            // Two of them at the same time.
            if index != 2 { town.clock.advance(by: .seconds(1)) }
        }
        var pages: [[FriendRequestID]] = []
        var cursor: String?
        repeat {
            let page = try await town.ask(
                ListFriendRequests(direction: direction, limit: 2, cursor: cursor),
                as: ana
            )
            pages.append(page.items.map(\.id))
            #expect(page.items.allSatisfy { $0.state == .requested })
            cursor = page.nextCursor
        } while cursor != nil
        #expect(pages.map(\.count) == [2, 2, 1])
        let newestFirst = [sent[4]] + [sent[3], sent[2]].sorted(by: >) + [sent[1], sent[0]]
        #expect(pages.flatMap(\.self) == newestFirst)
        let other: ListFriendRequests.Direction = direction == .incoming ? .outgoing : .incoming
        #expect(try await town.ask(ListFriendRequests(direction: other), as: ana).items.isEmpty)
    }

    @Test(arguments: [ListFriendRequests.Direction.incoming, .outgoing])
    func `requests of and to people who are not active are left out`(
        direction: ListFriendRequests.Direction
    ) async throws {
        let ana = try await town.person("ana")
        var sent: [FriendRequestID] = []
        for (index, standing) in (AccountStanding.inactive + [.active, .active]).enumerated() {
            let other = try await town.person("other\(index)")
            let request =
                direction == .outgoing
                ? try await town.ask(SendFriendRequest(to: other), as: ana)
                : try await town.ask(SendFriendRequest(to: ana), as: other)
            sent.append(request.id)
            try await town.setStanding(of: other, standing)
            town.clock.advance(by: .seconds(1))
        }
        // Whoever lists is not left out for what they are themselves.
        try await town.setStanding(of: ana, .hidden)
        let page = try await town.ask(ListFriendRequests(direction: direction, limit: 2), as: ana)
        #expect(page.items.map(\.id) == sent.suffix(2).reversed())
        #expect(page.nextCursor == nil)
    }

    @Test func `an unknown direction is refused`() async throws {
        let fault = try await refusal {
            try await town.ask(ListFriendRequests(direction: .unknown), as: UserID())
        }
        #expect(fault == Refusal(IdentityError.directionInvalid, at: "/direction").fault)
    }

    @Test func `a limit is 1 to 100`() async throws {
        for limit in [0, 101] {
            let fault = try await refusal {
                try await town.ask(
                    ListFriendRequests(direction: .incoming, limit: limit),
                    as: UserID()
                )
            }
            #expect(fault == Refusal(IdentityError.limitInvalid, at: "/limit").fault)
        }
    }

    @Test func `a cursor must come from the same list`() async throws {
        for cursor in [
            "x", PageCursor<Int>("requests").text(1), PageCursor<Int, Int>("requests").text(1, 2),
            PageCursor<Int, FriendRequestID>("requests").text(.max, FriendRequestID()),
            PageCursor<Int, FriendRequestID>("people").text(1, FriendRequestID()),
        ] {
            let fault = try await refusal {
                try await town.ask(
                    ListFriendRequests(direction: .incoming, cursor: cursor),
                    as: UserID()
                )
            }
            #expect(fault == Refusal(IdentityError.cursorInvalid, at: "/cursor").fault)
        }
    }
}
