import ChallengesAPI
import HTTPTypes
import Identifiers
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The routes of contests, entries and codes: which fields of their calls come from where.
@Suite struct ContestRoutesTests {
    let house = House()
    let contest = ChallengeID()
    let user = UserID()
    let entry = EntryID()

    private static let code = "cabcdefghijklmno"
    private let refusal = ChallengesError.contestNotFound.fault

    /// Sends a request, and returns the call that a service was sent and refused.
    private func passed<C: Call>(
        _ call: C.Type,
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String? = nil,
        headers: HTTPFields = [:],
        isSignedIn: Bool = true
    ) async throws -> C {
        let gateway = house.gateway(challenges: {
            $0.refuse(C.self, with: refusal, noting: house.asked)
        })
        let token = isSignedIn ? try await house.token() : nil
        let answer = try await gateway.test(token: token) { client in
            guard let json else { return try await client.ask(method, path, headers: headers) }
            return try await client.ask(method, path, json: json, headers: headers)
        }
        #expect(try answer.code == refusal.code)
        return try #require(house.asked.all(C.self).last).call
    }

    @Test func `the contest is in the path, and its expected version in a header`() async throws {
        let path = "/v1/contests/\(contest)"
        let seven: HTTPFields = [.ifMatch: "\"7\""]
        #expect(try await passed(GetContest.self, .get, path).contest == contest)
        let changed = try await passed(
            ChangeContest.self,
            .patch,
            path,
            json: #"{"name":"Swim"}"#,
            headers: seven
        )
        #expect(changed.contest == contest)
        #expect(changed.name == "Swim")
        #expect(changed.ifVersion == 7)
        let deleted = try await passed(DeleteContest.self, .delete, path, headers: seven)
        #expect(deleted.contest == contest)
        #expect(deleted.ifVersion == 7)
        let cancelled = try await passed(
            CancelContest.self,
            .post,
            "\(path)/cancel",
            headers: seven
        )
        #expect(cancelled.ifVersion == 7)
        let given = try await passed(
            HandOverContest.self,
            .post,
            "\(path)/hand-over",
            json: #"{"to":"\#(user)"}"#,
            headers: seven
        )
        #expect(given.to == user)
        #expect(given.ifVersion == 7)
        let joined = try await passed(JoinContest.self, .post, "\(path)/join", headers: seven)
        #expect(joined.ifVersion == 7)
        let declined = try await passed(
            DeclineContest.self,
            .post,
            "\(path)/decline",
            headers: seven
        )
        #expect(declined.ifVersion == 7)
        let left = try await passed(LeaveContest.self, .post, "\(path)/leave", headers: seven)
        #expect(left.ifVersion == 7)
        let target = try await passed(
            SetTarget.self,
            .put,
            "\(path)/target",
            json: #"{"target":3}"#,
            headers: seven
        )
        #expect(target.ifVersion == 7)
        let completed = try await passed(
            CompleteContest.self,
            .post,
            "\(path)/complete",
            json: #"{"note":"Done."}"#,
            headers: seven
        )
        #expect(completed.ifVersion == 7)
        let invited = try await passed(
            InviteToContest.self,
            .post,
            "\(path)/invitations",
            json: #"{"invitees":["\#(user)"]}"#,
            headers: seven
        )
        #expect(invited.ifVersion == 7)
    }

    @Test func `a participant is in the path too`() async throws {
        let path = "/v1/contests/\(contest)/participants/\(user)"
        let seven: HTTPFields = [.ifMatch: "\"7\""]
        let admitted = try await passed(
            AdmitParticipant.self,
            .post,
            "\(path)/admit",
            headers: seven
        )
        #expect(admitted.contest == contest)
        #expect(admitted.user == user)
        #expect(admitted.ifVersion == 7)
        let refused = try await passed(
            RefuseParticipant.self,
            .post,
            "\(path)/refuse",
            headers: seven
        )
        #expect(refused.user == user)
        #expect(refused.ifVersion == 7)
        let removed = try await passed(
            RemoveParticipant.self,
            .post,
            "\(path)/remove",
            headers: seven
        )
        #expect(removed.user == user)
        #expect(removed.ifVersion == 7)
    }

    @Test func `an entry is made in its contest, and has a path of its own`() async throws {
        let added = try await passed(
            AddEntry.self,
            .post,
            "/v1/contests/\(contest)/entries",
            json: #"{"amount":1.5,"note":"Twice around."}"#
        )
        #expect(added.contest == contest)
        #expect(added.amount == Amount("1.5"))
        #expect(added.note == "Twice around.")
        let path = "/v1/entries/\(entry)"
        #expect(try await passed(GetEntry.self, .get, path).entry == entry)
        let changed = try await passed(
            ChangeEntry.self,
            .patch,
            path,
            json: #"{"amount":2}"#,
            headers: [.ifMatch: "\"3\""]
        )
        #expect(changed.entry == entry)
        #expect(changed.ifVersion == 3)
        #expect(try await passed(DeleteEntry.self, .delete, path).entry == entry)
        let vote = try await passed(
            VoteOnEntry.self,
            .post,
            "\(path)/vote",
            json: #"{"removes":true}"#
        )
        #expect(vote.entry == entry)
        #expect(vote.removes)
        let withdrawn = try await passed(
            WithdrawVote.self,
            .delete,
            "\(path)/vote",
            headers: [.ifMatch: "\"3\""]
        )
        #expect(withdrawn.entry == entry)
        #expect(withdrawn.ifVersion == 3)
    }

    @Test func `a code is passed on as it is`() async throws {
        let path = "/v1/codes/\(Self.code)"
        let seen = try await passed(GetCode.self, .get, path, isSignedIn: false)
        #expect(seen.code == Self.code)
        let opened = try await passed(
            OpenCode.self,
            .post,
            "\(path)/open",
            headers: [.ifMatch: "\"7\""]
        )
        #expect(opened.code == Self.code)
        #expect(opened.ifVersion == 7)
        #expect(try await passed(RevokeCode.self, .delete, path).code == Self.code)
        let short = try await passed(GetCode.self, .get, "/v1/codes/c", isSignedIn: false)
        #expect(short.code == "c")
    }

    @Test(arguments: ["rabcdefghijklmno", "Cabcdefghijklmno", "Iabcdefghijklmno", "%63abc", "7"])
    func `nobody is asked about what is not a contest's code`(code: String) async throws {
        try await house.gateway().test(token: house.token()) { client in
            for (method, path) in [
                (HTTPRequest.Method.get, code), (.post, "\(code)/open"), (.delete, code),
            ] {
                let answer = try await client.ask(method, "/v1/codes/\(path)")
                #expect(answer.status == 404)
                // As the service answers for a contest's code that is not there.
                #expect(try answer.code == "challenges.code_not_found", "\(path)")
            }
        }
    }

    @Test func `only where a code leads is told to anyone`() async throws {
        try await house.gateway().test { client in
            for (method, path) in [
                (HTTPRequest.Method.post, "/v1/codes/\(Self.code)/open"),
                (.delete, "/v1/codes/\(Self.code)"), (.get, "/v1/contests/\(contest)/codes"),
                (.get, "/v1/contests"), (.get, "/v1/contests/\(contest)/board"),
                (.get, "/v1/entries/\(entry)"),
            ] {
                let answer = try await client.ask(method, path)
                #expect(answer.status == 401, "\(path)")
            }
        }
    }

    @Test func `the board is scoring's`() async throws {
        let gateway = house.gateway(scoring: {
            $0.answer(GetBoard.self, with: Page(items: []), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .get,
                "/v1/contests/\(contest)/board?around=me&limit=5"
            )
            #expect(answer.status == 200)
            #expect(try answer.json["items"] == .array([]))
        }
        let call = try #require(house.asked.all(GetBoard.self).first).call
        #expect(call.contest == contest)
        #expect(call.around == .me)
        #expect(call.limit == 5)
    }
}
