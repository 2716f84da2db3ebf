/// A number, a Boolean or a text: the content of one item.
protocol WireScalar {
    /// What errors call the type.
    static var expectation: String { get }

    func write(to output: inout ByteWriter) throws(WireEncodingError)

    /// Reads the item at `position` and moves past it; `nil` for another kind of item or a number
    /// that does not fit.
    static func read(from input: Input, at position: inout Int) -> Self?
}

extension Bool: WireScalar {
    static var expectation: String { "true or false" }

    @inline(__always)
    func write(to output: inout ByteWriter) {
        output.append(self ? Item.true : Item.false)
    }

    @inline(__always)
    static func read(from input: Input, at position: inout Int) -> Bool? {
        switch input[position] {
        case Item.true:
            position += 1
            return true
        case Item.false:
            position += 1
            return false
        default: return nil
        }
    }
}

extension String: WireScalar {
    static var expectation: String { "a text" }

    @inline(__always)
    func write(to output: inout ByteWriter) throws(WireEncodingError) {
        guard utf8.count <= Limits.stringBytesMax else { throw EncoderState.tooLarge }
        output.appendText(self)
    }

    @inline(__always)
    static func read(from input: Input, at position: inout Int) -> String? {
        guard input[position] >> 5 == Major.text else { return nil }
        let head = input.head(at: &position)
        let length = Int(head.argument)
        defer { position += length }
        return unsafe String(decoding: input.bytes(at: position, count: length), as: UTF8.self)
    }
}

extension WireScalar where Self: FixedWidthInteger {
    static var expectation: String { "a whole number of \(bitWidth) bits" }

    @inline(__always)
    func write(to output: inout ByteWriter) {
        if Self.isSigned {
            output.appendInteger(Int64(truncatingIfNeeded: self))
        } else {
            output.appendHead(Major.unsigned, UInt64(truncatingIfNeeded: self))
        }
    }

    @inline(__always)
    static func read(from input: Input, at position: inout Int) -> Self? {
        guard input[position] >> 5 <= Major.negative else { return nil }
        let head = input.head(at: &position)
        if head.major == Major.unsigned { return Self(exactly: head.argument) }
        guard let magnitude = Int64(exactly: head.argument) else { return nil }
        return Self(exactly: ~magnitude)
    }
}

extension Int: WireScalar {}
extension Int8: WireScalar {}
extension Int16: WireScalar {}
extension Int32: WireScalar {}
extension Int64: WireScalar {}
extension UInt: WireScalar {}
extension UInt8: WireScalar {}
extension UInt16: WireScalar {}
extension UInt32: WireScalar {}
extension UInt64: WireScalar {}

extension Double: WireScalar {
    static var expectation: String { "a number" }

    func write(to output: inout ByteWriter) {
        output.appendDouble(self)
    }

    /// Accepts any width, and integers that stay exact.
    static func read(from input: Input, at position: inout Int) -> Double? {
        let head = input.head(at: &position)
        switch (head.major, head.info) {
        case (Major.simple, 25...27): return head.float
        case (Major.unsigned, _): return Double(exactly: head.argument)
        case (Major.negative, _):
            guard let magnitude = Int64(exactly: head.argument) else { return nil }
            return Double(exactly: ~magnitude)
        default: return nil
        }
    }
}

extension Float: WireScalar {
    static var expectation: String { "a number of single precision" }

    func write(to output: inout ByteWriter) {
        output.appendDouble(Double(self))
    }

    static func read(from input: Input, at position: inout Int) -> Float? {
        guard let number = Double.read(from: input, at: &position) else { return nil }
        return number.isNaN ? .nan : Float(exactly: number)
    }
}
