import FoundationEssentials

/// The demonstration: two people become friends, one challenges the other, and the points arrive.
/// Prints a line for each step.
struct Story {
    private let client: DemoClient

    init(url: String) {
        client = DemoClient(url: url)
    }

    /// Plays the story with two new people. Nobody signs in as them again, so their passwords are
    /// not kept.
    func play() async throws {
        let ana = try await register("Ana", "Lindqvist")
        let bo = try await register("Bo", "Marlowe")
        try await play(ana, bo)
    }

    /// Plays the story with two people. They must not be friends yet.
    func play(_ ana: DemoPerson, _ bo: DemoPerson) async throws {
        print("\nThe demonstration: a dare, from friendship to points.\n")
        try await client.befriend(ana, bo)
        say("Ana asks Bo to be friends, and Bo accepts.")

        let assignment = try await sendDare(from: ana, to: bo)
        try await accept(assignment, bo)
        try await prove(assignment, bo)

        let done = try await client.post("/v1/assignments/\(assignment)/approve", as: ana.token)
        say("Ana approves. It is now “\(try done.text("displayState"))”.")
        try await showScoreboard(of: ana, expecting: [bo.id: 100, ana.id: 10])
    }

    /// Registers a user. A repeated registration is not recognised, because its reply is secret:
    /// the name may then be taken, and another one is tried.
    private func register(_ firstName: String, _ lastName: String) async throws -> DemoPerson {
        var tries = 0
        while true {
            tries += 1
            do {
                let tag = String(UInt32.random(in: 0...UInt32.max), radix: 36)
                return try await client.register(
                    firstName,
                    lastName,
                    username: "\(firstName.lowercased())_\(tag)",
                    password: UUID().uuidString
                )
            } catch let error as DemoError {
                guard error.status == 409, tries < 3 else { throw error }
            }
        }
    }

    private func sendDare(from sender: DemoPerson, to recipient: DemoPerson) async throws -> String
    {
        let challenge = try await client.post(
            "/v1/challenges",
            [
                "kind": .string("dare"), "name": .string("Ten push-ups before breakfast"),
                "description": .string("All the way down. A photo, please."),
                "recipients": .array([.string(recipient.id)]), "proof": .string("required"),
            ],
            as: sender.token
        )
        say(
            "\(sender.firstName) dares \(recipient.firstName): “\(try challenge.text("name"))”, with a photo."
        )
        return try challenge.member("assignments").element(0).text("id")
    }

    private func accept(_ assignment: String, _ user: DemoPerson) async throws {
        let unread = try await client.get("/v1/assignments/\(assignment)", as: user.token)
        let accepted = try await client.post(
            "/v1/assignments/\(assignment)/accept",
            as: user.token
        )
        say(
            "\(user.firstName) sees it as “\(try unread.text("displayState"))”, accepts, and it is"
                + " “\(try accepted.text("displayState"))”."
        )
    }

    private func prove(_ assignment: String, _ user: DemoPerson) async throws {
        let photo = ProofPhoto.png()
        let media = try await client.upload(photo, contentType: "image/png", as: user.token)
        let url = try media.text("url")
        let back = try await client.download(url)
        say(
            "\(user.firstName) uploads a photo of \(try media.number("width")) × "
                + "\(try media.number("height")) pixels; its signed URL answers \(back) bytes."
        )
        let submitted = try await client.post(
            "/v1/assignments/\(assignment)/submit",
            [
                "note": .string("Done, and one extra."),
                "mediaIDs": .array([.string(try media.text("id"))]),
            ],
            as: user.token
        )
        say("\(user.firstName) submits it; the dare is “\(try submitted.text("state"))”.")
    }

    /// Shows the points. They arrive by event: shortly after the verdict, and never twice.
    private func showScoreboard(of user: DemoPerson, expecting points: [String: Int]) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var rows: [JSONValue] = []
        while true {
            rows = try await client.get("/v1/scoreboard", as: user.token).member("items").elements
            let seen = try Dictionary(
                rows.map { (try $0.member("user").text("id"), try $0.number("points")) },
                uniquingKeysWith: { first, _ in first }
            )
            if points.allSatisfy({ seen[$0.key] == $0.value }) { break }
            guard ContinuousClock.now < deadline else {
                throw DemoError("the points did not arrive within a minute: \(seen)")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        print("\n  \(user.firstName)'s scoreboard")
        print("  rank  points  player")
        for row in rows {
            let user = try row.member("user")
            print(
                "  \(right(try row.number("rank"), 4))  \(right(try row.number("points"), 6))  "
                    + "\(try user.text("firstName")) \(try user.text("lastName"))"
            )
        }
    }

    private func right(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }

    private func say(_ line: String) {
        print("  • \(line)")
    }
}
