import MediaAPI

/// A sequential scan of a JPEG (ITU-T T.81 annex F), walked through to see whether it is whole: for
/// files that end without the marker for it.
struct JPEGScan {
    /// One component of the scan.
    private struct Component {
        /// Its blocks in each unit.
        let blocks: Int
        let first: HuffmanTable
        let others: HuffmanTable
    }

    private var components: [Component] = []
    /// How many units of coded blocks there are.
    private let units: Int
    /// The number of units between restarts; 0 for none.
    private let interval: Int
    private var bits: BitReader

    /// - Parameters:
    ///   - frame: The parameters of the frame's segment, of the right length.
    ///   - header: Those of the scan's segment, of the right length.
    ///   - tables: The Huffman tables, as the segments before the scan left them.
    ///   - interval: The number of units between restarts; 0 for none.
    ///   - source: The picture.
    ///   - offset: The beginning of the coded data.
    /// - Throws: `media.damaged` if the scan is not of the frame, or lacks a table.
    init(
        frame: [UInt8],
        header: [UInt8],
        tables: [UInt8: HuffmanTable],
        interval: Int,
        in source: ImageBytes,
        at offset: Int
    ) throws {
        let all = (0..<Int(frame[5])).map { index in
            let rest = frame[(6 + 3 * index)...]
            let factors = rest[rest.startIndex + 1]
            return (id: rest[rest.startIndex], across: Int(factors >> 4), down: Int(factors & 15))
        }
        guard all.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) }),
            let across = all.map(\.across).max(), let down = all.map(\.down).max()
        else { throw MediaError.damaged }
        let height = Int(frame[1]) << 8 | Int(frame[2])
        let width = Int(frame[3]) << 8 | Int(frame[4])
        let isAlone = header[0] == 1
        var units = (width.over(8 * across), height.over(8 * down))
        for index in 0..<Int(header[0]) {
            let (id, names) = (header[1 + 2 * index], header[2 + 2 * index])
            guard let component = all.first(where: { $0.id == id }),
                let first = tables[names >> 4], let others = tables[0x10 | names & 15]
            else { throw MediaError.damaged }
            let blocks = isAlone ? 1 : component.across * component.down
            components.append(Component(blocks: blocks, first: first, others: others))
            if isAlone {
                units.0 = (width * component.across).over(across).over(8)
                units.1 = (height * component.down).over(down).over(8)
            }
        }
        self.units = units.0 * units.1
        self.interval = interval
        bits = BitReader(source: source, offset: offset)
    }

    /// The offset behind the last unit.
    ///
    /// - Throws: `media.damaged` if units are missing.
    mutating func end() throws -> Int {
        for unit in 0..<units {
            if interval > 0, unit > 0, unit.isMultiple(of: interval) { try bits.restart() }
            for component in components {
                for _ in 0..<component.blocks { try skipBlock(of: component) }
            }
        }
        return bits.offset
    }

    /// Skips a block: the difference of its first coefficient, then runs of zeros with the others.
    private mutating func skipBlock(of component: Component) throws {
        try bits.skip(Int(bits.symbol(component.first)))
        var index = 1
        while index < 64 {
            let symbol = try bits.symbol(component.others)
            let (zeros, size) = (Int(symbol >> 4), Int(symbol & 15))
            guard size > 0 || zeros == 15 else { return }
            try bits.skip(size)
            index += zeros + 1
        }
    }
}

/// A Huffman table: its codes follow from how many there are of each length.
struct HuffmanTable {
    /// The number of codes of 1 to 16 bits.
    let counts: [Int]
    /// The symbols in the order of their codes.
    let symbols: [UInt8]

    /// The tables of a segment by class and number, 0x00 to 0x13; what makes no sense is ignored.
    static func all(in segment: [UInt8]) -> [UInt8: HuffmanTable] {
        var tables: [UInt8: HuffmanTable] = [:]
        var rest = segment[...]
        while rest.count >= 17, let name = rest.first {
            let counts = rest.dropFirst().prefix(16).map(Int.init)
            let count = counts.reduce(0, +)
            guard count <= 256, rest.count >= 17 + count else { break }
            if name & 0xEC == 0 {
                tables[name] = HuffmanTable(
                    counts: counts,
                    symbols: Array(rest.dropFirst(17).prefix(count))
                )
            }
            rest = rest.dropFirst(17 + count)
        }
        return tables
    }
}

/// The bits of coded data, without stuffed bytes.
private struct BitReader {
    private var source: ImageBytes
    /// Behind the last byte of which a bit was read.
    private(set) var offset: Int
    private var byte: UInt8 = 0
    private var left = 0

    init(source: ImageBytes, offset: Int) {
        self.source = source
        self.offset = offset
    }

    /// The symbol of the next code.
    mutating func symbol(_ table: HuffmanTable) throws -> UInt8 {
        // The codes of a length are consecutive, and begin at twice what follows the last shorter
        // one, so that no code is less than `first`.
        var (code, first, place) = (0, 0, 0)
        for count in table.counts {
            if left == 0 { try load() }
            left -= 1
            code = code << 1 | Int(byte >> left & 1)
            if code - first < count { return table.symbols[place + code - first] }
            place += count
            first = (first + count) << 1
        }
        throw MediaError.damaged
    }

    mutating func skip(_ count: Int) throws {
        var count = count
        while count > left {
            count -= left
            try load()
        }
        left -= count
    }

    /// Skips the rest of a byte, and the marker of a restart.
    mutating func restart() throws {
        left = 0
        guard try source.byte(at: offset) == 0xFF,
            (0xD0...0xD7).contains(try source.byte(at: offset + 1))
        else { throw MediaError.damaged }
        offset += 2
    }

    private mutating func load() throws {
        byte = try source.byte(at: offset)
        left = 8
        offset += 1
        guard byte == 0xFF else { return }
        guard try source.byte(at: offset) == 0 else { throw MediaError.damaged }
        offset += 1
    }
}

extension Int {
    /// Divided, rounded up.
    fileprivate func over(_ divisor: Int) -> Int {
        (self + divisor - 1) / divisor
    }
}
