import ChallengesAPI
import ChallengesTestKit
import Identifiers
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// A total is read once for all goals and contests, and each of them counts its own days
/// (2.4-source).
@Suite(.freshDatabase(Challenges.migrations))
struct SharedTotalsTests {
    private let scene = Scene()

    private func compete(from first: String, to last: String) async throws -> ChallengeID {
        try await scene.compete { call in
            (call.endsAt, call.unit, call.timeZone) = (nil, nil, "UTC")
            (call.metric, call.startsOn, call.endsOn) = (.steps, .of(first), .of(last))
        }.id
    }

    private func values(_ goals: [Goal], _ contests: [ChallengeID]) async throws -> [Amount?] {
        var values: [Amount?] = []
        for goal in goals { values.append(try await scene.goal(goal.id).value) }
        for contest in contests { values.append(try await scene.contest(contest).me?.value) }
        return values
    }

    /// What scoring was told last of Ana in a contest, and how often it was told.
    private func told(_ contest: ChallengeID) async throws -> (value: Amount?, count: Int) {
        let told = try await scene.emitted(ScoresChanged.self).filter { $0.contest == contest }
        return (told.last?.players.last { $0.user == scene.ana }?.value, told.count)
    }

    @Test func `goals and contests of different days each count their own`() async throws {
        let goals = [
            try await scene.setSteps("100000", .monthly),
            try await scene.setSteps("100000", .weekly),
            try await scene.setSteps("100000", .daily),
            try await scene.setSteps("100000") { $0.windowDays = 3 },
            try await scene.setSteps("100000"),
        ]
        let contests = [
            try await compete(from: "2023-11-14", to: "2023-11-17"),
            try await compete(from: "2023-11-15", to: "2023-11-15"),
        ]
        try await scene.walk("1000", on: "2023-11-13")
        try await scene.walk("1500", on: "2023-11-12")
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.walk("2000", on: "2023-11-14")
        try await scene.walk("3000", on: "2023-11-15")
        // The days before these were made count only in the month and in the week, to which Sunday
        // does not belong.
        #expect(
            try await values(goals, contests) == [
                .of("7500"), .of("6000"), .of("3000"), .of("5000"), .of("3000"),
                .of("5000"), .of("3000"),
            ]
        )
        // A second source that says less changes nothing.
        let before = try await told(contests[0]).count
        try await scene.walk("2500", on: "2023-11-15", from: "watch")
        #expect(try await values(goals, contests)[2] == .of("3000"))
        #expect(try await told(contests[0]).count == before)
        // The first one falls below it.
        try await scene.walk("100", on: "2023-11-15")
        #expect(
            try await values(goals, contests) == [
                .of("7000"), .of("5500"), .of("2500"), .of("4500"), .of("2500"),
                .of("4500"), .of("2500"),
            ]
        )
        #expect(try await told(contests[0]) == (.of("4500"), before + 1))
        #expect(try await told(contests[1]).value == .of("2500"))
        // A late total of the day before is of one contest alone.
        let other = try await told(contests[1]).count
        try await scene.walk("4000", on: "2023-11-14")
        #expect(
            try await values(goals, contests) == [
                .of("9000"), .of("7500"), .of("2500"), .of("6500"), .of("4000"),
                .of("6500"), .of("2500"),
            ]
        )
        #expect(try await told(contests[1]).count == other)
        #expect(
            try await scene.periods(of: goals[2].id) == [
                "2023-11-14 missed 4000", "2023-11-15 open 2500",
            ]
        )
    }

    @Test func `what was logged for one of them counts for it alone`() async throws {
        let daily = try await scene.setSteps("100000", .daily)
        let weekly = try await scene.setSteps("100000", .weekly)
        let contests = [
            try await compete(from: "2023-11-14", to: "2023-11-17"),
            try await compete(from: "2023-11-14", to: "2023-11-17"),
        ]
        try await scene.log("700", for: daily.id)
        let entry = AddEntry(contest: contests[0], amount: .of("600"))
        _ = try await scene.ask(entry, as: scene.ana)
        try await scene.walk("500")
        #expect(
            try await values([daily, weekly], contests) == [
                .of("700"), .of("500"), .of("600"), .of("500"),
            ]
        )
        try await scene.walk("650")
        #expect(
            try await values([daily, weekly], contests) == [
                .of("700"), .of("650"), .of("650"), .of("650"),
            ]
        )
    }

    @Test func `a contest that begins late is let begin, and then counts with the goals`()
        async throws
    {
        let goal = try await scene.setSteps("100000", .daily)
        let contest = try await compete(from: "2023-11-15", to: "2023-11-15")
        scene.turn(to: "2023-11-15T08:00:00Z")
        try await scene.walk("3000", on: "2023-11-15")
        #expect(try await values([goal], [contest]) == [.of("3000"), .of("3000")])
    }
}
