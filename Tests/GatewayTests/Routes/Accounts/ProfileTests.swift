import HTTPTypes
import IdentityAPI
import Identifiers
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Points in a profile, which another service keeps.
@Suite struct ProfileTests {
    let house = House()

    @Test func `a user's own account shows their points`() async throws {
        let gateway = house.gateway(
            identity: {
                $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
            },
            scoring: {
                $0.answer(GetPoints.self, with: .init(points: 120), noting: house.asked)
            }
        )
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me")
            #expect(answer.status == 200)
            #expect(
                answer.text == """
                    {"id":"\(house.ana)","username":"ana","firstName":"Ana","lastName":"Ahl",\
                    "email":"ana@example.org","timeZone":"UTC",\
                    "createdAt":"2023-11-14T22:13:20.250Z","points":120}
                    """
            )
        }
        let points = try #require(house.asked.all(GetPoints.self).first)
        #expect(points.call.user == house.ana)
        #expect(points.context.user == house.ana)
        let account = try #require(house.asked.all(GetMe.self).first)
        let deadlines = try (
            points: #require(points.context.deadline), account: #require(account.context.deadline)
        )
        #expect(deadlines.points < deadlines.account)
    }

    @Test(arguments: [WireError.unavailable, .expired, .bug])
    func `without scoring the account has no points`(error: WireError) async throws {
        let gateway = house.gateway(
            identity: {
                $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
            },
            scoring: { $0.refuse(GetPoints.self, with: error.fault, noting: house.asked) }
        )
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me")
            #expect(answer.status == 200)
            #expect(try answer.json["username"] == "ana")
            #expect(try answer.json["points"] == nil)
        }
    }

    @Test func `a friend's profile shows points`() async throws {
        let gateway = house.gateway(
            identity: { $0.answer(GetPerson.self, with: Samples.profile, noting: house.asked) },
            scoring: { $0.answer(GetPoints.self, with: .init(points: -10), noting: house.asked) }
        )
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/users/\(Samples.bo.id)")
            #expect(answer.status == 200)
            #expect(try answer.json["relationship"] == "friends")
            #expect(try answer.json["points"] == -10)
        }
        #expect(house.asked.all(GetPerson.self).first?.call.user == Samples.bo.id)
        #expect(house.asked.all(GetPoints.self).first?.call.user == Samples.bo.id)
    }

    @Test func `a stranger's profile shows none`() async throws {
        let gateway = house.gateway(
            identity: { $0.answer(GetPerson.self, with: Samples.profile, noting: house.asked) },
            scoring: {
                $0.refuse(
                    GetPoints.self,
                    with: ScoringError.personNotFound.fault,
                    noting: house.asked
                )
            }
        )
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/users/\(Samples.bo.id)")
            #expect(answer.status == 200)
            #expect(
                try answer.json.keys == [
                    "id", "username", "firstName", "lastName", "relationship",
                ]
            )
        }
    }

    @Test func `an unknown user is not found, whatever scoring replies`() async throws {
        let gateway = house.gateway(
            identity: {
                $0.refuse(
                    GetPerson.self,
                    with: IdentityError.personUnknown.fault,
                    noting: house.asked
                )
            },
            scoring: { $0.answer(GetPoints.self, with: .init(points: 1), noting: house.asked) }
        )
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/users/\(UserID())")
            #expect(answer.status == 404)
            #expect(try answer.code == "identity.person_unknown")
        }
    }
}
