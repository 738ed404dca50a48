"""A device file, who may use it, and what lets this user use it: plain facts, and the remedy that follows from them.

`node_of` and `this_caller` look; the rest is pure. Opens nothing.
"""

import contextlib
import grp
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class DeviceNode:
    """A device file: its owner and group by name, and its mode as `stat` gives it."""

    owner: str
    group: str
    mode: int

    @property
    def is_device(self) -> bool:
        """Whether it is a character device, as ports and cameras are."""
        return stat.S_ISCHR(self.mode)

    @property
    def group_may(self) -> bool:
        """Whether its group may read and write it."""
        return self.mode & 0o060 == 0o060

    def __str__(self) -> str:
        return f"owner {self.owner}, group {self.group}, {stat.filemode(self.mode)}"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who this process is: its user, the groups it has, and those that list the user, which a new start would give."""

    user: str
    groups: tuple[str, ...]
    listed_in: tuple[str, ...] = ()

    @property
    def is_root(self) -> bool:
        """Whether nothing is forbidden to it."""
        return self.user == "root"


def node_of(path: str) -> DeviceNode | None:
    """The device behind a path; None if it is not there, or in a folder that this user may not look into."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return DeviceNode(_user(status.st_uid), _group(status.st_gid), status.st_mode)


def this_caller() -> Caller:
    """This process."""
    user = _user(os.geteuid())
    groups = tuple(sorted({_group(number) for number in (*os.getgroups(), os.getegid())}))
    return Caller(user, groups, tuple(sorted(entry.gr_name for entry in grp.getgrall() if user in entry.gr_mem)))


def permission_remedy(node: DeviceNode, caller: Caller, where_group_may_not: str) -> str:
    """What lets the caller use a device that it may not open (EACCES).

    `where_group_may_not`: what to do where the device's group may not use it either.
    """
    if not node.group_may:
        return where_group_may_not
    if node.group in caller.groups:
        return "this user is in the group, so an access list of the system denies it: see 'getfacl'"
    if node.group in caller.listed_in:
        return "the user is in the group already: start the service anew, or log out and in"
    return (
        f"run 'usermod -aG {node.group} {caller.user}' as root and start anew "
        f"(a service: SupplementaryGroups={node.group})"
    )


def _user(number: int) -> str:
    with contextlib.suppress(KeyError):
        return pwd.getpwuid(number).pw_name
    return str(number)


def _group(number: int) -> str:
    with contextlib.suppress(KeyError):
        return grp.getgrgid(number).gr_name
    return str(number)
