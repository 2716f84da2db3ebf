import ChallengesAPI
import Identifiers
import RPC
import Values
import Wire

/// A virtual user that plays one day of steps of one prepared person after another. Each person has
/// a daily goal of ten thousand steps, and devices that report totals of the day. What the person
/// then sees is compared with the greatest total.
struct StepsScenario: VirtualUser {
    private let caller: any Caller
    private let environment: LoadEnvironment
    private let now: @Sendable () -> Instant
    private var person: Int
    private var day: CivilDate
    private var screen = Screen.goal

    /// The requests, in the order in which they are made.
    enum Screen: String, CaseIterable {
        case goal = "make the goal"
        case morning = "4,000 steps by a watch"
        case noon = "6,500 steps by a phone"
        case evening = "10,500 steps by the phone"
        case today = "see today's goals"
    }

    /// The greatest total, reported in the evening.
    private static let value = Amount(millionths: 10_500_000_000)
    private static let target = Amount(millionths: 10_000_000_000)

    /// - Parameters:
    ///   - caller: Calls challengesd.
    ///   - environment: The prepared people.
    ///   - now: The time.
    init(
        caller: any Caller,
        environment: LoadEnvironment,
        now: @escaping @Sendable () -> Instant = { .now() }
    ) {
        self.caller = caller
        self.environment = environment
        self.now = now
        person = environment.number(environment.personCounter.next())
        day = Self.day(of: now())
    }

    mutating func step() async -> StepOutcome {
        let screen = screen
        let number = Screen.allCases.firstIndex(of: screen) ?? 0
        do throws(Fault) {
            let isRight = try await show(screen)
            move(on: screen)
            return StepOutcome(step: number, code: isRight ? nil : LoadCode.wrong)
        } catch {
            // The rest of the day depends on the failed request.
            beginDay()
            return StepOutcome(step: number, code: error.code)
        }
    }

    private mutating func move(on screen: Screen) {
        guard let next = Screen.allCases.drop(while: { $0 != screen }).dropFirst().first else {
            return beginDay()
        }
        self.screen = next
    }

    /// Begins the day of the next person.
    private mutating func beginDay() {
        person = environment.number(environment.personCounter.next())
        day = Self.day(of: now())
        screen = .goal
    }

    /// The date in UTC, the zone of prepared people.
    private static func day(of moment: Instant) -> CivilDate {
        CivilDate.split(moment.microseconds, unitsADay: 86_400_000_000).date
    }

    /// Makes a request.
    ///
    /// - Returns: Whether the response is the expected one.
    private func show(_ screen: Screen) async throws(Fault) -> Bool {
        switch screen {
        case .goal:
            let call = CreateGoal(
                id: goal,
                name: "Walk 10,000 steps",
                target: Self.target,
                metric: .steps,
                recurrence: .daily
            )
            _ = try await caller.forward(call, in: context)
            return true
        case .morning: return try await tell(4_000, "watch")
        case .noon: return try await tell(6_500, "phone")
        case .evening: return try await tell(10_500, "phone")
        case .today:
            let page = try await caller.call(ListGoalsToday(limit: 100), in: context)
            // Midnight may have passed.
            guard Self.day(of: now()) == day else { return true }
            return page.items.first { $0.goal == goal }?.value == Self.value
        }
    }

    private func tell(_ steps: Int64, _ source: String) async throws(Fault) -> Bool {
        guard let amount = Amount(millionths: steps * 1_000_000) else { return false }
        let call = PutHealthDay(
            metric: .steps,
            day: day,
            amount: amount,
            source: source,
            observedAt: now()
        )
        _ = try await caller.forward(call, in: context)
        return true
    }

    private var goal: ChallengeID { PreparedGoals.goal(of: person) }

    private var context: CallContext {
        CallContext(user: environment.person(person - 1), deadline: .now + environment.timeout)
    }
}
