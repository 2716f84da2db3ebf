import CLibPQ
import Values

/// What the listener's thread does: keep one connection, LISTEN, and pass on what comes.
///
/// It opens that connection by itself, with pauses of its own, and takes no turns with the
/// `Opener`: an attempt lasts up to `connectTimeout` where a host does not answer, and requests wait
/// for what the `Opener` opens, but not for this connection. While the database is away it makes no
/// attempt, and leaves it to the others to find out when that is over.
final class ListenerLoop {
    private let listener: Listener
    private let configuration: LibPQConnection.Configuration
    private let availability: Availability
    private let opener: Opener
    private let metrics: DatabaseMetrics.ConnectionMetrics
    private var libpq: LibPQConnection?
    private var channels: Set<String> = []
    /// Subscribers that were told of the present connection.
    private var greeted: Set<UInt64> = []
    private var backoff = Backoff(from: .milliseconds(20), to: .seconds(1))

    init(
        _ listener: Listener,
        _ configuration: LibPQConnection.Configuration,
        _ availability: Availability,
        _ opener: Opener,
        _ metrics: DatabaseMetrics.ConnectionMetrics
    ) {
        self.listener = listener
        self.configuration = configuration
        self.availability = availability
        self.opener = opener
        self.metrics = metrics
    }

    func run() {
        while let subscribers = listener.subscribers {
            do {
                try attend(subscribers)
            } catch {
                if libpq == nil {
                    metrics.wasRefused()
                    if opener.isDown {
                        availability.refused(error)
                    } else {
                        availability.refusedMore(error)
                    }
                } else {
                    metrics.wasLost()
                    availability.lost(error)
                }
                libpq = nil
                channels = []
                greeted = []
                backoff.grow()
                pause(backoff.pause)
            }
        }
        if libpq != nil { metrics.hasClosed() }
        libpq = nil
        listener.stop()
    }

    /// Waits that long, and as long as the database is away, however often somebody comes or goes
    /// meanwhile, unless it is over.
    private func pause(_ duration: Duration) {
        let end = monotonicNanoseconds() + duration.nanoseconds
        while listener.subscribers != nil {
            let now = monotonicNanoseconds()
            guard now < end || availability.isAway else { return }
            let left = now < end ? end - now : Watch.probeInterval.nanoseconds
            _ = listener.wakeup.wait(
                socket: -1,
                writing: false,
                milliseconds: Int32(left / 1_000_000 + 1)
            )
        }
    }

    private func attend(_ subscribers: [Listener.Subscriber]) throws(PostgresError) {
        let libpq = try connected()
        try follow(subscribers, on: libpq)
        pass(subscribers, from: libpq)
        let isReady = listener.wakeup.wait(
            socket: unsafe PQsocket(libpq.connection),
            writing: false,
            milliseconds: -1
        )
        guard isReady else { return }
        guard unsafe PQconsumeInput(libpq.connection) == 1 else {
            throw .unavailable(libpq.message)
        }
    }

    private func connected() throws(PostgresError) -> LibPQConnection {
        if let libpq { return libpq }
        let libpq = try LibPQConnection(configuration)
        self.libpq = libpq
        backoff.reset()
        metrics.hasOpened()
        availability.answered()
        return libpq
    }

    /// Listens to the channels that are wanted and no others, and greets who is new.
    private func follow(
        _ subscribers: [Listener.Subscriber],
        on libpq: LibPQConnection
    ) throws(PostgresError) {
        let wanted = Set(subscribers.map(\.channel))
        for channel in wanted.subtracting(channels) {
            try libpq.execute("LISTEN \(libpq.quoted(channel))")
        }
        for channel in channels.subtracting(wanted) {
            try libpq.execute("UNLISTEN \(libpq.quoted(channel))")
        }
        channels = wanted
        for subscriber in subscribers where greeted.insert(subscriber.number).inserted {
            subscriber.stream.yield(.reconnected)
        }
        greeted.formIntersection(subscribers.map(\.number))
    }

    private func pass(_ subscribers: [Listener.Subscriber], from libpq: LibPQConnection) {
        while let notification = unsafe PQnotifies(libpq.connection) {
            let channel = unsafe String(cString: notification.pointee.relname)
            let payload = unsafe String(cString: notification.pointee.extra)
            unsafe PQfreemem(notification)
            for subscriber in subscribers where subscriber.channel == channel {
                if case .dropped = subscriber.stream.yield(.payload(payload)) {
                    subscriber.stream.yield(.reconnected)
                }
            }
        }
    }
}
