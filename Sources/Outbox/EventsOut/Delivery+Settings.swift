extension Delivery {
    /// How fast, how wide and how patiently events are delivered.
    public struct Settings: Sendable {
        /// How many keys of one destination are delivered at the same time.
        public var width: Int
        /// How many events of one key leave in a row before the others have a look.
        public var batch: Int
        /// How many keys must fail, with none succeeding, before a destination counts as away.
        public var failingKeysMax: Int
        /// How long an acknowledgement may take.
        public var patience: Duration
        /// How often the outbox is looked through although nobody called.
        public var poll: Duration
        /// How long a lease on a partition lasts without being renewed.
        public var lease: Duration
        /// How often leases are renewed, and those of the dead taken over.
        public var renewal: Duration
        /// The shortest time between two notifications to the other replicas.
        public var notice: Duration
        /// How often the gauges are measured.
        public var gauge: Duration

        public init(
            width: Int = 64,
            batch: Int = 32,
            failingKeysMax: Int = 32,
            patience: Duration = .seconds(10),
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
            self.poll = poll
            self.lease = lease
            self.renewal = renewal
            self.notice = notice
            self.gauge = gauge
        }
    }
}
