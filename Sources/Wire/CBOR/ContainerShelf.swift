/// Containers of maps, one for each type of keys, to be used again: making one costs as much as
/// writing a field or two.
///
/// A container is lent only while nobody else holds it. Its handle stands in a cell that the shelf
/// owns, and is replaced each time.
@safe
struct ContainerShelf<Handle: BitwiseCopyable> {
    @safe
    private struct Place {
        var key: ObjectIdentifier?
        var container: AnyObject?
        var cell: UnsafeMutablePointer<Handle>?
    }

    private let places: UnsafeMutablePointer<Place>

    init() {
        unsafe places = .allocate(capacity: 64)
        unsafe places.initialize(repeating: Place(), count: 64)
    }

    private func place(of key: ObjectIdentifier) -> UnsafeMutablePointer<Place> {
        let number = UInt64(UInt(bitPattern: key))
        return unsafe places + Int((number &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }

    /// The container for that type of keys; `nil` where there is none, or it is in use.
    @inline(__always)
    func lend(to handle: Handle, _ key: ObjectIdentifier) -> AnyObject? {
        let place = unsafe place(of: key)
        guard unsafe place.pointee.key == key,
            unsafe isKnownUniquelyReferenced(&place.pointee.container)
        else { return nil }
        unsafe place.pointee.cell?.pointee = handle
        return unsafe place.pointee.container
    }

    /// Stores the container that is made with a cell; `nil` where its place is taken.
    func store(
        _ key: ObjectIdentifier,
        for handle: Handle,
        _ make: (UnsafePointer<Handle>) -> AnyObject
    ) -> AnyObject? {
        let place = unsafe place(of: key)
        guard
            unsafe place.pointee.container == nil
                || isKnownUniquelyReferenced(&place.pointee.container)
        else { return nil }
        let cell = unsafe place.pointee.cell ?? .allocate(capacity: 1)
        unsafe cell.initialize(to: handle)
        let container = unsafe make(UnsafePointer(cell))
        unsafe place.pointee = Place(key: key, container: container, cell: cell)
        return container
    }
}
