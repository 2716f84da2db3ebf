import TestBasics
import TestKit
import Testing

/// The cap for two people on a day, as phones see it (2.7-pair-day).
struct PairDayTests {
    @Test func `the third dare of two friends on a day pays nothing, and the check says so`()
        async throws
    {
        try await play(pairDay: 2) { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            try await ana.befriend(bo)
            #expect(try await ana.check(bo, cy) == ["yes, paid", "notFriend"])
            for number in 1...3 {
                let dare = try await ana.dare([bo], name: "Dare \(number)")[0]
                try await bo.move(dare, "accept")
                try await bo.move(dare, "submit")
                try await ana.move(dare, "approve")
                try await cluster.settle()
                let next = number < 2 ? "yes, paid" : "yes"
                #expect(try await ana.check(bo) == [next])
                #expect(try await bo.check(ana) == [next])
            }
            #expect(try await bo.succeed("GET /v1/me")["points"] == 200)
            #expect(try await ana.succeed("GET /v1/me")["points"] == 20)
        }
    }
}

extension Phone {
    /// Asks who may be challenged, and who would be paid.
    fileprivate func check(_ people: Phone...) async throws -> [String] {
        let ids = people.map { "\"\($0.id)\"" }.joined(separator: ",")
        let answer = try await succeed(
            "POST /v1/challenges/check",
            json: #"{"recipients":[\#(ids)]}"#
        )
        #expect(answer["items"].items.map { $0["user"]?.text } == people.map(\.id))
        return answer["items"].items.map { item in
            (item["may"]?.text ?? "") + (item["isPaid"] == .bool(true) ? ", paid" : "")
        }
    }
}
