#if canImport(Glibc)
import Glibc
#endif

/// Settings of the C library's allocator.
enum Allocator {
    /// Makes the allocator keep freed memory at the end of its heaps, up to a few MiB each, and
    /// grow in larger steps. By default it returns everything above 128 KiB to the system at once:
    /// a service that builds replies of some KB then gets the same pages again, cleared, for each
    /// of them.
    ///
    /// Call it before any other thread starts.
    ///
    /// - Returns: False if another allocator replaces the C library's; then nothing was set.
    static func keepFreedMemory() -> Bool {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "mallopt") else { return false }
        let set = unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)
        return [(trimThreshold, 4 << 20), (topPad, 256 << 10), (mapThreshold, 4 << 20)]
            .allSatisfy { parameter, bytes in set(parameter, bytes) == 1 }
    }

    // The values of malloc.h, which Swift's module of the C library leaves out.
    private static let trimThreshold: CInt = -1
    private static let topPad: CInt = -2
    private static let mapThreshold: CInt = -3
}
