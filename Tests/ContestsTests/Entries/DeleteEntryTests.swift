import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions
@testable import Discovery

/// Entries that are taken back (2.3-entries, 2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct DeleteEntryTests {
    @Test func `it no longer counts, its pictures are released, and it stays as a tombstone`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let pictures = [MediaID(), MediaID()]
        let entry = try await logged.log("2", note: "Oops.", mediaIDs: pictures)
        scene.clock.advance(by: .seconds(1))
        try await logged.log("1")
        scene.clock.advance(by: .minutes(5))
        _ = try await scene.ask(DeleteEntry(entry: entry.id), as: scene.bo)
        let standing = try await logged.standing()
        #expect(standing.value == .of("1"))
        #expect(standing.score == .of("1"))
        #expect(standing.entries == 1)
        #expect(standing.reachedAt == scene.clock.now)
        let told = try #require(try await logged.told())
        #expect(told.value == .of("1"))
        #expect(told.version == standing.version)
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.media) == [pictures])
        #expect(released.map(\.cause) == ["entry:\(entry.id)"])
        let listed = try await logged.entries(as: scene.ana)
        #expect(listed.map(\.state) == [.counted, .deleted])
        #expect(listed.last?.version == 2)
        #expect(listed.last?.editedAt == scene.clock.now)
        #expect(try await logged.history(of: entry.id) == ["logged Bo 2", "deleted Bo 2"])
        #expect(try await scene.emitted(NoticesSettled.self).isEmpty)
    }

    @Test func `the last one takes value, score and rank with it`() async throws {
        let logged = try await LoggedContest.store()
        let entry = try await logged.log("2")
        _ = try await logged.scene.ask(DeleteEntry(entry: entry.id), as: logged.scene.bo)
        let standing = try await logged.standing()
        #expect(standing.value == nil)
        #expect(standing.score == nil)
        #expect(standing.reachedAt == nil)
        #expect(standing.entries == 0)
        let told = try #require(try await logged.told())
        #expect(told.value == nil)
        #expect(told.entries == 0)
    }

    @Test func `deleting it again does nothing, even when the contest is over`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        let call = DeleteEntry(entry: entry.id, ifVersion: 1)
        _ = try await scene.ask(call, as: scene.bo, key: "k")
        let standing = try await logged.standing()
        _ = try await scene.ask(call, as: scene.bo, key: "k")
        _ = try await scene.ask(call, as: scene.bo)
        scene.clock.advance(by: .days(9))
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await logged.standing() == standing)
        #expect(try await logged.history(of: entry.id).count == 2)
    }

    @Test func `a queried entry is deleted, and the query is settled`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log("2")
        try await logged.query(entry.id)
        _ = try await scene.ask(DeleteEntry(entry: entry.id), as: scene.bo)
        #expect(try await logged.standing().entries == 0)
        let settled = try await scene.emitted(NoticesSettled.self)
        #expect(settled.map(\.kinds) == [[.entryQueried]])
        #expect(settled.map(\.subject) == [Notice.Subject(entry.id)])
        #expect(settled.map(\.outcome) == [.acted])
        let seen = try await logged.entry(entry.id, as: scene.ana)
        #expect(seen?.state == .deleted)
        #expect(seen?.query?.isRemoved == nil)
    }

    @Test func `one that was kept is deleted without a word, one that was removed is not`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let kept = try await logged.log("2")
        try await logged.query(kept.id, .counted)
        _ = try await scene.ask(DeleteEntry(entry: kept.id), as: scene.bo)
        #expect(try await scene.emitted(NoticesSettled.self).isEmpty)
        let removed = try await logged.log("2")
        try await logged.query(removed.id, .removed)
        let fault = await scene.fault(DeleteEntry(entry: removed.id), as: scene.bo)
        #expect(fault?.code == ChallengesError.wrongState.rawValue)
        #expect(fault?.row(Entry.self)?.state == .removed)
    }

    @Test func `once the contest is over nothing is deleted`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        let other = try await logged.log()
        // It settles.
        scene.clock.advance(by: .days(7))
        _ = try await scene.ask(DeleteEntry(entry: other.id), as: scene.bo)
        scene.clock.advance(by: .days(1))
        let fault = await scene.fault(DeleteEntry(entry: entry.id), as: scene.bo)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
        #expect(fault?.row(Entry.self)?.state == .counted)
        #expect(try await logged.standing().entries == 1)
    }

    @Test func `a former participant may delete their entries`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log("2")
        try await logged.join(scene.bo, .left)
        _ = try await scene.ask(DeleteEntry(entry: entry.id), as: scene.bo)
        #expect(try await logged.standing().value == nil)
        #expect(try await logged.standing().state == .left)
        #expect(try await logged.told()?.state == .left)
    }

    @Test func `another version is refused with the present entry`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        let change = ChangeEntry(entry: entry.id, amount: .of("2"))
        let changed = try await scene.ask(change, as: scene.bo)
        let fault = await scene.fault(DeleteEntry(entry: entry.id, ifVersion: 1), as: scene.bo)
        #expect(fault?.code == ChallengesError.versionStale.rawValue)
        #expect(fault?.row(Entry.self) == changed)
        _ = try await scene.ask(DeleteEntry(entry: entry.id, ifVersion: 2), as: scene.bo)
        #expect(try await logged.standing().entries == 0)
    }
}
