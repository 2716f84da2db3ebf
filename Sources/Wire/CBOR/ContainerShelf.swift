/// Containers of maps, one for each type of keys, to be used again: making one costs as much as
/// writing a field or two.
///
/// A container is lent only while nobody else holds it. Its handle stands in a cell that the shelf
/// owns, and is replaced each time.
@safe
struct ContainerShelf<Handle: BitwiseCopyable> {
    /// What a container works with that is used again.
    struct Cell: BitwiseCopyable {
        /// The handle of whoever uses it now.
        fileprivate(set) var handle: Handle
        /// What its keys are called.
        var names: KeyNames?
    }

    /// Where one container stands. Its only word is a reference, and stands first.
    @safe
    struct Slot {
        fileprivate var content: AnyObject?
        fileprivate var key: ObjectIdentifier?
        fileprivate var cell: UnsafeMutablePointer<Cell>?
        /// The `Copier` of containers of this type.
        fileprivate(set) var copier: AnyObject?
    }

    private let slots: UnsafeMutablePointer<Slot>

    init() {
        unsafe slots = .allocate(capacity: 64)
        unsafe slots.initialize(repeating: Slot(), count: 64)
    }

    private func slot(of key: ObjectIdentifier) -> UnsafeMutablePointer<Slot> {
        let number = UInt64(UInt(bitPattern: key))
        return unsafe slots + Int((number &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }

    /// Where the container for that type of keys stands; `nil` where there is none, or it is in
    /// use.
    @inline(__always)
    func lend(to handle: Handle, _ key: ObjectIdentifier) -> UnsafeMutablePointer<Slot>? {
        let slot = unsafe slot(of: key)
        guard unsafe slot.pointee.key == key,
            unsafe isKnownUniquelyReferenced(&slot.pointee.content)
        else { return nil }
        unsafe slot.pointee.cell?.pointee.handle = handle
        return unsafe slot
    }

    /// Stores the container that is made with a cell, unless its place is taken.
    func store<Key: CodingKey, Container>(
        _ keys: Key.Type,
        for handle: Handle,
        _ make: (UnsafeMutablePointer<Cell>) -> Container
    ) -> Container? {
        let key = ObjectIdentifier(keys)
        precondition(MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size)
        let slot = unsafe slot(of: key)
        guard
            unsafe slot.pointee.content == nil
                || isKnownUniquelyReferenced(&slot.pointee.content)
        else { return nil }
        if let known = unsafe slot.pointee.cell { unsafe known.pointee.names?.deallocate() }
        let cell = unsafe slot.pointee.cell ?? .allocate(capacity: 1)
        unsafe cell.initialize(to: Cell(handle: handle, names: KeyNames(of: keys)))
        let container = unsafe make(cell)
        unsafe slot.pointee = Slot(
            content: unsafeBitCast(container, to: AnyObject.self),
            key: key,
            cell: cell,
            copier: Copier<Container>()
        )
        return container
    }
}

/// Copies a container out of its place.
///
/// Whoever is asked for a `KeyedEncodingContainer<Key>` knows that type only while the program runs,
/// and the runtime takes longer to make it up than a field takes to be written. An object knows its
/// own types.
final class Copier<Container> {
    /// What stands there, which must be a container.
    @inline(never)
    func copy(from slot: UnsafeRawPointer) -> Container {
        unsafe slot.assumingMemoryBound(to: Container.self).pointee
    }
}
