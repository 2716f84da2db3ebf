import TestBasics
import Testing

// Ana's contest: who swims most lengths of the lake.
extension ExampleStory {
    func compete(_ ana: Player, _ bo: Player, _ cy: Player, _ dee: Player) async throws {
        let lake = ["id": Self.id(61)]
        try await invite(ana, bo, cy, to: lake)
        try await opine(ana, bo, of: lake)
        try await log(ana, bo, cy, in: lake)
        try await ask("getBoard", bo, lake, query: "around=me&limit=5")
        try await swimFar(ana, bo)
        try await useCodes(ana, dee, for: lake)
        let cyInIt = ["id": Self.id(61), "user": cy.id]
        try await ask("removeParticipant", ana, cyInIt, body: "{}")
        try await readABook(ana, bo)
        try await climb(ana, bo)
        try await prepare(ana)
    }

    /// An open contest whose goal Bo reaches, which earns him a medal.
    private func swimFar(_ ana: Player, _ bo: Player) async throws {
        let far = ["id": Self.id(71)]
        try await ask(
            "createContest",
            ana,
            body: """
                {"id":"\(Self.id(71))","kind":"open","name":"Swim a kilometre","unit":"metres",\
                "goal":1000}
                """
        )
        try await ask("joinContest", bo, far, body: "{}")
        let measured = """
            {"id":"\(Self.id(72))","amount":1050,"source":"device","device":"Swim watch"}
            """
        try await ask("addEntry", bo, far, body: measured)
        try await ask("listMedals", ana, ["id": bo.id], query: "medal=goal&limit=10")
        try await ask("listMedalProgress", bo)
        let own = try await ask("listMedals", bo, ["id": bo.id], query: "limit=10")
        let medal = try #require(own["items"]?[0]?["id"]?.text)
        try await ask("seeMedals", bo, body: #"{"ids":["\#(medal)"]}"#)
    }

    private func invite(
        _ ana: Player,
        _ bo: Player,
        _ cy: Player,
        to lake: [String: String]
    ) async throws {
        try await ask(
            "createContest",
            ana,
            body: """
                {"id":"\(Self.id(61))","kind":"competition","name":"Lengths of the lake",\
                "description":"There and back is two.","unit":"lengths","goal":100,\
                "visibility":"public","needsApproval":true,"endsAt":"2026-06-20T20:00:00Z"}
                """
        )
        let friends = #"{"invitees":["\#(bo.id)"]}"#
        try await ask("inviteToContest", ana, lake, body: friends)
        try await ask("listContests", bo, query: "list=invited&limit=10")
        try await ask("getContest", bo, lake)
        try await ask("joinContest", bo, lake, body: "{}")
        try await ask("shareContest", ana, lake, body: #"{"recipients":["\#(bo.id)"]}"#)
        // The owner admits whom nobody invited.
        try await ask("joinContest", cy, lake, body: "{}")
        let cyInIt = ["id": Self.id(61), "user": cy.id]
        try await ask("admitParticipant", ana, cyInIt, body: "{}")
        try await ask("listParticipants", bo, lake, query: "limit=10")
    }

    private func opine(_ ana: Player, _ bo: Player, of lake: [String: String]) async throws {
        try await ask("listContests", bo, query: "q=lake&sort=popular&limit=10")
        try await ask("likeContest", bo, lake, body: "{}")
        try await ask("listContestLikes", ana, lake, query: "limit=10")
        try await ask("listMyLikes", bo, query: "limit=10")
        try await ask("unlikeContest", bo, lake)
        try await ask("wishContest", bo, lake, body: "{}")
        try await ask("listWishes", bo, query: "limit=10")
        try await ask("unwishContest", bo, lake)
        let bosPage = ["id": bo.id]
        try await ask("listProfileChallenges", ana, bosPage, query: "list=joined&limit=10")
    }

    private func log(
        _ ana: Player,
        _ bo: Player,
        _ cy: Player,
        in lake: [String: String]
    ) async throws {
        try await upload(63, by: bo)
        let morning = try await ask(
            "addEntry",
            bo,
            lake,
            body: """
                {"id":"\(Self.id(62))","amount":12.5,"note":"Cold!","mediaIDs":["\(Self.id(63))"]}
                """
        )
        let photo = ["id": try #require(morning["photos"]?[0]?["photoID"]?.text)]
        try await ask("changePhoto", bo, photo, body: #"{"audience":"public"}"#)
        try await ask("getEntry", cy, ["id": Self.id(62)])
        try await ask("changeEntry", bo, ["id": Self.id(62)], body: #"{"amount":13}"#)
        try await ask("addEntry", bo, lake, body: #"{"id":"\#(Self.id(64))","amount":1}"#)
        try await ask("deleteEntry", bo, ["id": Self.id(64)])
        try await ask("addEntry", cy, lake, body: #"{"id":"\#(Self.id(65))","amount":80}"#)
        let much = ["id": Self.id(65)]
        let reason = #"{"reason":"That is from here to Denmark."}"#
        try await ask("queryEntry", bo, much, body: reason)
        try await ask("voteOnEntry", bo, much, body: #"{"removes":true}"#)
        try await ask("withdrawVote", bo, much)
        try await ask("decideEntry", ana, much, body: #"{"removes":true}"#)
        let measured = """
            {"id":"\(Self.id(66))","amount":20,"source":"device","device":"Swim watch"}
            """
        try await ask("addEntry", bo, lake, body: measured)
        try await ask("listEntries", ana, lake, query: "limit=10")
        try await showPictures(ana, bo, cy, in: lake)
    }

    private func showPictures(
        _ ana: Player,
        _ bo: Player,
        _ cy: Player,
        in lake: [String: String]
    ) async throws {
        for number in [71, 72] { try await upload(number, by: bo) }
        let shore = #"{"mediaIDs":["\#(Self.id(71))"],"audience":"public"}"#
        try await ask("addPhotos", bo, lake, body: shore)
        try await ask("listPhotos", cy, lake, query: "limit=10")
        let towel = #"{"mediaIDs":["\#(Self.id(72))"],"audience":"friends"}"#
        let kept = try await ask("addOwnPhotos", bo, body: towel)
        try await ask("listPersonPhotos", ana, ["id": bo.id], query: "limit=10")
        let photo = ["id": try #require(kept["items"]?[0]?["photoID"]?.text)]
        try await ask("removePhoto", bo, photo)
        let goal =
            #"{"id":"\#(Self.id(91))","name":"Swim before breakfast","metric":"distance","target":1000}"#
        try await ask("createGoal", bo, body: goal)
        let swim = ["id": Self.id(91)]
        try await ask("addGoalPhotos", bo, swim, body: #"{"mediaIDs":["\#(Self.id(71))"]}"#)
        try await ask("listGoalPhotos", bo, swim, query: "limit=10")
        try await ask("deleteGoal", bo, swim)
    }

    private func useCodes(
        _ ana: Player,
        _ dee: Player,
        for lake: [String: String]
    ) async throws {
        let made = try await ask("makeCode", ana, lake, body: #"{"usesMax":5}"#)
        let code = ["code": try #require(made["code"]?.text)]
        try await ask("getCode", nil, code)
        try await ask("openCode", dee, code, body: "{}")
        try await ask("joinContest", dee, lake, body: "{}")
        let deeInIt = ["id": Self.id(61), "user": dee.id]
        try await ask("refuseParticipant", ana, deeInIt, body: "{}")
        try await ask("listCodes", ana, lake, query: "limit=10")
        try await ask("revokeCode", ana, code)
    }

    /// An open contest without a goal, which Ana hands over and leaves.
    private func readABook(_ ana: Player, _ bo: Player) async throws {
        let book = ["id": Self.id(67)]
        let draft = """
            {"id":"\(Self.id(67))","kind":"open","name":"Read a book","proof":"none","draft":true}
            """
        try await ask("createContest", ana, body: draft)
        try await ask("publishContest", ana, book, body: "{}")
        for player in [ana, bo] { try await ask("joinContest", player, book, body: "{}") }
        try await ask("handOverContest", ana, book, body: #"{"to":"\#(bo.id)"}"#)
        try await ask("leaveContest", ana, book, body: "{}")
        try await ask("completeContest", bo, book, body: #"{"note":"The last page."}"#)
        try await ask("endContest", bo, book, body: "{}")
    }

    /// A contest of percentages that Ana cancels before it begins.
    private func climb(_ ana: Player, _ bo: Player) async throws {
        let stairs = ["id": Self.id(68)]
        try await ask(
            "createContest",
            ana,
            body: """
                {"id":"\(Self.id(68))","kind":"competition","name":"Stairs","unit":"floors",\
                "score":"percent","target":50,"startsAt":"2026-06-10T08:00:00Z",\
                "endsAt":"2026-06-17T08:00:00Z","invitees":["\(bo.id)"]}
                """
        )
        try await ask("setTarget", ana, stairs, body: #"{"target":60}"#)
        try await ask("declineContest", bo, stairs, body: "{}")
        try await ask("cancelContest", ana, stairs, body: "{}")
    }

    /// Two drafts, of which one is deleted.
    private func prepare(_ ana: Player) async throws {
        for number in [69, 70] {
            let draft = """
                {"id":"\(Self.id(number))","kind":"competition","name":"By bicycle","draft":true}
                """
            try await ask("createContest", ana, body: draft)
        }
        let week = """
            {"startsOn":"2026-07-06","endsOn":"2026-07-12","timeZone":"Europe/Stockholm"}
            """
        try await ask("changeContest", ana, ["id": Self.id(69)], body: week)
        try await ask("deleteContest", ana, ["id": Self.id(70)])
    }
}
