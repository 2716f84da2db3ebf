/// The state of one value that is being written: its container, and the offset of its head.
struct EncoderFrame {
    enum Kind {
        /// Nothing was written yet; becomes one of the others.
        case empty
        /// One value without a container was written.
        case single
        case map
        /// A map whose entries are sorted when it ends.
        case sortedMap
        case array
    }

    /// Identifies this use of the frame; 0 while it is not in use.
    var serial: UInt64 = 0
    var kind = Kind.empty
    /// The offset of the container's head: one byte, patched when the value ends.
    var head = 0
    /// The entries or items written.
    var count = 0
    /// The index of the frame's first entry in the state's list of entries.
    var firstEntry = 0
}

/// Everything that the containers of one encoding share, behind a plain pointer: a reference would
/// cost a retain and a release for each field.
///
/// A state's memory is reused and never freed: a container that outlives its encoding finds a frame
/// with another serial, and throws. Serials never repeat within a state.
///
/// Invariant: frames below `top` are in use and have a serial; the others have serial 0.
@safe
struct EncoderState: CoderState {
    /// The bytes before splices are inserted.
    var output = ByteWriter(capacity: 1_024)
    /// The number of maps and arrays around this state's first frame.
    private(set) var depth = 0
    var isLent = false
    var isOwn = false
    /// Whether `HandCoded` types are written by Codable anyway.
    private(set) var usesCodableAlone = false
    /// A cache of how the values of each type are coded.
    let forms = WireTypeTable()
    /// Reusable containers.
    let containers = ContainerShelf<EncodingHandle>()
    /// Working memory for transcoding CBOR to JSON.
    let scratch = TranscoderScratch()
    /// One more than the index of the frame that may write.
    private(set) var top = 0
    private var lastSerial: UInt64 = 0
    /// The serial of the frame that may write.
    private var current: UInt64 = 0
    private let frames: UnsafeMutablePointer<EncoderFrame>
    /// The offset of each entry of the sorted maps that are being written.
    private var entries: [Int] = []
    /// The output of nested containers and super encoders, and where it belongs.
    private var splices: [Splice] = []
    /// An error that occurred where it could not be thrown.
    private var failure: WireEncodingError?

    /// Bytes to insert at an offset of the output.
    @safe
    private struct Splice {
        var offset: Int
        let state: UnsafeMutablePointer<EncoderState>
    }

    /// One frame for each map or array, and one for the value inside the last.
    private static let framesMax = Limits.depthMax + 1

    /// The serial of a container that may not be used.
    static let dead = UInt64.max

    init() {
        unsafe frames = .allocate(capacity: Self.framesMax)
        unsafe frames.initialize(repeating: EncoderFrame(), count: Self.framesMax)
    }
}

// Creation and reuse.
extension EncoderState {
    private static let shelf: StateShelf<EncoderState> = unsafe StateShelf { unsafe takeOver($0) }

    private static func takeOver(_ state: UnsafeMutableRawPointer?) {
        unsafe shelf.takeOver(state)
    }

    static func borrow(depth: Int, usesCodableAlone: Bool) -> UnsafeMutablePointer<EncoderState> {
        let state = unsafe shelf.borrow()
        unsafe state.pointee.depth = depth
        unsafe state.pointee.usesCodableAlone = usesCodableAlone
        return unsafe state
    }

    static func giveBack(_ state: UnsafeMutablePointer<EncoderState>) {
        for splice in unsafe state.pointee.splices { unsafe giveBack(splice.state) }
        unsafe state.pointee.reset()
        unsafe shelf.giveBack(state)
    }

    private mutating func reset() {
        while top > 0 {
            top -= 1
            unsafe frames[top].serial = 0
        }
        current = 0
        output.reset(capacityMax: 1 << 16)
        if !entries.isEmpty { entries = [] }
        if !splices.isEmpty { splices = [] }
        failure = nil
    }
}

// Frames.
extension EncoderState {
    /// Opens the frame for one more value and returns its serial.
    mutating func push() -> UInt64 {
        precondition(top < Self.framesMax, "a container deeper than the limit was opened")
        lastSerial += 1
        unsafe frames[top] = EncoderFrame(serial: lastSerial)
        top += 1
        current = lastSerial
        return lastSerial
    }

    /// Closes the last frame and sets the count in its head.
    mutating func pop() {
        top -= 1
        let frame = unsafe frames[top]
        unsafe frames[top].serial = 0
        current = unsafe top > 0 ? frames[top - 1].serial : 0
        switch frame.kind {
        case .empty: output.append(Item.emptyMap)
        case .single: break
        case .array: patchHead(of: frame, Major.array)
        case .map: patchHead(of: frame, Major.map)
        case .sortedMap:
            sortEntries(of: frame)
            patchHead(of: frame, Major.map)
        }
    }

    /// Whether the serial is that of the frame that may write; serials never repeat, and each
    /// belongs to one frame.
    @inline(__always)
    private func isCurrent(_ serial: UInt64) -> Bool {
        serial == current
    }

    /// Makes the frame a container of that kind; returns `dead` when it cannot be one.
    mutating func open(_ kind: EncoderFrame.Kind, _ slot: Int, _ serial: UInt64) -> UInt64 {
        guard isCurrent(serial) else { return Self.dead }
        let isOpen: Bool
        switch (unsafe frames[slot].kind, kind) {
        case (.empty, _): isOpen = false
        case (.map, .map), (.sortedMap, .sortedMap), (.array, .array): isOpen = true
        case (.sortedMap, .map), (.map, .sortedMap): isOpen = true
        default:
            fail(.misused, "A value requested two kinds of container.")
            return Self.dead
        }
        guard !isOpen else { return serial }
        guard depth + slot < Limits.depthMax else {
            fail(.tooDeep, "More than \(Limits.depthMax) maps and arrays are nested.")
            return Self.dead
        }
        unsafe frames[slot].kind = kind
        unsafe frames[slot].head = output.count
        unsafe frames[slot].firstEntry = entries.count
        output.append(0)
        return serial
    }

    /// Counts one more entry or item of a container, and checks that the container may write.
    mutating func beginEntry(_ slot: Int, _ serial: UInt64) throws(WireEncodingError) {
        guard isCurrent(serial) else { throw refusal(of: serial) }
        guard unsafe frames[slot].count < Limits.itemsMax else {
            throw WireEncodingError(.tooMany, "A container has over \(Limits.itemsMax) items.")
        }
        guard output.count <= Limits.frameBytesMax else { throw Self.tooLarge }
        unsafe frames[slot].count += 1
        if unsafe frames[slot].kind == .sortedMap { entries.append(output.count) }
    }

    /// Marks the frame's only value as about to be written.
    mutating func beginSingle(_ slot: Int, _ serial: UInt64) throws(WireEncodingError) {
        guard isCurrent(serial) else { throw refusal(of: serial) }
        guard unsafe frames[slot].kind == .empty else {
            throw WireEncodingError(.misused, "A second value was written where one fits.")
        }
        unsafe frames[slot].kind = .single
    }

    /// Checks that a single-value container may pass its frame on to its value.
    mutating func passOn(_ slot: Int, _ serial: UInt64) throws(WireEncodingError) {
        guard isCurrent(serial) else { throw refusal(of: serial) }
    }

    /// Throws when an item that is itself a container would exceed the depth limit.
    func checkDepth(of level: Int) throws(WireEncodingError) {
        guard depth + level < Limits.depthMax else {
            throw WireEncodingError(.tooDeep, "A value is deeper than \(Limits.depthMax) levels.")
        }
    }

    func count(_ slot: Int, _ serial: UInt64) -> Int {
        guard slot < top, unsafe frames[slot].serial == serial else { return 0 }
        return unsafe frames[slot].count
    }

    mutating func fail(_ reason: WireEncodingError.Reason, _ detail: String) {
        failure = failure ?? WireEncodingError(reason, detail)
    }

    /// The error for a container that may not write. The failure of this encoding applies only to
    /// containers that it made dead: one with its own serial may be left over from another
    /// encoding.
    private func refusal(of serial: UInt64) -> WireEncodingError {
        if serial == Self.dead, let failure { return failure }
        return WireEncodingError(
            .outlived,
            "A container was used after its value, or while a value inside it was being written."
        )
    }

    static let tooLarge = WireEncodingError(
        .tooLarge,
        "A value has more than \(Limits.frameBytesMax) bytes."
    )

    private mutating func patchHead(of frame: EncoderFrame, _ major: UInt8) {
        let width = output.setHead(major, frame.count, at: frame.head)
        guard width > 0, !splices.isEmpty else { return }
        for index in splices.indices.reversed() {
            guard splices[index].offset > frame.head else { break }
            splices[index].offset += width
        }
    }

    /// Sorts the entries of a dictionary, whose order differs between processes.
    private mutating func sortEntries(of frame: EncoderFrame) {
        let starts = entries[frame.firstEntry...] + [output.count]
        entries.removeSubrange(frame.firstEntry...)
        guard frame.count > 1 else { return }
        let bytes = unsafe [UInt8](output.bytes)
        let sorted = zip(starts, starts.dropFirst()).map { $0..<$1 }.sorted {
            bytes[$0].lexicographicallyPrecedes(bytes[$1])
        }
        var ordered: [UInt8] = []
        ordered.reserveCapacity(bytes.count)
        let base = starts[starts.startIndex]
        var moved: [Splice] = []
        for range in sorted {
            for splice in splices
            where splice.offset > range.lowerBound && splice.offset <= range.upperBound {
                var splice = splice
                splice.offset += base + ordered.count - range.lowerBound
                moved.append(splice)
            }
            ordered += bytes[range]
        }
        splices.removeAll { $0.offset > base }
        splices += moved
        output.replace(at: base, with: ordered)
    }
}

// Nested output.
extension EncoderState {
    /// Reserves a place in the output for what a nested container or a super encoder will write.
    mutating func splice(_ slot: Int) -> UnsafeMutablePointer<EncoderState> {
        let nested = unsafe Self.borrow(
            depth: depth + slot + 1,
            usesCodableAlone: usesCodableAlone
        )
        unsafe splices.append(Splice(offset: output.count, state: nested))
        return unsafe nested
    }

    /// Closes every frame and inserts the nested output.
    static func finish(
        _ state: UnsafeMutablePointer<EncoderState>
    ) throws(WireEncodingError) {
        while unsafe state.pointee.top > 0 { unsafe state.pointee.pop() }
        if let failure = unsafe state.pointee.failure { throw failure }
        guard unsafe !state.pointee.splices.isEmpty else {
            guard unsafe state.pointee.output.count <= Limits.frameBytesMax else { throw tooLarge }
            return
        }
        var whole = unsafe ByteWriter(capacity: state.pointee.output.count * 2 + 64)
        defer { whole.deallocate() }
        var copied = 0
        for splice in unsafe state.pointee.splices {
            try unsafe finish(splice.state)
            let own = unsafe state.pointee.output.bytes
            unsafe whole.append(UnsafeRawBufferPointer(rebasing: own[copied..<splice.offset]))
            unsafe whole.append(splice.state.pointee.output.bytes)
            copied = splice.offset
            guard whole.count <= Limits.frameBytesMax else { throw tooLarge }
        }
        let own = unsafe state.pointee.output.bytes
        unsafe whole.append(UnsafeRawBufferPointer(rebasing: own[copied...]))
        guard whole.count <= Limits.frameBytesMax else { throw tooLarge }
        unsafe state.pointee.output.reset(capacityMax: .max)
        unsafe state.pointee.output.append(whole.bytes)
    }
}
