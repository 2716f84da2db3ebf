import Foundation

/// The allowed values and the default of the settings that are read by `settings.read`, found in
/// the sources.
struct DeclaredDefaults {
    struct NotFound: Error {
        let what: String
    }

    /// The values of properties, parameters and constants by name, and the file of each.
    private lazy var values = Self.declaredValues()

    /// Returns what a setting allows and its default, as `SETTINGS.md` shows them.
    mutating func read(
        _ key: String,
        in files: [String]
    ) throws -> (
        allowed: String, fallback: String
    ) {
        for path in files {
            let text = try Repository.text(path)
            for match in text.matches(of: Self.reading)
            where String(match.1) == key {
                let place = Place(path: path, text: text)
                let value = try value(of: String(match.4), at: place)
                let range = try match.3.map { try self.range(String($0), at: place) }
                switch String(match.2 ?? "") {
                case "in":
                    let range = range ?? (0, nil)
                    return ("\(range.least) to \(range.most ?? Int.max)", "`\(value)`")
                case "bytesIn":
                    let least = range?.least ?? 0
                    return (
                        least == 0 ? "bytes" : "bytes, at least `\(Self.bytes(least))`",
                        "`\(Self.bytes(Int(value) ?? 0))`"
                    )
                case "atLeastHours":
                    return ("\(match.3 ?? "")h to 366d", "`\(value)`")
                default:
                    return (
                        value.contains(",") ? "up to ten, each 1s to 366d" : "1s to 366d",
                        "`\(value)`"
                    )
                }
            }
        }
        throw NotFound(what: "how \(key) is read")
    }

    private struct Place {
        let path: String
        let text: String

        /// Whether a file has the type of the value with the property: for `dares.attemptsMax` it
        /// is `DareRules.swift`, for a variable of the place the file of its type, and for a
        /// property alone the file of the type that `Type+Settings.swift` extends.
        func isTypeOfOwner(in property: String, _ file: String) -> Bool {
            let parts = property.split(separator: ".")
            guard parts.count > 1 else {
                let name = path.split(separator: "/").last ?? ""
                return file == "\(name.prefix { $0 != "+" && $0 != "." }).swift"
            }
            if let type = try? Regex("var \(parts[0]) = ([A-Z]\\w*)").firstMatch(in: text)?[1] {
                return file.hasPrefix("\(type.substring ?? "")")
            }
            let owner = parts[0].prefix(1).uppercased() + parts[0].dropFirst()
            let stem = owner.hasSuffix("s") ? String(owner.dropLast()) : owner
            return file == "\(stem)Rules.swift" || file == "\(owner).swift"
        }
    }

    /// The key, the kind of its range, the range, and where the value goes.
    private static var reading: Regex<(Substring, Substring, Substring?, Substring?, Substring)> {
        #/
        settings\.read\(\s*"([a-z.]+)",\s*
        (?:(in|bytesIn|atLeastHours):\ ([^\n]+?),\s*)?
        into:\ &([A-Za-z.]+)\s*\)
        /#
    }

    /// The bounds of `1...1_000`, of a name for it, or of `0...Int64.max / 4`, which has no upper
    /// one.
    private mutating func range(
        _ text: String,
        at place: Place
    ) throws -> (
        least: Int, most: Int?
    ) {
        guard text.contains("...") else {
            if let digits = Int(text) { return (digits, nil) }
            return try range(expression(of: text, at: place), at: place)
        }
        let parts = text.split(separator: "...", maxSplits: 1).map(String.init)
        let most = parts[1].hasPrefix("Int64.max") ? nil : try value(of: parts[1], at: place)
        return (Int(try value(of: parts[0], at: place)) ?? 0, most.flatMap { Int($0) })
    }

    /// A number, or a duration such as `24h`, of a literal or of the name of one.
    private mutating func value(of text: String, at place: Place) throws -> String {
        let digits = text.replacing("_", with: "")
        if Int(digits) != nil { return digits }
        if text.hasPrefix("[") {
            return try text.dropFirst().dropLast().split(separator: ", ")
                .map { try value(of: String($0), at: place) }.joined(separator: ",")
        }
        if let time = text.wholeMatch(of: /(?:Duration)?\.(second|minute|hour|day)s\(([\d_]+)\)/) {
            return "\(time.2.replacing("_", with: ""))\(time.1.prefix(1))"
        }
        return try value(of: expression(of: text, at: place), at: place)
    }

    /// What a name stands for: in the same file, in the file of the type, or in the only other
    /// place.
    private mutating func expression(of name: String, at place: Place) throws -> String {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let local = try Regex("(?:let|var) \(last) = ([^\\n]+)").firstMatch(in: place.text)
        if last == name, let text = local?[1].substring { return String(text) }
        let declared = (values[last] ?? []).filter { $0.text != name }
        let preferred = declared.filter { place.isTypeOfOwner(in: name, $0.file) }
        let texts = Set((preferred.isEmpty ? declared : preferred).map(\.text))
        guard texts.count == 1, let text = texts.first else {
            throw NotFound(what: "one value of \(name): \(texts.sorted())")
        }
        return text
    }

    private static func declaredValues() -> [String: [(text: String, file: String)]] {
        var values: [String: [(text: String, file: String)]] = [:]
        let paths = (try? Repository.paths(in: "Sources")) ?? []
        let declaration = declaration
        for path in paths where path.hasSuffix(".swift") {
            guard let lines = try? Repository.lines("Sources/\(path)") else { continue }
            let file = path.split(separator: "/").last.map(String.init) ?? path
            for line in lines where line.utf8.contains(UInt8(ascii: "=")) {
                for match in line.matches(of: declaration) {
                    values[String(match.1), default: []].append((String(match.2), file))
                }
            }
        }
        return values
    }

    /// A name, with or without a type, and its value: a number, a duration, several of these, a
    /// range, or a constant.
    private static var declaration: Regex<(Substring, Substring, Substring)> {
        #/
        \b([a-z]\w*)(?::\ (?:Duration|Int64|Int|\[Duration\]))?\ =\ 
        (\[[^\]\n]*\]|[\d_]+\.\.\.[\d_]+|[\d_]+
            |(?:Duration)?\.(?:second|minute|hour|day)s\([\d_]+\)|[A-Z]\w*\.[a-z]\w*)
        (?=[,\)\s]|$)
        /#
    }

    private static func bytes(_ count: Int) -> String {
        let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
        let unit = units.first { count > 0 && count.isMultiple(of: $0.1) }
        return unit.map { "\(count / $0.1)\($0.0)" } ?? "\(count)"
    }
}
