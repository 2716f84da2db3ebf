#if canImport(Glibc)
import Glibc
#endif

/// The process' standard error output, unbuffered: a line is written in one piece.
public enum StandardError {
    /// Writes the whole text, in several system calls if necessary.
    public static func write(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    static func write(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    guard errno == EINTR else { return }
                    continue
                }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }
}
