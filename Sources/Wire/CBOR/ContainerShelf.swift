/// Reusable map containers, one for each type of keys: creating one costs as much as writing a
/// field or two.
///
/// A container is lent only while it has no other owner. Its handle is in a cell that the shelf
/// owns, and is replaced each time.
@safe
struct ContainerShelf<Handle: BitwiseCopyable> {
    /// The reusable state of a container.
    struct Cell: BitwiseCopyable {
        /// The handle of the current user.
        fileprivate(set) var handle: Handle
        /// The names of its keys on the wire.
        var names: KeyNames?
    }

    /// Storage for one container. A container is a single reference, and it is the first member.
    @safe
    struct Slot {
        fileprivate var content: AnyObject?
        fileprivate var key: ObjectIdentifier?
        fileprivate var cell: UnsafeMutablePointer<Cell>?
        /// The `Copier` for containers of this type.
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

    /// The slot of the container for that type of keys; `nil` when there is none, or it is in use.
    @inline(__always)
    func lend(to handle: Handle, _ key: ObjectIdentifier) -> UnsafeMutablePointer<Slot>? {
        let slot = unsafe slot(of: key)
        guard unsafe slot.pointee.key == key,
            unsafe isKnownUniquelyReferenced(&slot.pointee.content)
        else { return nil }
        unsafe slot.pointee.cell?.pointee.handle = handle
        return unsafe slot
    }

    /// Creates and stores a container for that type of keys; `nil` when the slot is in use.
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

/// Copies a container out of its slot.
///
/// Code that returns a `KeyedEncodingContainer<Key>` learns that type only at run time, and
/// building the type's metadata takes the runtime longer than writing a field. An object of this
/// class already has it.
final class Copier<Container> {
    /// Returns the content of the slot, which must be a `Container`.
    @inline(never)
    func copy(from slot: UnsafeRawPointer) -> Container {
        unsafe slot.assumingMemoryBound(to: Container.self).pointee
    }
}
