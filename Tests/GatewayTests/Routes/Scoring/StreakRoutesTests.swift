import HTTPTypes
import Identifiers
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The routes of streaks: which fields of their calls come from where.
@Suite struct StreakRoutesTests {
    private let house = House()
    private let goal = ChallengeID()

    private func streak(of goal: ChallengeID?) -> Streak {
        let day = CivilDate(daysSince1970: 20_000)
        return Streak(
            goal: goal,
            current: 3,
            best: 5,
            lastDay: day,
            freezes: 1,
            days: [Streak.Day(day: day, what: .counted)],
            restWeekdays: goal == nil ? [7] : nil,
            isPaused: goal == nil ? false : nil,
            version: 2
        )
    }

    @Test func `the caller's streaks are scoring's`() async throws {
        let gateway = house.gateway(scoring: {
            $0.answer(
                ListStreaks.self,
                with: Page(items: [streak(of: nil), streak(of: goal)]),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me/streaks?limit=5")
            #expect(answer.status == 200)
            let overall = try answer.json["items"]?[0]
            #expect(overall?["goalID"] == nil)
            #expect(overall?["current"] == 3)
            #expect(overall?["best"] == 5)
            #expect(overall?["lastDay"] == "2024-10-04")
            #expect(overall?["freezes"] == 1)
            #expect(overall?["days"]?[0]?["what"] == "counted")
            #expect(overall?["restWeekdays"]?[0] == 7)
            let own = try answer.json["items"]?[1]
            #expect(own?["goalID"]?.text == "\(goal)")
            #expect(own?["restWeekdays"] == nil)
        }
        let asked = try #require(house.asked.all(ListStreaks.self).first)
        #expect(asked.call.limit == 5)
        #expect(asked.context.user == house.ana)
    }

    @Test func `a plan changes what it names, of a version`() async throws {
        let gateway = house.gateway(scoring: {
            $0.answer(PlanStreak.self, with: streak(of: nil), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .patch,
                "/v1/me/streaks",
                json: #"{"restWeekdays":null,"isPaused":true}"#,
                headers: [.ifMatch: "\"2\""]
            )
            #expect(answer.status == 200)
        }
        let asked = try #require(house.asked.all(PlanStreak.self).first)
        #expect(asked.call.restWeekdays == [])
        #expect(asked.call.isPaused == true)
        #expect(asked.call.ifVersion == 2)
    }
}
