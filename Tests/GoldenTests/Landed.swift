/// A number and the call that it was given to, as `calls.txt` remembers it.
struct Landed: Equatable {
    let number: String
    let name: String
    var isRetired = false

    init(_ number: String, _ name: String, isRetired: Bool = false) {
        self.number = number
        self.name = name
        self.isRetired = isRetired
    }

    /// Reads the first line of an entry; `nil` for every other line.
    init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 3, words[0].hasPrefix("0x") else { return nil }
        self.init(words[0], words[1], isRetired: words[2] == "retired")
    }

    /// What is wrong with numbers of the present: a number that was given to another call before,
    /// or that is retired, and a call that had another number.
    static func mistakes(of present: [Landed], after landed: [Landed]) -> [String] {
        present.flatMap { call in
            landed.compactMap { before -> String? in
                if before.number == call.number, before.name != call.name || before.isRetired {
                    return "\(call.number) is \(call.name) and was \(before.name)"
                }
                if before.name == call.name, before.number != call.number, !before.isRetired {
                    return "\(call.name) is \(call.number) and was \(before.number)"
                }
                return nil
            }
        }
    }

    /// Calls that are gone, and whose numbers stay theirs.
    static func retired(of landed: [Landed], present: [Landed]) -> [Landed] {
        landed.filter { before in !present.contains { $0.number == before.number } }
            .map { Landed($0.number, $0.name, isRetired: true) }
    }
}
