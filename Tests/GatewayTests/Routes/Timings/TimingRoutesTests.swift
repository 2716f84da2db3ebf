import ChallengesAPI
import FoundationEssentials
import HTTPTypes
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The routes of timings: which fields of their calls come from where.
@Suite struct TimingRoutesTests {
    let house = House()
    let timing = TimingID()
    let subject = ChallengeID()
    private let refusal = ChallengesError.timingNotFound.fault

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

    @Test func `a timing is started with the body's fields`() async throws {
        let started = try await passed(
            StartTiming.self,
            .post,
            "/v1/timings",
            json: """
                {"id":"\(timing)","of":"goal","subject":"\(subject)","mode":"countdown",\
                "targetSeconds":60,"startedAt":"2026-03-01T08:00:00Z"}
                """
        )
        #expect(started.id == timing)
        #expect(started.of == .goal)
        #expect(started.subject == subject.uuid)
        #expect(started.mode == .countdown)
        #expect(started.targetSeconds == 60)
        #expect(started.startedAt == Instant(rfc3339: "2026-03-01T08:00:00Z"))
    }

    @Test func `the timing is in the path, and its expected version in a header`() async throws {
        let path = "/v1/timings/\(timing)"
        #expect(try await passed(GetTiming.self, .get, path).timing == timing)
        let paused = try await passed(
            PauseTiming.self,
            .post,
            "\(path)/pause",
            json: #"{"elapsedMilliseconds":1500}"#,
            headers: seven
        )
        #expect(paused.timing == timing)
        #expect(paused.elapsedMilliseconds == 1_500)
        #expect(paused.ifVersion == 7)
        let resumed = try await passed(ResumeTiming.self, .post, "\(path)/resume", headers: seven)
        #expect(resumed.timing == timing)
        #expect(resumed.ifVersion == 7)
        let picture = MediaID()
        let finished = try await passed(
            FinishTiming.self,
            .post,
            "\(path)/finish",
            json: #"{"elapsedMilliseconds":2500,"note":"Om.","mediaIDs":["\#(picture)"]}"#,
            headers: seven
        )
        #expect(finished.timing == timing)
        #expect(finished.elapsedMilliseconds == 2_500)
        #expect(finished.note == "Om.")
        #expect(finished.mediaIDs == [picture])
        #expect(finished.ifVersion == 7)
        let discarded = try await passed(
            DiscardTiming.self,
            .post,
            "\(path)/discard",
            headers: seven
        )
        #expect(discarded.timing == timing)
        #expect(discarded.ifVersion == 7)
        let confirmed = try await passed(
            ConfirmTiming.self,
            .post,
            "\(path)/confirm",
            json: #"{"elapsedMilliseconds":60000}"#,
            headers: seven
        )
        #expect(confirmed.timing == timing)
        #expect(confirmed.elapsedMilliseconds == 60_000)
        #expect(confirmed.ifVersion == 7)
        let whole = try await passed(ConfirmTiming.self, .post, "\(path)/confirm")
        #expect(whole.elapsedMilliseconds == nil)
    }

    @Test func `a list has its words in the query`() async throws {
        let listed = try await passed(ListTimings.self, .get, "/v1/timings?list=history&limit=5")
        #expect(listed.list == .history)
        #expect(listed.limit == 5)
    }

    @Test(arguments: [
        (#"{"of":"goal","subject":"x"}"#, "/subject", "json.invalid_value"),
        (#"{"of":"definition","subject":"SUBJECT"}"#, "/of", "json.invalid_value"),
        (#"{"of":"goal","subject":"SUBJECT","mode":"clock"}"#, "/mode", "json.invalid_value"),
        (#"{"of":"goal","subject":"SUBJECT","mode":"none"}"#, "/mode", "json.invalid_value"),
        (
            #"{"of":"goal","subject":"SUBJECT","targetSeconds":"60"}"#, "/targetSeconds",
            "json.wrong_type"
        ),
        (#"{"of":"goal"}"#, "/subject", "json.missing_field"),
    ])
    func `a wrong field is refused by name`(
        json: String,
        pointer: String,
        code: String
    ) async throws {
        let body = json.replacing("SUBJECT", with: "\(subject)")
        let answer = try await ask(StartTiming.self, .post, "/v1/timings", json: body)
        #expect(answer.status == 400)
        #expect(try answer.code == "gateway.body_invalid")
        #expect(try answer.json["errors"]?[0]?["pointer"]?.text == pointer)
        #expect(try answer.json["errors"]?[0]?["code"]?.text == code)
        #expect(house.asked.all(StartTiming.self).isEmpty)
    }

    @Test(arguments: [#""60000""#, "1.5", "true", "null", "[1]"])
    func `a time that is no whole number is refused at its field`(time: String) async throws {
        let answer = try await ask(
            FinishTiming.self,
            .post,
            "/v1/timings/\(timing)/finish",
            json: #"{"elapsedMilliseconds":\#(time)}"#
        )
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["pointer"] == "/elapsedMilliseconds")
        #expect(house.asked.all(FinishTiming.self).isEmpty)
    }
}
