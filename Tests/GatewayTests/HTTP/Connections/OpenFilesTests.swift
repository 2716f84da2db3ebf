import Glibc
import Testing

@testable import Gateway

@Suite struct OpenFilesTests {
    @Test(arguments: [
        (1_048_576, 20_000, 20_000), (20_128, 20_000, 20_000), (20_127, 20_000, 19_999),
        (1_024, 20_000, 896), (1_024, 896, 896), (1_024, 895, 895), (257, 20_000, 129),
        (256, 20_000, 128), (255, 20_000, 128), (2, 20_000, 1), (1, 20_000, 1), (0, 20_000, 1),
        (1_024, 1, 1), (1_024, 0, 1),
    ])
    func `some files are kept for other uses than connections`(files: Int, limit: Int, most: Int) {
        #expect(OpenFiles.connectionsMax(among: files, atMost: limit) == most)
    }

    @Test func `the process may open as many files as the system allows`() {
        #expect(OpenFiles.connectionsMax(atMost: 1) == 1)
        var files = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
        #expect(files.rlim_cur == files.rlim_max)
        let count = Int(clamping: files.rlim_cur)
        let most = OpenFiles.connectionsMax(among: count, atMost: .max)
        #expect(OpenFiles.connectionsMax(atMost: .max) == most)
    }
}
