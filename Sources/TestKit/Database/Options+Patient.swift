public import Postgres

extension Database.Options {
    /// Every wait may take a minute, for the machine has many tests to run at once; three leased
    /// connections, two shared ones.
    ///
    /// - Parameter change: What the test needs otherwise, such as the limit that it is about.
    /// - Returns: The options.
    public static func patient(_ change: (inout Self) -> Void = { _ in }) -> Self {
        var options = Self(
            sharedMax: 2,
            leasedMax: 3,
            leaseWait: .seconds(60),
            silenceMax: .seconds(60),
            closeWait: .seconds(60),
            connectTimeout: .seconds(60),
            sharedStatementTimeout: .seconds(60),
            leasedStatementTimeout: .seconds(60)
        )
        change(&options)
        return options
    }
}
