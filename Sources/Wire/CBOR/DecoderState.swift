import Synchronization

/// What is known of one value being read.
struct DecoderFrame {
    enum Kind {
        /// No container was asked for; becomes one of the others.
        case plain
        case map
        case array
    }

    /// How the value is named in the one around it.
    enum Label {
        case root
        /// The key whose characters stand in that place of the input.
        case key(Range<Int>)
        case index(Int)
        /// What a caller named itself: `superDecoder()` of a value without such a key.
        case absent
    }

    /// Names this use of the frame; 0 while it is not in use.
    var serial: UInt64 = 0
    var kind = Kind.plain
    var label = Label.root
    var parent = -1
    /// Where the value begins.
    var start = 0
    /// Where a container's first entry begins.
    var body = 0
    /// Items of an array, entries of a map.
    var count = 0
    /// Where the next entry begins that was not read in order.
    var cursor = 0
    /// How many entries were not read in order.
    var remaining = 0
    /// Where the value ends; -1 while that is not known.
    var end = -1
    /// How long the list of keys was before this frame.
    var keysMark = 0
    /// Where the map's keys stand in that list; -1 while they do not.
    var index = -1
    /// Which of them is looked at first.
    var hint = 0
}

/// Everything that the containers of one decoding share, behind a plain pointer: a reference would
/// cost a retain and a release for each field.
///
/// A state's memory is never given back but reused: a container that outlives its decoding finds a
/// frame with another serial, and throws before it looks at bytes that are gone. Serials never
/// repeat within a state.
///
/// Invariant: frames below `top` are in use and have a serial; the others have serial 0.
@safe
struct DecoderState {
    private(set) var input = Input()
    /// Where what was read last ended.
    var position = 0
    private var top = 0
    private var lastSerial: UInt64 = 0
    private var frames: UnsafeMutablePointer<DecoderFrame>
    private var framesCapacity = 48
    /// The keys of maps whose keys did not come as expected.
    private var keys: UnsafeMutablePointer<KeyList>

    private init() {
        unsafe frames = .allocate(capacity: framesCapacity)
        unsafe frames.initialize(repeating: DecoderFrame(), count: framesCapacity)
        unsafe keys = .allocate(capacity: 1)
        unsafe keys.initialize(to: KeyList())
    }
}

// Where states come from.
extension DecoderState {
    /// Addresses of states that nobody uses.
    private static let idle = Mutex<[UInt]>([])

    static func borrow() -> UnsafeMutablePointer<DecoderState> {
        let address = idle.withLock { $0.popLast() }
        if let address, let state = unsafe UnsafeMutablePointer<DecoderState>(bitPattern: address) {
            return unsafe state
        }
        let state = UnsafeMutablePointer<DecoderState>.allocate(capacity: 1)
        unsafe state.initialize(to: DecoderState())
        return unsafe state
    }

    static func giveBack(_ state: UnsafeMutablePointer<DecoderState>) {
        let address = UInt(bitPattern: state)
        idle.withLock { $0.append(address) }
    }

    mutating func begin(_ bytes: UnsafeRawBufferPointer) throws(WireDecodingError) {
        let input = unsafe Input(bytes)
        try unsafe Validator.validate(input, keys: keys)
        self.input = input
        position = 0
    }

    mutating func finish() {
        release(0)
        unsafe keys.pointee.shrink(to: 0)
        input = Input()
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
            start: start,
            keysMark: keys.pointee.count
        )
        top += 1
        return lastSerial
    }

    /// The frame that `push` opens next.
    var nextSlot: Int { top }

    private mutating func growFrames() {
        let larger = UnsafeMutablePointer<DecoderFrame>.allocate(capacity: framesCapacity * 2)
        unsafe larger.initialize(repeating: DecoderFrame(), count: framesCapacity * 2)
        unsafe larger.update(from: frames, count: framesCapacity)
        unsafe frames.deallocate()
        unsafe frames = larger
        framesCapacity *= 2
    }

    /// Closes a frame and those opened since, and moves behind its value.
    mutating func pop(_ slot: Int) {
        let frame = unsafe frames[slot]
        if frame.end >= 0 {
            position = frame.end
        } else if frame.kind == .plain {
            position = frame.start
            input.skip(at: &position)
        } else {
            position = frame.cursor
            input.skip(frame.remaining * (frame.kind == .map ? 2 : 1), at: &position)
        }
        release(slot)
    }

    /// Closes a frame and those opened since.
    mutating func release(_ slot: Int) {
        guard slot < top else { return }
        unsafe keys.pointee.shrink(to: min(keys.pointee.count, frames[slot].keysMark))
        while top > slot {
            top -= 1
            unsafe frames[top].serial = 0
        }
    }

    func isLive(_ slot: Int, _ serial: UInt64) -> Bool {
        unsafe slot < top && frames[slot].serial == serial
    }

    /// The frame, which `isLive` has found in use.
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

    /// Makes the frame a container; `false` where the value is another kind of item.
    mutating func open(_ kind: DecoderFrame.Kind, _ slot: Int) -> Bool {
        guard self[slot].kind != kind else { return true }
        guard self[slot].kind == .plain else { return false }
        var position = self[slot].start
        guard input[position] >> 5 == (kind == .map ? Major.map : Major.array) else { return false }
        let head = input.head(at: &position)
        self[slot].kind = kind
        self[slot].body = position
        self[slot].cursor = position
        self[slot].count = Int(head.argument)
        self[slot].remaining = Int(head.argument)
        return true
    }
}

/// A key that was found.
struct FoundKey {
    /// Where the key's characters stand.
    var key: Range<Int>
    /// Where its value begins.
    var value: Int
    /// Whether it was the next one; then reading its value moves the frame on.
    var isNext: Bool
}

// Keys.
extension DecoderState {
    /// Looks for a key in a map.
    @inline(__always)
    mutating func find(_ key: String, in slot: Int) -> FoundKey? {
        var key = key
        return key.withUTF8 {
            let wanted = UnsafeRawBufferPointer($0)
            if self[slot].index < 0, self[slot].remaining > 0 {
                var position = self[slot].cursor
                let length = Int(input.head(at: &position).argument)
                if unsafe areEqual(input.bytes(at: position, count: length), wanted) {
                    let end = position + length
                    return FoundKey(key: position..<end, value: end, isNext: true)
                }
            }
            return unsafe findElsewhere(wanted, in: slot)
        }
    }

    @inline(__always)
    private func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        var index = 0
        while index < left.count {
            guard unsafe left[index] == right[index] else { return false }
            index += 1
        }
        return true
    }

    /// Looks for a key that is not the next one.
    @inline(never)
    private mutating func findElsewhere(
        _ wanted: UnsafeRawBufferPointer,
        in slot: Int
    ) -> FoundKey? {
        if self[slot].index < 0 {
            // Only the last frame can grow the list of keys without taking another's place.
            guard slot == top - 1 else { return unsafe scan(wanted, in: slot) }
            makeIndex(of: slot)
        }
        let mark = unsafe KeyList.mark(of: wanted)
        let count = self[slot].count
        var probe = self[slot].hint
        for _ in 0..<count {
            if probe >= count { probe = 0 }
            let key = unsafe keys.pointee[self[slot].index + probe]
            probe += 1
            guard key.mark == mark,
                unsafe areEqual(input.bytes(at: Int(key.start), count: Int(key.length)), wanted)
            else { continue }
            self[slot].hint = probe
            let start = Int(key.start)
            return FoundKey(
                key: start..<start + Int(key.length),
                value: Int(key.value),
                isNext: false
            )
        }
        return nil
    }

    /// Lists the keys of a map and finds its end.
    private mutating func makeIndex(of slot: Int) {
        let passed = self[slot].count - self[slot].remaining
        var position = self[slot].body
        self[slot].index = unsafe keys.pointee.count
        self[slot].hint = passed
        for _ in 0..<self[slot].count {
            let key = key(at: &position)
            unsafe keys.pointee.append(key)
            input.skip(at: &position)
        }
        self[slot].end = position
    }

    /// Reads a key and moves behind it.
    private func key(at position: inout Int) -> KeyList.Key {
        let length = Int(input.head(at: &position).argument)
        let start = position
        position += length
        return unsafe KeyList.Key(
            mark: KeyList.mark(of: input.bytes(at: start, count: length)),
            start: UInt32(start),
            length: UInt32(length),
            value: UInt32(position)
        )
    }

    private func scan(_ wanted: UnsafeRawBufferPointer, in slot: Int) -> FoundKey? {
        var position = self[slot].body
        for _ in 0..<self[slot].count {
            let length = Int(input.head(at: &position).argument)
            let key = position..<position + length
            position = key.upperBound
            if unsafe areEqual(input.bytes(at: key.lowerBound, count: length), wanted) {
                return FoundKey(key: key, value: position, isNext: false)
            }
            input.skip(at: &position)
        }
        return nil
    }

    /// The value of a key was read up to `position`.
    @inline(__always)
    mutating func advance(_ slot: Int, behind found: FoundKey) {
        guard found.isNext, self[slot].index < 0 else { return }
        self[slot].cursor = position
        self[slot].remaining -= 1
    }

    /// The keys of a map as texts, in the order in which they came.
    func keyTexts(of slot: Int) -> [String] {
        var position = self[slot].body
        return (0..<self[slot].count).compactMap { _ in
            defer { input.skip(at: &position) }
            return String.read(from: input, at: &position)
        }
    }
}

// Paths, for errors.
extension DecoderState {
    /// From the whole to the frame's value.
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
