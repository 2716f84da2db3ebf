/// Where the gateway is, and how people come by their sessions.
public struct GatewayAccess: Sendable {
    public let host: String
    public let port: Int
    /// Begins a session for each of these numbers of prepared people.
    let sessions: @Sendable ([Int]) async throws -> [Session]

    /// A person who is signed in.
    public struct Session: Sendable {
        public let accessToken: String
        public let refreshToken: String
        /// How many seconds the access token is good for.
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

    /// A gateway of which nothing else is known: people sign in with the password.
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
