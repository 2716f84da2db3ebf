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

/// The thirteen transitions of an assignment.
@Suite struct TransitionTests {
    let house = House()
    let assignment = AssignmentID()

    private func post(
        _ word: String,
        json: String? = nil,
        headers: HTTPFields = [:],
        _ connect: (inout Switchboard) -> Void
    ) async throws -> Client.Answer {
        let path = "/v1/assignments/\(assignment)/\(word)"
        return try await house.gateway(challenges: connect).test(token: house.token()) { client in
            guard let json else { return try await client.ask(.post, path, headers: headers) }
            return try await client.ask(.post, path, json: json, headers: headers)
        }
    }

    private func plain<C: Call>(
        _ word: String,
        _ call: C.Type,
        json: String? = nil
    ) async throws -> C where C.Reply == Assignment {
        let answer = try await post(word, json: json) {
            $0.answer(C.self, with: Samples.assignment(version: 8), noting: house.asked)
        }
        #expect(answer.status == 200)
        #expect(answer.headers.shownVersion == 8)
        #expect(try answer.json["version"] == 8)
        return try #require(house.asked.all(C.self).first).call
    }

    @Test func `each transition without fields sends its call`() async throws {
        #expect(try await plain("read", ReadAssignment.self).assignment == assignment)
        #expect(try await plain("accept", AcceptAssignment.self).assignment == assignment)
        #expect(try await plain("start", StartAssignment.self).assignment == assignment)
        #expect(try await plain("complete", CompleteAssignment.self).assignment == assignment)
        #expect(try await plain("retract", RetractSubmission.self).assignment == assignment)
        #expect(try await plain("give-up", GiveUpAssignment.self).assignment == assignment)
        #expect(try await plain("approve", ApproveSubmission.self).assignment == assignment)
        #expect(try await plain("withdraw", WithdrawAssignment.self).assignment == assignment)
    }

    @Test func `a reason is optional`() async throws {
        #expect(try await plain("deny", DenyAssignment.self).reason == nil)
        let excuse = try await plain(
            "excuse",
            ExcuseAssignment.self,
            json: #"{"reason":"Ill."}"#
        )
        #expect(excuse.reason == "Ill.")
    }

    @Test func `a submission has a note and pictures`() async throws {
        let (attempt, picture) = (AttemptID(), MediaID())
        let call = try await plain(
            "submit",
            SubmitAssignment.self,
            json: #"{"attempt":"\#(attempt)","note":"Done!","mediaIDs":["\#(picture)"]}"#
        )
        #expect(call.assignment == assignment)
        #expect(call.attempt == attempt)
        #expect(call.note == "Done!")
        #expect(call.mediaIDs == [picture])
    }

    @Test func `a completion has seconds, a note and pictures`() async throws {
        let (attempt, picture) = (AttemptID(), MediaID())
        let call = try await plain(
            "complete",
            CompleteAssignment.self,
            json: """
                {"attempt":"\(attempt)","seconds":1432,"note":"Phew.","mediaIDs":["\(picture)"]}
                """
        )
        #expect(call.attempt == attempt)
        #expect(call.seconds == 1_432)
        #expect(call.note == "Phew.")
        #expect(call.mediaIDs == [picture])
    }

    @Test func `a second chance has a reason and an optional deadline`() async throws {
        let call = try await plain(
            "try-again",
            TryAgain.self,
            json: #"{"reason":"Blurred.","deadline":"2030-01-01T00:00:00Z"}"#
        )
        #expect(call.reason == "Blurred.")
        #expect(call.deadline == Instant(microseconds: 1_893_456_000_000_000))
    }

    @Test func `a rejection has a reason`() async throws {
        let call = try await plain("reject", RejectSubmission.self, json: #"{"reason":"No."}"#)
        #expect(call.reason == "No.")
        let without = try await post("reject", json: "{}") {
            $0.answer(RejectSubmission.self, with: Samples.assignment(), noting: house.asked)
        }
        #expect(without.status == 400)
        #expect(try without.json["errors"]?[0]?["pointer"] == "/reason")
        #expect(house.asked.count(RejectSubmission.self) == 1)
    }

    @Test(
        arguments: [
            (nil, nil), ("\"7\"", 7), ("*", nil), ("\"0\"", 0),
            ("\"9223372036854775807\"", Int64.max),
        ] as [(String?, Int64?)]
    )
    func `the expected version is sent along`(header: String?, version: Int64?) async throws {
        var headers: HTTPFields = [:]
        headers[.ifMatch] = header
        let answer = try await post("approve", headers: headers) {
            $0.answer(ApproveSubmission.self, with: Samples.assignment(), noting: house.asked)
        }
        #expect(answer.status == 200)
        #expect(house.asked.all(ApproveSubmission.self).first?.call.ifVersion == version)
    }

    @Test(arguments: ["7", "w/\"7\"", "\"7\" \"8\"", "\"7\", 8", "*, \"7\"", "\"7", ""])
    func `what is no list of tags is refused by name`(header: String) async throws {
        let answer = try await post("approve", headers: [.ifMatch: header]) {
            $0.answer(ApproveSubmission.self, with: Samples.assignment(), noting: house.asked)
        }
        #expect(answer.status == 400)
        #expect(try answer.code == "gateway.header_invalid")
        #expect(try answer.json["errors"]?[0]?["pointer"] == "/If-Match")
        #expect(house.asked.count(ApproveSubmission.self) == 0)
    }

    @Test func `a stale version is refused with the current row`() async throws {
        let current = Samples.assignment(version: 9)
        var fault = Fault(code: "challenges.stale", kind: .stale, detail: "It has changed.")
        fault.current = try WireEncoder().encode(current)
        let stale = fault
        let answer = try await post("approve", headers: [.ifMatch: "\"7\""]) {
            $0.refuse(ApproveSubmission.self, with: stale, noting: house.asked)
        }
        #expect(answer.status == 412)
        #expect(try answer.json["current"]?["version"] == 9)
        #expect(try answer.json["current"]?["id"] == .text(current.id.description))
        #expect(try answer.json["code"] == "challenges.stale")
    }
}
