import ChallengesAPI
import ChallengesTestKit
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Definitions

/// What the operator says of units (2.3-cap, 2.6-timer).
@Suite(.freshDatabase(Challenges.migrations))
struct PutUnitTests {
    @Test func `seconds, minutes and hours are units of time`() async throws {
        let scene = Scene()
        for (unit, seconds) in [("seconds", 1), ("minutes", 60), ("hours", 3_600)] {
            #expect(try await scene.database.seconds(ofUnit: unit) == seconds)
        }
        for unit in ["km", "", "Minutes"] {
            #expect(try await scene.database.seconds(ofUnit: unit) == nil)
        }
    }

    @Test func `a unit is stored and replaced, all of it`() async throws {
        let scene = Scene()
        let cap = try #require(Amount("999999999999.999999"))
        let call = PutUnit(unit: String(repeating: "ä", count: 40), cap: cap, seconds: 604_800)
        _ = try await scene.operate(call)
        #expect(try await scene.database.seconds(ofUnit: call.unit) == 604_800)
        _ = try await scene.operate(
            PutUnit(unit: call.unit, cap: #require(Amount(millionths: 1)))
        )
        #expect(try await scene.database.seconds(ofUnit: call.unit) == nil)
        let stored = try await scene.database.one(
            "SELECT cap FROM units WHERE unit = \(call.unit)"
        ) { row in try row.next(Amount.self) }
        #expect(stored == Amount(millionths: 1))
    }

    @Test func `what is wrong is refused at its field`() async throws {
        let scene = Scene()
        for (unit, cap, seconds, pointer, error) in [
            ("", 1, nil, "/unit", .unitInvalid), (" ", 1, nil, "/unit", .unitInvalid),
            ("a\nb", 1, nil, "/unit", .unitInvalid), ("\0", 1, nil, "/unit", .unitInvalid),
            (String(repeating: "x", count: 41), 1, nil, "/unit", .unitInvalid),
            ("km", 0, nil, "/cap", .capInvalid), ("km", -1, nil, "/cap", .capInvalid),
            ("km", 1, 0, "/seconds", .unitSecondsInvalid),
            ("km", 1, 31_622_401, "/seconds", .unitSecondsInvalid),
        ] as [(String, Int64, Int?, String, ChallengesError)] {
            let call = PutUnit(
                unit: unit,
                cap: try #require(Amount(millionths: cap)),
                seconds: seconds
            )
            #expect(await scene.operatorFault(call) == Refusal(error, at: pointer).fault)
        }
    }

    @Test func `only the operator may`() async throws {
        let scene = Scene()
        let call = PutUnit(unit: "laps", cap: try #require(Amount("500")))
        #expect(await scene.fault(call, as: scene.ana)?.code == WireError.forbidden.rawValue)
        await #expect(throws: WireError.forbidden.fault) { try await scene.moderate(call) }
    }
}
