public import Identifiers
public import Values
public import Wire

/// The context of a call: its deadline, the user on whose behalf it is made, and the trace that
/// finds it in the logs.
public struct CallContext: Sendable {
    /// When the caller stops waiting; `nil` means the transport's default.
    public var deadline: ContinuousClock.Instant? {
        get { deadlineTime.map { Self.origin + $0 } }
        set { deadlineTime = newValue.map { $0 - Self.origin } }
    }
    /// The deadline as the time since `origin`. An instant's layout is known only at run time, and
    /// would make each copy of a context a walk through its fields.
    private(set) var deadlineTime: Duration?
    private static let origin = ContinuousClock.now
    /// Connects the log lines of one request across all services.
    public var trace: TraceContext
    /// The user on whose behalf the call is made.
    public var user: UserID?
    /// The user's session.
    public var session: SessionID?
    /// Whether the user is a moderator.
    public var isModerator: Bool
    /// The address from which the request entered the cluster.
    public var clientAddress: String?
    /// The client's `User-Agent`.
    public var userAgent: String?
    /// Identifies a write, so that a repetition is recognised; see `IdempotencyKey`. A call that a
    /// handler makes does not carry the key of the call that it answers, only one that the handler
    /// sets: it is another write.
    public var idempotencyKey: String? {
        didSet { isAnswering = false }
    }
    /// Whether the key is that of a call that is being answered.
    var isAnswering = false
    /// Whether the caller of a write wants to be told if the reply is a stored one: it then comes
    /// as a `RepeatedReply`. A call that a handler makes does not carry this on.
    public var marksRepeats: Bool
    /// Where the handler of such a write notes that its reply is a stored one.
    private(set) var repeatMark: RepeatMark?
    /// How late the call is shed under overload.
    public var priority: Priority
    /// The calling process' authenticated name. Never on the wire: the receiving transport sets it.
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
        marksRepeats: Bool = false,
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
        self.marksRepeats = marksRepeats
        self.priority = priority
        self.peer = peer
        self.deadline = deadline
    }

    /// The key of a call that is made in this context.
    public var outgoingKey: String? { isAnswering ? nil : idempotencyKey }

    /// Returns the context of a call that was made in this one, as its handler sees it.
    func received() -> CallContext {
        var context = self
        context.idempotencyKey = outgoingKey
        context.beginAnswering()
        return context
    }

    /// Makes this the context of a call as its handler sees it.
    mutating func beginAnswering() {
        isAnswering = true
        repeatMark = marksRepeats ? RepeatMark() : nil
        marksRepeats = false
    }

    /// Notes that the reply to this call is the stored one of a write that was first answered then.
    public func repeats(replyOf moment: Instant) {
        repeatMark?.note(moment)
    }

    /// The time since `origin`.
    static var time: Duration { ContinuousClock.now - origin }

    /// How late a call is shed under overload.
    public enum Priority: Int, Codable, Comparable, Sendable {
        /// Event deliveries and sweeps, which are retried anyway.
        case background = 0
        /// What a user waits for.
        case normal = 1
        /// What keeps the cluster working: revocations, health checks.
        case critical = 2

        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }
}

extension CallContext {
    /// The signed-in user; throws `wire.sign_in_needed` if there is none.
    public var signedIn: UserID {
        get throws(WireError) {
            guard let user else { throw .signInNeeded }
            return user
        }
    }

    /// The context of a call that a service makes on its own behalf: an event, a sweep.
    public static func background(
        idempotencyKey: String? = nil,
        trace: TraceContext = TraceContext()
    ) -> CallContext {
        CallContext(trace: trace, idempotencyKey: idempotencyKey, priority: .background)
    }
}
