import Challenges
import HTTPTypes
import Outbox
import TestBasics
import TestKit
import Testing
import Values

/// What the app designs ask for, as `protocol/mission.txt` lists it, played by phones.
struct AppTests {
    /// Accounts and sessions (CH-23, CH-24, FR-04, FR-05, FR-25, FR-42, GC-01, GC-02, GC-03, GC-17,
    /// GC-26, GC-27, GC-28, GC-42, GC-43, GC-50, K-08, K-18, K-22, SF-02).
    @Test func `a user registers, signs in on several devices, and signs out`() async throws {
        try await play { nobody, _ in
            let first = try await nobody.registered("Ana")
            let me = try await first.succeed("GET /v1/me")
            #expect(me["username"] == "ana")
            #expect(me["firstName"] == "Ana")
            #expect(me["lastName"] == "Test")
            #expect(me["email"] == "ana@example.org")
            #expect(!me.text.contains(Phone.password))
            var others: [Phone] = []
            for login in ["ANA", "ana@example.org"] {
                let answer = try await nobody.succeed(
                    "POST /v1/sessions",
                    json: #"{"login":"\#(login)","password":"\#(Phone.password)"}"#
                )
                others.append(try nobody.signedIn(answer))
                #expect(others.last?.id == first.id)
            }
            let wrong = try await nobody.ask(
                "POST /v1/sessions",
                json: #"{"login":"ana","password":"incorrect horse"}"#
            )
            #expect(wrong.status == 401)
            let again = try await nobody.ask(
                "POST /v1/accounts",
                json: """
                    {"username":"Ana","password":"battery staple","firstName":"A","lastName":""}
                    """
            )
            #expect(again.code == "identity.username_taken")
            try await others[0].succeed("DELETE /v1/sessions/current")
            #expect(try await others[0].ask("GET /v1/me").status == 401)
            for phone in [first, others[1]] {
                #expect(try await phone.succeed("GET /v1/me")["id"]?.text == first.id)
            }
        }
    }

    /// Friends, who are found by searching (FR-15, FR-31, FR-34, FR-47, FR-50, GC-08, GC-23, GC-30,
    /// GC-49, K-23, SF-08, SF-26), and are the same on every device (CH-25).
    @Test func `users search, ask and become friends`() async throws {
        try await play { nobody, _ in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let found = try await ana.succeed("GET /v1/users?q=bo")["items"].items
            #expect(found.map { $0["id"]?.text } == [bo.id])
            let request = try await ana.succeed(
                "POST /v1/friend-requests",
                json: #"{"to":"\#(bo.id)"}"#
            )
            #expect(request["state"] == "requested")
            #expect(try await bo.succeed("GET /v1/friends")["items"].items == [])
            let open = try await bo.succeed("GET /v1/friend-requests?direction=incoming")
            #expect(open["items"].items.map { $0["from"]["id"]?.text } == [ana.id])
            let id = try #require(open["items"][0]["id"]?.text)
            #expect(try await ana.ask("POST /v1/friend-requests/\(id)/accept").status == 404)
            try await bo.succeed("POST /v1/friend-requests/\(id)/accept")
            let login = #"{"login":"bo_berg","password":"\#(Phone.password)"}"#
            let answer = try await nobody.succeed("POST /v1/sessions", json: login)
            let tablet = try bo.signedIn(answer)
            for (phone, friend) in [(ana, bo), (bo, ana), (tablet, ana)] {
                let friends = try await phone.succeed("GET /v1/friends")["items"].items
                #expect(friends.map { $0["id"]?.text } == [friend.id])
                #expect(friends.first?["username"]?.text == friend.username)
                let profile = try await phone.succeed("GET /v1/users/\(friend.id)")
                #expect(profile["relationship"] == "friends")
                #expect(profile["firstName"] != nil)
            }
        }
    }

    /// Invites to the app and to be friends (FR-07, FR-26, FR-31): a code that is read without an
    /// account, and survives the registration.
    @Test func `an invite brings a new user, who is a friend at once`() async throws {
        try await play { nobody, _ in
            let ana = try await nobody.registered("Ana")
            let picture = try await ana.upload()
            try await ana.succeed("PUT /v1/me/avatar", json: #"{"mediaID":"\#(picture)"}"#)
            let made = try await ana.succeed("POST /v1/invites", json: #"{"kind":"friend"}"#)
            let code = try #require(made["code"]?.text)
            let shown = try await nobody.succeed("GET /v1/codes/\(code)")
            #expect(shown["kind"] == "friend")
            #expect(shown["inviter"]["username"] == "ana")
            let url = try #require(shown["inviter"]["avatarURL"]?.text)
            #expect(try await nobody.succeed("GET \(url)").headers[.contentType] == "image/png")
            func register(_ name: String, invite: String) async throws -> Phone.Answer {
                try await nobody.ask(
                    "POST /v1/accounts",
                    json: """
                        {"username":"\(name)","password":"\(Phone.password)","firstName":"Bo",\
                        "lastName":"Berg","invite":"\(invite)"}
                        """
                )
            }
            let bo = try nobody.signedIn(try await register("bo.berg", invite: code))
            for (phone, friend) in [(ana, bo), (bo, ana)] {
                let friends = try await phone.succeed("GET /v1/friends")["items"].items
                #expect(friends.map { $0["id"]?.text } == [friend.id])
            }
            // A medal for the first friend may come before the inbox is read.
            let inbox = try await ana.succeed("GET /v1/inbox")["items"].items
            let joined = inbox.filter { $0["kind"] == "friendJoined" }
            #expect(joined.map { $0["actor"]["id"]?.text } == [bo.id])
            try await ana.succeed("DELETE /v1/invites/\(code)")
            let late = try await register("cy.park", invite: code)
            #expect(late.status == 400)
            #expect(late.code == "identity.invite_invalid")
            #expect(late["errors"][0]["pointer"] == "/invite")
            // Dead codes of every kind are answered alike.
            let dead = try await nobody.ask("GET /v1/codes/\(code)")
            let never = try await nobody.ask("GET /v1/codes/c\(code.dropFirst())")
            #expect(dead.status == 404)
            for member in ["type", "title", "code", "detail", "status"] {
                #expect(dead[member] == never[member])
            }
            let found = try await ana.succeed("GET /v1/users?q=cy.park")["items"].items
            #expect(found.isEmpty)
        }
    }

    /// The profile's page (CA-23, CA-24, FR-26, FR-27, FR-43, SF-14, GC-29, GC-47, SF-08, SF-26).
    @Test func `a profile has details and a picture`() async throws {
        try await play { nobody, _ in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            #expect(try await ana.succeed("GET /v1/me")["avatarURL"] == nil)
            let picture = try await ana.upload()
            try await ana.succeed("PUT /v1/me/avatar", json: #"{"mediaID":"\#(picture)"}"#)
            let me = try await ana.succeed("GET /v1/me")
            let seen = try await bo.succeed("GET /v1/users/\(ana.id)")
            for profile in [me, seen] {
                #expect(profile["username"] == "ana")
                #expect(profile["firstName"] == "Ana")
                let url = try #require(profile["avatarURL"]?.text)
                let bytes = try await nobody.succeed("GET \(url)")
                #expect(bytes.headers[.contentType] == "image/png")
            }
            #expect(me["email"] == "ana@example.org")
            #expect(seen["email"] == nil)
            let words = #"{"displayName":"Ana L.","bio":"I swim.","username":"Anna"}"#
            try await ana.succeed("PATCH /v1/me", json: words)
            try await ana.succeed("DELETE /v1/me/avatar")
            let changed = try await bo.succeed("GET /v1/users/\(ana.id)")
            #expect(changed["displayName"] == "Ana L.")
            #expect(changed["bio"] == "I swim.")
            #expect(changed["username"] == "anna")
            #expect(changed["avatarURL"] == nil)
            let bare = try await ana.succeed("PATCH /v1/me", json: #"{"bio":null}"#)
            #expect(bare["bio"] == nil)
        }
    }

    /// An address is proved, and a lost password reset, by what is mailed (CH-23, FR-27).
    @Test func `an address is proved, and a lost password reset by what is mailed`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let first = "ana@example.org"
            try await ana.succeed("PATCH /v1/me", json: #"{"email":"anna@example.org"}"#)
            try await ana.succeed("POST /v1/me/email/verification")
            let proof = try await cluster.ticket(to: "anna@example.org")
            // Until it is used, the first address resets.
            try await nobody.succeed("POST /v1/password-resets", json: #"{"login":"\#(first)"}"#)
            let stale = try await cluster.ticket(to: first)
            let json = #"{"ticket":"\#(proof)"}"#
            try await nobody.succeed("POST /v1/email-verifications", json: json)
            #expect(try await ana.succeed("GET /v1/me")["email"] == "anna@example.org")
            func reset(_ ticket: String) async throws -> Phone.Answer {
                try await nobody.ask(
                    "POST /v1/password-resets/confirm",
                    json: #"{"ticket":"\#(ticket)","password":"battery staple"}"#
                )
            }
            let refused = try await reset(stale)
            #expect(refused.status == 400)
            #expect(refused["code"] == "identity.ticket_invalid")
            for login in ["anna@example.org", "nobody"] {
                let json = #"{"login":"\#(login)"}"#
                let answer = try await nobody.ask("POST /v1/password-resets", json: json)
                #expect(answer.status == 204)
            }
            let ticket = try await cluster.ticket(to: "anna@example.org")
            let again = try nobody.signedIn(try await reset(ticket))
            #expect(try await again.succeed("GET /v1/me")["username"] == "ana")
            #expect(try await reset(ticket).status == 400)
            let old = #"{"login":"ana","password":"\#(Phone.password)"}"#
            #expect(try await nobody.ask("POST /v1/sessions", json: old).status == 401)
        }
    }

    /// Dares, from both sides (CA-01, CA-02, CA-04, CA-05, CA-06, CA-07, CA-08, CA-09, CA-10,
    /// CA-11, CA-12, CA-13, CA-14, K-01, K-02, K-03).
    @Test func `a dare is answered, done and approved, and each side has its labels`()
        async throws
    {
        try await play { nobody, _ in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            try await ana.befriend(bo)
            try await ana.befriend(cy)
            let sent = try await ana.succeed(
                "POST /v1/challenges",
                json: """
                    {"kind":"dare","name":"Ask a stranger","description":"For their number.",\
                    "recipients":["\(bo.id)","\(cy.id)"]}
                    """
            )
            #expect(sent["name"] == "Ask a stranger")
            #expect(sent["description"] == "For their number.")
            var found: [String] = []
            for friend in [bo, cy] {
                let received = try await friend.succeed("GET /v1/assignments?role=recipient")
                #expect(received["items"].items.count == 1)
                let dare = received["items"][0]
                #expect(dare["challenge"]["name"] == "Ask a stranger")
                #expect(dare["sender"]["id"]?.text == ana.id)
                found.append(try #require(dare["id"]?.text))
            }
            let dares = found
            let all = try await ana.succeed("GET /v1/assignments?role=sender")["items"].items
            #expect(Set(all.compactMap { $0["id"]?.text }) == Set(dares))
            func expect(
                _ dare: Int,
                _ recipient: (label: JSONValue, icon: JSONValue),
                _ sender: (label: JSONValue, icon: JSONValue),
                sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                for (phone, shown) in [([bo, cy][dare], recipient), (ana, sender)] {
                    let answer = try await phone.succeed("GET /v1/assignments/\(dares[dare])")
                    #expect(
                        answer["displayState"] == shown.label && answer["icon"] == shown.icon,
                        "\(answer.text)",
                        sourceLocation: sourceLocation
                    )
                }
            }
            try await expect(0, ("unread", "exclamation"), ("pending", "hourglass"))
            try await bo.move(dares[0], "read")
            try await expect(0, ("unread", "exclamation"), ("pending", "hourglass"))
            try await bo.move(dares[0], "accept")
            try await expect(0, ("accepted", "check"), ("accepted", "check"))
            try await cy.move(dares[1], "deny")
            try await expect(1, ("denied", "cross"), ("denied", "cross"))
            try await bo.move(dares[0], "submit")
            try await expect(0, ("pending", "hourglass"), ("accepted", "check"))
            try await ana.move(dares[0], "approve")
            try await expect(0, ("done", "none"), ("done", "none"))
        }
    }

    /// The verdict (CA-15, K-04, K-05), what the pictures tell the sender (2.12-freshness), and
    /// what nobody can do for points (K-06).
    @Test func `the sender asks for another try or rejects, and no user dares themselves`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            for (recipients, code) in [
                ([ana], "challenges.recipient_is_oneself"),
                ([bo, bo], "challenges.recipient_repeated"),
            ] {
                let ids = recipients.map { "\"\($0.id)\"" }.joined(separator: ",")
                let refused = try await ana.ask(
                    "POST /v1/challenges",
                    json: #"{"kind":"dare","name":"Ten push-ups","recipients":[\#(ids)]}"#
                )
                #expect(refused.code == code)
            }
            let dare = try await ana.dare([bo])[0]
            try await bo.move(dare, "accept")
            try await bo.move(dare, "submit")
            let again = try await ana.move(dare, "try-again", json: #"{"reason":"Lower."}"#)
            #expect(again["state"] == "accepted")
            #expect(again["attempts"][0]["outcome"] == "tryAgain")
            cluster.clock.advance(by: .minutes(2))
            let now = cluster.clock.now
            let moments: [Instant?] = [now - .minutes(1), now - .days(30), nil]
            var pictures: [String] = []
            for moment in moments { pictures.append(try await bo.upload(takenAt: moment)) }
            let shown = pictures.map { "\"\($0)\"" }.joined(separator: ",")
            let submitted = try await bo.move(dare, "submit", json: #"{"mediaIDs":[\#(shown)]}"#)
            #expect(submitted["state"] == "submitted")
            #expect(submitted["attempts"][1]["outcome"] == "waiting")
            let judged = try await ana.succeed("GET /v1/assignments/\(dare)")["attempts"][1]
            #expect(judged["media"].items.compactMap { $0["id"]?.text } == pictures)
            let taken = judged["media"].items.map { $0["taken"]?.text }
            #expect(taken == ["during", "outside", "unknown"])
            let rejected = try await ana.move(dare, "reject", json: #"{"reason":"A cat."}"#)
            #expect(rejected["state"] == "rejected")
            #expect(rejected["displayState"] == "closed")
            #expect(rejected["closedReason"] == "rejected")
            #expect(try await bo.ask("POST /v1/assignments/\(dare)/submit").status == 409)
            try await cluster.settle()
            for phone in [ana, bo] {
                #expect(try await phone.succeed("GET /v1/me")["points"] == 0)
            }
        }
    }

    /// The inbox (FR-34, FR-39, K-11), and deadlines that come near (SF-13).
    @Test func `requests and dares are in the inbox, and what became of them`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            var bo = try await nobody.registered("Bo_Berg")
            try await ana.succeed("POST /v1/friend-requests", json: #"{"to":"\#(bo.id)"}"#)
            let request = try await bo.succeed("GET /v1/inbox")["items"][0]
            #expect(request["kind"] == "friendRequest")
            #expect(request["actor"]["id"]?.text == ana.id)
            #expect(request["challengeID"] == nil)
            #expect(request["state"] == "new")
            #expect(try await bo.succeed("POST /v1/inbox/seen", json: "{}")["new"] == 0)
            #expect(try await bo.succeed("GET /v1/inbox")["items"][0]["state"] == "seen")
            let id = try #require(request["subject"]["id"]?.text)
            try await bo.succeed("POST /v1/friend-requests/\(id)/accept")
            #expect(try await bo.notices("friendRequest").map { $0["state"] } == ["acted"])
            cluster.clock.advance(by: .seconds(10))
            let made = try await ana.succeed(
                "POST /v1/challenges",
                json: """
                    {"kind":"dare","name":"Ten push-ups","recipients":["\(bo.id)"],\
                    "deadline":"\(cluster.clock.now + .hours(30))"}
                    """
            )
            let assignment = try #require(made["assignments"][0]["id"]?.text)
            try await cluster.settle()
            let dares = try await bo.notices("dareReceived")
            #expect(dares.map { $0["actor"]["id"]?.text } == [ana.id])
            #expect(dares.map { $0["challengeID"] } == [made["id"]])
            try await bo.move(assignment, "accept")
            cluster.clock.advance(by: .hours(7))
            try await cluster.fireDue()
            try await cluster.settle()
            let login = #"{"login":"bo_berg","password":"\#(Phone.password)"}"#
            bo = try nobody.signedIn(try await nobody.succeed("POST /v1/sessions", json: login))
            // Besides, a first friend has earned him a medal.
            let items = try await bo.succeed("GET /v1/inbox")["items"].items
                .filter { $0["kind"] != "medal" }
            #expect(items.map { $0["kind"] } == ["deadlineNear", "dareReceived", "friendRequest"])
            #expect(items.map { $0["state"] } == ["new", "acted", "acted"])
            #expect(try await bo.succeed("GET /v1/inbox/counts")["dueSoon"] == 1)
        }
    }

    /// What users think of a workout: its difficulty and its likes (SF-17), a like that is taken
    /// back (K-20, SF-22), and the wishlist (GC-14).
    @Test func `users like, rate and wish for a workout`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            var others: [Phone] = []
            for name in ["Bo_Berg", "Cy_Adler", "Dee"] {
                others.append(try await nobody.registered(name))
                try await ana.befriend(others[others.count - 1])
            }
            try await cluster.settle()
            let made = try await ana.succeed(
                "POST /v1/definitions",
                json: #"{"name":"Run five kilometres","category":"endurance"}"#
            )
            let id = try #require(made["id"]?.text)
            let workout = "/v1/definitions/\(id)"
            #expect(made["likeCount"] == 0)
            for (index, other) in others.enumerated() {
                cluster.clock.advance(by: .seconds(10))
                for _ in 1...2 {
                    let liked = try await other.succeed("PUT \(workout)/like")
                    #expect(liked["likeCount"]?.number == index + 1)
                    #expect(liked["likedByMe"] == .bool(true))
                }
            }
            let likes = try await ana.succeed("GET \(workout)/likes")["items"].items
            #expect(likes.compactMap { $0["user"]["id"]?.text } == others.reversed().map(\.id))
            try await cluster.settle()
            let inbox = try await ana.succeed("GET /v1/inbox")["items"].items
            let told = inbox.filter { $0["kind"] == "liked" }
            #expect(told.reduce(0) { $0 + ($1["count"]?.number ?? 1) } == 3)
            #expect(Set(told.map { $0["subject"]["id"]?.text }) == [id])
            for _ in 1...2 {
                let unliked = try await others[1].succeed("DELETE \(workout)/like")
                #expect(unliked["likeCount"] == 2)
                #expect(unliked["likedByMe"] == .bool(false))
            }
            let wished = try await others[0].succeed("PUT \(workout)/wish")
            #expect(wished["wishedByMe"] == .bool(true))
            #expect(try await ana.succeed("GET \(workout)")["wishedByMe"] == .bool(false))
            let unwished = try await others[0].succeed("DELETE \(workout)/wish")
            #expect(unwished["wishedByMe"] == .bool(false))
            let early = try await others[0].ask("PUT \(workout)/rating", json: #"{"stars":3}"#)
            #expect(early.code == "challenges.not_completed")
            let recipients = others.map { "\"\($0.id)\"" }.joined(separator: ",")
            let sent = try await ana.succeed(
                "POST /v1/challenges",
                json: """
                    {"kind":"workout","definition":"\(id)","recipients":[\(recipients)],\
                    "deadline":"\(cluster.clock.now + .hours(30))"}
                    """
            )
            let runs = try sent["assignments"].items.map { try #require($0["id"]?.text) }
            for (index, other) in others.enumerated() {
                try await other.move(runs[index], "start")
                try await other.move(runs[index], "complete")
                let json = #"{"stars":\#(index + 3)}"#
                let rated = try await other.succeed("PUT \(workout)/rating", json: json)
                #expect(rated["myRating"]?.number == index + 3)
                #expect((rated["difficulty"] != nil) == (index == 2))
            }
            let seen = try await ana.succeed("GET \(workout)")
            #expect(seen["difficulty"]["mean"] == 4)
            #expect(seen["difficulty"]["count"] == 3)
            #expect(seen["userCount"] == 3)
            let own = try await ana.ask("PUT \(workout)/rating", json: #"{"stars":1}"#)
            #expect(own.code == "challenges.own_definition")
            // What Ana shows to herself alone, others still take back from.
            try await ana.succeed("PATCH \(workout)", json: #"{"visibility":"private"}"#)
            let liked = try await others[2].succeed("GET /v1/me/likes")["items"].items
            #expect(liked.map { $0["definitionID"]?.text } == [id])
            #expect(liked.allSatisfy { $0["definition"] == nil })
            for route in ["DELETE \(workout)/like", "DELETE \(workout)/rating"] {
                let taken = try await others[2].ask(route)
                #expect(taken.status == 204)
                #expect(taken.text.isEmpty)
                #expect(try await others[2].ask(route).code == "challenges.definition_not_found")
            }
            let left = try await ana.succeed("GET \(workout)")
            #expect(left["likeCount"] == 1)
            #expect(left["difficulty"] == nil)
        }
    }

    /// The page of settings (FR-27), and when an account last changed (SF-20).
    @Test func `a user changes settings, and is challenged by nobody while they say so`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let before = try await bo.succeed("GET /v1/me")
            let friends = try await bo.succeed("GET /v1/friends")["items"].items
            #expect(friends.map { $0["id"]?.text } == [ana.id])
            cluster.clock.advance(by: .seconds(10))
            try await bo.succeed("PATCH /v1/me/settings", json: #"{"challengesFrom":"nobody"}"#)
            #expect(try await bo.succeed("GET /v1/me/settings")["challengesFrom"] == "nobody")
            let after = try await bo.succeed("GET /v1/me")
            #expect(after["createdAt"] == before["createdAt"])
            #expect(after["updatedAt"]?.text == "\(cluster.clock.now)")
            let dare = #"{"kind":"dare","name":"Ten push-ups","recipients":["\#(bo.id)"]}"#
            let refused = try await ana.ask("POST /v1/challenges", json: dare)
            #expect(refused.code == "challenges.not_accepting")
            try await bo.succeed("PATCH /v1/me/settings", json: #"{"challengesFrom":"friends"}"#)
            try await ana.succeed("POST /v1/challenges", json: dare)
        }
    }
}

extension Phone {
    /// The notices of a kind in the user's inbox, newest first.
    func notices(_ kind: String) async throws -> [JSONValue] {
        try await succeed("GET /v1/inbox?limit=100")["items"].items.filter {
            $0["kind"]?.text == kind
        }
    }
}
