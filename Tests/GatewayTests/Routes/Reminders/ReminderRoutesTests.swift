import ChallengesAPI
import HTTPTypes
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The routes of reminders: which fields of their calls come from where.
@Suite struct ReminderRoutesTests {
    let house = House()
    let reminder = ReminderID()
    let subject = SubjectID()
    private let seven: HTTPFields = [.ifMatch: "\"7\""]

    private var shown: Reminder {
        Reminder(
            id: reminder,
            of: .contest,
            subject: subject,
            minuteOfDay: 480,
            weekdays: [1, 7],
            isOn: true,
            nextAt: Instant(microseconds: 0),
            version: 3
        )
    }

    @Test func `a reminder is set of the body's fields, and shown`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(SetReminder.self, with: shown, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/reminders",
                json: """
                    {"id":"\(reminder)","of":"contest","subject":"\(subject)","minuteOfDay":480,\
                    "weekdays":[7,1],"isOn":false}
                    """
            )
            #expect(answer.status == 201)
            #expect(
                answer.text == """
                    {"id":"\(reminder)","of":"contest","subject":"\(subject)","minuteOfDay":480,\
                    "weekdays":[1,7],"isOn":true,"nextAt":"1970-01-01T00:00:00Z","version":3}
                    """
            )
        }
        let call = try #require(house.asked.all(SetReminder.self).last).call
        #expect(call.id == reminder)
        #expect(call.of == .contest)
        #expect(call.subject == subject)
        #expect(call.minuteOfDay == 480)
        #expect(call.weekdays == [7, 1])
        #expect(call.isOn == false)
    }

    @Test func `the reminder is in the path, and its expected version in a header`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(ListReminders.self, with: Page(items: [shown]), noting: house.asked)
            $0.answer(ChangeReminder.self, with: shown, noting: house.asked)
            $0.answer(RemoveReminder.self, with: Nothing(), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let listed = try await client.ask(.get, "/v1/reminders?limit=5")
            #expect(listed.status == 200)
            #expect(try listed.json["items"]?[0]?["weekdays"].items.count == 2)
            let path = "/v1/reminders/\(reminder)"
            let json = #"{"isOn":false}"#
            let changed = try await client.ask(.patch, path, json: json, headers: seven)
            #expect(changed.status == 200)
            #expect(try await client.ask(.delete, path, headers: seven).status == 204)
        }
        #expect(try #require(house.asked.all(ListReminders.self).last).call.limit == 5)
        let change = try #require(house.asked.all(ChangeReminder.self).last).call
        #expect(change.reminder == reminder)
        #expect(change.isOn == false)
        #expect(change.weekdays == nil)
        #expect(change.ifVersion == 7)
        let removal = try #require(house.asked.all(RemoveReminder.self).last).call
        #expect(removal.reminder == reminder)
        #expect(removal.ifVersion == 7)
    }

    @Test(arguments: [
        (#"{"subject":"0190f5e4-7c00-7000-8000-000000000001"}"#, "/of", "json.missing_field"),
        (#"{"of":"walk"}"#, "/of", "json.invalid_value"),
        (#"{"of":"goal","subject":"x"}"#, "/subject", "json.invalid_value"),
        (#"{"of":"goal","minuteOfDay":"08:00"}"#, "/minuteOfDay", "json.wrong_type"),
        (#"{"of":"goal","weekdays":["Monday"]}"#, "/weekdays/0", "json.wrong_type"),
    ])
    func `a wrong field is refused by name`(
        json: String,
        pointer: String,
        code: String
    ) async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(SetReminder.self, with: shown, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.post, "/v1/reminders", json: json)
            #expect(answer.status == 400)
            #expect(try answer.code == "gateway.body_invalid")
            let errors = try answer.json["errors"].items.map { error in
                "\(error["pointer"]?.text ?? "") \(error["code"]?.text ?? "")"
            }
            #expect(errors.contains("\(pointer) \(code)"))
        }
        #expect(house.asked.all(SetReminder.self).isEmpty)
    }

    @Test func `null is refused, for nothing of a reminder can be empty`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(ChangeReminder.self, with: shown, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let path = "/v1/reminders/\(reminder)"
            for field in ["weekdays", "minuteOfDay", "isOn"] {
                let answer = try await client.ask(.patch, path, json: "{\"\(field)\":null}")
                #expect(answer.status == 400)
                #expect(try answer.json["errors"]?[0]?["pointer"]?.text == "/\(field)")
            }
        }
        #expect(house.asked.all(ChangeReminder.self).isEmpty)
    }
}
