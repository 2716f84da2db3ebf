import FoundationEssentials

/// What somebody who opens a new cluster finds in it: Ana, whom they sign in as, her friends Bo, Cy
/// and Di, and challenges of each kind, from unread to done.
struct DemoWorld {
    /// The username to sign in with.
    static let username = "ana"

    private let client: DemoClient
    private let password: String

    /// - Parameters:
    ///   - url: The gateway's address.
    ///   - password: The password of the four.
    init(url: String, password: String) {
        client = DemoClient(url: url)
        self.password = password
    }

    /// Registers the four, plays the story with two of them, and makes everything else.
    ///
    /// - Returns: `false` if Ana's username is taken, as after an interrupted start; then nothing
    ///   is made.
    func make(playing story: Story) async throws -> Bool {
        guard let ana = try await registerFirst() else { return false }
        let bo = try await register("Bo", "Marlowe", as: "bo.marlowe")
        try await story.play(ana, bo)
        let cy = try await register("Cy", "Tanaka", as: "cy.tanaka")
        let di = try await register("Di", "Okafor", as: "di.okafor")
        for (one, other) in [(ana, cy), (ana, di), (bo, cy), (bo, di), (cy, di)] {
            try await client.befriend(one, other)
        }
        try await makeDares(ana, bo, cy, di)
        try await makeWorkout(for: ana, by: bo)
        try await makeContests(ana, bo, cy, di)
        try await makeGoals(of: ana)
        let photos = [try await photo(.noon, of: ana), try await photo(.dusk, of: ana)]
        _ = try await client.post(
            "/v1/me/photos",
            ["mediaIDs": .array(photos), "audience": .string("friends")],
            as: ana.token
        )
        print("\n  Cy and Di join them, with dares, a workout, two contests and goals to try.")
        return true
    }

    private func registerFirst() async throws -> DemoPerson? {
        do {
            return try await register("Ana", "Lindqvist", as: Self.username)
        } catch let error as DemoError where error.status == 409 {
            return nil
        }
    }

    private func register(
        _ firstName: String,
        _ lastName: String,
        as username: String
    ) async throws -> DemoPerson {
        try await client.register(firstName, lastName, username: username, password: password)
    }

    /// Dares to Ana in each of the five states that an app shows, and one that she has to judge.
    private func makeDares(
        _ ana: DemoPerson,
        _ bo: DemoPerson,
        _ cy: DemoPerson,
        _ di: DemoPerson
    ) async throws {
        _ = try await dare(cy, ana, "Swim across the lake before sunrise")
        let trick = try await dare(di, ana, "Learn a card trick")
        try await prove(trick, "The queen of hearts, twice.", .dawn, by: ana)
        try await move(try await dare(bo, ana, "No sugar for a day"), "accept", by: ana)
        try await move(
            try await dare(cy, ana, "Eat a lemon"),
            "deny",
            ["reason": .string("Far too sour.")],
            by: ana
        )
        let done = try await dare(di, ana, "Sing in the rain")
        try await prove(done, "Two songs, and a cold.", .dusk, by: ana)
        try await move(done, "approve", by: di)
        let waiting = try await dare(ana, bo, "Walk backwards round the block")
        try await prove(waiting, "Nobody was hurt.", .noon, by: bo)
    }

    private func makeWorkout(for recipient: DemoPerson, by author: DemoPerson) async throws {
        let workout = try await client.post(
            "/v1/definitions",
            [
                "name": .string("Row"), "caption": .string("Against the stream"),
                "category": .string("endurance"), "targetSeconds": .number(600),
                "mediaIDs": .array([try await photo(.dawn, of: author)]),
            ],
            as: author.token
        )
        _ = try await client.post(
            "/v1/challenges",
            [
                "kind": .string("workout"), "definition": .string(try workout.text("id")),
                "recipients": .array([.string(recipient.id)]), "deadline": .string(days(5)),
            ],
            as: author.token
        )
    }

    /// A competition that Ana takes part in, and an open challenge of Bo that she may join.
    private func makeContests(
        _ ana: DemoPerson,
        _ bo: DemoPerson,
        _ cy: DemoPerson,
        _ di: DemoPerson
    ) async throws {
        let competition = try await client.post(
            "/v1/contests",
            [
                "kind": .string("competition"), "name": .string("Who drinks the most water?"),
                "unit": .string("litres"), "endsAt": .string(days(7)),
                "invitees": .array([bo, cy, di].map { .string($0.id) }),
            ],
            as: ana.token
        ).text("id")
        for friend in [bo, cy] { try await join(competition, friend) }
        for (person, litres) in [(bo, 1.5), (cy, 2), (ana, 0.75), (bo, 1)] {
            try await log(litres, in: competition, by: person)
        }
        let open = try await client.post(
            "/v1/contests",
            [
                "kind": .string("open"), "name": .string("A hundred floors by the stairs"),
                "unit": .string("floors"), "goal": .number(100),
                "visibility": .string("public"),
            ],
            as: bo.token
        ).text("id")
        for person in [bo, cy] { try await join(open, person) }
        try await log(18, in: open, by: bo)
        try await log(42, in: open, by: cy)
    }

    private func makeGoals(of person: DemoPerson) async throws {
        let presets = try await client.get("/v1/definitions?of=preset&limit=100", as: person.token)
        let steps = try presets.member("items").elements.first {
            try $0.text("name") == "Walk 10,000 steps"
        }
        guard let steps else { throw DemoError("there is no preset of 10,000 steps") }
        let walk = try await client.post(
            "/v1/goals",
            ["definition": .string(try steps.text("id"))],
            as: person.token
        )
        try await log(6_500, of: walk, by: person)
        let water = try await client.post(
            "/v1/goals",
            [
                "name": .string("Drink water"), "unit": .string("glasses"), "target": .number(8),
                "recurrence": .string("daily"),
            ],
            as: person.token
        )
        try await log(3, of: water, by: person)
    }

    // Steps.

    private func dare(
        _ sender: DemoPerson,
        _ recipient: DemoPerson,
        _ name: String
    ) async throws -> String {
        try await client.post(
            "/v1/challenges",
            [
                "kind": .string("dare"), "name": .string(name),
                "recipients": .array([.string(recipient.id)]),
            ],
            as: sender.token
        ).member("assignments").element(0).text("id")
    }

    private func move(
        _ assignment: String,
        _ action: String,
        _ body: [String: JSONValue]? = nil,
        by person: DemoPerson
    ) async throws {
        _ = try await client.post("/v1/assignments/\(assignment)/\(action)", body, as: person.token)
    }

    private func prove(
        _ assignment: String,
        _ note: String,
        _ light: ProofPhoto.Light,
        by person: DemoPerson
    ) async throws {
        try await move(assignment, "accept", by: person)
        let photo = try await photo(light, of: person)
        let body: [String: JSONValue] = ["note": .string(note), "mediaIDs": .array([photo])]
        try await move(assignment, "submit", body, by: person)
    }

    private func join(_ contest: String, _ person: DemoPerson) async throws {
        _ = try await client.post("/v1/contests/\(contest)/join", [:], as: person.token)
    }

    private func log(_ amount: Double, in contest: String, by person: DemoPerson) async throws {
        _ = try await client.post(
            "/v1/contests/\(contest)/entries",
            ["amount": .number(amount)],
            as: person.token
        )
    }

    private func log(_ amount: Double, of goal: JSONValue, by person: DemoPerson) async throws {
        _ = try await client.post(
            "/v1/goals/\(try goal.text("id"))/entries",
            ["amount": .number(amount)],
            as: person.token
        )
    }

    private func photo(_ light: ProofPhoto.Light, of person: DemoPerson) async throws -> JSONValue {
        let media = try await client.upload(
            ProofPhoto.png(light),
            contentType: "image/png",
            as: person.token
        )
        return try media.member("id")
    }

    private func days(_ count: Int) -> String {
        Date.now.addingTimeInterval(Double(count) * 86_400).formatted(.iso8601)
    }
}
