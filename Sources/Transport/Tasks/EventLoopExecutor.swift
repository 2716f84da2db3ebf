import Glibc
import NIOCore
import NIOPosix

/// The event loops as the place where all tasks run.
///
/// A call then stays on its loop where it does not wait, which halves its cost. NIO can do that by
/// itself, but runs every piece of a task as one of the loop's own serial executor: the runtime
/// then holds each `await` in code of no actor for a change of executors, and queues the rest of
/// the task anew, two to four times a call. Here the same loops run tasks as the runtime's own pool
/// does, on behalf of no actor, and a task goes on where it is.
public enum EventLoopExecutor {
    /// Has all tasks of the process run on NIO's event loops, from now on. To be called once, before
    /// anything else, on the main thread.
    ///
    /// - Returns: False where the runtime has no place for it; tasks then run on its own threads.
    public static func install() -> Bool {
        // It knows which runtimes can, and claims the place.
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
                    // The loop of this thread, where it is one.
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

    /// As the runtime calls it, and as NIO declares it.
    private typealias Hook =
        @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void

    /// How the runtime writes the executor of code that is no actor's.
    private struct NoActor {
        let identity = UInt(0)
        let implementation = UInt(0)
    }
}
