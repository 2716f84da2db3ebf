import ChallengesAPI
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// One entry; `ListEntriesTests` compares it with the list for everybody who may look
/// (2.10-photos).
@Suite(.freshDatabase(Challenges.migrations))
struct GetEntryTests {
    @Test func `an unknown entry is not found, nor is one of a contest that one may not see`()
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
    func `whoever is no longer in the contest sees their own entries, and may take them back`(
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
        try await logged.doubt(entry.id)
        #expect(try await actions(scene.bo) == [.delete])
        #expect(try await actions(scene.cy) == [.vote])
        #expect(try await actions(scene.ana) == [.vote, .decide])
        // No timer has fired: the contest is over all the same.
        scene.clock.advance(by: .days(8))
        #expect(try await actions(scene.bo) == [])
        #expect(try await actions(scene.ana) == [])
    }
}
