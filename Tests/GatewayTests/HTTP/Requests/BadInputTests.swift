import ChallengesAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import IdentityAPI
import Identifiers
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// Errors in a request that are refused before any service is called.
@Suite struct BadInputTests {
    let house = House()

    private var gateway: Gateway {
        house.gateway(
            identity: {
                $0.answer(SignIn.self, with: Samples.signedIn(house.ana), noting: house.asked)
                $0.answer(SearchPeople.self, with: Page(items: []), noting: house.asked)
                $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
                $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
                $0.answer(
                    SendFriendRequest.self,
                    with: Samples.friendRequest,
                    noting: house.asked
                )
            },
            challenges: {
                $0.answer(AcceptAssignment.self, with: Samples.assignment(), noting: house.asked)
            }
        )
    }

    @Test(arguments: [
        (#"{"login":"ana"}"#, "/password", "json.missing_field"),
        (#"{"login":"ana","password":7}"#, "/password", "json.wrong_type"),
        (#"{"login":"ana","password":"x","more":1}"#, "/more", "json.unknown_field"),
        (#"{"login":"ana","login":"bo","password":"x"}"#, "/login", "json.duplicate_field"),
        (#"{"login":"ana","password":"x""#, "", "json.malformed"),
        (#"[]"#, "", "json.wrong_type"),
        ("\u{1}", "", "json.malformed"),
    ])
    func `a wrong field is named`(json: String, pointer: String, code: String) async throws {
        try await gateway.test { client in
            let answer = try await client.ask(.post, "/v1/sessions", json: json)
            #expect(answer.status == 400)
            #expect(try answer.code == "gateway.body_invalid")
            let error = try #require(try answer.json["errors"]?[0])
            #expect(error["pointer"]?.text == pointer)
            #expect(error["code"]?.text == code)
            #expect(error["detail"]?.text?.isEmpty == false)
        }
        #expect(house.asked.count(SignIn.self) == 0)
    }

    @Test func `all wrong fields are named at once`() async throws {
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                json: #"{"password":true,"x":1}"#
            )
            guard case .array(let errors)? = try answer.json["errors"] else {
                Issue.record("no errors")
                return
            }
            #expect(
                Set(errors.compactMap { $0["pointer"]?.text }) == ["/login", "/password", "/x"]
            )
        }
    }

    @Test func `an invalid ID is named`() async throws {
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/friend-requests",
                json: #"{"to":"nobody"}"#
            )
            #expect(answer.status == 400)
            #expect(try answer.json["errors"]?[0]?["pointer"] == "/to")
        }
    }

    @Test func `an empty body lacks its fields`() async throws {
        try await gateway.test { client in
            let answer = try await client.ask(.post, "/v1/sessions")
            #expect(answer.status == 400)
            #expect(try answer.json["errors"]?[1]?["pointer"] == "/password")
        }
    }

    @Test(arguments: [nil, "text/plain", "application/jsonp", "multipart/form-data; boundary=x"])
    func `a body that is not announced as JSON is not read`(type: String?) async throws {
        try await gateway.test { client in
            var headers: HTTPFields = [:]
            headers[.contentType] = type
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                headers: headers,
                body: ByteBuffer(string: #"{"login":"ana","password":"x"}"#)
            )
            #expect(answer.status == 415)
            #expect(try answer.code == "gateway.unsupported_media_type")
        }
        #expect(house.asked.count(SignIn.self) == 0)
    }

    @Test(arguments: [
        "application/json; charset=utf-8", "Application/JSON", "application/json ;x=y",
        "application/json;charset=\"UTF-8\"", "application/json; x=y; CharSet = Utf-8 ",
        "application/json;", "application/json; xcharset=latin1",
    ])
    func `the media type's parameters and case do not matter`(type: String) async throws {
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                headers: [.contentType: type],
                body: ByteBuffer(string: #"{"login":"ana","password":"x"}"#)
            )
            #expect(answer.status == 201)
        }
    }

    @Test(arguments: [
        "application/json; charset=iso-8859-1", "application/json;CHARSET=\"utf-16\"",
        "application/json; charset=", "application/json; charset", "application/json; charset=utf8",
        "application/json; charset=utf-8; charset=latin1",
    ])
    func `JSON is read as UTF-8 only`(type: String) async throws {
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                headers: [.contentType: type],
                body: ByteBuffer(string: #"{"login":"ana","password":"x"}"#)
            )
            #expect(answer.status == 415)
            #expect(try answer.code == "gateway.charset_unsupported")
        }
        #expect(house.asked.count(SignIn.self) == 0)
    }

    @Test(arguments: [
        ("gzip", 415), ("identity, br", 415), ("x", 415), ("identity", 201), ("Identity", 201),
        ("", 201),
    ])
    func `an encoded body is refused`(encoding: String, status: Int) async throws {
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                json: #"{"login":"ana","password":"x"}"#,
                headers: [.contentEncoding: encoding]
            )
            #expect(answer.status == status)
            if status == 415 {
                #expect(try answer.code == "gateway.encoding_unsupported")
                #expect(answer.headers[.acceptEncoding] == "identity")
            }
        }
        #expect(house.asked.count(SignIn.self) == (status == 201 ? 1 : 0))
    }

    @Test(
        arguments: [
            (nil, nil, 200), (nil, "", 200), (nil, "{}", 200), (nil, " { }\n", 200),
            ("application/json", nil, 200), ("application/json", "", 200),
            ("application/json", "{}", 200), ("text/plain", "{}", 415), ("text/plain", "", 200),
            ("application/json", #"{"x":1}"#, 400), (nil, #"{"x":1}"#, 415),
            ("application/json", "[]", 400), ("application/json", "null", 400),
        ] as [(String?, String?, Int)]
    )
    func `an action without fields takes an empty body or an empty object`(
        type: String?,
        body: String?,
        status: Int
    ) async throws {
        try await gateway.test(token: house.token()) { client in
            var headers: HTTPFields = [:]
            headers[.contentType] = type
            let answer = try await client.ask(
                .post,
                "/v1/assignments/\(AssignmentID())/accept",
                headers: headers,
                body: body.map { ByteBuffer(string: $0) }
            )
            #expect(answer.status == status)
        }
        #expect(house.asked.count(AcceptAssignment.self) == (status == 200 ? 1 : 0))
    }

    @Test(arguments: [(0, 201), (1, 413)])
    func `a body has at most 64 KiB`(beyond: Int, status: Int) async throws {
        let shell = #"{"login":"","password":"x"}"#
        let filling = String(repeating: "a", count: 65_536 - shell.utf8.count + beyond)
        let json = #"{"login":"\#(filling)","password":"x"}"#
        try await gateway.test(.live) { client in
            let answer = try await client.ask(.post, "/v1/sessions", json: json)
            #expect(answer.status == status)
            if status == 413 { #expect(try answer.code == "gateway.body_too_large") }
            let next = try await client.ask(
                .post,
                "/v1/sessions",
                json: #"{"login":"ana","password":"x"}"#
            )
            #expect(next.status == 201)
        }
    }

    @Test(arguments: [(31, "json.wrong_type"), (32, "json.malformed")])
    func `a body is nested at most 32 deep`(lists: Int, code: String) async throws {
        let nest =
            String(repeating: "[", count: lists) + String(repeating: "]", count: lists)
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                json: #"{"login":\#(nest),"password":"x"}"#
            )
            #expect(answer.status == 400)
            #expect(try answer.json["errors"]?[0]?["code"]?.text == code)
        }
    }

    @Test func `of thousands of errors not all are named`() async throws {
        let members = (0..<5_000).map { "\"\($0)\":1" }.joined(separator: ",")
        try await gateway.test { client in
            let answer = try await client.ask(.post, "/v1/sessions", json: "{\(members)}")
            #expect(answer.status == 400)
            guard case .array(let errors)? = try answer.json["errors"] else {
                Issue.record("no errors")
                return
            }
            #expect(errors.count == 32)
        }
    }

    @Test func `a refused small body does not affect later requests of the connection`()
        async throws
    {
        let small = ByteBuffer(repeating: 0x20, count: 60_000)
        try await gateway.test(.live) { client in
            for _ in 0..<3 {
                let refused = try await client.ask(.post, "/v1/media", body: small)
                #expect(refused.status == 401)
                let mistyped = try await client.ask(
                    .post,
                    "/v1/sessions",
                    headers: [.contentType: "text/plain"],
                    body: small
                )
                #expect(mistyped.status == 415)
                let unknown = try await client.ask(.post, "/v1/nothing", body: small)
                #expect(unknown.status == 404)
                let good = try await client.ask(
                    .post,
                    "/v1/sessions",
                    json: #"{"login":"ana","password":"x"}"#
                )
                #expect(good.status == 201)
            }
        }
    }

    @Test(arguments: [
        ("/v1/users?q=a&limit=ten", "/limit"), ("/v1/users?q=a&limit=1.5", "/limit"),
        ("/v1/users?q=a&limit=", "/limit"), ("/v1/users?q=a&limit=99999999999999999999", "/limit"),
        ("/v1/users?q=a&page=2", "/page"), ("/v1/users?q=a&q=b", "/q"), ("/v1/users", "/q"),
        ("/v1/friends?Limit=1", "/Limit"), ("/v1/me?fields=id", "/fields"),
        ("/v1/friends?a%2Fb=1", "/a~1b"),
    ])
    func `a wrong parameter is named`(path: String, pointer: String) async throws {
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, path)
            #expect(answer.status == 400)
            #expect(try answer.code == "gateway.query_invalid")
            #expect(try answer.json["errors"]?[0]?["pointer"]?.text == pointer)
        }
        #expect(house.asked.count(SearchPeople.self) == 0)
        #expect(house.asked.count(GetMe.self) == 0)
    }

    @Test(arguments: ["2147483648", "-1", "\(Int64.max)"])
    func `a number of 64 bits is for the service to judge`(limit: String) async throws {
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/users?q=a&limit=\(limit)")
            #expect(answer.status == 200)
        }
        #expect(house.asked.all(SearchPeople.self).map(\.call.limit) == [Int(limit)])
    }

    @Test(arguments: ["/v1/users?q=%", "/v1/users?q=%4", "/v1/users?q=%zz", "/v1/users?q=%ff"])
    func `a malformed query is refused`(path: String) async throws {
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, path)
            #expect(answer.status == 400)
            #expect(try answer.code == "gateway.query_invalid")
        }
    }

    @Test func `a query may be empty, and a write takes none`() async throws {
        try await gateway.test(token: house.token()) { client in
            #expect(try await client.ask(.get, "/v1/friends?").status == 200)
            let write = try await client.ask(
                .post,
                "/v1/assignments/\(AssignmentID())/accept?force=1"
            )
            #expect(write.status == 400)
            #expect(try write.json["errors"]?[0]?["pointer"] == "/force")
        }
        #expect(house.asked.count(AcceptAssignment.self) == 0)
    }

    @Test func `a negative number is passed on for the service to judge`() async throws {
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/friends?limit=-1")
            #expect(answer.status == 200)
        }
        #expect(house.asked.all(ListFriends.self).first?.call.limit == -1)
    }
}
