import Logging
import Metrics
import Postgres

/// Counts reads of pictures whose files are missing, and logs them, rate-limited.
final class MissingFiles: Sendable {
    private let reads: Counter
    private let complaints: RateLimitedLog

    init(logger: Logger, metrics: any MetricsFactory) {
        reads = Counter(label: "gauntlet_media_files_missing_total", factory: metrics)
        complaints = RateLimitedLog(logger)
    }

    func note(_ hash: ContentHash, _ error: BlobError) {
        reads.increment()
        complaints.warning(
            "A picture's file is missing.",
            error,
            metadata: ["sha256": "\(hash.text)"]
        )
    }
}
