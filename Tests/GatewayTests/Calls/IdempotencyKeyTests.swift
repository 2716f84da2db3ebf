import ChallengesAPI
import HTTPTypes
import IdentityAPI
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// Idempotency keys (2.14-write-id).
@Suite struct IdempotencyKeyTests {
    let house = House()

    private func accept(_ keys: [String?]) async throws -> [Client.Answer] {
        let gateway = house.gateway(challenges: {
            $0.answer(AcceptAssignment.self, with: Samples.assignment(), noting: house.asked)
        })
        return try await gateway.test(token: house.token()) { client in
            var answers: [Client.Answer] = []
            for key in keys {
                var headers: HTTPFields = [:]
                headers[.idempotencyKey] = key
                answers.append(
                    try await client.ask(
                        .post,
                        "/v1/assignments/\(AssignmentID())/accept",
                        headers: headers
                    )
                )
            }
            return answers
        }
    }

    private var keysAsked: [String?] {
        house.asked.all(AcceptAssignment.self).map(\.context.idempotencyKey)
    }

    @Test(arguments: ["k", "a key with blanks", "!~", String(repeating: "x", count: 255)])
    func `the client's key is sent with the call`(key: String) async throws {
        #expect(try await accept([key])[0].status == 200)
        #expect(keysAsked == [key])
    }

    @Test(arguments: ["", String(repeating: "x", count: 256), "schlüssel", "tab\tkey"])
    func `an invalid key is refused by name`(key: String) async throws {
        let answer = try await accept([key])[0]
        #expect(answer.status == 400)
        #expect(try answer.code == "gateway.header_invalid")
        #expect(try answer.json["errors"]?[0]?["pointer"] == "/Idempotency-Key")
        #expect(keysAsked.isEmpty)
    }

    @Test func `without a key each write gets one of its own`() async throws {
        _ = try await accept([nil, nil])
        let keys = keysAsked.compactMap { $0 }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 2)
    }

    @Test func `a call that repeats its effect gets no key, but may have one`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(SignIn.self, with: Samples.signedIn(house.ana), noting: house.asked)
        })
        try await gateway.test { client in
            let json = #"{"login":"ana","password":"x"}"#
            _ = try await client.ask(.post, "/v1/sessions", json: json)
            _ = try await client.ask(
                .post,
                "/v1/sessions",
                json: json,
                headers: [.idempotencyKey: "mine"]
            )
        }
        #expect(house.asked.all(SignIn.self).map(\.context.idempotencyKey) == [nil, "mine"])
    }

    @Test func `a read has no key`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .get,
                "/v1/me",
                headers: [.idempotencyKey: String(repeating: "x", count: 999)]
            )
            #expect(answer.status == 200)
        }
        #expect(house.asked.all(GetMe.self).first?.context.idempotencyKey == nil)
    }

    @Test func `a read that has a body has no key either`() async throws {
        let (user, reply) = (UserID(), CheckChallenge.Reply(items: []))
        let gateway = house.gateway(challenges: {
            $0.answer(CheckChallenge.self, with: reply, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            for key in [nil, "mine"] {
                var headers: HTTPFields = [:]
                headers[.idempotencyKey] = key
                let answer = try await client.ask(
                    .post,
                    "/v1/challenges/check",
                    json: #"{"recipients":["\#(user)"]}"#,
                    headers: headers
                )
                #expect(answer.status == 200)
            }
        }
        let asked = house.asked.all(CheckChallenge.self)
        #expect(asked.map(\.call.recipients) == [[user], [user]])
        #expect(asked.map(\.context.idempotencyKey) == [nil, nil])
    }

    @Test func `two keys are refused`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(AcceptAssignment.self, with: Samples.assignment(), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            var headers: HTTPFields = [:]
            headers.append(HTTPField(name: .idempotencyKey, value: "a"))
            headers.append(HTTPField(name: .idempotencyKey, value: "b"))
            let answer = try await client.ask(
                .post,
                "/v1/assignments/\(AssignmentID())/accept",
                headers: headers
            )
            #expect(answer.status == 400)
        }
        #expect(keysAsked.isEmpty)
    }
}
