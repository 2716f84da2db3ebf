import TestKit
import Testing
import Wire

/// `protocol/calls.txt`: what can be asked. It is also the record of every number that was ever
/// given away.
@Suite struct CallsTests {
    private let landed = GoldenFile.lines("calls.txt").compactMap(Landed.init(line:))
    private let present = Interface.calls.map { Landed($0.id.description, $0.name) }

    @Test func `what can be asked is written down, and what landed never changes its number`()
        throws
    {
        try #require(Landed.mistakes(of: present, after: landed).isEmpty)
        try expectGolden(try text(), matches: "protocol/calls.txt")
    }

    @Test func `every number is a service's own, or of the range of all, and used once`() {
        let numbers = Interface.calls.map { $0.id.rawValue }
        #expect(numbers.repeated.isEmpty)
        #expect(Interface.calls.map { $0.name }.repeated.isEmpty)
        for (index, service) in Interface.services.enumerated() {
            for call in service.calls + service.published {
                #expect(Int(call.id.rawValue >> 8) == index + 1, "\(call)")
            }
        }
        for call in Interface.shared {
            #expect(call.id.rawValue >> 8 == 0, "\(call)")
        }
    }

    @Test func `a number that landed is never another call's`() {
        let landed = [
            Landed("0x0101", "Register"), Landed("0x0102", "SignIn"),
            Landed("0x0103", "Guess", isRetired: true),
        ]
        func mistakes(_ present: Landed...) -> Int {
            Landed.mistakes(of: present, after: landed).count
        }
        #expect(mistakes() == 0)
        #expect(mistakes(landed[0], landed[1], Landed("0x0104", "SignOut")) == 0)
        #expect(mistakes(Landed("0x0101", "Enrol")) == 1)
        #expect(mistakes(Landed("0x0104", "SignIn")) == 1)
        #expect(mistakes(Landed("0x0102", "Register"), Landed("0x0101", "SignIn")) == 4)
        #expect(mistakes(Landed("0x0103", "Guess")) == 1)
        #expect(mistakes(Landed("0x0103", "Renew")) == 1)
        #expect(mistakes(Landed("0x0104", "Guess")) == 0)
    }

    @Test func `a number that is gone stays listed`() throws {
        let landed = [Landed("0x0101", "Register"), Landed("0x0102", "SignIn", isRetired: true)]
        #expect(Landed.retired(of: landed, present: landed).isEmpty)
        let gone = Landed.retired(of: landed, present: [])
        #expect(gone == landed.map { Landed($0.number, $0.name, isRetired: true) })
        #expect(Landed(line: "0x0101 Register retired") == gone[0])
        #expect(Landed(line: "0x0101 Register many anyone") == landed[0])
        #expect(Landed(line: "    user?: uuid of User") == nil)
    }

    @Test func `every limit is one of a field`() throws {
        let sampler = Sampler()
        let documentation = try Documentation()
        for call in Interface.calls { _ = try entry(call, sampler, documentation) }
        #expect(!sampler.limits.isEmpty)
        for (type, limits) in sampler.limits {
            let fields = Set(sampler.shapes[type]?.members ?? [])
            #expect(fields.isSuperset(of: limits.keys), "\(type)")
        }
    }

    @Test func `every amount that comes from outside has a limit`() throws {
        let sampler = Sampler()
        var count = 0
        for call in Interface.calls where !call.access.isOfCluster {
            for field in try fields(of: call, sampler) where field.type == "amount" {
                count += 1
                guard case .amount? = sampler.limits[call.name]?[field.name] else {
                    Issue.record("\(call.name)/\(field.name)")
                    continue
                }
            }
        }
        #expect(count > 0)
    }

    @Test func `every id that a client chooses is one that switchboards check`() throws {
        let sampler = Sampler()
        let documentation = try Documentation()
        for call in Interface.calls where !call.isInternal {
            let chosen = try fields(of: call, sampler).map(\.name).filter { field in
                documentation.lines(of: field, in: call.name).joined(separator: " ")
                    .contains("the service picks one when absent")
            }
            let checked = (call as? any ChoosesID.Type)?.chosenIDField
            #expect(chosen == [checked].compactMap(\.self), "\(call.name)")
            guard checked != nil else { continue }
            let told = documentation.lines(of: call.name).joined(separator: " ")
            #expect(told.contains("`wire.id_reserved`"), "\(call.name)")
        }
    }

    private func fields<C: Call>(of call: C.Type, _ sampler: Sampler) throws -> [Sampler.Field] {
        try sampler.fields(of: call)
    }

    @Test func `everything that can be asked says what it means`() throws {
        let documentation = try Documentation()
        let sampler = Sampler()
        for call in Interface.calls {
            #expect(!documentation.lines(of: call.name).isEmpty, "\(call.name)")
            _ = try entry(call, sampler, documentation)
        }
        for (name, shape) in sampler.shapes where name != "Nothing" {
            #expect(!documentation.lines(of: name).isEmpty, "\(name)")
            for member in shape.members {
                #expect(!documentation.lines(of: member, in: name).isEmpty, "\(name)/\(member)")
            }
        }
    }

    private func text() throws -> String {
        let sampler = Sampler()
        let documentation = try Documentation()
        let entries = try Interface.calls.map { try entry($0, sampler, documentation) }
        let retired = Landed.retired(of: landed, present: present)
            .map { "\($0.number) \($0.name) retired\n" }
        let calls = (entries + retired).sorted()
        let types = sampler.shapes.sorted { $0.key < $1.key }
            .filter { name, _ in !Interface.calls.contains { $0.name == name } }
            .map { Self.definition($0.key, $0.value, sampler, documentation) }
        return """
            # What can be asked. Written by GOLDEN=record, never by hand; README.md explains it.
            # number  name  effect  access [stream]
            #     field: type      a question mark: may be absent; in brackets: its limit
            #     up, down         what flows in a stream; `endless`: until the asker ends it
            #     reply            what comes back
            #     # …              what the line above means, its limits, and how it is refused


            """
                + calls.joined(separator: "\n")
                + "\n# The types, by name.\n\n"
                + types.joined(separator: "\n")
    }

    private func entry<C: Call>(
        _ call: C.Type,
        _ sampler: Sampler,
        _ documentation: Documentation
    ) throws -> String {
        var head = "\(C.id) \(C.name) \(C.effect) \(C.access.word)"
        var lines = Self.notes(documentation.lines(of: C.name), indent: 4)
        lines += try sampler.fields(of: C.self)
            .flatMap { Self.lines($0, of: C.name, sampler, documentation) }
        if let stream = call as? any StreamCall.Type {
            head += stream.isEndless ? " stream endless" : " stream"
            lines += try Self.directions(of: stream, sampler)
        }
        _ = try sampler.sample(C.Reply.self)
        lines.append("    reply \(Sampler.name(of: C.Reply.self))")
        return ([head] + lines).map { $0 + "\n" }.joined()
    }

    private static func directions<C: StreamCall>(
        of call: C.Type,
        _ sampler: Sampler
    ) throws -> [String] {
        for case let item as any Decodable.Type in [C.Up.self, C.Down.self] as [any Any.Type] {
            _ = try sampler.sample(item)
        }
        return [
            "    up \(Sampler.name(of: C.Up.self))", "    down \(Sampler.name(of: C.Down.self))",
        ]
    }

    private static func lines(
        _ field: Sampler.Field,
        of type: String,
        _ sampler: Sampler,
        _ documentation: Documentation
    ) -> [String] {
        let limit = sampler.limits[type]?[field.name].map { " (\($0.sentence))" } ?? ""
        return ["    \(field.name)\(field.isOptional ? "?" : ""): \(field.type)\(limit)"]
            + notes(documentation.lines(of: field.name, in: type), indent: 8)
    }

    private static func notes(_ lines: [String], indent: Int) -> [String] {
        lines.map { line in
            String(repeating: " ", count: indent) + (line.isEmpty ? "#" : "# \(line)")
        }
    }

    private static func definition(
        _ name: String,
        _ shape: Sampler.Shape,
        _ sampler: Sampler,
        _ documentation: Documentation
    ) -> String {
        var lines = [name] + notes(documentation.lines(of: name), indent: 4)
        switch shape {
        case .fields(let fields):
            lines += fields.flatMap { Self.lines($0, of: name, sampler, documentation) }
        case .words(let words):
            lines.append("    \(words.joined(separator: " | "))")
            for word in words {
                var said = documentation.lines(of: word, in: name)
                if let first = said.first { said[0] = "\(word): \(first)" }
                lines += notes(said, indent: 8)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension FieldLimit {
    /// The limit in words: `1 to 80 characters`.
    fileprivate var sentence: String {
        switch self {
        case .text(let limit):
            "\(limit.characters.words) characters"
                + (limit.alphabet.map { " of \($0.expression)" } ?? "")
                + (limit.format.map { ", \($0)" } ?? "")
        case .items(let counts): "\(counts.words) items"
        case .distinctItems(let counts): "\(counts.words) items, none twice"
        case .number(let range, let standard):
            range.words + (standard.map { ", \($0) when absent" } ?? "")
        case .atLeast(let least): "\(least) or more"
        case .amount(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .words(let words): words.joined(separator: ", ")
        }
    }
}

extension Access {
    /// Whether only services make the call.
    fileprivate var isOfCluster: Bool {
        switch self {
        case .cluster: true
        case .anyone, .signedIn, .moderator, .operator: false
        }
    }
}

extension ClosedRange<Int> {
    fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}

extension Sampler.Shape {
    /// The names of its fields, or its words.
    fileprivate var members: [String] {
        switch self {
        case .fields(let fields): fields.map(\.name)
        case .words(let words): words
        }
    }
}
