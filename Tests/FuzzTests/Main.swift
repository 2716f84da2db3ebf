#if canImport(Glibc)
import Glibc
#endif

/// What is fed: `GAUNTLET_FUZZ_TARGET` names it.
private let target: FuzzTarget = {
    let name = getenv("GAUNTLET_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("GAUNTLET_FUZZ_TARGET must be one of \(names), not “\(name)”")
    }
    return target
}()

/// Called by libFuzzer with each input; its name is libFuzzer's.
@_cdecl("LLVMFuzzerTestOneInput")
func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target.feed(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argc: UnsafeMutablePointer<CInt>,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program's start: the package manager gives each executable's `main` this name.
@_cdecl("fuzz_main")
func start(
    argc: CInt,
    argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    var argc = argc
    var argv = argv
    return runDriver(&argc, &argv) { feed($0, $1) }
}
