import Metrics
import Synchronization

/// The metrics of requests, by route, method and status. Caches each metric, so that a request does
/// not look it up in the registry.
///
/// Invariant: at most `keptMax` are cached. Others are looked up each time.
final class RequestSeries: Sendable {
    /// The labels of requests that are counted together.
    struct Name: Hashable {
        let route: String
        let method: String
        let status: String
    }

    private struct Pair {
        let counter: Counter
        let timer: Timer

        init(_ name: Name) {
            let common = [("route", name.route), ("method", name.method)]
            counter = Counter(
                label: "gauntlet_http_requests_total",
                dimensions: common + [("status", name.status)]
            )
            timer = Timer(label: "gauntlet_http_request_duration_seconds", dimensions: common)
        }
    }

    private let kept = Mutex<[Name: Pair]>([:])
    private let keptMax: Int

    init(keptMax: Int = 4_096) {
        self.keptMax = keptMax
    }

    /// Counts and times a finished request.
    func note(_ name: Name, _ duration: Duration) {
        let pair = kept.withLock { kept in
            if let pair = kept[name] { return pair }
            let pair = Pair(name)
            if kept.count < keptMax { kept[name] = pair }
            return pair
        }
        pair.counter.increment()
        pair.timer.record(duration: duration)
    }
}
