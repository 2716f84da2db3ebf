/// What `tzdata.zi` says of its release: the names of its zones, and which are other names of one.
struct ZoneIndex {
    /// The release, such as `2026b`.
    let release: String
    /// All names but `Factory`, which stands for clocks that nobody has set.
    let names: [String]
    /// The zone or name that another name stands for.
    let targets: [String: String]

    /// Reads the file; throws if it is cut, or names no release or no zone.
    init(_ bytes: [UInt8]) throws(ZonesError) {
        let newline = UInt8(ascii: "\n")
        guard bytes.last == newline else {
            throw ZonesError("tzdata.zi is cut")
        }
        let lines = bytes.split(separator: newline)
        let first = lines.first.map(Self.words) ?? []
        guard first.count >= 3, first[0] == "#", first[1] == "version", Self.isRelease(first[2])
        else { throw ZonesError("the first line of tzdata.zi names no release") }
        release = first[2]
        var names: [String] = []
        var targets: [String: String] = [:]
        // Most lines are rules: only lines of names become texts.
        for line in lines where line.first == UInt8(ascii: "Z") || line.first == UInt8(ascii: "L") {
            let words = Self.words(line)
            switch words.first {
            case "Z" where words.count > 1, "Zone" where words.count > 1:
                names.append(words[1])
            case "L" where words.count > 2, "Link" where words.count > 2:
                names.append(words[2])
                targets[words[2]] = words[1]
            default: break
            }
        }
        names = names.filter { Self.isName($0) && $0 != "Factory" }
        guard !names.isEmpty else { throw ZonesError("tzdata.zi names no zone") }
        self.names = names.contains("UTC") ? names : names + ["UTC"]
        self.targets = targets
    }

    private static func words(_ line: ArraySlice<UInt8>) -> [String] {
        line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a text is a year and what follows: `2026b`, `2026b-5-g0a1b2c3`.
    private static func isRelease(_ text: String) -> Bool {
        let isYear = text.utf8.prefix(4).allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return isYear && (5...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isOfName || $0 == UInt8(ascii: ".") }
    }

    /// Whether a text is one to three parts of letters, digits and `_+-`, so that no name leads out
    /// of the directory.
    private static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= Zones.nameBytesMax else { return false }
        let parts = text.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        return (1...3).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isOfName) }
    }
}

extension UInt8 {
    /// Whether it is a character of a part of a zone's name.
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
