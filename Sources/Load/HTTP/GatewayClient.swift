import FoundationEssentials
import IdentityAPI
import NIOCore
import NIOHTTP1

/// A client app with one connection. It reconnects after the connection broke.
struct GatewayClient: Sendable {
    private let gateway: GatewayAccess
    private let timeout: Duration
    private var connection: HTTPConnection?

    /// Why a request failed.
    struct Refused: Error, CustomStringConvertible {
        /// The `code` of the gateway's problem, `http.` and the status, or one of `LoadCode`.
        let code: String
        var description: String { "the gateway answered \(code)" }
    }

    init(_ gateway: GatewayAccess, timeout: Duration) {
        self.gateway = gateway
        self.timeout = timeout
    }

    /// The head of a request, without the headers that depend on its body.
    static func head(
        _ method: HTTPMethod,
        _ path: String,
        as session: GatewayAccess.Session? = nil,
        at gateway: GatewayAccess
    ) -> HTTPRequestHead {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: path)
        head.headers.add(name: "Host", value: "\(gateway.host):\(gateway.port)")
        if let session {
            head.headers.add(name: "Authorization", value: "Bearer \(session.accessToken)")
        }
        return head
    }

    /// Sends a request and returns the body of a 2xx response.
    mutating func ask(
        _ head: HTTPRequestHead,
        _ body: ByteBuffer? = nil
    ) async throws(Refused) -> ByteBuffer {
        let answer: HTTPConnection.GatewayResponse
        do {
            answer = try await line().ask(head, body, timeout: timeout)
        } catch is HTTPConnection.TimedOut {
            throw Refused(code: LoadCode.timedOut)
        } catch {
            throw Refused(code: LoadCode.unconnected)
        }
        guard (200..<300).contains(answer.status) else {
            let problem = try? JSONDecoder().decode(
                Problem.self,
                from: Data(answer.body.readableBytesView)
            )
            throw Refused(code: problem?.code ?? "http.\(answer.status)")
        }
        return answer.body
    }

    private struct Problem: Decodable {
        let code: String
    }

    private mutating func line() async throws -> HTTPConnection {
        if let connection, connection.isOpen { return connection }
        let connection = try await HTTPConnection.open(gateway, timeout: timeout)
        self.connection = connection
        return connection
    }

    /// Closes the connection.
    mutating func leave() {
        connection?.close()
        connection = nil
    }

    /// Sends a request with an optional body of any content type.
    mutating func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ body: Body? = nil,
        as session: GatewayAccess.Session? = nil
    ) async throws(Refused) -> ByteBuffer {
        var head = Self.head(method, path, as: session, at: gateway)
        if let body {
            head.headers.add(name: "Content-Type", value: body.type)
        }
        if method != .GET {
            let length = body?.bytes.readableBytes ?? 0
            head.headers.add(name: "Content-Length", value: "\(length)")
        }
        return try await ask(head, body?.bytes)
    }

    /// The body of a request, with its content type.
    struct Body: Sendable {
        let type: String
        let bytes: ByteBuffer

        static func json(_ value: some Encodable) throws(Refused) -> Body {
            guard let data = try? JSONEncoder().encode(value) else {
                throw Refused(code: LoadCode.unreadable)
            }
            return Body(type: "application/json", bytes: ByteBuffer(bytes: data))
        }
    }

    /// Decodes the JSON of a response.
    static func read<Value: Decodable>(
        _: Value.Type,
        _ bytes: ByteBuffer
    ) throws(Refused) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes.readableBytesView))
        } catch {
            throw Refused(code: LoadCode.unreadable)
        }
    }

    // Sessions.

    private struct Credentials: Encodable {
        let login: String
        let password: String
    }

    private struct Renewal: Encodable {
        let refreshToken: String
    }

    private struct SignedIn: Decodable {
        let accessToken: String
        let refreshToken: String
        let expiresIn: Int

        var session: GatewayAccess.Session {
            GatewayAccess.Session(
                accessToken: accessToken,
                refreshToken: refreshToken,
                expiresIn: expiresIn
            )
        }
    }

    mutating func signIn(
        _ number: Int,
        password: String
    ) async throws(Refused) -> GatewayAccess.Session {
        let credentials = Credentials(
            login: PreparedPeople.username(number),
            password: password
        )
        let answer = try await ask(.POST, "/v1/sessions", .json(credentials))
        return try Self.read(SignedIn.self, answer).session
    }

    mutating func renew(
        _ session: GatewayAccess.Session
    ) async throws(Refused) -> GatewayAccess.Session {
        let renewal = Renewal(refreshToken: session.refreshToken)
        let answer = try await ask(.POST, "/v1/sessions/refresh", .json(renewal))
        return try Self.read(SignedIn.self, answer).session
    }
}
