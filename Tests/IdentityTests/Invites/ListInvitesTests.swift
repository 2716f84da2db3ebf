import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ListInvitesTests {
    let town = Town()

    @Test func `a user lists their own invites, newest first, dead ones too`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        var made: [String] = []
        for _ in 1...3 {
            made.append(try await town.invite(by: ana, .app, usesMax: 1))
            town.clock.advance(by: .seconds(1))
        }
        _ = try await town.invite(by: bo)
        _ = try await town.ask(AcceptInvite(code: made[0]), as: bo)
        _ = try await town.ask(RevokeInvite(code: made[1]), as: ana)
        let revokedAt = town.clock.now
        town.clock.advance(by: .days(14))
        let items = try await town.ask(ListInvites(), as: ana).items
        #expect(items.map(\.code) == made.reversed())
        #expect(items.map(\.uses) == [0, 0, 1])
        #expect(items.map(\.revokedAt) == [nil, revokedAt, nil])
    }

    @Test func `pages follow each other without gaps, also at one time`() async throws {
        let ana = try await town.person("ana")
        for _ in 1...5 { _ = try await town.invite(by: ana) }
        var seen: [[String]] = []
        var cursor: String?
        repeat {
            let page = try await town.ask(ListInvites(limit: 2, cursor: cursor), as: ana)
            seen.append(page.items.map(\.code))
            cursor = page.nextCursor
        } while cursor != nil
        #expect(seen.map(\.count) == [2, 2, 1])
        #expect(Set(seen.joined()).count == 5)
    }

    @Test(arguments: [-1, 0, 101]) func `a limit is 1 to 100`(limit: Int) async throws {
        let fault = try await refusal {
            try await town.ask(ListInvites(limit: limit), as: UserID())
        }
        #expect(fault == Refusal(IdentityError.limitInvalid, at: "/limit").fault)
    }

    @Test func `a cursor must come from the same list`() async throws {
        for cursor in [
            "", "!", PageCursor<String>("people").text("a"),
            PageCursor<Instant, String>("invites").text(town.clock.now, "c234567890123456"),
        ] {
            let fault = try await refusal {
                try await town.ask(ListInvites(cursor: cursor), as: UserID())
            }
            #expect(fault == Refusal(IdentityError.cursorInvalid, at: "/cursor").fault)
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(ListInvites()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
