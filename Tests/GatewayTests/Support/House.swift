import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import IdentityAPI
import Identifiers
import Logging
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// A gateway in front of switchboards that stand in for the four services, and a signed-in user.
struct House: Sendable {
    let clocks: TestClocks
    let tokens: Tokens
    let asked = Asked()
    let feed = Feed()
    let ana = UserID()
    let session = SessionID()
    let mediaKey = SymmetricKey(size: .bits256)
    let cursorKey = SymmetricKey(size: .bits256)
    /// Long enough for any slow machine.
    var waits = Waits(
        call: .seconds(900),
        slot: .seconds(300),
        points: .seconds(300),
        session: .seconds(300)
    )
    /// The limits of connections.
    var connections = HTTPLimits.patient
    var origins = AllowedOrigins()
    var proxies = Networks()
    var requests = ClientLimits()
    var gateways = GatewayCountSetting.number(1)
    var compression = Compression.gzip
    var web = WebSetting.on
    var webDirectory: WebDirectory?
    var logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    /// What identity replies about any session; `nil` if it is unavailable.
    var verified: VerifySession.Reply?

    init(now: Instant = .now()) {
        clocks = TestClocks(now: now)
        tokens = Tokens(clocks: clocks)
        verified = VerifySession.Reply(isActive: true, user: ana, isModerator: false)
    }

    /// Builds the gateway; each closure registers the handlers of one service.
    func gateway(
        mediaKeys: [SymmetricKey]? = nil,
        publicURL: String? = "https://play.example.org",
        pictureStreams: Int = 0,
        identity: (inout Switchboard) -> Void = { _ in },
        challenges: (inout Switchboard) -> Void = { _ in },
        media: (inout Switchboard) -> Void = { _ in },
        scoring: (inout Switchboard) -> Void = { _ in },
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> Gateway {
        let doorkeeper = Switchboard { board in
            connectSessions(&board)
            identity(&board)
        }
        var configuration = Gateway.Configuration(
            host: "127.0.0.1",
            port: 0,
            publicURL: publicURL.flatMap(PublicURL.init),
            mediaKeys: mediaKeys ?? [mediaKey],
            cursorKeys: [cursorKey]
        )
        configuration.waits = waits
        configuration.connections = connections
        configuration.origins = origins
        configuration.proxies = proxies
        configuration.requests = requests
        configuration.gateways = gateways
        configuration.compression = compression
        configuration.web = web
        configuration.webDirectory = webDirectory
        return Gateway(
            identity: doorkeeper.asked(by: .gateway),
            challenges: Switchboard(challenges).asked(by: .gateway),
            media: Switchboard(media).asked(by: .gateway),
            scoring: Switchboard(scoring).asked(by: .gateway),
            configuration: configuration,
            pictureStreams: { pictureStreams },
            logger: logger,
            now: { [clocks] in clocks.now },
            uptime: { [clocks] in clocks.uptime },
            onListening: onListening
        )
    }

    /// Returns a cursor of the service as the signed-in user gets it from a list.
    func sealed<C: Call>(
        _ cursor: String = "more",
        of call: C.Type,
        path: [(name: String, value: String)] = []
    ) throws -> String {
        try SealedCursors(keys: [cursorKey])
            .seal(cursor, of: ViewedList(viewer: ana, call: C.id, path: path))
    }

    /// Returns a token of the signed-in user.
    func token() async throws -> String {
        try await tokens.token(ana, session)
    }

    private func connectSessions(_ board: inout Switchboard) {
        board.on(feed.watch)
        board.on { [asked, tokens] (call: ListSigningKeys, context: CallContext) in
            asked.note(call, context)
            return ListSigningKeys.Reply(keys: [tokens.listed])
        }
        board.on { [asked, verified] (call: VerifySession, context: CallContext) in
            asked.note(call, context)
            guard let verified else { throw WireError.unavailable }
            return verified
        }
    }
}

extension Gateway {
    /// Runs the gateway with its loops, and a client of it that may be signed in.
    func test<Value>(
        _ setup: TestingSetup = .router,
        token: String? = nil,
        _ body: @Sendable (Client) async throws -> Value
    ) async throws -> Value {
        try await application.test(setup) { http in
            try await eventually("the gateway is never ready") { sessions.areKnown }
            return try await body(Client(http: http, token: token))
        }
    }
}

/// Sends requests to a gateway, and reads the responses.
struct Client: Sendable {
    let http: any TestClientProtocol
    let token: String?

    struct Answer {
        let status: Int
        let headers: HTTPFields
        /// The body, as it was before it was compressed.
        let bytes: ByteBuffer
        /// How many bytes of it were sent.
        var sentBytes = 0

        var text: String { String(buffer: bytes) }
        var json: JSONValue { get throws { try JSONValue(reading: bytes) } }
        var code: String? { get throws { try json["code"]?.text } }
    }

    func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await ask(method, path, headers: headers, body: ByteBuffer(string: json))
    }

    func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> Answer {
        var headers = headers
        if let token, headers[.authorization] == nil { headers[.authorization] = "Bearer \(token)" }
        let response = try await http.executeRequest(
            uri: path,
            method: method,
            headers: headers,
            body: body
        )
        let isCompressed =
            response.headers[.contentEncoding] == "gzip" && response.body.readableBytes > 0
        let answer = Answer(
            status: response.status.code,
            headers: response.headers,
            bytes: isCompressed ? try response.body.gunzipped() : response.body,
            sentBytes: response.body.readableBytes
        )
        let interface = try #require(Interface.served)
        #expect(interface.violations(of: answer, to: method, path) == [])
        return answer
    }
}

extension HTTPLimits {
    /// Limits long enough for any slow machine; a test shortens the one that it tests.
    static var patient: HTTPLimits {
        var limits = HTTPLimits()
        limits.idle = .minutes(10)
        limits.head = .minutes(10)
        limits.body = .minutes(10)
        limits.rest = .minutes(10)
        limits.response = .minutes(10)
        limits.stall = .minutes(10)
        return limits
    }
}
