import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestKit
import Testing

@testable import Gateway

/// The web client at `/`.
@Suite struct WebSiteTests {
    private static let html: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
    private static let gzip: HTTPFields = [.acceptEncoding: "gzip"]
    private static let script = "/app/\(WebSite.compressed.build)/main.js"

    /// Sends requests to a gateway; no document describes pages.
    private struct Browser: Sendable {
        let http: any TestClientProtocol

        func ask(
            _ path: String,
            _ headers: HTTPFields = [:],
            method: HTTPRequest.Method = .get
        ) async throws -> TestResponse {
            try await http.executeRequest(
                uri: path,
                method: method,
                headers: headers,
                body: nil
            )
        }
    }

    private func browse(
        _ house: House = House(),
        _ body: @escaping @Sendable (Browser) async throws -> Void
    ) async throws {
        try await house.gateway().test { try await body(Browser(http: $0.http)) }
    }

    @Test func `the page names the files of its build`() async throws {
        try await browse { browser in
            for headers in [[:], Self.html, [.accept: "application/json"]] as [HTTPFields] {
                let page = try await browser.ask("/", headers)
                #expect(page.status == .ok)
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
                #expect(page.headers[.cacheControl] == "no-cache")
                let text = String(buffer: page.body)
                #expect(text.contains("src=\"\(Self.script)\""))
                #expect(!text.contains("{{"))
            }
            let script = try await browser.ask(Self.script)
            #expect(script.status == .ok)
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(script.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(script.headers[.contentSecurityPolicy] == nil)
        }
    }

    @Test func `a page runs and loads only what is the gateway's`() async throws {
        try await browse { browser in
            for path in ["/", "/sign-in", "/nowhere"] {
                let headers = try await browser.ask(path, Self.html).headers
                #expect(
                    headers[.contentSecurityPolicy] == """
                        default-src 'none'; script-src 'self'; style-src 'self'; \
                        img-src 'self' blob:; media-src 'self' blob:; connect-src 'self'; \
                        manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; \
                        base-uri 'none'; form-action 'none'; \
                        require-trusted-types-for 'script'; trusted-types gauntlet
                        """
                )
                #expect(headers[.xContentTypeOptions] == "nosniff")
                #expect(headers[.referrerPolicy] == "same-origin")
                #expect(headers[.crossOriginOpenerPolicy] == "same-origin")
                #expect(headers[.crossOriginResourcePolicy] == "same-origin")
                #expect(
                    headers[.permissionsPolicy]
                        == "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"
                )
            }
        }
    }

    @Test func `the server knows the pages that the client knows`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
        let path = "\(root)/Sources/CWebFiles/files/app/router.js"
        let router = try String(contentsOfFile: path, encoding: .utf8)
        let routes = router.matches(of: /\['\/([a-z-]*)[^']*', '[a-z-]+'[,\]]/).map { String($0.1) }
        #expect(routes.count >= 10)
        #expect(Set(routes).subtracting([""]) == Set(WebSite.pages))
    }

    @Test func `the build is 16 digits, and another one for any other path or content`() {
        func build(_ path: String, _ text: String) -> String {
            let file = (path: path, content: ByteBuffer(string: text))
            return WebSite([file], compression: .none).build
        }
        let build1 = build("app/a.js", "1")
        #expect(build1.wholeMatch(of: /[0-9a-f]{16}/) != nil)
        #expect(build1 == build("app/a.js", "1"))
        #expect(build1 != build("app/b.js", "1"))
        #expect(build1 != build("app/a.js", "2"))
        #expect(WebSite.compressed.build == WebSite.uncompressed.build)
    }

    @Test(arguments: [
        "/app", "/app/", "/app/0/main.js", "/app/0000000000000000/main.js", "/app/main.js",
        "/app/BUILD", "/app/BUILD/", "/app/BUILD/x.js", "/app/BUILD/../../index.html",
        "/app/BUILD/%2e%2e/index.html", "/app/BUILD//main.js", "/app/BUILD/main.js/",
        "/app/BUILD/main%2ejs", "/app/BUILD/MAIN.JS", "/app/BUILD/screens", "/app/BUILD/%00",
    ])
    func `another build or file is not found, and is no page`(path: String) async throws {
        try await browse { browser in
            let path = path.replacing("BUILD", with: WebSite.compressed.build)
            let answer = try await browser.ask(path, Self.html)
            #expect(answer.status == .notFound)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test(arguments: [
        ("/", 200), ("/sign-in", 200), ("/people/7", 200), ("/me?tab=likes", 200),
        ("/settings/", 200), ("/nowhere", 404), ("/Sign-in", 404), ("/sign-in2", 404),
        ("//", 404), ("//sign-in", 404), ("/../sign-in", 404), ("/%2e%2e/sign-in", 404),
        ("/index.html", 404), ("/robots.txt/x", 404), ("/V1/me", 404),
    ])
    func `a browser gets the page at any path`(path: String, status: Int) async throws {
        try await browse { browser in
            let page = try await browser.ask(path, Self.html)
            #expect(page.status.code == status)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(String(buffer: page.body).contains("<!doctype html>"))
        }
    }

    @Test(arguments: [
        nil, "*/*", "application/json", "text/*", "text/htmlx", "text/html;q=0", "text/html; q=0.0",
    ])
    func `without text in HTML in Accept only the root is a page`(accept: String?) async throws {
        try await browse { browser in
            var headers: HTTPFields = [:]
            headers[.accept] = accept
            for path in ["/sign-in", "/nowhere"] {
                let answer = try await browser.ask(path, headers)
                #expect(answer.status == .notFound)
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
            #expect(try await browser.ask("/", headers).status == .ok)
        }
    }

    @Test(arguments: ["text/html", "TEXT/HTML", "*/*, text/html;q=0.1", "text/html;level=1"])
    func `any mention of HTML in Accept counts`(accept: String) async throws {
        try await browse { browser in
            let page = try await browser.ask("/sign-in", [.accept: accept])
            #expect(page.status == .ok)
        }
    }

    @Test(arguments: [
        ("/v1", 404), ("/v1/nothing", 404), ("/v1/me", 401), ("/health", 200), ("/health/x", 404),
        ("/openapi.yaml", 200), ("/openapi.yaml/x", 404),
    ])
    func `the API answers a browser as it answers others`(path: String, status: Int) async throws {
        for setting in WebSetting.allCases {
            var house = House()
            house.web = setting
            try await browse(house) { browser in
                let answer = try await browser.ask(path, Self.html)
                #expect(answer.status.code == status)
                #expect(answer.headers[.contentType]?.hasPrefix("text/html") == false)
                #expect(answer.headers[.contentSecurityPolicy] == nil)
                let options = try await browser.ask("/", method: .options)
                #expect(options.status == .noContent)
                #expect(options.headers[.allow] == nil)
            }
        }
    }

    @Test func `files beside the page have their types`() async throws {
        try await browse { browser in
            for (path, type) in [
                ("/robots.txt", "text/plain; charset=utf-8"),
                ("/manifest.webmanifest", "application/manifest+json"),
            ] {
                let answer = try await browser.ask(path)
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == type)
                #expect(answer.headers[.cacheControl] == "no-cache")
            }
            let robots = try await browser.ask("/robots.txt")
            #expect(String(buffer: robots.body) == "User-agent: *\nDisallow: /\n")
        }
    }

    @Test func `the compressed form has a tag of its own`() async throws {
        try await browse { browser in
            for path in ["/", Self.script] {
                let plain = try await browser.ask(path)
                let gzip = try await browser.ask(path, Self.gzip)
                #expect(plain.headers[.contentEncoding] == nil)
                #expect(gzip.headers[.contentEncoding] == "gzip")
                #expect(try gzip.body.gunzipped() == plain.body)
                #expect(gzip.body.readableBytes < plain.body.readableBytes)
                for answer in [plain, gzip] { #expect(answer.headers[.vary] == "Accept-Encoding") }
                let tag = try #require(plain.headers[.eTag])
                #expect(tag.hasPrefix("\""))
                #expect(gzip.headers[.eTag] == "\(tag.dropLast()).gzip\"")
            }
        }
        var house = House()
        house.compression = .none
        try await browse(house) { browser in
            let answer = try await browser.ask("/", Self.gzip)
            #expect(answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.vary] == nil)
        }
    }

    @Test func `a browser that has a file gets no body`() async throws {
        try await browse { browser in
            for (path, caching) in [
                ("/", "no-cache"), (Self.script, "public, max-age=31536000, immutable"),
            ] {
                let tag = try #require(try await browser.ask(path).headers[.eTag])
                for method in [HTTPRequest.Method.get, .head] {
                    let held = try await browser.ask(path, [.ifNoneMatch: tag], method: method)
                    #expect(held.status == .notModified)
                    #expect(held.headers[.eTag] == tag)
                    #expect(held.headers[.cacheControl] == caching)
                    #expect(held.headers[.vary] == "Accept-Encoding")
                    #expect(held.body.readableBytes == 0)
                }
                #expect(try await browser.ask(path, [.ifNoneMatch: "\"x\""]).status == .ok)
                let range = try await browser.ask(path, [.range: "bytes=0-3"])
                #expect(range.status == .ok)
            }
            var headers = Self.html
            headers[.ifNoneMatch] = "*"
            #expect(try await browser.ask("/nowhere", headers).status == .notFound)
        }
    }

    @Test func `HEAD responds as GET would, without the body`() async throws {
        try await browse { browser in
            for path in ["/", Self.script, "/nowhere"] {
                let get = try await browser.ask(path, Self.html)
                let head = try await browser.ask(path, Self.html, method: .head)
                #expect(head.status == get.status)
                #expect(head.body.readableBytes == 0)
                #expect(head.headers[.contentLength] == "\(get.body.readableBytes)")
                #expect(head.headers[.eTag] == get.headers[.eTag])
            }
        }
    }

    @Test func `what is only read refuses other methods`() async throws {
        try await browse { browser in
            for method in [HTTPRequest.Method.post, .put, .delete] {
                for path in ["/", "/sign-in", "/robots.txt", Self.script] {
                    let answer = try await browser.ask(path, Self.html, method: method)
                    #expect(answer.status == .methodNotAllowed)
                    #expect(answer.headers[.allow] == "GET, HEAD")
                }
                for path in ["/nowhere", "/app/0/main.js"] {
                    let answer = try await browser.ask(path, Self.html, method: method)
                    #expect(answer.status == .notFound)
                }
            }
        }
    }

    @Test func `the operator may remove the pages`() async throws {
        var house = House()
        house.web = .off
        try await browse(house) { browser in
            for path in ["/", "/sign-in", "/robots.txt", Self.script] {
                for method in [HTTPRequest.Method.get, .post] {
                    let answer = try await browser.ask(path, Self.html, method: method)
                    #expect(answer.status == .notFound)
                    #expect(answer.headers[.contentType] == "application/problem+json")
                }
            }
        }
    }

    @Test func `pages count against the limit of their address`() async throws {
        var house = House()
        house.requests.perAddress = 2
        try await house.gateway().test(.live) { client in
            let browser = Browser(http: client.http)
            for status in [200, 200, 429] {
                let answer = try await browser.ask("/")
                #expect(answer.status.code == status)
            }
        }
    }

    @Test func `no other page may read the pages`() async throws {
        var house = House()
        house.origins = try #require(AllowedOrigins("*"))
        try await browse(house) { browser in
            let page = try await browser.ask("/", [.origin: "https://play.example.org"])
            #expect(page.headers[.accessControlAllowOrigin] == nil)
        }
    }

    // A directory.

    /// Serves a directory with a page and a script.
    private func browse(
        directory body: @escaping @Sendable (Browser, URL) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let app = root.appending(path: "site/app")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let site = root.appending(path: "site")
        try Data("secret".utf8).write(to: root.appending(path: "secret.txt"))
        try Data("<p>{{build}}".utf8).write(to: site.appending(path: "index.html"))
        try Data("<p>parts".utf8).write(to: app.appending(path: "parts.html"))
        try Data("old".utf8).write(to: app.appending(path: "main.js"))
        try Data("hidden".utf8).write(to: app.appending(path: ".hidden"))
        var house = House()
        house.webDirectory = WebDirectory(site.path)
        try await browse(house) { browser in try await body(browser, app) }
    }

    @Test func `files of a directory are served as they are now`() async throws {
        try await browse { browser, app in
            let page = try await browser.ask("/", Self.gzip)
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[.contentEncoding] == nil)
            #expect(String(buffer: page.body) == "<p>directory")
            for text in ["old", "new"] {
                try Data(text.utf8).write(to: app.appending(path: "main.js"))
                let script = try await browser.ask("/app/directory/main.js")
                #expect(script.headers[.cacheControl] == "no-store")
                #expect(String(buffer: script.body) == text)
            }
            let parts = try await browser.ask("/app/directory/parts.html")
            #expect(parts.headers[.contentType] == "text/html; charset=utf-8")
            #expect(parts.headers[.contentSecurityPolicy] != nil)
        }
    }

    @Test func `nothing outside the directory is served`() async throws {
        try await browse { browser, _ in
            for path in [
                "../secret.txt", "../../secret.txt", "%2e%2e/secret.txt", ".hidden", "/main.js", "",
                "./main.js", "main.js%00", "x.js", String(repeating: "a", count: 300),
            ] {
                let answer = try await browser.ask("/app/directory/\(path)", Self.html)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
        }
    }

    @Test func `a directory without a page is refused`() {
        #expect(WebDirectory("/nowhere/at/all") == nil)
        #expect(WebDirectory("") == nil)
    }
}
