import ChallengesAPI
import HTTPTypes
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// The galleries of goals, as the gateway passes them on.
@Suite struct GoalPhotosRoutesTests {
    private let house = House()
    private let id = "0190a0b0-0000-7000-8000-000000000001"

    @Test func `pictures are added to the goal of the path, and to nothing else`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(AddPhotos.self, with: AddPhotos.Reply(items: []), noting: house.asked)
        })
        let body = #"{"mediaIDs":["\#(id)"],"audience":"owner"}"#
        try await gateway.test(token: house.token()) { client in
            let made = try await client.ask(.post, "/v1/goals/\(id)/photos", json: body)
            #expect(made.status == 201)
            #expect(try await client.ask(.post, "/v1/goals/x/photos", json: body).status == 404)
            // Each route names what it is about, and no other thing.
            for (path, field) in [
                ("goals/\(id)", "contest"), ("goals/\(id)", "goal"), ("contests/\(id)", "goal"),
                ("me", "goal"),
            ] {
                let json = #"{"mediaIDs":["\#(id)"],"\#(field)":"\#(id)"}"#
                let answer = try await client.ask(.post, "/v1/\(path)/photos", json: json)
                #expect(answer.status == 400, "\(field) at \(path)")
            }
        }
        let asked = house.asked.all(AddPhotos.self)
        #expect(asked.map(\.call.goal) == [ChallengeID(id)])
        #expect(asked.map(\.call.contest) == [nil])
        #expect(asked.map(\.call.audience) == [.owner])
        #expect(asked.map(\.context.user) == [house.ana])
    }

    @Test func `the gallery of the goal of the path is listed`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(ListPhotos.self, with: Page(items: []), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let listed = try await client.ask(.get, "/v1/goals/\(id)/photos?limit=3")
            #expect(listed.status == 200)
            #expect(try listed.json["items"] == .array([]))
            for path in [
                "goals/\(id)/photos?contest=\(id)", "goals/\(id)/photos?user=\(id)",
                "contests/\(id)/photos?goal=\(id)", "users/\(id)/photos?goal=\(id)",
            ] {
                let answer = try await client.ask(.get, "/v1/\(path)")
                #expect(answer.status == 400, "\(path)")
            }
        }
        let asked = house.asked.all(ListPhotos.self)
        #expect(asked.map(\.call.goal) == [ChallengeID(id)])
        #expect(asked.map(\.call.limit) == [3])
        #expect(asked.allSatisfy { $0.call.contest == nil && $0.call.user == nil })
    }

    @Test(arguments: [HTTPRequest.Method.get, .post])
    func `both need a token`(method: HTTPRequest.Method) async throws {
        try await house.gateway().test { client in
            let answer = try await client.ask(method, "/v1/goals/\(id)/photos")
            #expect(answer.status == 401)
        }
    }
}
