import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// Who sees a goal, and what of it (2.10-visibility, 2.4-friends).
@Suite(.freshDatabase(Challenges.migrations))
struct GetGoalTests {
    private let scene = Scene()

    /// Ana and Bo are friends; Cy is nobody's.
    private func befriend() async throws {
        try await scene.knowAll()
        try await scene.relate(scene.ana, scene.bo, .friends)
    }

    private func isHidden(_ goal: ChallengeID, from user: UserID) async -> Bool {
        let get = await scene.fault(GetGoal(goal: goal), as: user)
        let list = await scene.fault(ListPeriods(goal: goal), as: user)
        let notFound = ChallengesError.goalNotFound.fault
        #expect(get == list)
        return get == notFound
    }

    @Test func `a private goal is its owner's alone`() async throws {
        try await befriend()
        let goal = try await scene.set(.daily)
        #expect(await isHidden(goal.id, from: scene.bo))
        #expect(await isHidden(goal.id, from: scene.cy))
        #expect(await isHidden(ChallengeID(), from: scene.ana))
        #expect(await !isHidden(goal.id, from: scene.ana))
    }

    @Test func `a goal for friends is seen by them, and by no stranger`() async throws {
        try await befriend()
        let goal = try await scene.set { call in
            (call.recurrence, call.visibility) = (.daily, .friends)
        }
        try await scene.log("4", for: goal.id)
        let seen = try await scene.goal(goal.id, as: scene.bo)
        #expect(seen.owner.id == scene.ana)
        #expect(seen.value == .of("4"))
        #expect(seen.period?.value == .of("4"))
        #expect(seen.progress == 40)
        #expect(seen.actions == [])
        #expect(try await scene.periods(of: goal.id, as: scene.bo) == ["2023-11-14 open 4"])
        #expect(await isHidden(goal.id, from: scene.cy))
        _ = try await scene.ask(ChangeGoal(goal: goal.id, visibility: .private), as: scene.ana)
        #expect(await isHidden(goal.id, from: scene.bo))
    }

    @Test func `a friend sees the progress of what a phone measures, and no value`() async throws {
        try await befriend()
        let goals = [
            try await scene.setSteps("10000", .daily) { $0.visibility = .friends },
            try await scene.setSteps("10000") { $0.visibility = .friends },
        ]
        try await scene.walk("6599")
        for goal in goals {
            let seen = try await scene.goal(goal.id, as: scene.bo)
            #expect(seen.value == nil)
            #expect(seen.period?.value == nil)
            #expect(seen.progress == 65)
            #expect(try await scene.goal(goal.id).value == .of("6599"))
        }
        #expect(try await scene.goal(goals[0].id).period?.value == .of("6599"))
        #expect(try await scene.periods(of: goals[0].id, as: scene.bo) == ["2023-11-14 open"])
        #expect(try await scene.periods(of: goals[0].id) == ["2023-11-14 open 6599"])
    }

    @Test func `former friends, and friends of an inactive owner, see nothing`() async throws {
        try await befriend()
        let goal = try await scene.set { $0.visibility = .friends }
        #expect(await !isHidden(goal.id, from: scene.bo))
        try await scene.relate(scene.ana, scene.bo, .blocked, version: 3)
        #expect(await isHidden(goal.id, from: scene.bo))
        try await scene.relate(scene.ana, scene.bo, .friends, version: 4)
        #expect(try await scene.goal(goal.id, as: scene.bo).id == goal.id)
        try await scene.set(.suspended, of: scene.ana)
        #expect(await isHidden(goal.id, from: scene.bo))
        try await scene.set(.active, of: scene.ana, version: 3)
        #expect(try await scene.goal(goal.id, as: scene.bo).id == goal.id)
        try await scene.relate(scene.ana, scene.bo, .none, version: 5)
        #expect(await isHidden(goal.id, from: scene.bo))
    }

    @Test func `what a friend sees they do not change`() async throws {
        try await befriend()
        let goal = try await scene.set { $0.visibility = .friends }
        let entry = try await scene.log("4", for: goal.id)
        let (bo, id) = (scene.bo, goal.id)
        let notFound = ["challenges.goal_not_found"]
        #expect(await scene.refusals(of: ChangeGoal(goal: id, name: "Mine"), as: bo) == notFound)
        #expect(await scene.refusals(of: DeleteGoal(goal: id), as: bo) == notFound)
        #expect(await scene.refusals(of: PauseGoal(goal: id), as: bo) == notFound)
        #expect(await scene.refusals(of: ResumeGoal(goal: id), as: bo) == notFound)
        #expect(await scene.refusals(of: AbandonGoal(goal: id), as: bo) == notFound)
        #expect(await scene.refusals(of: CompleteGoal(goal: id), as: bo) == notFound)
        #expect(await scene.refusals(of: ListGoalEntries(goal: id), as: bo) == notFound)
        let log = AddGoalEntry(goal: id, amount: .of("1"))
        #expect(await scene.refusals(of: log, as: bo) == notFound)
        let noEntry = ["challenges.entry_not_found"]
        let change = ChangeGoalEntry(goal: id, entry: entry.id, amount: .of("1"))
        #expect(await scene.refusals(of: change, as: bo) == noEntry)
        let remove = RemoveGoalEntry(goal: id, entry: entry.id)
        #expect(await scene.refusals(of: remove, as: bo) == noEntry)
        #expect(try await scene.goal(id).version == 2)
    }

    @Test(
        arguments: [
            ("0.1", "10000000", 0), ("1", "3", 33), ("2", "3", 66), ("2.999999", "3", 99),
            ("3", "3", 100),
        ]
    )
    func `progress is in whole percent, 100 only from the target on`(
        value: String,
        target: String,
        progress: Int
    ) async throws {
        let goal = try await scene.set { $0.target = .of(target) }
        try await scene.log(value, for: goal.id)
        #expect(try await scene.goal(goal.id).progress == progress)
    }

    @Test func `a goal is shown as time has made it, though its timer is late`() async throws {
        let goal = try await scene.set(.daily)
        try await scene.log("10", for: goal.id)
        let before = try await scene.goal(goal.id)
        scene.turn(to: "2023-11-16T08:00:00Z")
        let after = try await scene.goal(goal.id)
        #expect(after.period?.startsOn == .of("2023-11-16"))
        #expect(after.period?.state == .open)
        #expect(after.value == .zero)
        #expect(after.metAt == before.metAt)
        // What is shown may be changed by its version.
        #expect(after.version == before.version)
        let change = ChangeGoal(goal: goal.id, name: "Write", ifVersion: after.version)
        #expect(try await scene.ask(change, as: scene.ana).name == "Write")
    }
}
