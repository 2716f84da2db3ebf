import Glibc
import NIOCore
import NIOPosix

/// Runs all of the process' tasks on NIO's event loops.
///
/// A call that does not suspend then stays on its loop, which halves its cost. NIO can do this on
/// its own, but runs each part of a task as a job of the loop's own serial executor: the runtime
/// then takes each `await` in nonisolated code for a change of executors, and enqueues the rest of
/// the task again, two to four times per call. Here the same loops run tasks as the runtime's own
/// pool does, without an actor, and a task continues where it is.
public enum EventLoopExecutor {
    /// Makes NIO's event loops run all of the process' tasks from now on. Call it once, before
    /// anything else, on the main thread.
    ///
    /// - Returns: False if the runtime has no hook for it; tasks then run on its own threads.
    public static func install() -> Bool {
        // NIO knows which runtimes have the hook, and installs its own.
        guard
            NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor(),
            let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook")
        else { return false }
        guard MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<NoActor>.size else {
            return true
        }
        let place = symbol.assumingMemoryBound(to: UnsafeRawPointer?.self)
        withUnsafeTemporaryAllocation(of: Hook.self, capacity: 1) { hook in
            hook.initializeElement(
                at: 0,
                to: { job, _ in
                    // The current thread's loop, if it has one.
                    MultiThreadedEventLoopGroup.singleton.any().execute {
                        let nobody = unsafeBitCast(NoActor(), to: UnownedSerialExecutor.self)
                        job.runSynchronously(on: nobody)
                    }
                }
            )
            place.pointee = UnsafeRawBufferPointer(hook).load(as: UnsafeRawPointer.self)
        }
        return true
    }

    /// The hook's type, as the runtime calls it and NIO declares it.
    private typealias Hook =
        @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void

    /// The runtime's representation of the executor of nonisolated code.
    private struct NoActor {
        let identity = UInt(0)
        let implementation = UInt(0)
    }
}
