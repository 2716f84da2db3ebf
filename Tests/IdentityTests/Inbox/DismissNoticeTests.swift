import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct DismissNoticeTests {
    let town = Town()

    @Test func `a dismissed notice is no longer listed, and the others are`() async throws {
        let ana = try await town.person("ana")
        for _ in 0..<3 { try await town.tell(ana, kind: .reviewNeeded) }
        let notices = try await town.inbox(of: ana)
        _ = try await town.ask(DismissNotice(notice: notices[1].id), as: ana)
        #expect(try await town.inbox(of: ana) == [notices[0], notices[2]])
        #expect(try await town.counts(of: ana) == [notices[0], notices[2]].counted)
    }

    @Test func `dismissing again changes nothing`() async throws {
        let ana = try await town.person("ana")
        try await town.tell(ana)
        let call = DismissNotice(notice: try #require(try await town.inbox(of: ana).first).id)
        let first = town.clock.now
        for key in [nil, "k", "k", nil] {
            _ = try await town.ask(call, as: ana, key: key)
            let dismissedAt = try await Database.fresh.one("SELECT dismissed_at FROM notices") {
                try $0.next(Instant.self)
            }
            #expect(dismissedAt == first)
            town.clock.advance(by: .hours(1))
        }
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `another's notice, and one that never was, are unknown`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        try await town.tell(ana)
        let notice = try #require(try await town.inbox(of: ana).first).id
        for (id, person) in [(notice, bo), (NoticeID(), ana)] {
            let fault = try await refusal {
                try await town.ask(DismissNotice(notice: id), as: person)
            }
            #expect(fault == IdentityError.noticeUnknown.fault)
            #expect(fault.kind == .notFound)
        }
        #expect(try await town.inbox(of: ana).map(\.id) == [notice])
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal {
            try await town.ask(DismissNotice(notice: NoticeID()))
        }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
