import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// One entry; `ListEntriesTests` compares it with the list for everybody who may look
/// (2.10-photos).
@Suite(.freshDatabase(Challenges.migrations))
struct GetEntryTests {
    @Test func `an unknown entry is not found, nor is one of an invisible contest`()
        async throws
    {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, visibility: .private)
        let logged = try await LoggedContest.store(contest, in: scene)
        let entry = try await logged.log()
        let refusal = ChallengesError.entryNotFound.fault
        for (id, user) in [(EntryID(), scene.bo), (entry.id, scene.cy)] {
            #expect(await scene.fault(GetEntry(entry: id), as: user) == refusal)
        }
        #expect(try await logged.entry(entry.id, as: scene.ana) != nil)
    }

    @Test(arguments: [Participant.State.left, .removed])
    func `a former participant sees their own entries, and may delete them`(
        state: Participant.State
    ) async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, visibility: .private)
        let logged = try await LoggedContest.store(contest, in: scene)
        let own = try await logged.log("2")
        let other = try await logged.log(by: scene.ana)
        try await logged.join(scene.bo, state)
        let seen = try await logged.entry(own.id, as: scene.bo)
        #expect(seen?.amount == .of("2"))
        #expect(seen?.actions == [.delete])
        #expect(try await logged.entry(other.id, as: scene.bo) == nil)
    }

    @Test(arguments: [Participant.State.left, .removed])
    func `pictures of who is no longer in the contest are seen by these alone, until they are back`(
        state: Participant.State
    ) async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log(mediaIDs: [MediaID()], audience: .public)
        let wide = ChangePhoto(photo: entry.photos[0].photoID, audience: .public)
        _ = try await scene.ask(wide, as: scene.bo)
        func pictures(_ user: UserID) async throws -> Int? {
            try await logged.entry(entry.id, as: user)?.photos.count
        }
        for part in [Participant.State.joined, state, .joined] {
            try await logged.join(scene.bo, part)
            let isShared = part == .joined
            #expect(try await pictures(scene.bo) == 1)
            for other in [scene.ana, scene.cy] {
                #expect(try await pictures(other) == (isShared ? 1 : 0), "\(part)")
            }
        }
    }

    @Test func `a query is seen by those in the contest, and by the entry's owner`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log(audience: .public)
        try await logged.query(entry.id)
        func reason(_ user: UserID) async throws -> String? {
            try #require(try await logged.entry(entry.id, as: user)).query?.reason
        }
        #expect(try await reason(scene.ana) == "Really?")
        #expect(try await reason(scene.cy) == nil)
        try await logged.join(scene.cy)
        #expect(try await reason(scene.cy) == "Really?")
        try await logged.join(scene.cy, .left)
        #expect(try await reason(scene.cy) == nil)
        // Nor by who queried it, once they are not in it.
        try await scene.database.run("UPDATE contests SET owner = \(scene.cy)")
        try await logged.join(scene.ana, .left)
        #expect(try await reason(scene.ana) == nil)
        try await logged.join(scene.bo, .left)
        #expect(try await reason(scene.bo) == "Really?")
    }

    @Test(arguments: [nil, Metric.steps], [Contest.Score.raw, .percent])
    func `with percentages, only the owner sees a measured amount`(
        metric: Metric?,
        score: Contest.Score
    ) async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, metric: metric, score: score)
        let target = score == .percent ? Amount.of("20") : nil
        let logged = try await LoggedContest.store(contest, in: scene, target: target)
        let entry = try await logged.log("5", note: "Uphill.")
        let isHidden = metric != nil && score == .percent
        #expect(try await logged.entry(entry.id, as: scene.bo)?.amount == .of("5"))
        let seen = try await logged.entry(entry.id, as: scene.ana)
        #expect(seen?.amount == (isHidden ? nil : .of("5")))
        #expect(seen?.note == "Uphill.")
    }

    @Test func `what may be done with an entry depends on who looks, and when`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        try await logged.join(scene.cy)
        let entry = try await logged.log()
        func actions(_ user: UserID) async throws -> [Entry.Action]? {
            try await logged.entry(entry.id, as: user)?.actions
        }
        #expect(try await actions(scene.bo) == [.change, .delete])
        #expect(try await actions(scene.cy) == [.query])
        try await logged.query(entry.id)
        #expect(try await actions(scene.bo) == [.delete])
        #expect(try await actions(scene.cy) == [.vote])
        #expect(try await actions(scene.ana) == [.vote, .decide])
        // No timer has fired: the contest is over all the same.
        scene.clock.advance(by: .days(8))
        #expect(try await actions(scene.bo) == [])
        #expect(try await actions(scene.ana) == [])
    }
}
