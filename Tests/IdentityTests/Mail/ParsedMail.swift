import Foundation

/// A mail, read by the letter of RFC 5322, 2045 and 2047; whatever these do not allow is refused.
struct ParsedMail {
    struct Malformed: Error {
        let what: String
    }

    /// The values of the headers, unfolded and decoded.
    let headers: [String: String]
    /// The text, whose lines end with LF.
    let text: String

    var subject: String { headers["Subject"] ?? "" }
    var recipient: String { headers["To"] ?? "" }

    /// The line that is a ticket; `nil` without one.
    var ticket: String? {
        text.split(separator: "\n").map(String.init).first { line in
            line.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil
        }
    }

    init(_ bytes: [UInt8]) throws {
        guard bytes.allSatisfy({ $0 == 13 || $0 == 10 || (32...126).contains($0) }) else {
            throw Malformed(what: "bytes beyond printable ASCII")
        }
        let whole = String(decoding: bytes, as: UTF8.self)
        var lines = whole.components(separatedBy: "\r\n")
        guard lines.removeLast().isEmpty else { throw Malformed(what: "the last line's end") }
        for line in lines where line.utf8.contains(where: { $0 == 13 || $0 == 10 }) {
            throw Malformed(what: "a bare CR or LF: \(line)")
        }
        guard let end = lines.firstIndex(of: "") else { throw Malformed(what: "no end of headers") }
        if let long = lines.first(where: { $0.utf8.count > 76 }) {
            throw Malformed(what: "a line of more than 76 characters: \(long)")
        }
        headers = try Self.headers(of: lines[..<end])
        text = try Self.unquoted(lines[(end + 1)...])
    }

    private static func headers(of lines: ArraySlice<String>) throws -> [String: String] {
        var folded: [(name: String, value: String)] = []
        for line in lines {
            if line.hasPrefix(" "), let last = folded.last {
                guard !line.allSatisfy({ $0 == " " }) else { throw Malformed(what: "a blank fold") }
                folded[folded.count - 1].value = last.value + line
            } else if let match = line.wholeMatch(of: /([A-Za-z-]+): (\S.*)/) {
                folded.append((String(match.1), String(match.2)))
            } else {
                throw Malformed(what: "a header: \(line)")
            }
        }
        var headers: [String: String] = [:]
        for (name, value) in folded {
            guard headers.updateValue(try decoded(value), forKey: name) == nil else {
                throw Malformed(what: "\(name) twice")
            }
        }
        let names: Set = [
            "Date", "From", "To", "Message-ID", "Subject", "Auto-Submitted", "Content-Language",
            "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
        ]
        guard Set(headers.keys) == names else { throw Malformed(what: "headers \(headers.keys)") }
        let date = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000/
        guard headers["Date"]?.wholeMatch(of: date) != nil,
            headers["Message-ID"]?.wholeMatch(of: /<[0-9a-f-]{36}@[a-z0-9.-]+>/) != nil,
            headers["To"]?.wholeMatch(of: /<[!-~]+@[!-~]+>/) != nil,
            headers["Content-Transfer-Encoding"] == "quoted-printable",
            headers["Content-Type"] == "text/plain; charset=utf-8", headers["MIME-Version"] == "1.0"
        else { throw Malformed(what: "a header's value: \(headers)") }
        return headers
    }

    /// Decodes encoded words; the blanks between two of them count for nothing.
    private static func decoded(_ value: String) throws -> String {
        guard value.contains("=?") else { return value }
        return try value.split(separator: " ").map { word in
            guard word.utf8.count <= 75,
                let match = word.wholeMatch(of: /=\?utf-8\?B\?([A-Za-z0-9+\/]+=*)\?=/),
                let data = Data(base64Encoded: String(match.1)),
                let text = String(data: data, encoding: .utf8)
            else { throw Malformed(what: "an encoded word: \(word)") }
            return text
        }.joined()
    }

    private static func unquoted(_ lines: ArraySlice<String>) throws -> String {
        var bytes: [UInt8] = []
        for line in lines {
            guard line.last != " " else { throw Malformed(what: "a blank at a line's end") }
            var rest = Array(line.utf8)[...]
            var isSoft = false
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                if rest.isEmpty {
                    isSoft = true
                    continue
                }
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.wholeMatch(of: /[0-9A-F]{2}/) != nil,
                    let number = UInt8(digits, radix: 16)
                else { throw Malformed(what: "an escape: \(line)") }
                bytes.append(number)
                rest = rest.dropFirst(2)
            }
            if !isSoft { bytes.append(10) }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Malformed(what: "a text that is not UTF-8")
        }
        return text
    }
}
