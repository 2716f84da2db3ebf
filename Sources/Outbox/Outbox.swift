public import Postgres
import Wire

/// The tables that every service has beside its own: stored replies, events to deliver, received
/// events, and timers.
public enum Outbox {
    /// The migrations of these tables; every service's list of migrations begins with them.
    public static let migrations: [Migration] = [
        Migration(
            "outbox_m01_stored_replies",
            PackageResources.outbox_m01_stored_replies_sql
        ),
        Migration("outbox_m02_outbox", PackageResources.outbox_m02_outbox_sql),
        Migration("outbox_m03_outbox_leases", PackageResources.outbox_m03_outbox_leases_sql),
        Migration("outbox_m04_received_events", PackageResources.outbox_m04_received_events_sql),
        Migration("outbox_m05_timers", PackageResources.outbox_m05_timers_sql),
        Migration("outbox_m06_trace", PackageResources.outbox_m06_trace_sql),
        Migration("outbox_m07_walks", PackageResources.outbox_m07_walks_sql),
        Migration("outbox_m08_own_blocked", PackageResources.outbox_m08_own_blocked_sql),
    ]

    /// Raised after a commit with events for a destination; the value's bits are their partitions.
    static func emitted(to destination: ServiceName) -> String {
        "outbox.emitted.\(destination.rawValue)"
    }

    /// Raised after a commit with a timer; the value is when it is due, in microseconds.
    static let scheduled = "outbox.scheduled"
}
