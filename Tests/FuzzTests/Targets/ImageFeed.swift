import MediaAPI

@testable import Media

/// Pictures, and their colour profiles: what is kept of one lies within it, is a picture of the
/// same kind and size, and loses nothing more when it is read again.
enum ImageFeed {
    static func feed(_ bytes: [UInt8]) throws(Finding) {
        try read(bytes)
        // Random bytes never have the right check of a PNG's chunk.
        if let mended = Self.mended(bytes), mended != bytes { try read(mended) }
        try readProfile(bytes)
    }

    /// Random bytes are hardly ever a PNG's compressed profile, so profiles are read by themselves.
    private static func readProfile(_ bytes: [UInt8]) throws(Finding) {
        guard let profile = ICCProfile(bytes) else { return }
        try Finding.unless(
            ICCProfile(profile.bytes) == profile,
            "more of a profile is lost at each reading"
        )
    }

    private static func read(_ bytes: [UInt8]) throws(Finding) {
        guard let plan = try plan(bytes) else { return }
        let kept = try kept(of: bytes, plan)
        try Finding.unless(kept.count == plan.bytes, "the plan's size is not what it makes")
        guard let again = try Self.plan(kept) else { throw Finding("what was kept is damaged") }
        try Finding.unless(again.type == plan.type, "it became another kind of picture")
        try Finding.unless(again.size == plan.size, "it became another size")
        try Finding.unless(again.orientation == plan.orientation, "it was turned")
        try Finding.unless(again.provenance == Provenance(), "its provenance was kept")
        try Finding.unless(try Self.kept(of: kept, again) == kept, "more is lost at each reading")
    }

    /// The plan, or `nil` where the bytes are refused.
    private static func plan(_ bytes: [UInt8]) throws(Finding) -> ImagePlan? {
        var outside: Range<Int>?
        let source = ImageBytes(count: bytes.count) { range in
            guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
                outside = range
                return []
            }
            return Array(bytes[range])
        }
        do {
            return try ImagePlan(of: source)
        } catch let error as MediaError {
            try Finding.unless(outside == nil, "asks for bytes beyond the end")
            try Finding.unless(
                error == .damaged || error == .unsupportedType,
                "refused as \(error)"
            )
            return nil
        } catch {
            throw Finding("fails as \(error)")
        }
    }

    private static func kept(of bytes: [UInt8], _ plan: ImagePlan) throws(Finding) -> [UInt8] {
        var kept: [UInt8] = []
        for piece in plan.pieces {
            switch piece {
            case .copy(let range):
                try Finding.unless(
                    range.lowerBound >= 0 && range.upperBound <= bytes.count,
                    "keeps bytes beyond the end"
                )
                kept += bytes[range]
            case .bytes(let written): kept += written
            }
        }
        return kept
    }

    /// The bytes with the right check behind each chunk of a PNG; `nil` when they are none.
    private static func mended(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: PNGReader.signature) else { return nil }
        var bytes = bytes
        var offset = PNGReader.signature.count
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { break }
            var check = CRC32()
            bytes[(offset + 4)..<(offset + 8 + length)].withUnsafeBytes { check.update($0) }
            for index in 0..<4 {
                bytes[offset + 8 + length + index] = UInt8(
                    truncatingIfNeeded: check.value >> (24 - 8 * UInt32(index))
                )
            }
            offset += 12 + length
        }
        return bytes
    }
}
