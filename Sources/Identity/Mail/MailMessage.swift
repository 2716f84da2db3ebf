import FoundationEssentials
public import Identifiers
import Values

/// A mail as it travels (RFC 5322): lines of at most 76 characters of ASCII, each ended by CRLF.
public struct MailMessage: Sendable {
    /// The mail's id; the same in every attempt.
    public let id: MailID
    /// The sender's address, in ASCII.
    public let sender: String
    /// The recipient's address, in ASCII.
    public let recipient: String
    let language: String
    let subject: String
    /// The text, whose lines end with LF.
    let text: String
    let date: Instant

    /// The whole mail.
    public var bytes: [UInt8] {
        let domain = sender.utf8.split(separator: UInt8(ascii: "@")).last ?? "".utf8[...]
        let head = [
            "Date: \(Self.date(date))",
            "From: Gauntlet <\(sender)>",
            "To: <\(recipient)>",
            "Message-ID: <\(id)@\(String(decoding: domain, as: UTF8.self))>",
            "Subject: \(Self.header(subject))",
            "Auto-Submitted: auto-generated",
            "Content-Language: \(language)",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
        ]
        return Array(head.map { $0 + "\r\n" }.joined().utf8) + Self.quoted(text)
    }

    /// `Sun, 06 Nov 1994 08:49:37 +0000` (RFC 5322 §3.3).
    private static func date(_ moment: Instant) -> String {
        let (date, time) = CivilDate.split(moment.microseconds / 1_000_000, unitsADay: 86_400)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [time / 3_600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
        return "\(weekdays[date.weekday]), \(two(date.day)) \(months[Int(date.month) - 1]) "
            + "\(date.year) \(clock) +0000"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A text as the value of a header: as it is if it is short and ASCII, else in encoded words of
    /// whole characters, one on each line (RFC 2047).
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x3D }
        if isPlain, text.utf8.count <= 60 { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 36 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }

    /// A text as quoted-printable (RFC 2045 §6.7).
    static func quoted(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            var width = 0
            for (place, byte) in line.enumerated() {
                let isLast = place == line.count - 1
                let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
                // A blank at the end of a line would be lost.
                let isKept = isPlain || byte == 0x20 && !isLast
                let letters = isKept ? [byte] : escaped(byte)
                if width + letters.count > 75 {
                    result += Array("=\r\n".utf8)
                    width = 0
                }
                result += letters
                width += letters.count
            }
            result += Array("\r\n".utf8)
        }
        return result
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
