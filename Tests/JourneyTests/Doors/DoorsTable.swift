/// What `protocol/doors.txt` says: what each operation answers to each role.
struct DoorsTable {
    /// What a user is to the thing that a row is asked about.
    enum Role: String, CaseIterable {
        case owner, counterpart, invitee, friend, stranger, blocked, removed, former, moderator
        case anonymous
    }

    /// What a role is answered.
    enum Cell: Equatable {
        /// 2xx, and the thing is in the answer.
        case ok
        /// 2xx, and the thing is not in the answer.
        case less
        /// This status.
        case status(Int)
        /// A refusal with this code, without its service.
        case code(String)

        /// Reads a cell; `nil` where no user can have the role.
        init?(_ word: Substring) {
            switch word {
            case "–": return nil
            case "ok": self = .ok
            case "less": self = .less
            default: self = Int(word).map { Cell.status($0) } ?? .code(String(word))
            }
        }
    }

    /// An operation, such as `GET /v1/me`, and its cells.
    struct Row {
        let operation: String
        let cells: [Role: Cell]
    }

    /// An answer, as it is compared with a cell.
    struct Answer {
        let status: Int
        var code: String?
        var text = ""
    }

    let rows: [Row]
    /// What could not be read.
    private let unread: [String]

    /// Reads the file: the line of roles, then a row for each operation. Lines that begin with `#`
    /// are comments.
    init(_ text: String) {
        var rows: [Row] = []
        var unread: [String] = []
        var lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }[...]
        let roles = lines.popFirst()?.split(separator: " ").dropFirst().map(String.init)
        if roles != Role.allCases.map(\.rawValue) { unread.append("the roles are others") }
        for line in lines {
            let words = line.split(separator: " ")
            let operation = words.prefix(2).joined(separator: " ")
            let cells = zip(Role.allCases, words.dropFirst(2)).map { ($0, Cell($1)) }
            if words.count != 2 + Role.allCases.count {
                unread.append("\(operation) has not one cell for each role")
            }
            rows.append(
                Row(
                    operation: operation,
                    cells: Dictionary(uniqueKeysWithValues: cells).compactMapValues(\.self)
                )
            )
        }
        self.rows = rows
        self.unread = unread
    }

    /// Compares the table with the operations that there are.
    ///
    /// - Returns: What is wrong, a sentence for each mistake.
    func mistakes(operations: [String]) -> [String] {
        let listed = rows.map(\.operation)
        return unread
            + operations.filter { !listed.contains($0) }.map { "\($0) has no row" }
            + Set(listed).subtracting(operations).sorted().map { "\($0) is no operation" }
            + Set(listed.filter { one in listed.count { $0 == one } > 1 }).sorted()
            .map { "\($0) has two rows" }
            + rows.compactMap(\.mistake)
    }
}

extension DoorsTable.Row {
    /// The roles that are answered 2xx, in the order of the columns.
    private var allowed: [DoorsTable.Role] {
        DoorsTable.Role.allCases.filter { cells[$0] == .ok }
    }

    /// The first role that gets the thing.
    var firstAllowed: DoorsTable.Role? { allowed.first }

    /// The roles to ask, in this order: the refused ones while nothing has changed, then those who
    /// get the thing.
    var asked: [DoorsTable.Role] {
        DoorsTable.Role.allCases.filter { cells[$0] != nil && cells[$0] != .ok } + allowed
    }

    /// A row that refuses everyone shows nothing: the thing may not exist.
    fileprivate var mistake: String? {
        let signedIn = cells.filter { $0.key != .anonymous }
        if !signedIn.isEmpty, signedIn.values.allSatisfy({ $0 == .status(404) }) {
            return "\(operation) says 404 to every role"
        }
        return allowed.isEmpty ? "\(operation) is allowed to no role" : nil
    }

    /// Compares answers with the cells.
    ///
    /// - Parameters:
    ///   - answers: What each role was answered.
    ///   - mark: Text in which an answer has the thing; `nil` if the status alone tells.
    /// - Returns: What is wrong, a sentence for each mistake.
    func mistakes(in answers: [DoorsTable.Role: DoorsTable.Answer], mark: String?) -> [String] {
        let signedIn = answers.filter { $0.key != .anonymous }
        if !signedIn.isEmpty, signedIn.values.allSatisfy({ $0.status == 404 }) {
            return ["\(operation) answers 404 to every role: the thing does not exist"]
        }
        return asked.compactMap { role in
            guard let cell = cells[role] else { return nil }
            guard let answer = answers[role] else { return "\(operation): \(role) did not ask" }
            guard !cell.allows(answer, mark: mark) else { return nil }
            return "\(operation): \(role) is answered \(answer.said) instead of \(cell.word)"
        }
    }
}

extension DoorsTable.Answer {
    /// The status, and the code or the beginning of the text.
    fileprivate var said: String { "\(status) \(code ?? String(text.prefix(200)))" }
}

extension DoorsTable.Cell {
    /// The cell as it is written.
    fileprivate var word: String {
        switch self {
        case .ok: "ok"
        case .less: "less"
        case .status(let status): "\(status)"
        case .code(let code): code
        }
    }

    fileprivate func allows(_ answer: DoorsTable.Answer, mark: String?) -> Bool {
        let isGranted = (200..<300).contains(answer.status)
        return switch self {
        case .ok: isGranted && mark.map { answer.text.contains($0) } ?? true
        case .less: isGranted && mark.map { !answer.text.contains($0) } ?? false
        case .status(let status): answer.status == status
        case .code(let code):
            !isGranted && answer.code?.split(separator: ".").last.map(String.init) == code
        }
    }
}
