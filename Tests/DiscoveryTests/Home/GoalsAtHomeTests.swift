import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares

/// The goals that a user is to reach, among what else they are to do (2.8-home).
@Suite(.freshDatabase(Challenges.migrations))
struct GoalsAtHomeTests {
    private let scene = Scene()

    /// Bo's home, read page by page.
    private func home(limit: Int? = nil) async throws -> [HomeItem] {
        var items: [HomeItem] = []
        var call = GetHome(limit: limit)
        repeat {
            let page = try await scene.ask(call, as: scene.bo)
            items += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return items
    }

    private func id(of item: HomeItem) -> String? {
        item.assignment.map { "\($0.id)" } ?? item.contest.map { "\($0.id)" }
            ?? item.goal.map { "\($0.id)" }
    }

    private func goal(
        _ recurrence: Goal.Recurrence = .once,
        lastDay: String? = nil
    ) async throws -> ChallengeID {
        try await scene.goal(of: scene.bo) {
            $0.recurrence = recurrence
            $0.lastDay = lastDay.flatMap { CivilDate(rfc3339: $0) }
        }.id
    }

    private func moment(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    @Test func `goals are there by the end of their period or of themselves, among the others`()
        async throws
    {
        let midnight = try moment("2023-11-15T00:00:00Z")
        let monday = try moment("2023-11-20T00:00:00Z")
        let month = try moment("2023-12-01T00:00:00Z")
        let days = try await [goal(.daily), goal(.daily)].sorted()
        let today = try await goal(lastDay: "2023-11-14")
        let week = try await goal(.weekly)
        let shortened = try await goal(.monthly, lastDay: "2023-11-19")
        let long = try await goal(.monthly)
        let endless = try await [goal(), goal()].sorted()
        let contest = try await scene.storeContest(kind: .open, visibility: .private) {
            $0.life.endsAt = midnight
        }
        try await scene.storePart(scene.bo, .joined, in: contest)
        let assignment = try await scene.store(.accepted, deadline: midnight)
        let last = try await scene.store(.accepted, deadline: month - .microseconds(1))
        let unbound = try await scene.store(.accepted)
        let invitation = try await scene.storeContest(kind: .open, visibility: .private)
        try await scene.storePart(scene.bo, .invited, in: invitation)
        // At the same time, assignments come first, then contests, then goals by their ids.
        var expected = ["\(assignment)", "\(contest.id)"]
        expected += (days + [today]).sorted().map { "\($0)" }
        expected += [week, shortened].sorted().map { "\($0)" }
        expected += ["\(last)", "\(long)", "\(unbound)"]
        expected += endless.map { "\($0)" } + ["\(invitation.id)"]
        for limit in 1...14 {
            let items = try await home(limit: limit)
            #expect(items.map(id) == expected, "\(limit) a page")
            let due = items.filter { $0.goal != nil }.map(\.dueAt)
            #expect(
                due == [midnight, midnight, midnight, monday, monday, month, nil, nil],
                "\(limit) a page"
            )
        }
    }

    @Test func `a goal at home is as its own call shows it, and only the caller's are listed`()
        async throws
    {
        let made = try await goal(.daily)
        _ = try await scene.goal(of: scene.ana) { $0.visibility = .friends }
        try await scene.knowAll()
        try await scene.relate(scene.ana, scene.bo, .friends)
        let items = try await home()
        let shown = try await scene.ask(GetGoal(goal: made), as: scene.bo)
        let midnight = try moment("2023-11-15T00:00:00Z")
        #expect(items == [HomeItem(dueAt: midnight, goal: shown)])
        #expect(items.first?.goal?.name == "Read")
        let log = AddGoalEntry(goal: made, amount: .of("4"))
        _ = try await scene.ask(log, as: scene.bo)
        #expect(try await home().first?.goal?.progress == 40)
        // A period that is met lasts on.
        _ = try await scene.ask(log, as: scene.bo)
        _ = try await scene.ask(log, as: scene.bo)
        #expect(try await home().first?.goal?.period?.state == .met)
    }

    @Test func `a goal is there until it is over, paused or not`() async throws {
        let (given, paused, reached) = try await (goal(), goal(.daily), goal())
        let open = try await goal()
        _ = try await scene.ask(AbandonGoal(goal: given), as: scene.bo)
        _ = try await scene.ask(PauseGoal(goal: paused), as: scene.bo)
        let all = AddGoalEntry(goal: reached, amount: .of("10"))
        _ = try await scene.ask(all, as: scene.bo)
        #expect(try await home().map(\.goal?.id) == [paused, open])
        _ = try await scene.ask(DeleteGoal(goal: open), as: scene.bo)
        #expect(try await home().map(\.goal?.id) == [paused])
    }

    @Test func `while its timer is late, a goal is there as time has made it`() async throws {
        let (day, month) = try await (goal(.daily), goal(.monthly))
        _ = try await goal(lastDay: "2023-11-14")
        // Its last day has passed, and so has the last period of the other.
        _ = try await goal(.daily, lastDay: "2023-11-15")
        scene.clock.advance(by: .days(2))
        let soon = try await scene.store(.accepted, deadline: scene.clock.now + .minutes(1))
        let late = try await scene.store(.accepted, deadline: scene.clock.now + .hours(3))
        let expected = ["\(soon)", "\(day)", "\(late)", "\(month)"]
        let midnight = try moment("2023-11-17T00:00:00Z")
        for limit in 1...5 {
            let items = try await home(limit: limit)
            #expect(items.map(id) == expected, "\(limit) a page")
            #expect(items[1].dueAt == midnight)
            #expect(items[1].goal?.period?.startsOn.description == "2023-11-16")
        }
        // And nothing is different once it has fired.
        let before = try await home()
        while try await scene.fireDue() > 0 {}
        let after = try await home()
        #expect(after.map(id) == before.map(id) && after.map(\.dueAt) == before.map(\.dueAt))
    }

    @Test func `a cursor after assignments or contests goes on with the goals of the same time`()
        async throws
    {
        let midnight = try moment("2023-11-15T00:00:00Z")
        let made = try await goal(.daily)
        let contests = PageCursor<Instant, ChallengeID>("home.contest")
        let assignments = PageCursor<Instant, AssignmentID>("home")
        for cursor in [
            contests.text(midnight, ChallengeID()), assignments.text(midnight, AssignmentID()),
            contests.text(midnight - .microseconds(1), ChallengeID()),
        ] {
            let page = try await scene.ask(GetHome(cursor: cursor), as: scene.bo)
            #expect(page.items.map(\.goal?.id) == [made])
        }
        let goals = PageCursor<Instant, ChallengeID>("home.goal")
        let later = [
            contests.text(midnight + .microseconds(1), ChallengeID()), goals.text(midnight, made),
            PageCursor<Instant, ChallengeID>("home.invitation").text(midnight, ChallengeID()),
        ]
        for cursor in later {
            let page = try await scene.ask(GetHome(cursor: cursor), as: scene.bo)
            #expect(page.items.isEmpty && page.nextCursor == nil)
        }
        let early = goals.text(Instant(microseconds: -1), made)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        #expect(await scene.fault(GetHome(cursor: early), as: scene.bo) == refusal)
    }

    @Test func `goals of today without an end are on pages of their own too`() async throws {
        let made = try await [goal(), goal(), goal()].sorted()
        var call = ListGoalsToday(limit: 1)
        var listed: [ChallengeID] = []
        repeat {
            let page = try await scene.ask(call, as: scene.bo)
            listed += page.items.map(\.goal)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        #expect(listed == made)
    }
}
