public import Identifiers
public import Wire

/// What travels beside every call: how long it may take, on whose behalf it is asked, and how to
/// find it in the logs.
public struct CallContext: Sendable {
    /// When whoever asked stops waiting; `nil` means that the transport's default applies.
    public var deadline: ContinuousClock.Instant? {
        get { deadlineTime.map { Self.origin + $0 } }
        set { deadlineTime = newValue.map { $0 - Self.origin } }
    }
    /// The deadline as the time since `origin`. An instant's layout is known only while the program
    /// runs, and would make each copy of a context a walk through its fields.
    private(set) var deadlineTime: Duration?
    private static let origin = ContinuousClock.now
    /// What connects the log lines of one request through all services.
    public var trace: TraceContext
    /// The person on whose behalf the call is made.
    public var user: UserID?
    /// The sign-in through which that person came.
    public var session: SessionID?
    /// Whether that person has the moderator's right.
    public var isModerator: Bool
    /// The address from which the request entered the cluster.
    public var clientAddress: String?
    /// What the client calls itself.
    public var userAgent: String?
    /// Names a write, so that its repetition is recognised: what `IdempotencyKey` says.
    public var idempotencyKey: String?
    /// What is shed last when too much is asked.
    public var priority: Priority
    /// The process that asked, by the name it proved. Never on the wire: the receiving transport
    /// writes it.
    public var peer: ServiceName?

    public init(
        user: UserID? = nil,
        session: SessionID? = nil,
        isModerator: Bool = false,
        deadline: ContinuousClock.Instant? = nil,
        trace: TraceContext = TraceContext(),
        clientAddress: String? = nil,
        userAgent: String? = nil,
        idempotencyKey: String? = nil,
        priority: Priority = .normal,
        peer: ServiceName? = nil
    ) {
        self.user = user
        self.session = session
        self.isModerator = isModerator
        self.trace = trace
        self.clientAddress = clientAddress
        self.userAgent = userAgent
        self.idempotencyKey = idempotencyKey
        self.priority = priority
        self.peer = peer
        self.deadline = deadline
    }

    /// The time since `origin`.
    static var time: Duration { ContinuousClock.now - origin }

    /// What is shed last when too much is asked.
    public enum Priority: Int, Codable, Comparable, Sendable {
        /// Deliveries of events, sweeps: whatever is tried again anyway.
        case background = 0
        /// What a person waits for.
        case normal = 1
        /// What keeps the cluster whole: revocations, health.
        case critical = 2

        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }
}

extension CallContext {
    /// The person who asks; refuses with `wire.sign_in_needed` when nobody is signed in.
    public var signedIn: UserID {
        get throws(WireError) {
            guard let user else { throw .signInNeeded }
            return user
        }
    }

    /// The context of a call that a service makes on its own account: an event, a sweep.
    public static func background(
        idempotencyKey: String? = nil,
        trace: TraceContext = TraceContext()
    ) -> CallContext {
        CallContext(trace: trace, idempotencyKey: idempotencyKey, priority: .background)
    }
}
