import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Identifiers
import IdentityAPI
import NIOCore
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The cursors of every list that the gateway has (2.14-cursors).
@Suite struct CursorRoutesTests {
    private static let lists = (CallRoute.open + CallRoute.signedIn).filter { route in
        func isPaged<C: Call>(_ call: C.Type) -> Bool { C.Reply.self is any Paged.Type }
        return isPaged(route.call)
    }
    private static let plain = PageCursor<String, Int>("list").text("kåre", 4_711)

    private let house = House()

    /// Stands for all services: every list has one page more, and the cursors that it is asked for
    /// are noted.
    private final class Lists: Caller {
        private let seen = Mutex<[String?]>([])
        let sessions: any Caller

        init(_ sessions: any Caller) { self.sessions = sessions }

        /// The cursor of the last call.
        var last: String?? { seen.withLock(\.last) }

        private struct Asked: Decodable {
            let cursor: String?
        }

        func deliver(
            _ id: CallID,
            effect: Effect,
            body: ByteBuffer,
            in context: CallContext
        ) async throws(Fault) -> ByteBuffer {
            guard id != ListSigningKeys.id, id != VerifySession.id else {
                return try await sessions.deliver(id, effect: effect, body: body, in: context)
            }
            do {
                let asked = try WireDecoder().decode(Asked.self, from: body)
                seen.withLock { $0.append(asked.cursor) }
                return try WireEncoder().encode(
                    Page(items: [Int](), nextCursor: asked.cursor == nil ? plain : nil)
                )
            } catch {
                throw WireError.bug.fault
            }
        }

        func open<C: StreamCall>(
            _ call: C,
            in context: CallContext
        ) async throws(Fault) -> CallStream<C> {
            try await sessions.open(call, in: context)
        }
    }

    /// Runs a gateway before such services; the closure gets a function that asks for a page, and
    /// returns the status, the next cursor, and the cursor that the service was asked for.
    private func withGateway(
        _ body:
            @Sendable (
                _ ask: @Sendable (_ url: String, _ viewer: UserID) async throws -> Reply
            ) async throws -> Void
    ) async throws {
        let lists = Lists(house.gateway().identity.caller)
        var configuration = Gateway.Configuration(
            mediaKeys: [house.mediaKey],
            cursorKeys: [house.cursorKey]
        )
        configuration.waits = house.waits
        // Each list is asked with the cursors of all others, while the clock stands.
        configuration.requests = ClientLimits(perUser: 100_000, perAddress: 100_000)
        let gateway = Gateway(
            identity: lists,
            challenges: lists,
            media: lists,
            scoring: lists,
            configuration: configuration,
            logger: house.logger,
            now: { [clocks = house.clocks] in clocks.now },
            uptime: { [clocks = house.clocks] in clocks.uptime }
        )
        try await gateway.application.test(.router) { [house] http in
            try await eventually("the gateway is ready") { gateway.sessions.areKnown }
            try await body { url, viewer in
                let token = try await house.tokens.token(viewer, SessionID())
                let response = try await http.executeRequest(
                    uri: url,
                    method: .get,
                    headers: [.authorization: "Bearer \(token)"],
                    body: nil
                )
                let next = try JSONValue(reading: response.body)["nextCursor"]?.text
                return Reply(
                    status: response.status.code,
                    next: next,
                    asked: try #require(lists.last)
                )
            }
        }
    }

    private struct Reply: Sendable {
        let status: Int
        let next: String?
        let asked: String?
    }

    /// What some lists must be asked for.
    private static let queries = [
        "listAssignments": "role=recipient", "listFriendRequests": "direction=incoming",
        "listProfileChallenges": "list=created", "searchPeople": "q=a",
    ]

    /// The URL of a list of something in the path, for the page behind the cursor.
    private static func url(
        _ route: CallRoute,
        _ id: String,
        _ cursor: String? = nil
    ) -> String {
        let query = [queries[route.operation], cursor.map { "cursor=\($0)" }].compactMap(\.self)
        // Metrics are words, of which each stands for an id.
        let metric = id.lowercased() == ContestMark.one ? "steps" : "distance"
        let path = route.path.replacing("{metric}", with: metric)
        return "/v1/" + path.replacing(/\{[a-z]+\}/, with: id)
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static func takesCursor(_ route: CallRoute) -> Bool {
        route.operation != "listNeighbours"
    }

    @Test func `every list's cursor is sealed, and opens there alone and for its viewer alone`()
        async throws
    {
        #expect(Self.lists.count >= 24)
        let (ana, bo) = (house.ana, UserID())
        let (one, two) = (ContestMark.one, ContestMark.two)
        try await withGateway { ask in
            for route in Self.lists {
                let first = try await ask(Self.url(route, one), ana)
                #expect(first.status == 200, "\(route.operation)")
                #expect(first.asked == nil)
                let cursor = try #require(first.next, "\(route.operation)")
                #expect(cursor.utf8.count < 100)
                #expect(cursor != Self.plain && Base64URL.decode(cursor) != nil)
                for other in Self.lists where Self.takesCursor(other) {
                    let opens =
                        other.operation == route.operation
                        || other.operation == "listStandings" && route.operation == "listNeighbours"
                    let page = try await ask(Self.url(other, one, cursor), ana)
                    #expect(
                        page.asked == (opens ? Self.plain : ""),
                        "\(route.operation) → \(other.operation)"
                    )
                    #expect(page.next == nil)
                }
                guard Self.takesCursor(route) else { continue }
                #expect(try await ask(Self.url(route, one, cursor), bo).asked == "")
                #expect(try await ask(Self.url(route, one, Self.plain), ana).asked == "")
                let start = try await ask(Self.url(route, one, ""), ana)
                #expect(start.status == 200 && start.asked == nil)
                #expect(start.next != nil, "\(route.operation)")
                if route.path.contains("{") {
                    #expect(try await ask(Self.url(route, two, cursor), ana).asked == "")
                    // The same path, written otherwise.
                    let same = Self.url(route, one.uppercased(), cursor)
                    #expect(try await ask(same, ana).asked == Self.plain)
                }
            }
        }
    }

    private enum ContestMark {
        static let one = "0190f5e4-7c00-7000-8000-00000000000a"
        static let two = "0190f5e4-7c00-7000-8000-00000000000b"
    }

    @Test func `a query with a cursor is opened separately for each viewer`() async throws {
        let short = SealedCursors(keys: [house.cursorKey])
        let list = ViewedList(viewer: house.ana, call: ListFriends.id, path: [])
        let plain = Base64URL.encode("x".utf8)
        let cursor = try short.seal(plain, of: list)
        try await withGateway { ask in
            for name in ["cursor", "%63ursor"] {
                let url = "/v1/friends?\(name)=\(cursor)"
                #expect(url.utf8.count < GatewayLimits.queryBytesMax)
                for (viewer, opened) in [(house.ana, plain), (UserID(), ""), (house.ana, plain)] {
                    let page = try await ask(url, viewer)
                    #expect(page.asked == opened)
                }
            }
        }
    }

    @Test func `a query that is wrong in another way is refused as ever`() async throws {
        try await withGateway { ask in
            _ = try await ask("/v1/friends", house.ana)
            for query in [
                "cursor=x&cursor=x", "cursor=&cursor=x", "cursor=x&nothing=1", "limit=x&cursor=x",
                "cursor=%",
            ] {
                let reply = try await ask("/v1/friends?\(query)", house.ana)
                #expect(reply.status == 400)
                #expect(reply.asked == nil)
            }
            let neighbours = try await ask("/v1/boards/listed/me?cursor=x", house.ana)
            #expect(neighbours.status == 400)
            #expect(neighbours.asked == nil)
        }
    }
}
