import HTTPTypes
import Testing

@testable import Gateway

@Suite struct BrowserCookieTests {
    private static let token = String(repeating: "t", count: 43)

    @Test func `over HTTP the cookie is plain, over HTTPS it is secure`() {
        #expect(
            BrowserCookie(isSecure: false).keeping("t")
                == "gauntlet=t; Path=/v1/browser; Max-Age=5184000; HttpOnly; SameSite=Strict"
        )
        #expect(
            BrowserCookie(isSecure: true).keeping("t") == """
                __Secure-gauntlet=t; Path=/v1/browser; Max-Age=5184000; HttpOnly; \
                SameSite=Strict; Secure
                """
        )
        #expect(
            BrowserCookie(isSecure: false).deletion
                == "gauntlet=; Path=/v1/browser; Max-Age=0; HttpOnly; SameSite=Strict"
        )
    }

    @Test func `the token is found among other cookies`() {
        let cookie = BrowserCookie(isSecure: false)
        for text in [
            "gauntlet=\(Self.token)", "a=b; gauntlet=\(Self.token); c", ";gauntlet=\(Self.token) ;",
            "__Secure-gauntlet=x; gauntlet=\(Self.token)", "xgauntlet=x; gauntlet=\(Self.token)",
        ] {
            #expect(cookie.token(in: [.cookie: text]) == Self.token, "\(text)")
        }
        let secure = BrowserCookie(isSecure: true)
        #expect(secure.token(in: [.cookie: "gauntlet=\(Self.token)"]) == nil)
        #expect(secure.token(in: [.cookie: "__Secure-gauntlet=\(Self.token)"]) == Self.token)
    }

    @Test(arguments: [
        "", "gauntlet", "gauntlet=", "gauntlet=\(token)t", "gauntlet=\(token.dropLast())",
        "Gauntlet=\(token)", "gauntlet=\(token); gauntlet=\(token)",
        "gauntlet=\(String(repeating: "t", count: 8_192))",
    ])
    func `none, several, or another length is no token`(text: String) {
        #expect(BrowserCookie(isSecure: false).token(in: [.cookie: text]) == nil)
    }

    @Test func `two lines are read as one`() {
        var headers: HTTPFields = [:]
        headers.append(HTTPField(name: .cookie, value: "gauntlet=\(Self.token)"))
        #expect(BrowserCookie(isSecure: false).token(in: headers) == Self.token)
        headers.append(HTTPField(name: .cookie, value: "gauntlet=\(Self.token)"))
        #expect(BrowserCookie(isSecure: false).token(in: headers) == nil)
    }
}
