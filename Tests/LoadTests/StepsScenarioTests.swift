import ChallengesAPI
import Identifiers
import IdentityAPI
import RPC
import Synchronization
import Testing
import Values
import Wire

@testable import Load

/// What load tests do on a day of steps.
struct StepsScenarioTests {
    /// What a service remembers: goals and the totals of days, by their users.
    private final class Days: Sendable {
        let goals = Mutex<[UserID: ChallengeID]>([:])
        let totals = Mutex<[UserID: [Amount]]>([:])
    }

    private static let moment = Instant(microseconds: 1_780_300_800_000_000)

    /// A service that answers with the greatest total, or another value. It refuses the totals, so
    /// as to need no reply, if `refuses` says so.
    private func board(
        _ days: Days,
        value: @escaping @Sendable ([Amount]) -> Amount? = { $0.max() },
        refuses: Bool = false
    ) -> Switchboard {
        Switchboard {
            $0.on { (call: CreateGoal, context: CallContext) -> Goal in
                let (user, goal) = (try context.signedIn, try #require(call.id))
                #expect(call.recurrence == .daily)
                #expect(call.metric == .steps)
                #expect(call.target == Amount("10000"))
                days.goals.withLock { $0[user] = goal }
                return Self.goal(goal, of: user)
            }
            $0.on { (call: PutHealthDay, context: CallContext) -> HealthDay in
                if refuses { throw WireError.unavailable }
                #expect(call.metric == .steps)
                #expect(call.day == CivilDate(year: 2026, month: 6, day: 1))
                #expect(call.observedAt == Self.moment)
                let user = try context.signedIn
                days.totals.withLock { $0[user, default: []].append(call.amount) }
                return HealthDay(
                    metric: call.metric,
                    day: call.day,
                    amount: call.amount,
                    sources: [],
                    freezesAt: Self.moment
                )
            }
            $0.on { (_: ListGoalsToday, context: CallContext) -> Page<GoalToday> in
                let user = try context.signedIn
                let goal = try #require(days.goals.withLock { $0[user] })
                let totals = days.totals.withLock { $0[user] ?? [] }
                return Page(items: [GoalToday(goal: goal, name: "Walk", value: value(totals))])
            }
        }
    }

    private static func goal(_ id: ChallengeID, of user: UserID) -> Goal {
        Goal(
            id: id,
            owner: Person(id: user, username: "ana", firstName: "Ana", lastName: "Test"),
            name: "Walk",
            description: "",
            wholeNumbers: false,
            recurrence: .daily,
            restWeekdays: [],
            state: .active,
            visibility: .private,
            photos: [],
            isFlagged: false,
            actions: [],
            createdAt: moment,
            version: 1
        )
    }

    /// Lets two virtual users play days of five people in turn.
    private func play(_ board: Switchboard, steps: Int) async -> [StepOutcome] {
        let stage = LoadEnvironment(connections: [board], people: 5)
        var players = (0..<2).map { player in
            StepsScenario(caller: stage.connection(player), environment: stage) { Self.moment }
        }
        var outcomes: [StepOutcome] = []
        for step in 0..<steps { outcomes.append(await players[step % 2].step()) }
        return outcomes
    }

    @Test func `each person has a day, and sees the greatest total`() async throws {
        let days = Days()
        let outcomes = await play(board(days), steps: 30)
        #expect(outcomes.allSatisfy { $0.code == nil })
        #expect(outcomes.map(\.step) == (0..<30).map { $0 / 2 % 5 })
        let people = (1...5).map { PreparedPeople.id($0) }
        let goals = days.goals.withLock { $0 }
        #expect(Set(goals.keys) == Set(people))
        for (number, user) in people.enumerated() {
            #expect(goals[user] == PreparedGoals.goal(of: number + 1))
        }
        let told = [4_000, 6_500, 10_500].map { Amount("\($0)") }
        let totals = days.totals.withLock { $0 }
        // The first one has begun again.
        #expect(totals[people[0]].map { $0.map(Optional.some) } == told + told)
        #expect(totals[people[4]].map { $0.map(Optional.some) } == told)
    }

    @Test func `another value is a failure`() async {
        let outcomes = await play(board(Days()) { $0.min() }, steps: 10)
        #expect(outcomes.compactMap(\.code) == [LoadCode.wrong, LoadCode.wrong])
        #expect(outcomes.filter { $0.code != nil }.map(\.step) == [4, 4])
    }

    @Test func `after a failure the next person's day begins`() async {
        let days = Days()
        let outcomes = await play(board(days, refuses: true), steps: 8)
        #expect(outcomes.map(\.step) == [0, 0, 1, 1, 0, 0, 1, 1])
        #expect(outcomes.compactMap(\.code).count == 4)
        #expect(days.goals.withLock { $0.count } == 4)
    }
}
