import NIOCore

/// A reply of the server: a code, and lines of text.
struct SMTPReply: Equatable {
    let code: Int
    let lines: [String]

    /// The words of the line that announces an extension; `nil` if the server has it not.
    func words(of name: String) -> [String]? {
        for line in lines.dropFirst() {
            let words = line.utf8.split(separator: UInt8(ascii: " ")).map { word in
                String(decoding: word.map(Self.upper), as: UTF8.self)
            }
            if words.first == name { return Array(words.dropFirst()) }
        }
        return nil
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
}

/// Reads replies from bytes (RFC 5321 §4.2).
struct SMTPReplyParser {
    /// The maximum length of a line in bytes, with its end.
    static let lineBytesMax = 1_000
    /// The maximum number of lines of a reply.
    static let linesMax = 100

    private var buffer = ByteBuffer()
    private var code: Int?
    private var lines: [String] = []

    /// Whether there is nothing after the last reply.
    var isEmpty: Bool { buffer.readableBytes == 0 && lines.isEmpty }

    mutating func append(_ bytes: ByteBuffer) {
        buffer.writeImmutableBuffer(bytes)
        buffer.discardReadBytes()
    }

    /// Returns the next reply; `nil` if it is not there as a whole.
    mutating func next() throws(SMTPFailure) -> SMTPReply? {
        while let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            let length = end - buffer.readerIndex + 1
            guard length <= Self.lineBytesMax, lines.count < Self.linesMax else {
                throw Self.tooLong
            }
            var line = (buffer.readBytes(length: length) ?? []).dropLast()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let isLast = try read(line)
            if isLast, let code {
                defer { (self.code, lines) = (nil, []) }
                return SMTPReply(code: code, lines: lines)
            }
        }
        guard buffer.readableBytes < Self.lineBytesMax else { throw Self.tooLong }
        return nil
    }

    /// Reads a line without its end. Returns whether it is the reply's last one.
    private mutating func read(_ line: ArraySlice<UInt8>) throws(SMTPFailure) -> Bool {
        let digits = line.prefix(3).map { Int($0) - Int(UInt8(ascii: "0")) }
        let separator = line.dropFirst(3).first ?? UInt8(ascii: " ")
        guard digits.count == 3, digits.allSatisfy((0...9).contains), (2...5).contains(digits[0]),
            " -".utf8.contains(separator)
        else { throw SMTPFailure("The server does not speak SMTP.") }
        let code = digits[0] * 100 + digits[1] * 10 + digits[2]
        guard self.code == nil || self.code == code else {
            throw SMTPFailure("The server does not speak SMTP.")
        }
        self.code = code
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        return separator == UInt8(ascii: " ")
    }

    private static let tooLong = SMTPFailure("A reply of the server is too long.")
}
