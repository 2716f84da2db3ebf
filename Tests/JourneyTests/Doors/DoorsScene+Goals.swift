import TestBasics
import Testing

// The goals of the owner, which they show to friends, and reminders of these.
extension DoorsScene {
    static let goalMakers: [String: Maker] = [
        "POST /v1/goals": { _ in DoorsScene(json: #"{"name":"Meditate"}"#) },
        "GET /v1/goals": { cast in DoorsScene(mark: try await goal(of: cast)) },
        "GET /v1/goals/today": { cast in DoorsScene(mark: try await goal(of: cast)) },
        "GET /v1/goals/{id}": { cast in
            let id = try await goal(of: cast)
            return DoorsScene(places: ["id": id], mark: id)
        },
        "PATCH /v1/goals/{id}": goal(json: #"{"description":"With a slice of lemon."}"#),
        "DELETE /v1/goals/{id}": goal(),
        "POST /v1/goals/{id}/pause": goal(),
        "POST /v1/goals/{id}/resume": { cast in
            let id = try await goal(of: cast)
            try await cast.owner.succeed("POST /v1/goals/\(id)/pause")
            return DoorsScene(places: ["id": id])
        },
        "POST /v1/goals/{id}/abandon": goal(),
        "POST /v1/goals/{id}/complete": { cast in
            let made = try await cast.owner.succeed(
                "POST /v1/goals",
                json: #"{"name":"Meditate","recurrence":"daily","visibility":"friends"}"#
            )
            return DoorsScene(places: ["id": try #require(made["id"]?.text)])
        },
        "GET /v1/goals/{id}/periods": goal(),
        "POST /v1/goals/{id}/entries": goal(json: #"{"amount":1}"#),
        "GET /v1/goals/{id}/entries": { cast in
            var scene = try await goalEntry()(cast)
            scene.mark = scene.places["entry"]
            return scene
        },
        "PATCH /v1/goals/{id}/entries/{entry}": goalEntry(json: #"{"amount":2}"#),
        "DELETE /v1/goals/{id}/entries/{entry}": goalEntry(),
    ]

    static let reminderMakers: [String: Maker] = [
        "PATCH /v1/me/streaks": { _ in DoorsScene(json: #"{"restWeekdays":[7]}"#) },
        "POST /v1/reminders": { cast in
            DoorsScene(json: reminder(of: try await goal(of: cast)))
        },
        "GET /v1/reminders": { cast in DoorsScene(mark: try await reminder(of: cast)) },
        "PATCH /v1/reminders/{id}": { cast in
            DoorsScene(
                places: ["id": try await reminder(of: cast)],
                json: #"{"minuteOfDay":1439}"#
            )
        },
        "DELETE /v1/reminders/{id}": { cast in
            DoorsScene(places: ["id": try await reminder(of: cast)])
        },
    ]

    /// A reminder of a goal of the owner's.
    private static func reminder(of cast: DoorsCast) async throws -> String {
        let made = try await cast.owner.succeed(
            "POST /v1/reminders",
            json: reminder(of: try await goal(of: cast))
        )
        return try #require(made["id"]?.text)
    }

    private static func reminder(of goal: String) -> String {
        #"{"of":"goal","subject":"\#(goal)","minuteOfDay":480,"weekdays":[1,2,3,4,5,6,7]}"#
    }

    /// A goal of the owner's for friends: so many glasses a day.
    private static func goal(of cast: DoorsCast) async throws -> String {
        let made = try await cast.owner.succeed(
            "POST /v1/goals",
            json: """
                {"name":"Drink water","unit":"glasses","target":8,"recurrence":"daily",\
                "visibility":"friends"}
                """
        )
        return try #require(made["id"]?.text)
    }

    private static func goal(json: String? = nil) -> Maker {
        { cast in DoorsScene(places: ["id": try await goal(of: cast)], json: json) }
    }

    /// What the owner logged for it.
    private static func goalEntry(json: String? = nil) -> Maker {
        { cast in
            let goal = try await goal(of: cast)
            let made = try await cast.owner.succeed(
                "POST /v1/goals/\(goal)/entries",
                json: #"{"amount":1}"#
            )
            let entry = try #require(made["id"]?.text)
            return DoorsScene(places: ["id": goal, "entry": entry], json: json)
        }
    }
}
