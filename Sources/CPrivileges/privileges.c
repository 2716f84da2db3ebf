#define _GNU_SOURCE
#include "CPrivileges.h"

#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int privileges_threads(void) {
    DIR *tasks = opendir("/proc/self/task");
    if (tasks == NULL) return -1;
    int count = 0;
    for (struct dirent *task; (task = readdir(tasks)) != NULL;)
        count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
}

// What no exec may bring back. A container may not let even root touch this set, which is nothing
// but a bound: without new privileges it has no use.
static int empty_bounding_set(void) {
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EPERM) return -1;
    return 0;
}

static int set_no_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
    return (int)syscall(SYS_capset, &header, none);
}

// Whether nothing of root's is left, and none of it comes back.
static int is_given_up(uid_t user, gid_t group) {
    uid_t users[3];
    gid_t groups[3];
    if (getresuid(&users[0], &users[1], &users[2]) != 0) return 0;
    if (getresgid(&groups[0], &groups[1], &groups[2]) != 0) return 0;
    for (int i = 0; i < 3; i++)
        if (users[i] != user || groups[i] != group) return 0;
    if (getgroups(0, NULL) != 0) return 0;

    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, held) != 0) return 0;
    for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
        if (held[i].effective || held[i].permitted || held[i].inheritable) return 0;

    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && setresuid(0, 0, 0) == -1
        && setresgid(0, 0, 0) == -1 && setgroups(0, NULL) == -1;
}

int privileges_give_up(uid_t user, gid_t group, const char **failed) {
    *failed = "the user is root";
    if (user == 0 || group == 0) return errno = EINVAL, -1;
    *failed = "the process has threads already";
    if (privileges_threads() != 1) return errno = EBUSY, -1;
    *failed = "the bounding set";
    if (empty_bounding_set() != 0) return -1;
    *failed = "the ambient capabilities";
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) return -1;
    // Groups first: only root can change them.
    *failed = "the groups";
    if (setgroups(0, NULL) != 0 || setresgid(group, group, group) != 0) return -1;
    *failed = "the user";
    if (setresuid(user, user, user) != 0) return -1;
    *failed = "the capabilities";
    if (set_no_capabilities() != 0) return -1;
    *failed = "no new privileges";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    *failed = "root's rights are left";
    if (!is_given_up(user, group)) return errno = EPERM, -1;
    return 0;
}
