#!/usr/bin/env bash
# Foundation on Linux returns only the beginning of a long file of /proc, without an error.
#
# Expected: String(contentsOfFile:), Data(contentsOf:) and FileManager.contents(atPath:) return a
# whole file or throw, and FileHandle.readToEnd() returns the same bytes.
#
# Happens: for a file of /proc that is longer than a page, such as the list of a kernel's symbols,
# the sockets of a busy server or a process' memory map, the first three return at most 4,096 bytes
# (whole lines only) and no error. FileHandle.readToEnd() returns everything. Files of /proc report a
# size of 0, so Foundation reads them in chunks of 4,096 bytes, and takes a chunk that is not full
# for the end. But the kernel ends each read at the last line that fits, so the first is not full.
#
# Seen with: Swift 6.3.1 on Debian 12, x86-64. Source: swift-foundation, readBytesFromFile in
# Sources/FoundationEssentials/Data/Data+Reading.swift.
#
# Hurts: servers and agents in Swift that count sockets, memory maps or mounts from /proc. They work
# in tests, where these files are short, and report too little under load.
#
# Needs the Swift toolchain (`swiftc`).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/main.swift" <<'SWIFT'
import Foundation

// The names of the kernel's symbols: some megabytes, readable by everyone.
let path = "/proc/kallsyms"
func say(_ name: String, _ count: Int) {
    print("\(name): \(count > 1_000_000 ? "more than 1,000,000" : "at most 4,096") bytes")
    precondition(count > 1_000_000 || (1...4_096).contains(count))
}
say("String(contentsOfFile:)", try String(contentsOfFile: path, encoding: .utf8).utf8.count)
say("Data(contentsOf:)", try Data(contentsOf: URL(fileURLWithPath: path)).count)
say("FileManager.contents(atPath:)", FileManager.default.contents(atPath: path)!.count)
say("FileHandle.readToEnd()", try FileHandle(forReadingAtPath: path)!.readToEnd()!.count)
SWIFT
swiftc -o "$work/main" "$work/main.swift"

cat >"$work/expected" <<'TEXT'
String(contentsOfFile:): at most 4,096 bytes
Data(contentsOf:): at most 4,096 bytes
FileManager.contents(atPath:): at most 4,096 bytes
FileHandle.readToEnd(): more than 1,000,000 bytes
TEXT
"$work/main" | tee "$work/output"
diff "$work/expected" "$work/output" || { echo "the finding has changed" >&2; exit 1; }
