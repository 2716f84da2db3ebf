extension Delivery {
    /// The concurrency, intervals and time limits of delivery.
    public struct Settings: Sendable {
        /// The maximum number of keys of one destination that are delivered at the same time.
        public var width: Int
        /// The maximum number of events of one key that are delivered in a row, before other keys
        /// get a chance.
        public var batch: Int
        /// How many keys must fail, with none succeeding, before a destination counts as
        /// unavailable.
        public var failingKeysMax: Int
        /// How long an acknowledgement may take.
        public var patience: Duration
        /// How long events gather after some were sent; the first after a while leaves at once, and
        /// so do those of a backlog.
        public var gathering: Duration
        /// How often the outbox is read without a signal.
        public var poll: Duration
        /// How long a lease on a partition lasts without renewal.
        public var lease: Duration
        /// How often leases are renewed, and those of dead replicas taken over.
        public var renewal: Duration
        /// The minimum time between two notifications to the other replicas.
        public var notice: Duration
        /// How often the gauges are measured.
        public var gauge: Duration

        public init(
            width: Int = 64,
            batch: Int = 32,
            failingKeysMax: Int = 32,
            patience: Duration = .seconds(10),
            gathering: Duration = .milliseconds(20),
            poll: Duration = .seconds(1),
            lease: Duration = .seconds(2),
            renewal: Duration = .milliseconds(500),
            notice: Duration = .milliseconds(20),
            gauge: Duration = .seconds(5)
        ) {
            self.width = width
            self.batch = batch
            self.failingKeysMax = failingKeysMax
            self.patience = patience
            self.gathering = gathering
            self.poll = poll
            self.lease = lease
            self.renewal = renewal
            self.notice = notice
            self.gauge = gauge
        }
    }
}
