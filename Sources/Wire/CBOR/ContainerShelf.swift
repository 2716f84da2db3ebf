/// Reusable map containers, one for each type of keys: creating one costs as much as writing a
/// field or two.
///
/// A container is lent only while it has no other owner. Its handle is in a cell that the shelf
/// owns, and is replaced each time. A type whose slot another type has takes one of the next, so
/// that the types of a message do not push each other out.
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

    /// How many slots a type may take.
    private static var choices: Int { 8 }

    private let slots: UnsafeMutablePointer<Slot>

    init() {
        // 256 that a type can hash to, and the choices of the last of them.
        let count = 256 + Self.choices - 1
        unsafe slots = .allocate(capacity: count)
        unsafe slots.initialize(repeating: Slot(), count: count)
    }

    /// The first slot that a container for that type of keys may be in.
    private func firstSlot(of key: ObjectIdentifier) -> UnsafeMutablePointer<Slot> {
        let number = UInt64(UInt(bitPattern: key))
        return unsafe slots + Int((number &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }

    /// The slot of the container for that type of keys; `nil` when there is none, or it is in use.
    @inline(__always)
    func lend(to handle: Handle, _ key: ObjectIdentifier) -> UnsafeMutablePointer<Slot>? {
        var slot = unsafe firstSlot(of: key)
        if unsafe slot.pointee.key != key {
            guard let other = unsafe laterSlot(of: key) else { return nil }
            unsafe slot = other
        }
        guard unsafe isKnownUniquelyReferenced(&slot.pointee.content) else { return nil }
        unsafe slot.pointee.cell?.pointee.handle = handle
        return unsafe slot
    }

    /// The slot of a type that did not get its first.
    private func laterSlot(of key: ObjectIdentifier) -> UnsafeMutablePointer<Slot>? {
        let first = unsafe firstSlot(of: key)
        for choice in 1..<Self.choices where unsafe first[choice].key == key {
            return unsafe first + choice
        }
        return nil
    }

    /// The slot that a new container for that type of keys gets: the one that the type has, an
    /// empty one, or else the first.
    private func slotToFill(of key: ObjectIdentifier) -> UnsafeMutablePointer<Slot> {
        let first = unsafe firstSlot(of: key)
        for choice in 0..<Self.choices
        where unsafe first[choice].key == nil || first[choice].key == key {
            return unsafe first + choice
        }
        return unsafe first
    }

    /// Creates and stores a container for that type of keys; `nil` when the slot is in use.
    func store<Key: CodingKey, Container>(
        _ keys: Key.Type,
        for handle: Handle,
        _ make: (UnsafeMutablePointer<Cell>) -> Container
    ) -> Container? {
        let key = ObjectIdentifier(keys)
        precondition(MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size)
        let slot = unsafe slotToFill(of: key)
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
