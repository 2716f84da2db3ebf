import NIOCore
import RPC
import Wire

/// Bytes as values: what is read is written in one form, which is read as the same.
enum CoderFeed {
    static func feed(_ bytes: [UInt8]) throws(Finding) {
        let buffer = ByteBuffer(bytes: bytes)
        _ = try settle(Anything.self, buffer)
        _ = try settle(Page<Anything>.self, buffer)
        _ = try settle([Anything?].self, buffer)
        _ = try settle(Fault.self, buffer)
        if let fields = try settle(ContextFields.self, buffer) {
            let context = fields.context(from: .gateway)
            _ = try settle(ContextFields.self, try encode(ContextFields(context)))
        }
    }

    /// The value, if the bytes are one; `nil` when they are refused.
    static func settle<T: Codable>(_ type: T.Type, _ bytes: ByteBuffer) throws(Finding) -> T? {
        guard let value = try? WireDecoder().decode(type, from: bytes) else { return nil }
        let written = try encode(value)
        let again = try Finding.unlessWorks("\(type) cannot be read back") {
            try WireDecoder().decode(type, from: written)
        }
        try Finding.unless(try encode(again) == written, "\(type) is written in two forms")
        return value
    }

    static func encode(_ value: some Encodable) throws(Finding) -> ByteBuffer {
        try Finding.unlessWorks("what was read cannot be written") {
            try WireEncoder().encode(value)
        }
    }
}
