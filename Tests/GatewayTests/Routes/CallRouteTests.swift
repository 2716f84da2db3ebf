import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Identifiers
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

private enum Shelf {}
private enum Book {}

/// A changed row with a version.
private struct Edition: Codable, Versioned {
    let version: Int64
}

/// Two IDs of the path, fields of the body, and the expected version.
private struct ChangeBook: Call {
    static let id: CallID = 0x7E51
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Reply = Edition

    var shelf: ID<Shelf>
    var book: ID<Book>
    var title: String?
    var pages: Int?
    var ifVersion: Int64?
}

/// Takes something back; whoever no longer sees the book gets no reply.
private struct UnmarkBook: Call {
    static let id: CallID = 0x7E53
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Reply = Edition?

    var book: ID<Book>
}

/// A query of every type.
private struct ListBooks: Call {
    static let id: CallID = 0x7E52
    static let effect = Effect.none
    static let access = Access.anyone
    typealias Reply = Page<String>

    enum Kind: String, Codable, CaseIterable { case novel, poem }

    var shelf: ID<Shelf>
    var kinds: [Kind]?
    var since: Instant?
    var isLent: Bool?
    var limit: Int?
}

/// Routes of forms that an app may need: PATCH, parameters of any name, and queries of any type.
@Suite struct CallRouteTests {
    private let shelf = ID<Shelf>()
    private let book = ID<Book>()

    /// Sends one request to a gateway that has these two routes besides its own.
    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String? = nil,
        headers: HTTPFields = [:],
        noting asked: Asked = Asked(),
        unmarked: Edition? = nil
    ) async throws -> (status: Int, headers: HTTPFields, json: JSONValue?) {
        var house = House()
        house.origins = try #require(AllowedOrigins("https://play.example.org"))
        var gateway = house.gateway(challenges: {
            $0.answer(ChangeBook.self, with: Edition(version: 8), noting: asked)
            $0.answer(ListBooks.self, with: Page(items: ["One"]), noting: asked)
            $0.answer(UnmarkBook.self, with: unmarked, noting: asked)
        })
        gateway.openRoutes += [
            CallRoute(
                .patch,
                "shelves/{shelf}/books/{book}",
                ChangeBook.self,
                to: \.challenges,
                ["shelf": .path("shelf"), "book": .path("book"), "ifVersion": .ifMatch]
            ),
            CallRoute(
                .get,
                "places/{place}/books",
                ListBooks.self,
                to: \.challenges,
                ["shelf": .path("place")]
            ),
            CallRoute(
                .delete,
                "books/{book}/mark",
                UnmarkBook.self,
                to: \.challenges,
                ["book": .path("book")]
            ),
        ]
        var headers = headers
        if json != nil { headers[.contentType] = "application/json" }
        return try await gateway.application.test(.router) { [headers] client in
            let response = try await client.executeRequest(
                uri: path,
                method: method,
                headers: headers,
                body: json.map { ByteBuffer(string: $0) }
            )
            return (
                response.status.code, response.headers, try? JSONValue(reading: response.body)
            )
        }
    }

    private var bookPath: String { "/v1/shelves/\(shelf)/books/\(book)" }

    @Test func `PATCH sends its call, with the path's IDs and the expected version`() async throws {
        let asked = Asked()
        let answer = try await ask(
            .patch,
            bookPath,
            json: #"{"title": "Two", "pages": 7}"#,
            headers: [.ifMatch: "\"7\""],
            noting: asked
        )
        #expect(answer.status == 200)
        #expect(answer.headers.shownVersion == 8)
        let call = try #require(asked.all(ChangeBook.self).first)
        #expect(call.call.shelf == shelf)
        #expect(call.call.book == book)
        #expect(call.call.title == "Two")
        #expect(call.call.pages == 7)
        #expect(call.call.ifVersion == 7)
        #expect(call.context.idempotencyKey != nil)
    }

    @Test func `a reply that may be absent is 204 where it is, and else has its version`()
        async throws
    {
        let none = try await ask(.delete, "/v1/books/\(book)/mark")
        #expect(none.status == 204)
        #expect(none.json == nil)
        #expect(none.headers[.eTag] == nil)
        #expect(none.headers[.contentType] == nil)
        let some = try await ask(
            .delete,
            "/v1/books/\(book)/mark",
            unmarked: Edition(version: 3)
        )
        #expect(some.status == 200)
        #expect(some.headers.shownVersion == 3)
        #expect(some.json?["version"]?.number == 3)
    }

    @Test(arguments: ["shelf", "book", "ifVersion", "title2"])
    func `a body has no field of the path, of a header or of nothing`(name: String) async throws {
        let answer = try await ask(.patch, bookPath, json: #"{"\#(name)": null}"#)
        #expect(answer.status == 400)
        #expect(answer.json?["code"] == "gateway.body_invalid")
        #expect(answer.json?["errors"]?[0]?["pointer"]?.text == "/\(name)")
        #expect(answer.json?["errors"]?[0]?["code"] == "json.unknown_field")
    }

    @Test func `an invalid id is not found, before anything else is read`() async throws {
        for path in ["/v1/shelves/1/books/\(book)", "/v1/shelves/\(shelf)/books/1"] {
            let answer = try await ask(.patch, path, json: "{", headers: [.ifMatch: "7"])
            #expect(answer.status == 404)
            #expect(answer.json?["code"] == "gateway.not_found")
        }
        let version = try await ask(.patch, bookPath, json: "{", headers: [.ifMatch: "7"])
        #expect(version.json?["code"] == "gateway.header_invalid")
        let query = try await ask(.patch, "\(bookPath)?force=1", json: "{}")
        #expect(query.status == 400)
        #expect(query.json?["code"] == "gateway.query_invalid")
        #expect(query.json?["errors"]?[0]?["pointer"] == "/force")
    }

    @Test func `a query has lists, instants, booleans and numbers`() async throws {
        let asked = Asked()
        let answer = try await ask(
            .get,
            "/v1/places/\(shelf)/books?kinds=poem&since=2026-03-01T10:30:00%2B01:00&kinds=novel"
                + "&isLent=false&limit=5",
            noting: asked
        )
        #expect(answer.status == 200)
        #expect(answer.headers[.eTag] == nil)
        let call = try #require(asked.all(ListBooks.self).first).call
        #expect(call.shelf == shelf)
        #expect(call.kinds == [.poem, .novel])
        #expect(call.since == Instant(microseconds: 1_772_357_400_000_000))
        #expect(call.isLent == false)
        #expect(call.limit == 5)
    }

    @Test(arguments: [
        ("kinds=poem&kinds=list", "/kinds/1"), ("since=now", "/since"), ("isLent=no", "/isLent"),
        ("limit=five", "/limit"), ("limit=1&limit=2", "/limit"), ("shelf=1", "/shelf"),
        ("place=1", "/place"),
    ])
    func `a wrong parameter of each type is named`(query: String, pointer: String) async throws {
        let answer = try await ask(.get, "/v1/places/\(shelf)/books?\(query)")
        #expect(answer.status == 400)
        #expect(answer.json?["code"] == "gateway.query_invalid")
        #expect(answer.json?["errors"]?[0]?["pointer"]?.text == pointer)
        #expect(answer.json?["errors"]?[1] == nil)
    }

    @Test func `PATCH is among the methods that a refusal and a preflight name`() async throws {
        let refused = try await ask(.post, bookPath)
        #expect(refused.status == 405)
        #expect(refused.headers[.allow] == "PATCH")
        let preflight = try await ask(
            .options,
            bookPath,
            headers: [
                .origin: "https://play.example.org", .accessControlRequestMethod: "PATCH",
            ]
        )
        #expect(preflight.status == 204)
        #expect(preflight.headers[.accessControlAllowMethods] == "PATCH")
    }
}
