#pragma once
#include <sys/types.h>

/// Becomes a user that is not root, for good, with one group and no capability; programs that the
/// process starts gain no rights either. To be called while the process has one thread.
///
/// Returns 0. Where it returns -1, `errno` says why, and `failed` which step it was; the caller
/// then ends the process, for some of the rights of root may be left.
int privileges_give_up(uid_t user, gid_t group, const char *_Nullable *_Nonnull failed);

/// How many threads the process has; -1 where `/proc` does not say.
int privileges_threads(void);
