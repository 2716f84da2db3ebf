/// The state of one value that is being read.
struct DecoderFrame {
    enum Kind {
        /// No container was requested yet; becomes one of the others.
        case plain
        case map
        case array
    }

    /// How the enclosing value identifies this one.
    enum Label {
        case root
        /// A key, by the range of its characters in the input.
        case key(Range<Int>)
        case index(Int)
        /// A key that the caller made up: `superDecoder()` of a value without such a key.
        case absent
    }

    /// Identifies this use of the frame; 0 while it is not in use.
    var serial: UInt64 = 0
    var kind = Kind.plain
    var label = Label.root
    var parent = -1
    /// The offset at which the value begins.
    var start = 0
    /// The offset at which the value ends; -1 while unknown.
    var end = -1
    /// The items of an array, or the entries of a map.
    var count = 0
    /// The offset of an array's next item.
    var cursor = 0
    /// The unread items of an array.
    var remaining = 0
    /// The index of a map's first key in the list of keys.
    var firstKey = 0
    /// The index of the key that is expected next.
    var expected = 0
}

/// Everything that the containers of one decoding share, behind a plain pointer: a reference would
/// cost a retain and a release for each field.
///
/// A state's memory is reused and never freed: a container that outlives its decoding finds a frame
/// with another serial, and throws before it reads bytes that are gone. Serials never repeat within
/// a state.
///
/// Invariant: frames below `top` are in use and have a serial; the others have serial 0.
@safe
struct DecoderState: CoderState {
    private(set) var input = Input()
    /// The end of the last value that was read.
    var position = 0
    private var top = 0
    private var lastSerial: UInt64 = 0
    private var frames: UnsafeMutablePointer<DecoderFrame>
    private var framesCapacity = 48
    /// The keys of all maps.
    private let keys: UnsafeMutablePointer<KeyList>
    /// The map in the list that is expected to be opened next.
    private var nextMap = 0
    /// A cache of how the values of each type are coded.
    let forms = WireTypeTable()
    /// Reusable containers.
    let containers = ContainerShelf<DecodingHandle>()
    var isLent = false
    var isOwn = false
    /// Whether `HandCoded` types are read by Codable anyway.
    var usesCodableAlone = false

    init() {
        unsafe frames = .allocate(capacity: framesCapacity)
        unsafe frames.initialize(repeating: DecoderFrame(), count: framesCapacity)
        unsafe keys = .allocate(capacity: 1)
        unsafe keys.initialize(to: KeyList())
    }
}

// Creation and reuse.
extension DecoderState {
    static let shelf: StateShelf<DecoderState> = unsafe StateShelf { unsafe takeOver($0) }

    private static func takeOver(_ state: UnsafeMutableRawPointer?) {
        unsafe shelf.takeOver(state)
    }

    mutating func begin(_ bytes: UnsafeRawBufferPointer) throws(WireDecodingError) {
        let input = unsafe Input(bytes)
        try unsafe Validator.validate(input, keys: keys)
        self.input = input
        position = 0
        nextMap = 0
    }

    mutating func finish() {
        release(0)
        unsafe keys.pointee.removeAll()
        input = Input()
    }
}

extension DecoderState {
    /// Reads a `HandCoded` value that must span all of the bytes.
    @inline(never)
    static func readByHand<T, Hand: HandCoded>(
        _ type: T.Type,
        _ hand: Hand.Type,
        from bytes: UnsafeRawBufferPointer
    ) throws(FallbackNeeded) -> T {
        guard bytes.count <= Limits.frameBytesMax else { throw FallbackNeeded() }
        var reader = unsafe FieldReader(Input(bytes), at: 0)
        let value = try Hand(from: &reader)
        guard reader.position == bytes.count else { throw FallbackNeeded() }
        return unsafe unsafeBitCast(value, to: type)
    }
}

// Frames.
extension DecoderState {
    /// Opens a frame for the value that begins at an offset, and returns its serial.
    mutating func push(
        at start: Int,
        label: DecoderFrame.Label,
        parent: Int = -1
    ) -> UInt64 {
        if top == framesCapacity { growFrames() }
        lastSerial += 1
        unsafe frames[top] = DecoderFrame(
            serial: lastSerial,
            label: label,
            parent: parent,
            start: start
        )
        top += 1
        return lastSerial
    }

    /// The index of the frame that `push` opens next.
    var nextSlot: Int { top }

    private mutating func growFrames() {
        let larger = UnsafeMutablePointer<DecoderFrame>.allocate(capacity: framesCapacity * 2)
        unsafe larger.initialize(repeating: DecoderFrame(), count: framesCapacity * 2)
        unsafe larger.update(from: frames, count: framesCapacity)
        unsafe frames.deallocate()
        unsafe frames = larger
        framesCapacity *= 2
    }

    /// Closes a frame and all opened after it, and moves past its value.
    mutating func pop(_ slot: Int) {
        let frame = unsafe frames[slot]
        if frame.end >= 0 {
            position = frame.end
        } else if frame.kind == .plain {
            position = frame.start
            input.skip(at: &position)
        } else {
            position = frame.cursor
            input.skip(frame.remaining, at: &position)
        }
        release(slot)
    }

    /// Closes a frame and all opened after it.
    mutating func release(_ slot: Int) {
        while top > slot {
            top -= 1
            unsafe frames[top].serial = 0
        }
    }

    func isLive(_ slot: Int, _ serial: UInt64) -> Bool {
        unsafe slot < top && frames[slot].serial == serial
    }

    /// The frame, which must have passed `isLive`.
    subscript(slot: Int) -> DecoderFrame {
        @inline(__always) unsafeAddress {
            precondition(slot >= 0 && slot < top, "a frame that is not in use")
            return unsafe UnsafePointer(frames + slot)
        }
        @inline(__always) unsafeMutableAddress {
            precondition(slot >= 0 && slot < top, "a frame that is not in use")
            return unsafe frames + slot
        }
    }

    /// Makes the frame a container; returns `false` when the value is another kind of item.
    mutating func open(_ kind: DecoderFrame.Kind, _ slot: Int) -> Bool {
        guard self[slot].kind != kind else { return true }
        guard self[slot].kind == .plain else { return false }
        var position = self[slot].start
        guard input[position] >> 5 == (kind == .map ? Major.map : Major.array) else { return false }
        let count = Int(input.head(at: &position).argument)
        self[slot].kind = kind
        self[slot].count = count
        if kind == .array {
            self[slot].cursor = position
            self[slot].remaining = count
        } else if count == 0 {
            self[slot].end = position
        } else {
            let map = unsafe keys.pointee.map(at: self[slot].start, hint: &nextMap)
            self[slot].firstKey = Int(map.firstKey)
            self[slot].end = Int(map.end)
        }
        return true
    }
}

/// A key that was found in a map.
struct FoundKey {
    /// The range of the key's characters in the input.
    var key: Range<Int>

    /// The offset of its value.
    var value: Int { key.upperBound }

    @inline(__always)
    init(_ key: KeyList.Key) {
        let start = Int(key.start)
        self.key = unsafe Range(uncheckedBounds: (start, start + Int(key.length)))
    }
}

// Keys.
extension DecoderState {
    /// Looks for a key in a map.
    @inline(__always)
    mutating func find(_ key: String, in slot: Int) -> FoundKey? {
        var key = key
        return key.withUTF8 {
            let wanted = UnsafeRawBufferPointer($0)
            let frame = unsafe frames + slot
            if unsafe frame.pointee.expected < frame.pointee.count {
                let key = unsafe keys.pointee[frame.pointee.firstKey + frame.pointee.expected]
                if unsafe isThere(key, wanted) {
                    unsafe frame.pointee.expected += 1
                    return FoundKey(key)
                }
            }
            return unsafe findElsewhere(wanted, KeyList.mark(of: wanted), in: slot)
        }
    }

    /// Looks for a key in a map by its name.
    @inline(never)
    mutating func find(_ name: UnsafePointer<KeyNames.Name>, in slot: Int) -> FoundKey? {
        let wanted = unsafe KeyNames.Name.characters(of: name)
        let frame = unsafe frames + slot
        if unsafe frame.pointee.expected < frame.pointee.count {
            let key = unsafe keys.pointee[frame.pointee.firstKey + frame.pointee.expected]
            if unsafe key.mark == name.pointee.mark && isThere(key, wanted) {
                unsafe frame.pointee.expected += 1
                return FoundKey(key)
            }
        }
        return unsafe findElsewhere(wanted, name.pointee.mark, in: slot)
    }

    @inline(__always)
    private func isThere(_ key: KeyList.Key, _ wanted: UnsafeRawBufferPointer) -> Bool {
        guard Int(key.length) == wanted.count else { return false }
        return unsafe ShortBytes.areEqual(
            input.bytes(at: Int(key.start), count: wanted.count),
            wanted
        )
    }

    /// Looks for a key that is not the expected one.
    @inline(never)
    private mutating func findElsewhere(
        _ wanted: UnsafeRawBufferPointer,
        _ mark: UInt32,
        in slot: Int
    ) -> FoundKey? {
        let first = self[slot].firstKey
        let count = self[slot].count
        var probe = self[slot].expected
        for _ in 0..<count {
            if probe >= count { probe = 0 }
            let key = unsafe keys.pointee[first + probe]
            probe += 1
            guard key.mark == mark, unsafe isThere(key, wanted) else { continue }
            self[slot].expected = probe
            return FoundKey(key)
        }
        return nil
    }

    /// The keys of a map as strings, in input order.
    func keyTexts(of slot: Int) -> [String] {
        (0..<self[slot].count).map { index in
            keyText(at: FoundKey(unsafe keys.pointee[self[slot].firstKey + index]).key)
        }
    }
}

// Coding paths, for errors.
extension DecoderState {
    /// The path from the root to the frame's value.
    func path(to slot: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var slot = slot
        while slot >= 0 {
            switch self[slot].label {
            case .root: break
            case .absent: path.append(WireKey.super)
            case .key(let place): path.append(WireKey(stringValue: keyText(at: place)))
            case .index(let index): path.append(WireKey(intValue: index))
            }
            slot = self[slot].parent
        }
        return path.reversed()
    }

    private func keyText(at place: Range<Int>) -> String {
        let characters = unsafe input.bytes(at: place.lowerBound, count: place.count)
        return unsafe String(decoding: characters, as: UTF8.self)
    }
}
