import TestBasics
import Testing
import Values

// How long the owner is at a goal, which friends see; the timing they do not.
extension DoorsScene {
    static let timingMakers: [String: Maker] = [
        "POST /v1/timings": { cast in
            DoorsScene(json: #"{"of":"goal","subject":"\#(try await goal(of: cast))"}"#)
        },
        "GET /v1/timings": { cast in DoorsScene(mark: try await timing(of: cast)) },
        "GET /v1/timings/{id}": { cast in
            let id = try await timing(of: cast)
            return DoorsScene(places: ["id": id], mark: id)
        },
        "POST /v1/timings/{id}/pause": timing(json: elapsed),
        "POST /v1/timings/{id}/resume": { cast in
            let id = try await timing(of: cast)
            try await cast.owner.succeed("POST /v1/timings/\(id)/pause", json: elapsed)
            return DoorsScene(places: ["id": id])
        },
        "POST /v1/timings/{id}/finish": timing(json: elapsed),
        "POST /v1/timings/{id}/discard": timing(),
        // One that nobody ended for a day.
        "POST /v1/timings/{id}/confirm": { cast in
            let began = #","startedAt":"\#(cast.now - .hours(24))""#
            return DoorsScene(places: ["id": try await timing(of: cast, began)])
        },
    ]

    private static let elapsed = #"{"elapsedMilliseconds":1000}"#

    private static func goal(of cast: DoorsCast) async throws -> String {
        let made = try await cast.owner.succeed(
            "POST /v1/goals",
            json: #"{"name":"Meditate","recurrence":"daily","visibility":"friends"}"#
        )
        return try #require(made["id"]?.text)
    }

    /// A timing of a goal of the owner's, with more fields.
    private static func timing(of cast: DoorsCast, _ fields: String = "") async throws -> String {
        let goal = try await goal(of: cast)
        let made = try await cast.owner.succeed(
            "POST /v1/timings",
            json: #"{"of":"goal","subject":"\#(goal)"\#(fields)}"#
        )
        return try #require(made["id"]?.text)
    }

    private static func timing(json: String? = nil) -> Maker {
        { cast in DoorsScene(places: ["id": try await timing(of: cast)], json: json) }
    }
}
