import Glibc

extension Database {
    /// Limits and names of a database's connections.
    public struct Options: Sendable {
        /// The maximum number of connections that point reads share.
        public var sharedMax: Int
        /// The maximum number of connections for transactions and other reads, shared as
        /// `LeaseShares` says.
        public var leasedMax: Int
        /// The schema of the tables; `nil` leaves the choice to the server.
        public var schema: String?
        /// The name that the server's lists of connections show.
        public var applicationName: String
        /// How long to wait for a connection when all are in use, or for the turns before it, and
        /// how long a point read may wait to be sent.
        public var leaseWait: Duration
        /// How long the server may stay silent before every statement is refused until it answers
        /// again.
        public var silenceMax: Duration
        /// How long closing waits for open transactions.
        public var closeWait: Duration
        /// How long to wait for one host of the URL; whole seconds, at least 2.
        public var connectTimeout: Duration
        /// The time limit of a point read.
        public var sharedStatementTimeout: Duration
        /// The time limit of any other statement.
        public var leasedStatementTimeout: Duration
        /// How often a transaction is attempted that conflicts with others.
        public var transactionAttempts: Int
        /// The maximum number of prepared statements kept on each connection.
        public var statementsMax: Int
        /// How many bytes of replies this process stores for a user and day
        /// (`Database.takeStoredBytes`).
        public var storedBytesPerDay: Int64

        public init(
            sharedMax: Int = Options.sharedDefault,
            leasedMax: Int = 16,
            schema: String? = nil,
            applicationName: String = "gauntlet",
            leaseWait: Duration = .seconds(2),
            silenceMax: Duration = .seconds(2),
            closeWait: Duration = .seconds(10),
            connectTimeout: Duration = .seconds(3),
            sharedStatementTimeout: Duration = .milliseconds(250),
            leasedStatementTimeout: Duration = .seconds(5),
            transactionAttempts: Int = 5,
            statementsMax: Int = 256,
            storedBytesPerDay: Int64 = 32_000_000
        ) {
            self.sharedMax = sharedMax
            self.leasedMax = leasedMax
            self.schema = schema
            self.applicationName = applicationName
            self.leaseWait = leaseWait
            self.silenceMax = silenceMax
            self.closeWait = closeWait
            self.connectTimeout = connectTimeout
            self.sharedStatementTimeout = sharedStatementTimeout
            self.leasedStatementTimeout = leasedStatementTimeout
            self.transactionAttempts = transactionAttempts
            self.statementsMax = statementsMax
            self.storedBytesPerDay = storedBytesPerDay
        }

        /// The default for this machine's cores.
        public static var sharedDefault: Int {
            sharedDefault(cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        }

        /// Half of the cores, at least two.
        public static func sharedDefault(cores: Int) -> Int { max(2, cores / 2) }

        /// The maximum number of connections that a database has open at once: the shared ones, the
        /// leased ones, and the one that listens.
        public var connectionsMax: Int { sharedMax + leasedMax + 1 }

        /// How many calls that change the same together may do so at once, so that they leave half
        /// of the connections for calls to others.
        public var togetherMax: Int { max(1, LeaseShares(of: leasedMax).openMax / 2) }

        func libpq(
            _ url: String,
            _ failures: Failures? = nil,
            timeout: Duration,
            isReadOnly: Bool
        ) -> LibPQConnection.Configuration {
            LibPQConnection.Configuration(
                url: url,
                applicationName: applicationName,
                connectTimeout: connectTimeout,
                statementTimeout: timeout,
                schema: schema,
                isReadOnly: isReadOnly,
                failures: failures
            )
        }

        /// The configuration of connections that point reads share.
        func sharedConnection(
            _ url: String,
            _ availability: Availability,
            _ failures: Failures,
            _ metrics: DatabaseMetrics.ConnectionMetrics
        ) -> PipelinedConnection.Configuration {
            PipelinedConnection.Configuration(
                libpq: libpq(url, failures, timeout: sharedStatementTimeout, isReadOnly: true),
                batchMax: 32,
                statementsMax: statementsMax,
                waitMax: leaseWait,
                sendsFromCallers: false,
                availability: availability,
                metrics: metrics
            )
        }

        /// The configuration of connections that one task at a time uses exclusively.
        func leasedConnection(
            _ url: String,
            _ availability: Availability,
            _ failures: Failures,
            _ metrics: DatabaseMetrics.ConnectionMetrics
        ) -> PipelinedConnection.Configuration {
            PipelinedConnection.Configuration(
                libpq: libpq(url, failures, timeout: leasedStatementTimeout, isReadOnly: true),
                batchMax: 32,
                statementsMax: statementsMax,
                waitMax: nil,
                sendsFromCallers: true,
                availability: availability,
                metrics: metrics
            )
        }
    }
}
