import ChallengesAPI
import HTTPTypes
import IdentityAPI
import Identifiers
import MediaAPI
import NIOCore
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Every route once, with a valid request.
@Suite struct RoutesTests {
    let house = House()
    let id = "0190a0b0-0000-7000-8000-000000000001"

    @Test func `an account is created and its owner signed in`() async throws {
        let user = house.ana
        let gateway = house.gateway(identity: {
            $0.answer(Register.self, with: Samples.signedIn(user), noting: house.asked)
        })
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/accounts",
                json: """
                    {"username":"ana","password":"correct horse","firstName":"Ana","lastName":"Ahl",\
                    "email":"ana@example.org"}
                    """
            )
            #expect(answer.status == 201)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(
                answer.text == """
                    {"user":{"id":"\(user)","username":"ana","firstName":"Ana","lastName":"Ahl",\
                    "email":"ana@example.org","timeZone":"UTC",\
                    "createdAt":"2023-11-14T22:13:20.250Z"},"accessToken":"access",\
                    "refreshToken":"refresh","expiresIn":900}
                    """
            )
        }
        let call = try #require(house.asked.all(Register.self).first)
        #expect(call.call.password == "correct horse")
        #expect(call.call.email == "ana@example.org")
        #expect(call.context.user == nil)
    }

    @Test func `a user signs in`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(SignIn.self, with: Samples.signedIn(house.ana), noting: house.asked)
        })
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions",
                json: #"{"login":"ana","password":"correct horse"}"#
            )
            #expect(answer.status == 201)
            #expect(try answer.json["accessToken"] == "access")
        }
        #expect(house.asked.all(SignIn.self).first?.call.login == "ana")
    }

    @Test func `a session is refreshed`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(RefreshSession.self, with: Samples.signedIn(house.ana), noting: house.asked)
        })
        try await gateway.test { client in
            let answer = try await client.ask(
                .post,
                "/v1/sessions/refresh",
                json: #"{"refreshToken":"old"}"#
            )
            #expect(answer.status == 200)
            #expect(try answer.json["refreshToken"] == "refresh")
        }
        #expect(house.asked.all(RefreshSession.self).first?.call.refreshToken == "old")
    }

    @Test func `signing out takes effect at once`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(SignOut.self, with: Nothing(), noting: house.asked)
            $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.delete, "/v1/sessions/current")
            #expect(answer.status == 204)
            #expect(answer.bytes.readableBytes == 0)
            let after = try await client.ask(.get, "/v1/me")
            #expect(after.status == 401)
            #expect(try after.code == "gateway.signed_out")
        }
        let out = try #require(house.asked.all(SignOut.self).first)
        #expect(out.context.session == house.session)
        #expect(out.context.user == house.ana)
        #expect(house.asked.count(GetMe.self) == 0)
    }

    @Test func `a failed sign-out keeps the session`() async throws {
        let gateway = house.gateway(
            identity: {
                $0.refuse(
                    SignOut.self,
                    with: WireError.unavailable.fault,
                    noting: house.asked
                )
                $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
            })
        try await gateway.test(token: house.token()) { client in
            let out = try await client.ask(.delete, "/v1/sessions/current")
            #expect(out.status == 503)
            let after = try await client.ask(.get, "/v1/me")
            #expect(after.status == 200)
        }
    }

    @Test func `an avatar is set`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(SetAvatar.self, with: Samples.account(house.ana), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .put,
                "/v1/me/avatar",
                json: #"{"mediaID":"\#(id)"}"#
            )
            #expect(answer.status == 200)
            #expect(try answer.json["username"] == "ana")
        }
        #expect(house.asked.all(SetAvatar.self).first?.call.mediaID == MediaID(id))
    }

    @Test func `people are found`() async throws {
        let page = Page(items: [Samples.cy], nextCursor: "more")
        let gateway = house.gateway(identity: {
            $0.answer(SearchPeople.self, with: page, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .get,
                "/v1/users?q=Cy+%C3%84%2B1&limit=5&cursor=\(house.sealed(of: SearchPeople.self))"
            )
            #expect(answer.status == 200)
            let next = try #require(try answer.json["nextCursor"]?.text)
            #expect(next != "more")
            #expect(
                answer.text == """
                    {"items":[{"id":"\(Samples.cy.id)","username":"cy","firstName":"Cy",\
                    "lastName":""}],"nextCursor":"\(next)"}
                    """
            )
        }
        let call = try #require(house.asked.all(SearchPeople.self).first).call
        #expect(call.q == "Cy Ä+1")
        #expect(call.limit == 5)
        #expect(call.cursor == "more")
    }

    @Test func `the last page says so`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/friends")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"items":[],"nextCursor":null}"#)
        }
        #expect(house.asked.all(ListFriends.self).first?.call.limit == nil)
    }

    @Test func `a friend request is sent`() async throws {
        let request = Samples.friendRequest
        let gateway = house.gateway(identity: {
            $0.answer(SendFriendRequest.self, with: request, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/friend-requests",
                json: #"{"to":"\#(id)"}"#
            )
            #expect(answer.status == 201)
            #expect(try answer.json["id"] == .text(request.id.description))
            #expect(try answer.json["from"]?["username"] == "cy")
            #expect(try answer.json["state"] == "requested")
        }
        #expect(house.asked.all(SendFriendRequest.self).first?.call.to == UserID(id))
    }

    @Test(arguments: [
        ("incoming", ListFriendRequests.Direction.incoming),
        ("outgoing", ListFriendRequests.Direction.outgoing),
    ])
    func `friend requests are listed`(
        word: String,
        direction: ListFriendRequests.Direction
    ) async throws {
        let gateway = house.gateway(identity: {
            $0.answer(
                ListFriendRequests.self,
                with: Page(items: [Samples.friendRequest]),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/friend-requests?direction=\(word)")
            #expect(answer.status == 200)
            #expect(try answer.json["items"]?[0]?["to"]?["username"] == "bo")
        }
        #expect(house.asked.all(ListFriendRequests.self).first?.call.direction == direction)
    }

    @Test func `each query sends its own call, however often, and an invalid one none`()
        async throws
    {
        let gateway = house.gateway(identity: {
            $0.answer(
                ListFriendRequests.self,
                with: Page(items: [Samples.friendRequest]),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            for query in ["incoming", "outgoing&limit=7", "incoming", "outgoing&limit=7"] {
                let path = "/v1/friend-requests?direction=\(query)"
                let answer = try await client.ask(.get, path)
                #expect(answer.status == 200)
            }
            for _ in 0..<2 {
                let path = "/v1/friend-requests?direction=incoming&limit=x"
                let answer = try await client.ask(.get, path)
                #expect(answer.status == 400)
            }
        }
        let calls = house.asked.all(ListFriendRequests.self).map(\.call)
        #expect(calls.map(\.direction) == [.incoming, .outgoing, .incoming, .outgoing])
        #expect(calls.map(\.limit) == [nil, 7, nil, 7])
    }

    @Test(arguments: [("accept", true), ("decline", false)])
    func `a friend request is answered`(word: String, accept: Bool) async throws {
        let gateway = house.gateway(identity: {
            $0.answer(AnswerFriendRequest.self, with: Samples.friendRequest, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.post, "/v1/friend-requests/\(id)/\(word)")
            #expect(answer.status == 200)
        }
        let call = try #require(house.asked.all(AnswerFriendRequest.self).first).call
        #expect(call.accept == accept)
        #expect(call.request == FriendRequestID(id))
    }

    @Test func `a friend request is withdrawn`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(WithdrawFriendRequest.self, with: Nothing(), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.delete, "/v1/friend-requests/\(id)")
            #expect(answer.status == 204)
        }
        #expect(
            house.asked.all(WithdrawFriendRequest.self).first?.call.request == FriendRequestID(id)
        )
    }

    @Test func `a friendship ends`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(RemoveFriend.self, with: Nothing(), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.delete, "/v1/friends/\(id)")
            #expect(answer.status == 204)
        }
        #expect(house.asked.all(RemoveFriend.self).first?.call.user == UserID(id))
    }

    @Test func `the inbox is listed`() async throws {
        let notice = Samples.notice
        let gateway = house.gateway(identity: {
            $0.answer(ListNotices.self, with: Page(items: [notice]), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let cursor = try house.sealed(of: ListNotices.self)
            let answer = try await client.ask(.get, "/v1/inbox?limit=3&cursor=\(cursor)")
            #expect(answer.status == 200)
            let item = try #require(try answer.json["items"]?[0])
            #expect(item["id"] == .text(notice.id.description))
            #expect(item["kind"] == "reviewNeeded")
            #expect(item["actor"]?["username"] == "cy")
            #expect(item["subject"]?["kind"] == "assignment")
            #expect(item["state"] == "new")
            #expect(item["expiresAt"] == nil)
        }
        let call = try #require(house.asked.all(ListNotices.self).first).call
        #expect(call.limit == 3)
        #expect(call.cursor == "more")
    }

    @Test func `the inbox is counted`() async throws {
        let counts = NoticeCounts(new: 4, toJudge: 3, friendRequests: 2, dueSoon: 1)
        let gateway = house.gateway(identity: {
            $0.answer(CountNotices.self, with: counts, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/inbox/counts")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"new":4,"toJudge":3,"friendRequests":2,"dueSoon":1}"#)
        }
        #expect(house.asked.all(CountNotices.self).map(\.context.user) == [house.ana])
    }

    @Test func `notices are seen: some, or all`() async throws {
        let counts = NoticeCounts(new: 0, toJudge: 0, friendRequests: 0, dueSoon: 0)
        let gateway = house.gateway(identity: {
            $0.answer(SeeNotices.self, with: counts, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            for body in [#"{"ids":["\#(id)"]}"#, "{}"] {
                let answer = try await client.ask(.post, "/v1/inbox/seen", json: body)
                #expect(answer.status == 200)
                #expect(try answer.json["new"] == 0)
            }
            for body in [#"{"ids":["x"]}"#, #"{"ids":"\#(id)"}"#, #"{"ids":[null]}"#] {
                let answer = try await client.ask(.post, "/v1/inbox/seen", json: body)
                #expect(answer.status == 400)
                #expect(try answer.code == "gateway.body_invalid")
            }
        }
        let notice = try #require(NoticeID(id))
        #expect(house.asked.all(SeeNotices.self).map(\.call.ids) == [[notice], nil])
    }

    @Test func `a notice is dismissed`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(DismissNotice.self, with: Nothing(), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.delete, "/v1/inbox/\(id)")
            #expect(answer.status == 204)
            let invalid = try await client.ask(.delete, "/v1/inbox/x")
            #expect(invalid.status == 404)
        }
        #expect(house.asked.all(DismissNotice.self).first?.call.notice == NoticeID(id))
        #expect(house.asked.count(DismissNotice.self) == 1)
    }

    @Test func `a challenge is created`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(CreateChallenge.self, with: Samples.challenge, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/challenges",
                json: """
                    {"kind":"dare","name":"Swim","description":"Far","recipients":["\(id)"],\
                    "deadline":"2030-01-01T00:00:00.250Z","proof":"required"}
                    """
            )
            #expect(answer.status == 201)
            #expect(try answer.json["assignments"]?[0]?["state"] == "sent")
            #expect(try answer.json["author"]?["username"] == "cy")
        }
        let call = try #require(house.asked.all(CreateChallenge.self).first).call
        #expect(call.recipients == UserID(id).map { [$0] })
        #expect(call.proof == .required)
        #expect(call.deadline == Instant(microseconds: 1_893_456_000_250_000))
        #expect(call.languages == nil)
    }

    @Test func `a workout is created from a definition, and sent again`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(CreateChallenge.self, with: Samples.challenge, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            for source in ["definition", "copyOf"] {
                let answer = try await client.ask(
                    .post,
                    "/v1/challenges",
                    json: #"{"kind":"workout","\#(source)":"\#(id)"}"#,
                    headers: [.acceptLanguage: "de, en;q=0.5"]
                )
                #expect(answer.status == 201)
            }
            let foreign = try await client.ask(
                .post,
                "/v1/challenges",
                json: #"{"kind":"workout","definition":"\#(id)","languages":"de"}"#
            )
            #expect(foreign.status == 400)
            #expect(try foreign.code == "gateway.body_invalid")
            let unknown = try await client.ask(
                .post,
                "/v1/challenges",
                json: #"{"kind":"raffle","definition":"\#(id)"}"#
            )
            #expect(unknown.status == 400)
            #expect(try unknown.json["errors"]?[0]?["pointer"] == "/kind")
        }
        let calls = house.asked.all(CreateChallenge.self).map(\.call)
        #expect(calls.map(\.kind) == [.workout, .workout])
        #expect(calls.map(\.definition) == [DefinitionID(id), nil])
        #expect(calls.map(\.copyOf) == [nil, ChallengeID(id)])
        #expect(calls.map(\.languages) == ["de, en;q=0.5", "de, en;q=0.5"])
        #expect(calls.allSatisfy { $0.name == nil && $0.recipients == nil })
    }

    @Test func `a challenge is shown to its author`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(GetChallenge.self, with: Samples.challenge, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/challenges/\(id)")
            #expect(answer.status == 200)
            #expect(try answer.json["assignments"]?[0]?["state"] == "sent")
            #expect(try answer.json["photos"] == .array([]))
            #expect(try answer.json["caption"] == "")
            #expect(try answer.json["definitionID"] == nil)
            #expect(try await client.ask(.get, "/v1/challenges/x").status == 404)
        }
        let calls = house.asked.all(GetChallenge.self)
        #expect(calls.map(\.call.challenge) == [ChallengeID(id)])
        #expect(calls.map(\.context.user) == [house.ana])
    }

    @Test func `assignments are listed`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(
                ListAssignments.self,
                with: Page(items: [Samples.assignment()]),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .get,
                "/v1/assignments?role=recipient&state=sent&limit=100"
            )
            #expect(answer.status == 200)
            #expect(answer.headers[.eTag] == nil)
            let item = try #require(try answer.json["items"]?[0])
            #expect(item["actions"] == .array(["accept", "deny"]))
            #expect(item["displayState"] == "unread")
            #expect(item["version"] == 7)
            #expect(item["reason"] == nil)
        }
        let call = try #require(house.asked.all(ListAssignments.self).first).call
        #expect(call.role == .recipient)
        #expect(call.state == .sent)
        #expect(call.limit == 100)
    }

    @Test func `assignments are filtered and sorted`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(
                ListAssignments.self,
                with: Page(items: [Samples.assignment()]),
                noting: house.asked
            )
        })
        let path = "/v1/assignments?role=sender&"
        try await gateway.test(token: house.token()) { client in
            for query in ["kind=dare&open=true&sort=deadline", "open=false&sort=closed"] {
                #expect(try await client.ask(.get, path + query).status == 200)
            }
            for (query, field) in [
                ("kind=feast", "/kind"), ("open=perhaps", "/open"), ("sort=name", "/sort"),
            ] {
                let answer = try await client.ask(.get, path + query)
                #expect(answer.status == 400)
                #expect(try answer.json["errors"]?[0]?["pointer"]?.text == field)
            }
        }
        let calls = house.asked.all(ListAssignments.self).map(\.call)
        #expect(calls.map(\.kind) == [.dare, nil])
        #expect(calls.map(\.open) == [true, false])
        #expect(calls.map(\.sort) == [.deadline, .closed])
    }

    @Test func `the home is shown`() async throws {
        let assignment = Samples.assignment()
        let gateway = house.gateway(challenges: {
            $0.answer(
                GetHome.self,
                with: Page(items: [HomeItem(assignment: assignment)]),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            let cursor = try house.sealed(of: GetHome.self)
            let answer = try await client.ask(.get, "/v1/home?limit=3&cursor=\(cursor)")
            #expect(answer.status == 200)
            #expect(answer.headers[.eTag] == nil)
            let item = try #require(try answer.json["items"]?[0])
            #expect(item["assignment"]?["id"]?.text == assignment.id.description)
            #expect(item["dueAt"] == nil)
        }
        let asked = try #require(house.asked.all(GetHome.self).first)
        #expect(asked.call.limit == 3)
        #expect(asked.call.cursor == "more")
        #expect(asked.context.user == house.ana)
    }

    @Test func `one assignment is shown with its version`() async throws {
        let gateway = house.gateway(challenges: {
            $0.answer(
                GetAssignment.self,
                with: Samples.assignment(version: 41),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/assignments/\(id)")
            #expect(answer.status == 200)
            #expect(answer.headers.shownVersion == 41)
        }
        #expect(house.asked.all(GetAssignment.self).first?.call.assignment == AssignmentID(id))
    }

    @Test func `the board is shown`() async throws {
        let standing = Standing(rank: 2, user: Samples.cy, points: 120, isMe: false)
        let gateway = house.gateway(scoring: {
            $0.answer(GetScoreboard.self, with: Page(items: [standing]), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/scoreboard?span=week&limit=1")
            #expect(answer.status == 200)
            #expect(try answer.json["items"]?[0]?["rank"] == 2)
            #expect(try answer.json["items"]?[0]?["isMe"] == .bool(false))
        }
        let asked = try #require(house.asked.all(GetScoreboard.self).first)
        #expect(asked.call.limit == 1)
        #expect(asked.call.span == .week)
        #expect(asked.context.user == house.ana)
    }

    @Test func `the public board is shown, and a user's place on it`() async throws {
        let standing = Standing(rank: 2, user: Samples.cy, points: 120, isMe: false)
        let page = Page(items: [standing], nextCursor: "more")
        let gateway = house.gateway(scoring: {
            $0.answer(ListStandings.self, with: page, noting: house.asked)
            $0.answer(ListNeighbours.self, with: page, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            for path in ["/v1/boards/listed?span=month&limit=3", "/v1/boards/listed/me?limit=4"] {
                let answer = try await client.ask(.get, path)
                #expect(answer.status == 200)
                #expect(try answer.json["items"]?[0]?["points"] == 120)
                let next = try #require(try answer.json["nextCursor"]?.text)
                let on = try await client.ask(.get, "/v1/boards/listed?cursor=\(next)")
                #expect(on.status == 200)
                #expect(house.asked.all(ListStandings.self).last?.call.cursor == "more")
            }
            let other = try await client.ask(.get, "/v1/boards/listed/me?cursor=more")
            #expect(other.status == 400)
        }
        let asked = try #require(house.asked.all(ListStandings.self).first)
        #expect(asked.call.span == .month)
        #expect(asked.call.limit == 3)
        #expect(asked.context.user == house.ana)
        let near = try #require(house.asked.all(ListNeighbours.self).first)
        #expect(near.call.span == nil)
        #expect(near.call.limit == 4)
        #expect(near.context.user == house.ana)
    }

    @Test func `how many pictures the user has is shown`() async throws {
        let holdings = GetHoldings.Reply(
            pictures: 12,
            bytes: 34_000_000,
            picturesMax: 5_000,
            bytesMax: 5_000_000_000
        )
        let gateway = house.gateway(media: {
            $0.answer(GetHoldings.self, with: holdings, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me/holdings")
            #expect(answer.status == 200)
            #expect(
                answer.text
                    == #"{"pictures":12,"bytes":34000000,"picturesMax":5000,"bytesMax":5000000000}"#
            )
        }
        #expect(house.asked.all(GetHoldings.self).map(\.context.user) == [house.ana])
    }

    @Test func `the user's own rank is shown`() async throws {
        let rank = GetRank.Reply(rank: 12, points: 340, players: 9_000)
        let gateway = house.gateway(scoring: {
            $0.answer(GetRank.self, with: rank, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me/rank")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"rank":12,"points":340,"players":9000}"#)
            let other = try await client.ask(.get, "/v1/me/rank?user=\(id)")
            #expect(other.status == 400)
        }
        #expect(house.asked.all(GetRank.self).map(\.context.user) == [house.ana])
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/v1"), (.get, "/v1/browser/sessions/x"), (.get, "/v1/nothing"),
        (.get, "/v2/me"),
        (.get, "/v1/me/avatar/x"), (.get, "/v1/assignments/%00"), (.options, "/v1/nothing"),
    ])
    func `everything else is not found`(method: HTTPRequest.Method, path: String) async throws {
        try await house.gateway().test(token: house.token()) { client in
            let answer = try await client.ask(method, path)
            #expect(answer.status == 404)
            #expect(try answer.code == "gateway.not_found")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "/v1/me", "GET, HEAD, PATCH"),
        (.delete, "/v1/users", "GET, HEAD"),
        (.get, "/v1/accounts", "POST"), (.head, "/v1/sessions/current", "DELETE"),
        (.put, "/v1/friend-requests", "GET, HEAD, POST"), (.get, "/v1/me/avatar/", "DELETE, PUT"),
        (.options, "/v1/friends/0190a0b0", "DELETE"), (.trace, "/openapi.yaml", "GET, HEAD"),
        (.post, "/v1/media/0190a0b0/original", "GET, HEAD"),
        (.get, "/v1/inbox/0190a0b0", "DELETE"), (.delete, "/v1/inbox/counts", "GET, HEAD"),
        (.get, "/v1/inbox/seen", "POST"),
    ])
    func `an unsupported method is refused with those that are supported`(
        method: HTTPRequest.Method,
        path: String,
        allowed: String
    ) async throws {
        try await house.gateway().test(token: house.token()) { client in
            let answer = try await client.ask(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers[.allow] == allowed)
            if method == .head {
                #expect(answer.bytes.readableBytes == 0)
            } else {
                #expect(try answer.code == "gateway.method_not_allowed")
            }
        }
    }

    @Test func `HEAD responds as GET would, without the body`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let get = try await client.ask(.get, "/v1/friends")
            let head = try await client.ask(.head, "/v1/friends")
            #expect(head.status == 200)
            #expect(head.bytes.readableBytes == 0)
            #expect(head.headers[.contentLength] == "\(get.bytes.readableBytes)")
            #expect(head.headers[.contentType] == get.headers[.contentType])
            let wrong = try await client.ask(.head, "/v1/friends?x=1")
            #expect(wrong.status == 400)
            #expect(wrong.bytes.readableBytes == 0)
        }
    }

    @Test(arguments: [
        "/v1/users/me", "/v1/users/0190a0b0-0000-7000-8000-00000000000",
        "/v1/users/0190a0b0-0000-7000-8000-0000000000011", "/v1/users/%7B\(UserID())%7D",
    ])
    func `an invalid ID is not found`(path: String) async throws {
        try await house.gateway().test(token: house.token()) { client in
            let answer = try await client.ask(.get, path)
            #expect(answer.status == 404)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.delete, "/v1/sessions/current"), (.get, "/v1/me"),
        (.put, "/v1/me/avatar"), (.delete, "/v1/me/avatar"), (.patch, "/v1/me"),
        (.post, "/v1/me/password"), (.post, "/v1/me/email/verification"), (.get, "/v1/users?q=a"),
        (.get, "/v1/users/\(UserID())"),
        (.post, "/v1/friend-requests"), (.get, "/v1/friend-requests?direction=incoming"),
        (.post, "/v1/friend-requests/\(UserID())/accept"), (.get, "/v1/friends"),
        (.delete, "/v1/friends/\(UserID())"), (.post, "/v1/media"), (.post, "/v1/challenges"),
        (.get, "/v1/assignments?role=sender"), (.get, "/v1/assignments/\(UserID())"),
        (.post, "/v1/assignments/\(UserID())/accept"), (.get, "/v1/scoreboard"),
        (.get, "/v1/boards/listed"), (.get, "/v1/boards/listed/me"),
        (.get, "/v1/me/rank"), (.get, "/v1/me/holdings"), (.get, "/v1/home"), (.get, "/v1/inbox"),
        (.get, "/v1/goals"), (.get, "/v1/goals/today"), (.patch, "/v1/goals/\(UserID())"),
        (.delete, "/v1/goals/\(UserID())/entries/\(UserID())"),
        (.get, "/v1/reminders"), (.post, "/v1/reminders"),
        (.get, "/v1/health/steps"), (.put, "/v1/health/steps/2026-03-01"),
        (.get, "/v1/inbox/counts"),
        (.post, "/v1/inbox/seen"), (.delete, "/v1/inbox/\(UserID())"),
    ])
    func `a signed-in route needs a token`(method: HTTPRequest.Method, path: String) async throws {
        try await house.gateway().test { client in
            let answer = try await client.ask(method, path)
            #expect(answer.status == 401)
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            #expect(try answer.code == "gateway.token_missing")
        }
    }
}
