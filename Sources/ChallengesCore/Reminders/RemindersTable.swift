import ChallengesAPI
package import Identifiers
import Outbox
package import Postgres
import Values

// The `reminders` table. No other file names it.
extension Reader {
    /// A reminder of any user; `nil` if it does not exist.
    func reminder(_ id: ReminderID) async throws -> ReminderRecord? {
        try await first(
            "SELECT \(ReminderRecord.columns) FROM reminders WHERE id = \(id)",
            .point
        ) { row in
            try ReminderRecord(reading: &row)
        }
    }

    /// A page of a user's reminders, ordered by time of day.
    func reminders(
        of user: UserID,
        after place: (Int, ReminderID)?,
        limit: Int
    ) async throws -> [ReminderRecord] {
        try await all(
            """
            SELECT \(ReminderRecord.columns) FROM reminders
            WHERE user_id = \(user) \(after: place, in: "(minute_of_day, id)")
            ORDER BY minute_of_day, id LIMIT \(limit)
            """
        ) { row in
            try ReminderRecord(reading: &row)
        }
    }
}

extension Transaction {
    /// Locks a reminder until the transaction ends and reads it; `nil` if it does not exist.
    func heldReminder(_ id: ReminderID) async throws -> ReminderRecord? {
        try enqueue("SELECT FROM reminders WHERE id = \(id) FOR NO KEY UPDATE")
        return try await reminder(id)
    }

    /// Locks a user's reminders that are on until the transaction ends, ordered by id, and reads
    /// them. Taken after the lock of the user's reminders, so that none is set meanwhile.
    func heldReminders(of user: UserID) async throws -> [ReminderRecord] {
        try enqueue(
            """
            SELECT FROM reminders WHERE user_id = \(user) AND is_on
            ORDER BY id FOR NO KEY UPDATE
            """
        )
        return try await all(
            """
            SELECT \(ReminderRecord.columns) FROM reminders
            WHERE user_id = \(user) AND is_on ORDER BY id
            """
        ) { row in
            try ReminderRecord(reading: &row)
        }
    }

    /// The number of a user's reminders, in total and of one subject. Read after the lock of the
    /// user's reminders.
    func reminderCounts(of subject: ReminderSubject) async throws -> (all: Int, subject: Int) {
        try await one(
            """
            SELECT count(*), count(*) FILTER (
                WHERE subject = \(subject.id) AND of = \(subject.kind.rawValue)
            )
            FROM reminders WHERE user_id = \(subject.user)
            """
        ) { row in
            (try row.next(), try row.next())
        }
    }

    /// Inserts a reminder; returns `false` if the id is taken.
    func insert(_ reminder: ReminderRecord) async throws -> Bool {
        try await run(
            """
            INSERT INTO reminders (\(ReminderRecord.columns))
            VALUES (\(reminder.id), \(reminder.user), \(reminder.subject.kind.rawValue),
                \(reminder.subject.id), \(reminder.storedMinute), \(reminder.storedWeekdays),
                \(reminder.isOn), \(reminder.nextAt), \(reminder.rungOn), \(reminder.version))
            ON CONFLICT ON CONSTRAINT reminders_pkey DO NOTHING
            """
        ) == 1
    }

    /// Stores the change of a locked reminder. Sent with the next statement.
    func save(_ reminder: ReminderRecord) throws {
        try enqueue(
            """
            UPDATE reminders SET minute_of_day = \(reminder.storedMinute),
                weekdays = \(reminder.storedWeekdays), is_on = \(reminder.isOn),
                next_at = \(reminder.nextAt), rung_on = \(reminder.rungOn),
                version = \(reminder.version)
            WHERE id = \(reminder.id)
            """
        )
    }

    /// Deletes a locked reminder. Sent with the next statement.
    func deleteReminder(_ id: ReminderID) throws {
        try enqueue("DELETE FROM reminders WHERE id = \(id)")
    }

    /// Deletes a user's reminders of a subject that is locked and deleted too, and their timers.
    /// Takes the lock of the user's reminders, so that none is set meanwhile.
    ///
    /// - Returns: Whether a notice was sent for one of them.
    package func deleteReminders(
        of user: UserID,
        about subject: SubjectID
    ) async throws -> Bool {
        try lockReminders(of: user)
        let deleted = try await all(
            """
            DELETE FROM reminders WHERE user_id = \(user) AND subject = \(subject)
            RETURNING id, rung_on IS NOT NULL
            """
        ) { row in
            (id: try row.next(ReminderID.self), hasRung: try row.next(Bool.self))
        }
        for reminder in deleted { try unschedule(Reminders.timer, reminder.id) }
        return deleted.contains { $0.hasRung }
    }
}

extension ReminderRecord {
    fileprivate static let columns: Columns = [
        "id", "user_id", "of", "subject", "minute_of_day", "weekdays", "is_on", "next_at",
        "rung_on", "version",
    ]

    fileprivate var storedMinute: Int16 { Int16(clamping: times.minuteOfDay) }
    fileprivate var storedWeekdays: [Int16] {
        times.weekdays.sorted().map { Int16(clamping: $0) }
    }

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        id = try row.next()
        let user = try row.next(UserID.self)
        subject = ReminderSubject(
            kind: Reminder.Kind(rawValue: try row.next()) ?? .unknown,
            id: try row.next(),
            user: user
        )
        times = ReminderTimes(
            minuteOfDay: Int(try row.next(Int16.self)),
            weekdays: Set(try row.next([Int16].self).map { Int($0) })
        )
        isOn = try row.next()
        nextAt = try row.next()
        rungOn = try row.next()
        version = try row.next()
    }
}
