import Testing

/// What the check of `protocol/doors.txt` itself finds.
struct DoorsTableTests {
    private static let roles = """
        # The lake.
        roles owner counterpart invitee friend stranger blocked removed former moderator anonymous

        """
    private static let lake = "GET /v1/lake ok – – less 404 404 – – not_yours 401"

    private static func mistakes(_ rows: String...) -> [String] {
        DoorsTable(roles + rows.joined(separator: "\n"))
            .mistakes(operations: ["GET /v1/lake", "PUT /v1/lake"])
    }

    @Test func `a row for each operation is right`() {
        #expect(Self.mistakes(Self.lake, Self.lake.replacing("GET", with: "PUT")) == [])
    }

    @Test func `an operation without a row is a mistake`() {
        #expect(Self.mistakes(Self.lake) == ["PUT /v1/lake has no row"])
    }

    @Test(arguments: [
        ("GET /v1/sea ok – – – – – – – – 401", "GET /v1/sea is no operation"),
        ("GET /v1/lake ok – – – – – – – – 401", "GET /v1/lake has two rows"),
    ])
    func `a row that there should not be is a mistake`(row: String, mistake: String) {
        let others = [Self.lake, Self.lake.replacing("GET", with: "PUT")]
        #expect(Self.mistakes(others[0], others[1], row) == [mistake])
    }

    @Test(arguments: [
        ("404 404 – 404 404 404 – – 404 404", "PUT /v1/lake says 404 to every role"),
        ("404 404 – 404 404 404 – – 404 401", "PUT /v1/lake says 404 to every role"),
        ("404 403 – 404 404 404 – – 404 401", "PUT /v1/lake is allowed to no role"),
        ("less – – – – – – – – 401", "PUT /v1/lake is allowed to no role"),
        ("– – – – – – – – – –", "PUT /v1/lake is allowed to no role"),
        ("ok – – – – – – – –", "PUT /v1/lake has not one cell for each role"),
        ("ok – – – – – – – – 401 401", "PUT /v1/lake has not one cell for each role"),
    ])
    func `a row that shows nothing is a mistake`(cells: String, mistake: String) {
        #expect(Self.mistakes(Self.lake, "PUT /v1/lake \(cells)") == [mistake])
    }

    @Test func `the columns are the roles, in their order`() {
        let text = Self.roles.replacing("friend stranger", with: "stranger friend") + Self.lake
        let mistakes = DoorsTable(text).mistakes(operations: ["GET /v1/lake"])
        #expect(mistakes == ["the roles are others"])
    }

    // What is answered.

    private static func answered(
        _ change: (inout [DoorsTable.Role: DoorsTable.Answer]) -> Void = { _ in },
        mark: String? = "trout"
    ) -> [String] {
        var answers: [DoorsTable.Role: DoorsTable.Answer] = [
            .owner: .init(status: 200, text: "trout, pike"),
            .friend: .init(status: 200, text: "pike"),
            .stranger: .init(status: 404), .blocked: .init(status: 404),
            .moderator: .init(status: 403, code: "lakes.not_yours"), .anonymous: .init(status: 401),
        ]
        change(&answers)
        let table = DoorsTable(roles + lake)
        return table.rows.flatMap { $0.mistakes(in: answers, mark: mark) }
    }

    @Test func `what is answered as written is right`() {
        #expect(Self.answered() == [])
    }

    @Test func `an answer that is not the cell's is a mistake`() {
        func mistakes(_ role: DoorsTable.Role, _ answer: DoorsTable.Answer) -> [String] {
            Self.answered { $0[role] = answer }
        }
        #expect(
            mistakes(.owner, .init(status: 404, code: "lakes.dry"))
                == ["GET /v1/lake: owner is answered 404 lakes.dry instead of ok"]
        )
        #expect(
            mistakes(.owner, .init(status: 200, text: "pike"))
                == ["GET /v1/lake: owner is answered 200 pike instead of ok"]
        )
        #expect(
            mistakes(.friend, .init(status: 200, text: "trout"))
                == ["GET /v1/lake: friend is answered 200 trout instead of less"]
        )
        #expect(
            mistakes(.stranger, .init(status: 403, code: "lakes.not_yours"))
                == ["GET /v1/lake: stranger is answered 403 lakes.not_yours instead of 404"]
        )
        #expect(
            mistakes(.moderator, .init(status: 403, code: "lakes.frozen"))
                == ["GET /v1/lake: moderator is answered 403 lakes.frozen instead of not_yours"]
        )
        #expect(
            mistakes(.moderator, .init(status: 200, code: "lakes.not_yours"))
                == ["GET /v1/lake: moderator is answered 200 lakes.not_yours instead of not_yours"]
        )
    }

    @Test func `a role that has a cell and does not ask is a mistake`() {
        let mistakes = Self.answered { $0[.blocked] = nil }
        #expect(mistakes == ["GET /v1/lake: blocked did not ask"])
    }

    @Test func `without a mark nobody can be shown less`() {
        let mistakes = Self.answered(mark: nil)
        #expect(mistakes == ["GET /v1/lake: friend is answered 200 pike instead of less"])
    }

    @Test(arguments: [401, 404])
    func `404 to every role means that the thing does not exist`(anonymous: Int) {
        let mistakes = Self.answered { answers in
            for role in answers.keys { answers[role] = .init(status: 404) }
            answers[.anonymous] = .init(status: anonymous)
        }
        #expect(mistakes == ["GET /v1/lake answers 404 to every role: the thing does not exist"])
    }

    @Test func `the refused ask first, and one who gets the thing last`() {
        let rows = DoorsTable(Self.roles + Self.lake).rows
        #expect(
            rows.first?.asked == [.friend, .stranger, .blocked, .moderator, .anonymous, .owner]
        )
        #expect(rows.first?.firstAllowed == .owner)
    }
}
