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
import Values
import Wire

@testable import Gateway

/// Sessions of the gateway's own pages, whose refresh token is in a cookie (2.8-browser).
@Suite struct BrowserRoutesTests {
    private static let token = String(repeating: "t", count: 43)
    private static let origin: HTTPFields = [.origin: "http://localhost"]
    private static let login = #"{"login":"ana","password":"correct horse"}"#
    private static let refresh = "/v1/browser/sessions/refresh"
    private static let current = "/v1/browser/sessions/current"

    private var house = House()

    /// The headers of the gateway's own page that has a cookie.
    private static func page(_ cookie: String? = "gauntlet=\(token)") -> HTTPFields {
        var headers = origin
        headers[.cookie] = cookie
        return headers
    }

    /// A gateway before an identity that begins, renews and ends sessions.
    private func gateway(publicURL: String? = nil) -> Gateway {
        house.gateway(publicURL: publicURL, identity: connect)
    }

    private func connect(_ board: inout Switchboard) {
        let signedIn = SignedIn(
            user: Samples.account(house.ana),
            accessToken: "access",
            refreshToken: Self.token,
            expiresIn: 900
        )
        board.answer(Register.self, with: signedIn, noting: house.asked)
        board.answer(SignIn.self, with: signedIn, noting: house.asked)
        board.answer(RefreshSession.self, with: signedIn, noting: house.asked)
        board.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
        let revoked = RevokeRefreshToken.Reply(session: house.session)
        board.answer(RevokeRefreshToken.self, with: revoked, noting: house.asked)
    }

    private var askedCount: Int {
        house.asked.count(Register.self) + house.asked.count(SignIn.self)
            + house.asked.count(RefreshSession.self) + house.asked.count(RevokeRefreshToken.self)
    }

    /// The requests of the four routes, with everything that a page sends.
    private static let requests: [(method: HTTPRequest.Method, path: String, json: String?)] = [
        (
            .post, "/v1/browser/accounts",
            """
            {"username":"ana","password":"correct horse","firstName":"Ana","lastName":"Ahl"}
            """
        ),
        (.post, "/v1/browser/sessions", login),
        (.post, refresh, nil),
        (.delete, current, nil),
    ]

    @Test func `the refresh token is in the cookie, and not in the body`() async throws {
        try await gateway().test { client in
            for (index, status) in [201, 201, 200].enumerated() {
                let (method, path, json) = Self.requests[index]
                var headers = Self.page()
                headers[.acceptEncoding] = "gzip"
                if json != nil { headers[.contentType] = "application/json" }
                let answer = try await client.ask(
                    method,
                    path,
                    headers: headers,
                    body: json.map { ByteBuffer(string: $0) }
                )
                #expect(answer.status == status)
                #expect(
                    answer.headers[values: .setCookie] == [
                        "gauntlet=\(Self.token); Path=/v1/browser; Max-Age=5184000; HttpOnly; "
                            + "SameSite=Strict"
                    ]
                )
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(try answer.json["accessToken"] == "access")
                #expect(try answer.json["expiresIn"] == 900)
                #expect(try answer.json["user"]?["username"] == "ana")
                #expect(!answer.text.contains(Self.token))
                #expect(!answer.text.contains("refreshToken"))
            }
        }
        #expect(house.asked.all(Register.self).first?.call.username == "ana")
        #expect(house.asked.all(SignIn.self).first?.call.login == "ana")
        #expect(house.asked.all(RefreshSession.self).first?.call.refreshToken == Self.token)
    }

    @Test func `a session is never compressed, however long`() async throws {
        let long = SignedIn(
            user: Samples.account(house.ana),
            accessToken: String(repeating: "a", count: 4_000),
            refreshToken: Self.token,
            expiresIn: 900
        )
        let gateway = house.gateway(identity: {
            $0.answer(SignIn.self, with: long, noting: house.asked)
        })
        try await gateway.test { client in
            var headers = Self.origin
            headers[.acceptEncoding] = "gzip"
            let answer = try await client.ask(
                .post,
                "/v1/browser/sessions",
                json: Self.login,
                headers: headers
            )
            #expect(answer.status == 201)
            #expect(answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.vary] == nil)
        }
    }

    @Test func `signing out needs the cookie alone, and takes effect at once`() async throws {
        try await gateway().test { client in
            let answer = try await client.ask(.delete, Self.current, headers: Self.page())
            #expect(answer.status == 204)
            #expect(answer.bytes.readableBytes == 0)
            #expect(
                answer.headers[values: .setCookie] == [
                    "gauntlet=; Path=/v1/browser; Max-Age=0; HttpOnly; SameSite=Strict"
                ]
            )
            let viewer = Client(http: client.http, token: try await house.token())
            #expect(try await viewer.ask(.get, "/v1/me").code == "gateway.signed_out")
        }
        let asked = try #require(house.asked.all(RevokeRefreshToken.self).first)
        #expect(asked.call.refreshToken == Self.token)
        #expect(asked.context.user == nil)
    }

    @Test func `the cookie counts for nothing elsewhere`() async throws {
        try await gateway().test { client in
            for path in ["/v1/me", "/v1/sessions/current"] {
                let method: HTTPRequest.Method = path == "/v1/me" ? .get : .delete
                let answer = try await client.ask(method, path, headers: Self.page())
                #expect(try answer.code == "gateway.token_missing")
                #expect(answer.headers[.setCookie] == nil)
            }
            let refresh = try await client.ask(
                .post,
                "/v1/sessions/refresh",
                headers: Self.page()
            )
            #expect(try refresh.code == "gateway.body_invalid")
        }
        #expect(askedCount == 0)
    }

    @Test(arguments: [
        nil, "a=b", "gauntlet=", "gauntlet=x", "gauntlet=\(token); gauntlet=\(token)",
        "gauntlet=\(String(repeating: "t", count: 8_192))", "__Secure-gauntlet=\(token)",
    ])
    func `without one whole cookie the answer is 401, and it is deleted`(
        cookie: String?
    ) async throws {
        try await gateway().test { client in
            for (method, path, _) in Self.requests.suffix(2) {
                let answer = try await client.ask(method, path, headers: Self.page(cookie))
                #expect(answer.status == 401)
                #expect(try answer.code == "identity.refresh_token_invalid")
                #expect(answer.headers[.setCookie]?.hasPrefix("gauntlet=; ") == true)
            }
        }
        #expect(askedCount == 0)
    }

    @Test(arguments: [
        (IdentityError.refreshTokenInvalid.fault, 401, true),
        (WireError.unavailable.fault, 503, false), (WireError.expired.fault, 504, false),
    ])
    func `a refused token is deleted, but not while nobody knows`(
        fault: Fault,
        status: Int,
        isDeleted: Bool
    ) async throws {
        let gateway = house.gateway(identity: {
            $0.refuse(RefreshSession.self, with: fault, noting: house.asked)
            $0.refuse(RevokeRefreshToken.self, with: fault, noting: house.asked)
        })
        try await gateway.test { client in
            for (method, path, _) in Self.requests.suffix(2) {
                let answer = try await client.ask(method, path, headers: Self.page())
                #expect(answer.status == status)
                #expect((answer.headers[.setCookie] != nil) == isDeleted)
            }
        }
    }

    @Test func `a wrong password leaves the cookie as it is`() async throws {
        let gateway = house.gateway(identity: {
            $0.refuse(SignIn.self, with: IdentityError.signInFailed.fault, noting: house.asked)
        })
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/browser/sessions",
                json: Self.login,
                headers: Self.page()
            )
            #expect(answer.status == 401)
            #expect(answer.headers[.setCookie] == nil)
        }
    }

    // Which pages may ask.

    /// Sends all four requests, which must be refused before anything is done.
    private func refuses(
        _ headers: HTTPFields,
        type: String? = "application/json",
        publicURL: String? = nil
    ) async throws {
        try await gateway(publicURL: publicURL).test { client in
            for (method, path, json) in Self.requests {
                var headers = headers
                headers[.cookie] = "gauntlet=\(Self.token); __Secure-gauntlet=\(Self.token)"
                if json != nil || type != "application/json" { headers[.contentType] = type }
                let answer = try await client.ask(
                    method,
                    path,
                    headers: headers,
                    body: json.map { ByteBuffer(string: $0) }
                )
                #expect(answer.status == 403, "\(path)")
                #expect(try answer.code == "gateway.cross_site")
                #expect(answer.headers[.setCookie] == nil)
            }
        }
        #expect(askedCount == 0)
    }

    @Test(arguments: [
        nil, "null", "", "http://evil.example", "https://localhost.evil.example",
        "http://localhost:8080", "http://localhost/", "localhost", "ftp://localhost", "http://",
        "http://x@localhost", "https://play.example.org.evil.example", "https://play.example.org:1",
    ])
    func `another origin, or none, is refused`(origin: String?) async throws {
        var headers: HTTPFields = [:]
        headers[.origin] = origin
        try await refuses(headers, publicURL: "https://play.example.org")
    }

    @Test func `two origins are refused`() async throws {
        var headers = Self.origin
        headers.append(HTTPField(name: .origin, value: "http://localhost"))
        try await refuses(headers)
    }

    @Test(arguments: ["cross-site", "same-site", "none", "", "same-origin, cross-site"])
    func `what the browser calls another site is refused`(site: String) async throws {
        var headers = Self.origin
        headers[.secFetchSite] = site
        try await refuses(headers)
    }

    @Test(arguments: [
        "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
        "application/json-seq", "",
    ])
    func `a form is refused`(type: String) async throws {
        try await refuses(Self.origin, type: type)
    }

    @Test func `a body of no type is refused`() async throws {
        try await gateway().test(.live) { client in
            let answer = try await client.ask(
                .post,
                "/v1/browser/sessions",
                headers: Self.origin,
                body: ByteBuffer(string: Self.login)
            )
            #expect(try answer.code == "gateway.cross_site")
        }
        #expect(askedCount == 0)
    }

    @Test(arguments: ["/v1/browser/sessions", "/v1//browser/sessions", "/v1/browser//sessions"])
    func `pages that may use the API may not use the cookie`(path: String) async throws {
        var own = self
        own.house.origins = try #require(AllowedOrigins("https://other.example"))
        try await own.refuses([.origin: "https://other.example"])
        try await own.gateway().test { client in
            let ahead = try await client.ask(
                .options,
                path,
                headers: [
                    .origin: "https://other.example", .accessControlRequestMethod: "POST",
                ]
            )
            #expect(ahead.status == 405)
            let refused = try await client.ask(
                .post,
                path,
                json: Self.login,
                headers: [.origin: "https://other.example"]
            )
            #expect(try refused.code == "gateway.cross_site")
            for answer in [ahead, refused] {
                #expect(answer.headers[.accessControlAllowOrigin] == nil)
                #expect(answer.headers[.accessControlAllowMethods] == nil)
                #expect(answer.headers[.vary] == nil)
            }
        }
    }

    @Test(
        arguments: [
            ("http://localhost", nil, "gauntlet"), ("https://localhost", nil, "gauntlet"),
            ("http://LOCALHOST", nil, "gauntlet"),
            ("https://play.example.org", "https://play.example.org", "__Secure-gauntlet"),
            ("https://play.example.org", "https://Play.example.org:443/", "__Secure-gauntlet"),
            (
                "https://play.example.org:8443", "https://play.example.org:8443/x",
                "__Secure-gauntlet"
            ),
            ("http://play.example.org", "http://play.example.org:80", "gauntlet"),
            ("http://localhost", "https://play.example.org", "gauntlet"),
        ] as [(String, String?, String)]
    )
    func `a page of the host or of the public URL may ask`(
        origin: String,
        publicURL: String?,
        name: String
    ) async throws {
        try await gateway(publicURL: publicURL).test { client in
            let answer = try await client.ask(
                .post,
                "/v1/browser/sessions",
                json: Self.login,
                headers: [.origin: origin, .secFetchSite: "same-origin"]
            )
            #expect(answer.status == 201)
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("\(name)=\(Self.token); "))
            #expect(cookie.hasSuffix("; Secure") == (name != "gauntlet"))
        }
    }

    @Test func `a trusted proxy says that the page came over HTTPS, and no other`() async throws {
        for (proxies, name) in [("127.0.0.1,::1", "__Secure-gauntlet"), ("10.0.0.1", "gauntlet")] {
            var own = self
            own.house.proxies = try #require(Networks(proxies))
            try await own.gateway().test(.live) { client in
                for (field, value) in [
                    (HTTPField.Name.xForwardedProto, "https"), (.xForwardedProto, "HTTPS"),
                    (.forwarded, "for=192.0.2.1;proto=https"),
                    (.forwarded, "for=192.0.2.1;proto=\"https\""),
                ] {
                    let answer = try await client.ask(
                        .post,
                        "/v1/browser/sessions",
                        json: Self.login,
                        headers: [.origin: "https://localhost", field: value]
                    )
                    let cookie = try #require(answer.headers[.setCookie])
                    #expect(cookie.hasPrefix("\(name)="), "\(value)")
                }
                let plain = try await client.ask(
                    .post,
                    "/v1/browser/sessions",
                    json: Self.login,
                    headers: [.origin: "http://localhost", .xForwardedProto: "http"]
                )
                #expect(plain.headers[.setCookie]?.hasPrefix("gauntlet=") == true)
            }
        }
    }

    // Other rules are those of the siblings.

    @Test func `a query, a condition, an unknown field or an invalid key is refused`() async throws
    {
        try await gateway().test { client in
            for (method, path, json) in Self.requests {
                let body = json.map { ByteBuffer(string: $0) }
                let cases: [(query: String, header: HTTPFields, code: String)] = [
                    ("?x=1", [:], "gateway.query_invalid"),
                    ("", [.ifMatch: "\"7\""], "gateway.precondition_failed"),
                    ("", [.idempotencyKey: ""], "gateway.header_invalid"),
                ]
                for (query, header, code) in cases {
                    var headers = Self.page()
                    if json != nil { headers[.contentType] = "application/json" }
                    headers.append(contentsOf: header)
                    let path = path + query
                    let answer = try await client.ask(method, path, headers: headers, body: body)
                    #expect(try answer.code == code)
                }
            }
            for path in ["/v1/browser/sessions", Self.refresh] {
                let more = try await client.ask(
                    .post,
                    path,
                    json: #"{"login":"a","password":"b","refreshToken":"c"}"#,
                    headers: Self.page()
                )
                #expect(try more.code == "gateway.body_invalid")
            }
        }
        #expect(askedCount == 0)
    }

    @Test func `only POST and DELETE have an answer`() async throws {
        try await gateway().test { client in
            for (method, path, _) in Self.requests {
                for other in [HTTPRequest.Method.get, .head, .put, .patch, .options] {
                    let answer = try await client.ask(other, path, headers: Self.page())
                    #expect(answer.status == 405)
                    #expect(answer.headers[.allow] == method.rawValue)
                }
            }
        }
    }
}
