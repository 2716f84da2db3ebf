import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// How clients see faults.
@Suite struct ProblemTests {
    let house = House()

    private func problem(
        _ fault: Fault,
        headers: HTTPFields = [:]
    ) async throws -> Client.Answer {
        let gateway = house.gateway(identity: {
            $0.refuse(GetMe.self, with: fault, noting: house.asked)
        })
        return try await gateway.test(token: house.token()) { client in
            try await client.ask(.get, "/v1/me", headers: headers)
        }
    }

    @Test(arguments: [
        (Fault.Kind.invalid, 400), (.unauthenticated, 401), (.forbidden, 403), (.notFound, 404),
        (.conflict, 409), (.stale, 412), (.exhausted, 429), (.unavailable, 503), (.expired, 504),
        (.bug, 500),
    ])
    func `each kind has its status`(kind: Fault.Kind, status: Int) async throws {
        let answer = try await problem(Fault(code: "some.reason", kind: kind, detail: "A reason."))
        #expect(answer.status == status)
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(answer.headers[.wwwAuthenticate] == (status == 401 ? "Bearer" : nil))
        #expect(answer.headers[.retryAfter] == ([429, 503, 504].contains(status) ? "1" : nil))
        #expect(try answer.json["status"] == .number(Double(status)))
    }

    @Test func `every kind is in the table above`() {
        #expect(Fault.Kind.allCases.count == 10)
    }

    @Test func `the document has all known members and no others`() async throws {
        var fault = Fault(code: "some.reason", kind: .invalid, detail: "A “reason”.")
        fault.fields = [Fault.Field(pointer: "/a/0", code: "some.field", detail: "A field.")]
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let answer = try await problem(
            fault,
            headers: [.traceparent: "00-\(trace)-00f067aa0ba902b7-01"]
        )
        #expect(
            answer.text == """
                {"type":"urn:problem:some.reason","title":"The request is not valid","status":400,\
                "detail":"A “reason”.","instance":"urn:trace:\(trace)","code":"some.reason",\
                "errors":[{"pointer":"/a/0","code":"some.field","detail":"A field."}]}
                """
        )
        #expect(answer.headers[.traceID] == trace)
    }

    @Test(arguments: [(nil, "1"), (0, "1"), (30, "30")] as [(Int?, String)])
    func `a temporary refusal says for how long`(
        seconds: Int?,
        header: String
    ) async throws {
        var fault = Fault(code: "some.limit", kind: .exhausted, detail: "Too much.")
        fault.retryAfterSeconds = seconds
        #expect(try await problem(fault).headers[.retryAfter] == header)
    }

    @Test func `the client's trace continues, a malformed one does not`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
        })
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        try await gateway.test(token: house.token()) { client in
            let known = try await client.ask(
                .get,
                "/v1/me",
                headers: [.traceparent: "00-\(trace)-00f067aa0ba902b7-01"]
            )
            #expect(known.headers[.traceID] == trace)
            let fresh = try await client.ask(.get, "/v1/me", headers: [.traceparent: "00-xyz-01"])
            let again = try await client.ask(.get, "/v1/me")
            #expect(fresh.headers[.traceID]?.count == 32)
            #expect(fresh.headers[.traceID] != again.headers[.traceID])
            #expect(fresh.headers[.traceID] == house.asked.all(GetMe.self)[1].context.trace.traceID)
        }
        #expect(house.asked.all(GetMe.self)[0].context.trace.traceID == trace)
    }

    @Test func `a call without a reply is unavailable`() async throws {
        try await house.gateway().test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/scoreboard")
            #expect(answer.status == 503)
            #expect(try answer.code == "wire.unknown_call")
        }
    }

    @Test func `no response names the server or allows type sniffing`() async throws {
        try await house.gateway().test(.live) { client in
            let answer = try await client.ask(.get, "/v1/nothing")
            #expect(answer.headers[.server] == nil)
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test func `codes are unique and start with gateway`() {
        #expect(GatewayError.allCases.allSatisfy { $0.rawValue.hasPrefix("gateway.") })
        #expect(GatewayError.allCases.allSatisfy { $0.detail.hasSuffix(".") })
    }
}
