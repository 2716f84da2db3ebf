import ChallengesAPI
import HTTPTypes
import IdentityAPI
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// The routes of invites, and the one that shows what any code leads to.
@Suite struct InviteRoutesTests {
    let house = House()

    private static let code = "iabcdefghijklmno"
    private let refusal = IdentityError.inviteOwn.fault

    /// Sends a request, and returns the call that identity was sent and refused.
    private func passed<C: Call>(
        _ call: C.Type,
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String? = nil
    ) async throws -> C {
        let gateway = house.gateway(identity: {
            $0.refuse(C.self, with: refusal, noting: house.asked)
        })
        let answer = try await gateway.test(token: house.token()) { client in
            guard let json else { return try await client.ask(method, path) }
            return try await client.ask(method, path, json: json)
        }
        #expect(try answer.code == refusal.code)
        return try #require(house.asked.all(C.self).last).call
    }

    @Test func `an invite's code is passed on as it is`() async throws {
        let path = "/v1/invites/\(Self.code)"
        #expect(try await passed(AcceptInvite.self, .post, "\(path)/accept").code == Self.code)
        #expect(try await passed(RevokeInvite.self, .delete, path).code == Self.code)
        #expect(try await passed(RevokeInvite.self, .delete, "/v1/invites/i").code == "i")
        let made = try await passed(
            MakeInvite.self,
            .post,
            "/v1/invites",
            json: #"{"kind":"app","usesMax":3}"#
        )
        #expect(made.kind == .app)
        #expect(made.usesMax == 3)
    }

    @Test(arguments: ["cabcdefghijklmno", "Iabcdefghijklmno", "%69abc", "7"])
    func `nobody is asked about what is not an invite's code`(code: String) async throws {
        try await house.gateway().test(token: house.token()) { client in
            for (method, path) in [(HTTPRequest.Method.post, "\(code)/accept"), (.delete, code)] {
                let answer = try await client.ask(method, "/v1/invites/\(path)")
                #expect(answer.status == 404)
                #expect(try answer.code == "identity.invite_unknown", "\(path)")
            }
        }
    }

    @Test func `a signed-out caller sees where an invite leads, and nothing else`() async throws {
        let preview = CodePreview(invite: .friend, by: Samples.bo)
        let gateway = house.gateway(identity: {
            $0.answer(GetInvite.self, with: preview, noting: house.asked)
        })
        try await gateway.test { client in
            let shown = try await client.ask(.get, "/v1/codes/\(Self.code)")
            #expect(shown.status == 200)
            #expect(try shown.json["kind"] == "friend")
            #expect(try shown.json["inviter"]?["username"] == "bo")
            #expect(try shown.json["inviter"]?["avatarURL"]?.text?.contains("?e=") == true)
            #expect(try shown.json["owner"] == nil)
            for (method, path) in [
                (HTTPRequest.Method.get, "/v1/invites"), (.post, "/v1/invites"),
                (.delete, "/v1/invites/\(Self.code)"), (.post, "/v1/invites/\(Self.code)/accept"),
            ] {
                #expect(try await client.ask(method, path).status == 401, "\(path)")
            }
        }
        let asked = try #require(house.asked.all(GetInvite.self).last).call
        #expect(asked.code == Self.code)
    }

    @Test func `a dead invite is answered like a dead code of a contest`() async throws {
        let gateway = house.gateway(
            identity: {
                $0.refuse(
                    GetInvite.self,
                    with: IdentityError.inviteUnknown.fault,
                    noting: house.asked
                )
            },
            challenges: {
                $0.refuse(
                    GetCode.self,
                    with: ChallengesError.codeNotFound.fault,
                    noting: house.asked
                )
            }
        )
        try await gateway.test { client in
            let invite = try await client.ask(.get, "/v1/codes/\(Self.code)")
            let code = try await client.ask(.get, "/v1/codes/cabcdefghijklmno")
            let neither = try await client.ask(.get, "/v1/codes/xabcdefghijklmno")
            for answer in [invite, code, neither] {
                #expect(answer.status == 404)
                for member in ["type", "title", "code", "detail"] {
                    #expect(try answer.json[member] == code.json[member])
                }
            }
        }
        #expect(house.asked.count(GetInvite.self) == 1)
        #expect(house.asked.count(GetCode.self) == 1)
    }

    @Test func `another refusal about an invite is passed on`() async throws {
        let gateway = house.gateway(identity: {
            $0.refuse(GetInvite.self, with: IdentityError.busy.fault, noting: house.asked)
        })
        try await gateway.test { client in
            let answer = try await client.ask(.get, "/v1/codes/\(Self.code)")
            #expect(answer.status == 503)
            #expect(try answer.code == "identity.busy")
        }
    }
}
