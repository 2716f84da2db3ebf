import Glibc

extension Database {
    /// Limits and names of a database's connections.
    public struct Options: Sendable {
        /// Connections that point reads share.
        public var sharedMax: Int
        /// Connections for transactions and other reads.
        public var leasedMax: Int
        /// The schema whose tables are meant; the server's choice where it is `nil`.
        public var schema: String?
        /// What the server's lists of connections show.
        public var applicationName: String
        /// How long to wait for a connection when all are in use, and how long a point read waits
        /// to be sent.
        public var leaseWait: Duration
        /// How long the server may answer nothing before everything is refused until it does.
        public var silenceMax: Duration
        /// How long closing waits for the transactions under way.
        public var closeWait: Duration
        /// How long to wait for one host of the URL; whole seconds, 2 at least.
        public var connectTimeout: Duration
        /// How long a point read may run.
        public var sharedStatementTimeout: Duration
        /// How long any other statement may run.
        public var leasedStatementTimeout: Duration
        /// How often a transaction is tried that others stand in the way of.
        public var transactionAttempts: Int
        /// Prepared statements kept on each connection.
        public var statementsMax: Int

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
            statementsMax: Int = 256
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
        }

        /// For this machine's cores.
        public static var sharedDefault: Int {
            sharedDefault(cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        }

        /// Half of the cores, and two at least.
        public static func sharedDefault(cores: Int) -> Int { max(2, cores / 2) }

        /// The most connections that a database has open at once: the shared ones, the leased ones,
        /// and the one that listens.
        public var connectionsMax: Int { sharedMax + leasedMax + 1 }

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

        /// Connections that point reads share.
        func sharedLine(
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

        /// Connections that one task at a time has for itself.
        func leasedLine(
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
