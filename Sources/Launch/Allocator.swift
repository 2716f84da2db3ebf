#if canImport(Glibc)
import Glibc
#endif

/// How the C library's allocator keeps memory.
enum Allocator {
    /// Has it keep what is freed at the end of its heaps, up to a few MiB each, and take more at a
    /// time. By itself it gives everything above 128 KiB back to the system at once: a service that
    /// makes replies of some KB then gets the same pages again, cleared, for each of them.
    ///
    /// To be called before there are other threads.
    ///
    /// - Returns: False where the C library's allocator is another's, and nothing was set.
    static func keepFreedMemory() -> Bool {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "mallopt") else { return false }
        let set = unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)
        return [(trimThreshold, 4 << 20), (topPad, 256 << 10), (mapThreshold, 4 << 20)]
            .allSatisfy { parameter, bytes in set(parameter, bytes) == 1 }
    }

    // As malloc.h numbers them; Swift's module of the C library leaves it out.
    private static let trimThreshold: CInt = -1
    private static let topPad: CInt = -2
    private static let mapThreshold: CInt = -3
}
