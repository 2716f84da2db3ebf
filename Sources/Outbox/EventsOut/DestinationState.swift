import FoundationEssentials
import Values
import Wire

/// The state of a destination's worker: pure, so that it can be tested without a database.
///
/// Invariant: `busy` holds every key whose batch is under way or not recorded yet, and at most
/// `settings.width` of them.
struct DestinationState {
    private let settings: Delivery.Settings
    private(set) var busy: Set<UUID> = []
    /// Batches that ended and are not recorded yet.
    var ended: [KeyBatch.End] = []
    /// Keys that failed since the last acknowledgement of any key.
    private var failing: Set<UUID> = []
    /// How often in a row the destination was found to be unavailable.
    private var absences = 0
    /// Nothing is sent until then, because the destination is unavailable.
    private var awayUntil: Instant?
    /// When to look again, rounded up to 10 ms so that there are few entries.
    private var looks: Set<Int64> = []

    init(_ settings: Delivery.Settings) {
        self.settings = settings
    }

    /// Groups the events read into batches, for as many keys as there is room for.
    mutating func begin(_ events: [QueuedEvent]) -> [KeyBatch] {
        var batches: [KeyBatch] = []
        var places: [UUID: Int] = [:]
        for event in events {
            if let place = places[event.key] {
                guard batches[place].events.count < settings.batch else { continue }
                batches[place].events.append(event)
            } else if room > 0 {
                busy.insert(event.key)
                places[event.key] = batches.count
                batches.append(KeyBatch(key: event.key, events: [event]))
            }
        }
        return batches
    }

    /// Called when the ended batches were recorded: frees their keys, and schedules retries of the
    /// failures.
    mutating func settle(at now: Instant) {
        looks = looks.filter { $0 * 10_000 > now.microseconds }
        for end in ended {
            busy.remove(end.key)
            if !end.acknowledged.isEmpty {
                failing = []
                absences = 0
            }
            guard let failure = end.failure else { continue }
            look(at: failure.retryAt)
            // A refusal shows that the destination is up.
            if failure.fault.mayPass { failing.insert(end.key) }
        }
        ended = []
        if failing.count >= settings.failingKeysMax, awayUntil.map({ $0 <= now }) ?? true {
            absences += 1
            let until = now + Backoff.delivery.delay(after: absences)
            awayUntil = until
            look(at: until)
        }
    }

    /// Whether another key may be delivered.
    func hasRoom(at now: Instant) -> Bool {
        if let awayUntil, awayUntil > now { return false }
        return room > 0
    }

    /// The number of further keys there is room for.
    var room: Int { settings.width - busy.count }

    /// Makes the worker look again at that moment.
    mutating func look(at moment: Instant) {
        looks.insert(moment.microseconds / 10_000 + 1)
    }

    /// How long there is nothing to do, unless the worker is woken.
    func rest(from now: Instant, atMost poll: Duration) -> Duration {
        guard let next = looks.lazy.filter({ $0 * 10_000 > now.microseconds }).min() else {
            return poll
        }
        return min(poll, Instant(microseconds: next * 10_000) - now)
    }
}
