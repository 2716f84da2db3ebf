public import Postgres

extension Database.Options {
    /// Options whose timeouts are all a minute, because the machine runs many tests at once; with
    /// five leased connections and two shared ones.
    ///
    /// - Parameter change: Changes what the test needs to differ, such as the limit under test.
    /// - Returns: The options.
    public static func patient(_ change: (inout Self) -> Void = { _ in }) -> Self {
        var options = Self(
            sharedMax: 2,
            leasedMax: 5,
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
