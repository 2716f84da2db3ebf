import CLibCrypto

/// scrypt through libcrypto's one-call form of `EVP_KDF`. Blocks the thread for as long as the cost
/// takes.
enum Scrypt {
    /// libcrypto failed: out of memory.
    struct Failure: Error {}

    /// Derives 32 bytes from a password.
    static func derive(
        _ password: [UInt8],
        salt: [UInt8],
        _ cost: PasswordCost
    ) throws(Failure) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: 32)
        let memoryMax = UInt64(256 * cost.r) << UInt64(cost.logN) + 1_048_576
        let status = unsafe password.withUnsafeBytes { password in
            unsafe EVP_PBE_scrypt(
                password.assumingMemoryBound(to: CChar.self).baseAddress,
                password.count,
                salt,
                salt.count,
                1 << UInt64(cost.logN),
                UInt64(cost.r),
                UInt64(cost.p),
                memoryMax,
                &key,
                key.count
            )
        }
        guard status == 1 else { throw Failure() }
        return key
    }
}
