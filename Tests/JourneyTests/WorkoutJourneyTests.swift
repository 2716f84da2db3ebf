import Outbox
import TestBasics
import TestKit
import Testing
import Values

@testable import Challenges

/// Workouts that people send each other, played by phones.
struct WorkoutJourneyTests {
    /// Ana sends a workout to three; one completes it in time, one late, and one denies it (SF-05,
    /// SF-06, SF-19, SF-24). Its start and completion are times (K-19), and its result is in
    /// seconds (SF-10, K-21).
    @Test func `a workout is started and completed, and pays who completed it in time`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            var friends: [Phone] = []
            for name in ["Bo_Berg", "Cy_Adler", "Di_Novak"] {
                let friend = try await nobody.registered(name)
                try await ana.befriend(friend)
                friends.append(friend)
            }
            let (bo, cy, di) = (friends[0], friends[1], friends[2])
            let deadline = cluster.clock.now + .minutes(6)
            let workouts = try await ana.workout(friends, by: deadline)
            let early = try await bo.ask("POST /v1/assignments/\(workouts[0])/complete")
            #expect(early.status == 409)
            #expect(early.code == "challenges.not_started")
            #expect(early["current"]["state"] == "sent")
            let started = try await bo.move(workouts[0], "start")
            #expect(started["state"] == "started")
            #expect(started["displayState"] == "accepted")
            cluster.clock.advance(by: .minutes(1))
            let again = try await bo.move(workouts[0], "start")
            #expect(again["startedAt"]?.text == started["startedAt"]?.text)
            let completed = try await bo.move(
                workouts[0],
                "complete",
                json: #"{"seconds":1432}"#
            )
            #expect(completed["state"] == "completed")
            #expect(completed["displayState"] == "done")
            #expect(completed["inTime"] == .bool(true))
            #expect(completed["completedAt"]?.text == "\(cluster.clock.now)")
            #expect(completed["seconds"] == 1432)
            #expect(completed["isVerified"] == .bool(false))
            #expect(completed["points"] == 100)
            try await cy.move(workouts[1], "start")
            try await di.move(workouts[2], "deny")

            cluster.clock.advance(by: .minutes(6))
            try await cluster.fireDue()
            let missed = try await cy.succeed("GET /v1/assignments/\(workouts[1])")
            #expect(missed["state"] == "missed")
            #expect(missed["displayState"] == "closed")
            #expect(missed["closedReason"] == "missed")
            #expect(missed["actions"].items == ["complete"])
            let late = try await cy.move(workouts[1], "complete")
            #expect(late["state"] == "completed")
            #expect(late["inTime"] == .bool(false))
            #expect(late["points"] == nil)
            try await cluster.settle()
            for (phone, points) in [(ana, 10), (bo, 100), (cy, 0), (di, 0)] {
                #expect(try await phone.succeed("GET /v1/me")["points"]?.number == points)
            }
            let seen = try await ana.succeed("GET /v1/assignments/\(workouts[0])")
            #expect(seen["seconds"] == 1432)
            #expect(seen["startedAt"]?.text == started["startedAt"]?.text)
            #expect(seen["points"] == 10)
        }
    }

    @Test func `a workout with required proof is submitted, and paid once`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let deadline = cluster.clock.now + .hours(1)
            let workout = try await ana.workout([bo], by: deadline, proof: "required")[0]
            try await bo.move(workout, "start")
            let refused = try await bo.ask("POST /v1/assignments/\(workout)/complete")
            #expect(refused.status == 400)
            #expect(refused.code == "challenges.proof_missing")
            for (seconds, verdict) in [
                (100, ("try-again", #"{"reason":"Blurred."}"#)), (90, ("approve", "{}")),
            ] {
                let picture = try await bo.upload()
                let json = #"{"mediaIDs":["\#(picture)"],"seconds":\#(seconds)}"#
                try await bo.move(workout, "submit", json: json)
                try await ana.move(workout, verdict.0, json: verdict.1)
            }
            let again = try await ana.ask("POST /v1/assignments/\(workout)/approve")
            #expect(again.status == 409)
            let done = try await bo.succeed("GET /v1/assignments/\(workout)")
            #expect(done["state"] == "completed")
            #expect(done["isVerified"] == .bool(true))
            #expect(done["seconds"] == 90)
            #expect(done["attempts"].items.map { $0["seconds"]?.number } == [100, 90])
            try await cluster.settle()
            #expect(try await ana.succeed("GET /v1/me")["points"]?.number == 10)
            #expect(try await bo.succeed("GET /v1/me")["points"]?.number == 100)
        }
    }
}
