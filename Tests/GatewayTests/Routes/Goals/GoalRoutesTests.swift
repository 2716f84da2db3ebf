import ChallengesAPI
import HTTPTypes
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The routes of goals and their entries: which fields of their calls come from where.
@Suite struct GoalRoutesTests {
    let house = House()
    let goal = ChallengeID()
    let entry = EntryID()
    private let refusal = ChallengesError.goalNotFound.fault

    /// Sends a request, and returns the answer; the service refuses each call of this type.
    private func ask<C: Call>(
        _ call: C.Type,
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Client.Answer {
        let gateway = house.gateway(challenges: {
            $0.refuse(C.self, with: refusal, noting: house.asked)
        })
        return try await gateway.test(token: house.token()) { client in
            guard let json else { return try await client.ask(method, path, headers: headers) }
            return try await client.ask(method, path, json: json, headers: headers)
        }
    }

    /// Sends a request, and returns the call that the service was sent.
    private func passed<C: Call>(
        _ call: C.Type,
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> C {
        let answer = try await ask(call, method, path, json: json, headers: headers)
        #expect(try answer.code == refusal.code)
        return try #require(house.asked.all(C.self).last).call
    }

    private let seven: HTTPFields = [.ifMatch: "\"7\""]

    @Test func `a goal is made of the body's fields, in the reader's languages`() async throws {
        let made = try await passed(
            CreateGoal.self,
            .post,
            "/v1/goals",
            json: """
                {"id":"\(goal)","name":"Walk","target":10000,"metric":"steps",\
                "recurrence":"daily","restWeekdays":[6,7],"lastDay":"2026-12-31"}
                """,
            headers: [.acceptLanguage: "de"]
        )
        #expect(made.id == goal)
        #expect(made.target == Amount("10000"))
        #expect(made.metric == .steps)
        #expect(made.recurrence == .daily)
        #expect(made.restWeekdays == [6, 7])
        #expect(made.lastDay == CivilDate(year: 2026, month: 12, day: 31))
        #expect(made.languages == "de")
    }

    @Test func `the goal is in the path, and its expected version in a header`() async throws {
        let path = "/v1/goals/\(goal)"
        #expect(try await passed(GetGoal.self, .get, path).goal == goal)
        let json = #"{"name":"Run"}"#
        let changed = try await passed(ChangeGoal.self, .patch, path, json: json, headers: seven)
        #expect(changed.goal == goal)
        #expect(changed.name == "Run")
        #expect(changed.ifVersion == 7)
        let deleted = try await passed(DeleteGoal.self, .delete, path, headers: seven)
        #expect(deleted.goal == goal)
        #expect(deleted.ifVersion == 7)
        let paused = try await passed(PauseGoal.self, .post, "\(path)/pause", headers: seven)
        #expect(paused.goal == goal)
        #expect(paused.ifVersion == 7)
        let resumed = try await passed(ResumeGoal.self, .post, "\(path)/resume", headers: seven)
        #expect(resumed.goal == goal)
        #expect(resumed.ifVersion == 7)
        let abandoned = try await passed(AbandonGoal.self, .post, "\(path)/abandon", headers: seven)
        #expect(abandoned.goal == goal)
        #expect(abandoned.ifVersion == 7)
        let completed = try await passed(
            CompleteGoal.self,
            .post,
            "\(path)/complete",
            json: #"{"day":"2026-03-01","isDone":false}"#,
            headers: seven
        )
        #expect(completed.goal == goal)
        #expect(completed.day == CivilDate(year: 2026, month: 3, day: 1))
        #expect(completed.isDone == false)
        #expect(completed.ifVersion == 7)
        let periods = try await passed(ListPeriods.self, .get, "\(path)/periods?limit=5")
        #expect(periods.goal == goal)
        #expect(periods.limit == 5)
    }

    @Test func `today is a list, and no goal`() async throws {
        #expect(try await passed(ListGoalsToday.self, .get, "/v1/goals/today?limit=5").limit == 5)
        #expect(try await passed(ListGoals.self, .get, "/v1/goals?list=history").list == .history)
        #expect(try await ask(GetGoal.self, .get, "/v1/goals/tomorrow").status == 404)
        #expect(house.asked.all(GetGoal.self).isEmpty)
    }

    @Test func `an entry is in the path of its goal`() async throws {
        let path = "/v1/goals/\(goal)/entries"
        let added = try await passed(
            AddGoalEntry.self,
            .post,
            path,
            json: #"{"id":"\#(entry)","amount":1.5,"note":"Cold."}"#
        )
        #expect(added.id == entry)
        #expect(added.goal == goal)
        #expect(added.amount == Amount("1.5"))
        #expect(added.note == "Cold.")
        #expect(try await passed(ListGoalEntries.self, .get, path).goal == goal)
        let one = "\(path)/\(entry)"
        let json = #"{"amount":2}"#
        let changed = try await passed(
            ChangeGoalEntry.self,
            .patch,
            one,
            json: json,
            headers: seven
        )
        #expect(changed.goal == goal)
        #expect(changed.entry == entry)
        #expect(changed.amount == Amount("2"))
        #expect(changed.ifVersion == 7)
        let removed = try await passed(RemoveGoalEntry.self, .delete, one, headers: seven)
        #expect(removed.goal == goal)
        #expect(removed.entry == entry)
        #expect(removed.ifVersion == 7)
    }

    // Bad input (CH-17).

    @Test(arguments: ["\"abc\"", "\"100\"", "\"\"", "true", "[1]", "{}"])
    func `a target that is no number has an error of its own`(target: String) async throws {
        let json = #"{"name":"Walk","target":\#(target)}"#
        let answer = try await ask(CreateGoal.self, .post, "/v1/goals", json: json)
        #expect(answer.status == 400)
        #expect(try answer.code == ChallengesError.goalNotANumber.rawValue)
        let error = try #require(try answer.json["errors"]?[0])
        #expect(error["pointer"] == "/target")
        #expect(error["code"]?.text == ChallengesError.goalNotANumber.rawValue)
        #expect(error["detail"]?.text == ChallengesError.goalNotANumber.detail)
        #expect(house.asked.all(CreateGoal.self).isEmpty)
    }

    @Test func `with other wrong fields, all are named`() async throws {
        let answer = try await ask(
            ChangeGoal.self,
            .patch,
            "/v1/goals/\(goal)",
            json: #"{"name":5,"target":"ten","size":1}"#
        )
        #expect(answer.status == 400)
        #expect(try answer.code == "gateway.body_invalid")
        let errors = try answer.json["errors"].items.map { error in
            "\(error["pointer"]?.text ?? "") \(error["code"]?.text ?? "")"
        }
        #expect(
            errors == [
                "/name json.wrong_type", "/target challenges.goal_not_a_number",
                "/size json.unknown_field",
            ]
        )
    }

    @Test(arguments: [
        (#"{"name":"Walk","target":0.0000001}"#, "/target", "json.invalid_value"),
        (#"{"name":"Walk","restWeekdays":["Monday"]}"#, "/restWeekdays/0", "json.wrong_type"),
        (#"{"name":"Walk","recurrence":"yearly"}"#, "/recurrence", "json.invalid_value"),
        (#"{"name":"Walk","lastDay":"2026-02-30"}"#, "/lastDay", "json.invalid_value"),
        (#"{"name":"Walk","languages":"de"}"#, "/languages", "json.unknown_field"),
    ])
    func `another wrong field is refused by name`(
        json: String,
        pointer: String,
        code: String
    ) async throws {
        let answer = try await ask(CreateGoal.self, .post, "/v1/goals", json: json)
        #expect(answer.status == 400)
        #expect(try answer.code == "gateway.body_invalid")
        #expect(try answer.json["errors"]?[0]?["pointer"]?.text == pointer)
        #expect(try answer.json["errors"]?[0]?["code"]?.text == code)
    }

    @Test(arguments: ["2024-02-30", "24-02-01", "today", "2024-02-01T00:00:00Z"])
    func `what is no day is refused at the day`(day: String) async throws {
        let path = "/v1/goals/\(goal)/complete"
        let answer = try await ask(CompleteGoal.self, .post, path, json: #"{"day":"\#(day)"}"#)
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["pointer"] == "/day")
        #expect(house.asked.all(CompleteGoal.self).isEmpty)
    }

    @Test func `an amount that is a text is refused at the amount`() async throws {
        let path = "/v1/goals/\(goal)/entries"
        let answer = try await ask(AddGoalEntry.self, .post, path, json: #"{"amount":"2"}"#)
        #expect(answer.status == 400)
        #expect(try answer.code == "gateway.body_invalid")
        #expect(try answer.json["errors"]?[0]?["pointer"] == "/amount")
        #expect(try answer.json["errors"]?[0]?["code"] == "json.wrong_type")
    }
}
