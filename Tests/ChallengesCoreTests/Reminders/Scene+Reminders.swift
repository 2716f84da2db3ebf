import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

extension CivilDate {
    /// A day as clients write it.
    static func of(_ text: String) -> CivilDate {
        guard let day = CivilDate(rfc3339: text) else {
            preconditionFailure("\(text) is not a day")
        }
        return day
    }
}

extension Instant {
    /// A moment as clients write it.
    static func of(_ text: String) -> Instant {
        guard let moment = Instant(rfc3339: text) else {
            preconditionFailure("\(text) is not a moment")
        }
        return moment
    }
}

extension LocalDays {
    /// The days of somebody who lives in a zone, and from a moment on in another one.
    static func of(_ zone: String, then next: (zone: String, from: String)? = nil) -> LocalDays {
        let first = ZoneChange(since: .of("2020-01-01T00:00:00Z"), name: zone)
        let second = next.map { ZoneChange(since: .of($0.from), name: $0.zone) }
        return LocalDays([first] + [second].compactMap(\.self))
    }
}

// The clock of a scene begins on Tuesday, 14 November 2023, at 22:13:20 UTC.
extension Scene {
    static let workdays = [1, 2, 3, 4, 5]

    /// Ana makes a goal that recurs each day, and is marked, unless the call is changed.
    func setGoal(
        as user: UserID? = nil,
        _ change: (inout CreateGoal) -> Void = { _ in }
    ) async throws -> ChallengeID {
        var call = CreateGoal(name: "Meditate", recurrence: .daily)
        change(&call)
        return try await ask(call, as: user ?? ana).id
    }

    /// A user, Ana unless another is named, is to be reminded: at eight on workdays, unless the
    /// call is changed.
    @discardableResult
    func remind(
        of kind: Reminder.Kind = .goal,
        _ subject: UUID,
        as user: UserID? = nil,
        _ change: (inout SetReminder) -> Void = { _ in }
    ) async throws -> Reminder {
        try await ask(Self.call(of: kind, subject, change), as: user ?? ana)
    }

    static func call(
        of kind: Reminder.Kind = .goal,
        _ subject: UUID,
        _ change: (inout SetReminder) -> Void = { _ in }
    ) -> SetReminder {
        var call = SetReminder(
            of: kind,
            subject: SubjectID(subject),
            minuteOfDay: 480,
            weekdays: workdays
        )
        change(&call)
        return call
    }

    /// A user's reminders.
    func reminders(of user: UserID? = nil) async throws -> [Reminder] {
        try await ask(ListReminders(limit: 100), as: user ?? ana).items
    }

    /// A reminder of Ana's as it is.
    func reminder(_ id: ReminderID) async throws -> Reminder {
        try #require(try await reminders().first { $0.id == id })
    }

    /// Identity reports where a user is, and from when.
    func move(
        _ user: UserID? = nil,
        to zones: (since: String, name: String)...,
        version: Int64 = 2
    ) async throws {
        let person = FakeIdentity.card(user ?? ana).person
        let changes = zones.map { ZoneChange(since: .of($0.since), name: $0.name) }
        try await tell(
            of: PersonCard(person: person, version: version, zones: changes, standing: .active)
        )
    }

    /// Sets the clock.
    func turn(to moment: String) {
        clock.advance(by: .of(moment) - clock.now)
    }

    /// Sets the clock, and lets the timers fire.
    func come(_ moment: String) async throws {
        turn(to: moment)
        try await fireDue()
    }

    /// When reminders came, in order.
    func rung() async throws -> [String] {
        try await told(.reminder).map { "\($0.at)" }
    }

    /// When the timers of reminders are due, in order.
    func due() async throws -> [String] {
        try await database.all(
            "SELECT due_at FROM timers WHERE timer = 'challenges.reminder' ORDER BY due_at"
        ) { row in
            "\(try row.next(Instant.self))"
        }
    }
}

extension Fault {
    /// The reminder that came with a refusal.
    var reminder: Reminder? {
        current.flatMap { try? WireDecoder().decode(Reminder.self, from: $0) }
    }
}
