/// The three arrays that libpq needs for a statement's values, reused between statements.
@safe final class ParameterLists {
    typealias Values = UnsafeMutablePointer<UnsafePointer<CChar>?>
    typealias Numbers = UnsafeMutablePointer<Int32>

    private var capacity = 0
    private var values: Values
    private var lengths: Numbers
    private var formats: Numbers

    init() {
        unsafe values = .allocate(capacity: 0)
        unsafe lengths = .allocate(capacity: 0)
        unsafe formats = .allocate(capacity: 0)
    }

    deinit {
        deallocate()
    }

    /// Passes the filled arrays to `body`, which must not keep them.
    func with<Value>(_ binds: Binds, _ body: (Values, Numbers, Numbers) -> Value) -> Value {
        reserve(binds.starts.count)
        return unsafe binds.bytes.withUnsafeBytes { bytes in
            for (index, start) in binds.starts.enumerated() {
                let length = Int32(
                    bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)
                )
                unsafe lengths[index] = length
                unsafe values[index] =
                    length < 0
                    ? nil
                    : bytes.baseAddress?.advanced(by: start + 4)
                        .assumingMemoryBound(to: CChar.self)
            }
            return unsafe body(values, lengths, formats)
        }
    }

    private func reserve(_ count: Int) {
        guard count > capacity else { return }
        deallocate()
        capacity = max(16, count)
        unsafe values = .allocate(capacity: capacity)
        unsafe lengths = .allocate(capacity: capacity)
        unsafe formats = .allocate(capacity: capacity)
        // All values are binary.
        unsafe formats.initialize(repeating: 1, count: capacity)
        unsafe values.initialize(repeating: nil, count: capacity)
        unsafe lengths.initialize(repeating: 0, count: capacity)
    }

    private func deallocate() {
        unsafe values.deallocate()
        unsafe lengths.deallocate()
        unsafe formats.deallocate()
    }
}
