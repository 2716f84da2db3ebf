/// The gateway's address, and how virtual users get their sessions.
public struct GatewayAccess: Sendable {
    public let host: String
    public let port: Int
    /// Creates a session for each of these numbers of prepared people.
    let sessions: @Sendable ([Int]) async throws -> [Session]

    /// The session of a signed-in person.
    public struct Session: Sendable {
        public let accessToken: String
        public let refreshToken: String
        /// The lifetime of the access token in seconds.
        public let expiresIn: Int

        public init(accessToken: String, refreshToken: String, expiresIn: Int) {
            self.accessToken = accessToken
            self.refreshToken = refreshToken
            self.expiresIn = expiresIn
        }
    }

    public init(
        host: String,
        port: Int,
        sessions: @escaping @Sendable ([Int]) async throws -> [Session]
    ) {
        self.host = host
        self.port = port
        self.sessions = sessions
    }

    /// A gateway known only by its address: virtual users sign in with the password.
    public init(host: String, port: Int, password: String, timeout: Duration) {
        let bare = GatewayAccess(host: host, port: port) { _ in [] }
        self.init(host: host, port: port) { numbers in
            var visitor = GatewayClient(bare, timeout: timeout)
            defer { visitor.leave() }
            var sessions: [Session] = []
            for number in numbers {
                sessions.append(try await visitor.signIn(number, password: password))
            }
            return sessions
        }
    }
}
