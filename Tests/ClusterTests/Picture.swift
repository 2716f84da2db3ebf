import PNG

/// Pictures of one pixel, a different one for each number below 2²⁴.
enum Picture {
    static func png(_ number: UInt32 = 0) -> [UInt8] {
        let pixel = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        return PNGImage(width: 1, height: 1, pixels: pixel).bytes
    }
}
