import ChallengesAPI
import HTTPTypes
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// Which version the routes of pictures expect of what shows them.
@Suite struct PhotoRoutesTests {
    private let house = House()
    private let id = "0190a0b0-0000-7000-8000-000000000001"
    private let seven: HTTPFields = [.ifMatch: "W/\"7.0123456789abcdef.gzip\""]

    @Test func `pictures are added to the version of a contest or a goal`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(AddPhotos.self, with: AddPhotos.Reply(items: []), noting: house.asked)
        })
        let body = #"{"mediaIDs":["\#(id)"]}"#
        try await gateway.test(token: house.token()) { client in
            for place in ["contests", "goals"] {
                let path = "/v1/\(place)/\(id)/photos"
                let made = try await client.ask(.post, path, json: body, headers: seven)
                #expect(made.status == 201)
                let field = #"{"mediaIDs":["\#(id)"],"ifVersion":7}"#
                #expect(try await client.ask(.post, path, json: field).status == 400)
            }
            // What belongs to nothing has no version: nobody is asked.
            let own = try await client.ask(.post, "/v1/me/photos", json: body, headers: seven)
            #expect(own.status == 412)
            #expect(try own.code == "gateway.precondition_failed")
            #expect(try await client.ask(.post, "/v1/me/photos", json: body).status == 201)
        }
        #expect(house.asked.all(AddPhotos.self).map(\.call.ifVersion) == [7, 7, nil])
    }

    @Test func `a picture is changed and removed with a version, and a stale one is 412`()
        async throws
    {
        let stale = ChallengesError.versionStale.fault
        let gateway = house.gateway(challenges: {
            $0.refuse(ChangePhoto.self, with: stale, noting: house.asked)
            $0.refuse(RemovePhoto.self, with: stale, noting: house.asked)
        })
        let body = #"{"audience":"friends"}"#
        try await gateway.test(token: house.token()) { client in
            let path = "/v1/photos/\(id)"
            for answer in [
                try await client.ask(.patch, path, json: body, headers: seven),
                try await client.ask(.delete, path, headers: seven),
            ] {
                #expect(answer.status == 412)
                #expect(try answer.code == stale.code)
            }
        }
        #expect(house.asked.all(ChangePhoto.self).map(\.call.ifVersion) == [7])
        #expect(house.asked.all(RemovePhoto.self).map(\.call.ifVersion) == [7])
    }
}
