import NIOCore
import Wire

/// Frames as people read them: each line begins with bytes in hexadecimal, and the rest of it,
/// after two blanks, says what they are. Lines that begin with `#` or a blank are remarks.
struct HexText {
    private(set) var text: String

    init(_ remark: String) {
        text = "# \(remark)\n"
    }

    /// The bytes that a text stands for.
    static func bytes(_ text: some StringProtocol) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        for line in text.split(separator: "\n") where !"# ".contains(line.prefix(1)) {
            for word in line.split(separator: "  ", maxSplits: 1)[0].split(separator: " ") {
                let digits = Array(word)
                guard digits.count.isMultiple(of: 2) else { throw Malformed(line: String(line)) }
                for index in stride(from: 0, to: digits.count, by: 2) {
                    guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else {
                        throw Malformed(line: String(line))
                    }
                    buffer.writeInteger(byte)
                }
            }
        }
        return buffer
    }

    struct Malformed: Error {
        let line: String
    }

    mutating func remark(_ remark: String) {
        text += "\n# \(remark)\n"
    }

    /// Writes a frame whose body, where it has one, is CBOR; or, with `fields`, what they say.
    mutating func add(_ frame: Frame, _ fields: [(count: Int, meaning: String)]? = nil) {
        line(ByteBuffer(integer: UInt32(frame.length)), "length: \(frame.length)")
        line([frame.kind.rawValue], "kind: \(frame.kind)")
        line([frame.flags.rawValue], "flags: \(frame.flags.words)")
        line(ByteBuffer(integer: frame.id), "id: \(frame.id)")
        if frame.kind == .call {
            line(ByteBuffer(integer: frame.number.rawValue), "number: \(frame.number)")
            let count = frame.context.readableBytes
            line(ByteBuffer(integer: UInt16(count)), "the context has \(count) bytes")
            add(frame.context)
        }
        if let fields {
            var body = frame.body
            for field in fields {
                line(body.readSlice(length: field.count) ?? ByteBuffer(), field.meaning)
            }
        } else if frame.body.readableBytes > 0 {
            add(frame.body)
        }
    }

    /// Writes one CBOR item, a line for each of its parts.
    private mutating func add(_ cbor: ByteBuffer) {
        var rest = cbor
        item(&rest, indentation: "")
    }

    private mutating func item(_ rest: inout ByteBuffer, indentation: String) {
        let start = rest
        let (major, argument) = Self.head(&rest)
        func taken() -> ByteBuffer {
            start.getSlice(
                at: start.readerIndex,
                length: start.readableBytes - rest.readableBytes
            ) ?? ByteBuffer()
        }
        switch major {
        case 0: line(taken(), "\(indentation)\(argument)")
        case 1: line(taken(), "\(indentation)-\(argument + 1)")
        case 2:
            rest.moveReaderIndex(forwardBy: Int(argument))
            line(taken(), "\(indentation)\(argument) bytes")
        case 3:
            let text = rest.readString(length: Int(argument)) ?? ""
            line(taken(), "\(indentation)\"\(text)\"")
        case 4, 5:
            line(taken(), "\(indentation)\(major == 4 ? "an array" : "a map") of \(argument)")
            for index in 0..<argument * (major == 4 ? 1 : 2) {
                let isValue = major == 5 && index % 2 == 1
                item(&rest, indentation: indentation + (isValue ? "    " : "  "))
            }
        case 6:
            line(taken(), "\(indentation)tag \(argument)")
            item(&rest, indentation: indentation + "  ")
        default:
            let words: [UInt64: String] = [20: "false", 21: "true", 22: "null"]
            line(taken(), indentation + (words[argument] ?? "a number"))
        }
    }

    /// Reads an item's head; everything that is written here comes from our own encoder.
    private static func head(_ rest: inout ByteBuffer) -> (major: UInt8, argument: UInt64) {
        let first = rest.readInteger(as: UInt8.self) ?? 0
        let argument: UInt64
        switch first & 0x1F {
        case 24: argument = UInt64(rest.readInteger(as: UInt8.self) ?? 0)
        case 25: argument = UInt64(rest.readInteger(as: UInt16.self) ?? 0)
        case 26: argument = UInt64(rest.readInteger(as: UInt32.self) ?? 0)
        case 27: argument = rest.readInteger(as: UInt64.self) ?? 0
        case let small: argument = UInt64(small)
        }
        return (first >> 5, argument)
    }

    private mutating func line(_ bytes: [UInt8], _ meaning: String) {
        line(ByteBuffer(bytes: bytes), meaning)
    }

    /// At most 20 bytes a line; the meaning stands on the last one.
    private mutating func line(_ bytes: ByteBuffer, _ meaning: String) {
        var rest = bytes
        while rest.readableBytes > 20, let part = rest.readSlice(length: 20) {
            text += Self.hex(part) + "\n"
        }
        let digits = Self.hex(rest)
        text += digits + String(repeating: " ", count: 42 - digits.count) + meaning + "\n"
    }

    private static func hex(_ bytes: ByteBuffer) -> String {
        bytes.readableBytesView.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

extension FrameFlags {
    fileprivate var words: String {
        switch self {
        case []: "none"
        case .stream: "stream"
        case .notBegun: "not begun"
        default: "\(rawValue)"
        }
    }
}
