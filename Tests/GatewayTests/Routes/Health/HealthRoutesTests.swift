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

/// The routes of health: the metric and the day are in the path.
@Suite struct HealthRoutesTests {
    let house = House()
    private let refusal = ChallengesError.dayFrozen.fault
    private let body = #"{"amount":1.5,"source":"phone","observedAt":"2026-03-01T10:00:00Z"}"#

    private func put(
        _ path: String,
        json: String? = nil
    ) async throws -> (status: Int, code: String?, pointer: String?) {
        let gateway = house.gateway(challenges: {
            $0.refuse(PutHealthDay.self, with: refusal, noting: house.asked)
        })
        return try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.put, path, json: json ?? body)
            let pointer = try answer.json["errors"]?[0]?["pointer"]?.text
            return try (answer.status, answer.code, pointer)
        }
    }

    @Test func `a total is of the metric and the day in the path`() async throws {
        #expect(try await put("/v1/health/exercise/2024-02-29").code == refusal.code)
        let call = try #require(house.asked.all(PutHealthDay.self).last).call
        #expect(call.metric == .exercise)
        #expect(call.day == CivilDate(year: 2024, month: 2, day: 29))
        #expect(call.amount == Amount("1.5"))
        #expect(call.source == "phone")
        #expect(call.isManual == nil)
    }

    @Test(arguments: ["sleep", "unknown", "Steps", "steps%00"])
    func `another metric is not there`(metric: String) async throws {
        let answer = try await put("/v1/health/\(metric)/2024-02-29")
        #expect(answer.status == 404)
        #expect(answer.code == ChallengesError.metricNotFound.rawValue)
        #expect(house.asked.all(PutHealthDay.self).isEmpty)
    }

    @Test(arguments: ["2024-02-30", "24-02-01", "2024-2-1", "today", "2024-02-01T00:00:00Z"])
    func `what is no day is refused at the day`(day: String) async throws {
        let answer = try await put("/v1/health/steps/\(day)")
        #expect(answer.status == 400)
        #expect(answer.pointer == "/day")
        #expect(house.asked.all(PutHealthDay.self).isEmpty)
    }
}
