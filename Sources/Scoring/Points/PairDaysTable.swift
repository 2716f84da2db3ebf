import Identifiers
import Postgres
import Values

// The `pair_days` table: the number of payments between two users on a day. It has rows only for
// days on which payments were capped. No other file names it.
extension Transaction {
    /// Locks the rows of days until the transaction ends, and creates those that are missing. Sent
    /// with the next statement. The days must be sorted and unique, so that two transactions do not
    /// deadlock.
    ///
    /// Returns the number of payments that each day had before.
    func lock(_ days: [PairDay]) throws -> Deferred<[PairDay: Int]> {
        try deferred(
            """
            INSERT INTO pair_days (one, other, day, paid)
            SELECT one, other, day, 0
            FROM unnest(\(days.map(\.pair.one)), \(days.map(\.pair.other)), \(days.map(\.day)))
                AS wanted(one, other, day)
            ON CONFLICT ON CONSTRAINT pair_days_pkey DO UPDATE SET paid = pair_days.paid
            RETURNING one, other, day, paid
            """
        ) { row in
            try row.paid()
        }.map { Dictionary(uniqueKeysWithValues: $0) }
    }

    /// Counts payments, each given by its day, whose row is locked. Sent with the next statement.
    func count(_ payments: [PairDay]) throws {
        guard !payments.isEmpty else { return }
        let days = Dictionary(grouping: payments) { $0 }.map { (day: $0.key, paid: $0.value.count) }
        try enqueue(
            """
            UPDATE pair_days SET paid = pair_days.paid + more.paid
            FROM unnest(\(days.map(\.day.pair.one)), \(days.map(\.day.pair.other)),
                \(days.map(\.day.day)), \(days.map(\.paid))) AS more(one, other, day, paid)
            WHERE pair_days.one = more.one AND pair_days.other = more.other
                AND pair_days.day = more.day
            """
        )
    }
}

extension Reader {
    /// Returns the number of payments on each day, for at most 200 days; days without any may be
    /// missing.
    func paid(_ days: Set<PairDay>) async throws -> [PairDay: Int] {
        let days = Array(days)
        let paid = try await all(
            """
            SELECT one, other, day, paid FROM pair_days
            JOIN unnest(\(days.map(\.pair.one)), \(days.map(\.pair.other)), \(days.map(\.day)))
                AS wanted(one, other, day) USING (one, other, day)
            """,
            .point
        ) { row in
            try row.paid()
        }
        return Dictionary(uniqueKeysWithValues: paid)
    }
}

extension Row {
    /// Reads the two users, the day and the count.
    fileprivate mutating func paid() throws -> (PairDay, Int) {
        let (one, other, day): (UserID, UserID, CivilDate) = try read()
        return (PairDay(Pair(one, other), day), try next())
    }
}
