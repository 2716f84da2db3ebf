import Identifiers
import IdentityAPI
import TestKit
import Testing

@testable import Identity

/// How often calls wait for the database before they commit. A wait more is a round trip more, of
/// which locks are held for most.
@Suite(.freshDatabase(Identity.migrations)) struct WaitsTests {
    @Test func `a refresh waits once`() async throws {
        try await WaitCounter.with { counter in
            let town = Town(database: counter.database)
            // Makes the key that signs access tokens.
            let pair = try await town.register("ana")
            let waits = try await counter.count {
                _ = try await town.ask(RefreshSession(refreshToken: pair.refreshToken))
            }
            #expect(waits == WaitCounter.Waits(messages: 1, reads: 0))
            let again = try await counter.count {
                _ = try await town.ask(RefreshSession(refreshToken: pair.refreshToken))
            }
            #expect(again == waits)
        }
    }

    @Test func `a friend request waits twice, and one that crosses another once`() async throws {
        try await WaitCounter.with { counter in
            let town = Town(database: counter.database)
            let ana = try await town.person("ana")
            let bo = try await town.person("bob")
            let call = SendFriendRequest(id: FriendRequestID(), to: bo)
            let new = try await counter.count {
                _ = try await town.ask(call, as: ana, key: "a")
            }
            #expect(new == WaitCounter.Waits(messages: 2, reads: 0))
            let crossing = try await counter.count {
                let request = try await town.ask(SendFriendRequest(to: ana), as: bo, key: "b")
                #expect(request.state == .accepted)
            }
            #expect(crossing == WaitCounter.Waits(messages: 1, reads: 0))
        }
    }

    @Test(arguments: [true, false])
    func `an answer to a friend request waits once`(accept: Bool) async throws {
        try await WaitCounter.with { counter in
            let town = Town(database: counter.database)
            let ana = try await town.person("ana")
            let bo = try await town.person("bob")
            let request = try await town.ask(SendFriendRequest(to: bo), as: ana).id
            let waits = try await counter.count {
                let call = AnswerFriendRequest(request: request, accept: accept)
                _ = try await town.ask(call, as: bo, key: "k")
            }
            #expect(waits == WaitCounter.Waits(messages: 1, reads: 0))
        }
    }

    @Test func `a withdrawal waits once`() async throws {
        try await WaitCounter.with { counter in
            let town = Town(database: counter.database)
            let ana = try await town.person("ana")
            let bo = try await town.person("bob")
            let request = try await town.ask(SendFriendRequest(to: bo), as: ana).id
            let waits = try await counter.count {
                _ = try await town.ask(
                    WithdrawFriendRequest(request: request),
                    as: ana,
                    key: "k"
                )
            }
            #expect(waits == WaitCounter.Waits(messages: 1, reads: 0))
        }
    }

    @Test func `seeing notices waits twice, and so does dismissing one`() async throws {
        try await WaitCounter.with { counter in
            let town = Town(database: counter.database)
            let ana = try await town.person("ana")
            try await town.tell(ana)
            let notice = try #require(try await town.inbox(of: ana).first).id
            let seeing = try await counter.count {
                _ = try await town.ask(SeeNotices(), as: ana, key: "k")
            }
            #expect(seeing == WaitCounter.Waits(messages: 2, reads: 0))
            let dismissing = try await counter.count {
                _ = try await town.ask(DismissNotice(notice: notice), as: ana, key: "k")
            }
            #expect(dismissing == WaitCounter.Waits(messages: 2, reads: 0))
        }
    }

    @Test func `an event about notices waits once`() async throws {
        try await WaitCounter.with { counter in
            let town = Town(database: counter.database)
            let ana = try await town.person("ana")
            let dare = AssignmentID()
            let telling = try await counter.count { try await town.tell(ana, about: dare) }
            #expect(telling == WaitCounter.Waits(messages: 1, reads: 0))
            let settling = try await counter.count { try await town.settle(dare, .acted) }
            #expect(settling == WaitCounter.Waits(messages: 1, reads: 0))
        }
    }
}
