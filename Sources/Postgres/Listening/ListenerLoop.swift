import CLibPQ
import Values

/// The listener's thread: keeps one connection, runs LISTEN, and passes notifications on.
///
/// It opens its connection itself, with its own backoff, and not through the `Opener`: an attempt
/// lasts up to `connectTimeout` if a host does not answer, and statements wait for the connections
/// of the `Opener`, but not for this one. While the database is unavailable it makes no attempt,
/// and leaves it to the others to find out when that ends.
final class ListenerLoop {
    private let listener: Listener
    private let configuration: LibPQConnection.Configuration
    private let availability: Availability
    private let opener: Opener
    private let metrics: DatabaseMetrics.ConnectionMetrics
    private var libpq: LibPQConnection?
    private var channels: Set<String> = []
    /// Subscribers that have received `.reconnected` for the current connection.
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

    /// Waits for the duration, and for as long as the database is unavailable, regardless of
    /// subscribers that come and go meanwhile. Returns early when the listener is closed.
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

    /// Listens to exactly the subscribed channels, and sends new subscribers `.reconnected`.
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
