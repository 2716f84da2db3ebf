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
    private let plan: Link.Plan
    private let availability: Availability
    private let opener: Opener
    private let metrics: DatabaseMetrics.Lines
    private var link: Link?
    private var channels: Set<String> = []
    /// Subscribers that were told of the present connection.
    private var greeted: Set<UInt64> = []
    private var backoff = Backoff(from: .milliseconds(20), to: .seconds(1))

    init(
        _ listener: Listener,
        _ plan: Link.Plan,
        _ availability: Availability,
        _ opener: Opener,
        _ metrics: DatabaseMetrics.Lines
    ) {
        self.listener = listener
        self.plan = plan
        self.availability = availability
        self.opener = opener
        self.metrics = metrics
    }

    func run() {
        while let subscribers = listener.subscribers {
            do {
                try attend(subscribers)
            } catch {
                if link == nil {
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
                link = nil
                channels = []
                greeted = []
                backoff.grow()
                pause(backoff.pause)
            }
        }
        if link != nil { metrics.hasClosed() }
        link = nil
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
        let link = try connected()
        try follow(subscribers, on: link)
        pass(subscribers, from: link)
        let isReady = listener.wakeup.wait(
            socket: unsafe PQsocket(link.connection),
            writing: false,
            milliseconds: -1
        )
        guard isReady else { return }
        guard unsafe PQconsumeInput(link.connection) == 1 else {
            throw .unavailable(link.message)
        }
    }

    private func connected() throws(PostgresError) -> Link {
        if let link { return link }
        let link = try Link(plan)
        self.link = link
        backoff.reset()
        metrics.hasOpened()
        availability.answered()
        return link
    }

    /// Listens to the channels that are wanted and no others, and greets who is new.
    private func follow(
        _ subscribers: [Listener.Subscriber],
        on link: Link
    ) throws(PostgresError) {
        let wanted = Set(subscribers.map(\.channel))
        for channel in wanted.subtracting(channels) {
            try link.execute("LISTEN \(link.quoted(channel))")
        }
        for channel in channels.subtracting(wanted) {
            try link.execute("UNLISTEN \(link.quoted(channel))")
        }
        channels = wanted
        for subscriber in subscribers where greeted.insert(subscriber.number).inserted {
            subscriber.stream.yield(.reconnected)
        }
        greeted.formIntersection(subscribers.map(\.number))
    }

    private func pass(_ subscribers: [Listener.Subscriber], from link: Link) {
        while let notification = unsafe PQnotifies(link.connection) {
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
