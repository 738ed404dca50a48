"""Why this user may not open a device, and what to do about it: one line that names everything it rests on."""

import grp
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class _Node:
    """A device file: who owns it, and its mode."""

    owner: str
    group: str
    mode: int

    @property
    def group_may(self) -> bool:
        return self.mode & 0o060 == 0o060


def permission_advice(path: str) -> str:
    """The line for a device that may not be opened (EACCES)."""
    node, user, groups = _node(path), _user(os.geteuid()), _own_groups()
    if node is None:
        return f"no permission to open the port {path}: the folder that it is in must be open to the user {user}"
    told = (
        f"no permission to open the port {path} (owner {node.owner}, group {node.group}, {stat.filemode(node.mode)}) "
        f"for the user {user} (groups {', '.join(groups)}): "
    )
    return told + _remedy(node, user, groups)


def forbidden_advice(path: str) -> str:
    """The line for a device that the service's own unit keeps away (EPERM): the user's groups are not to blame."""
    device_class = os.path.basename(os.path.realpath(path)).rstrip("0123456789") or "tty"  # noqa: PTH119 - may be gone
    return (
        f"the port {path} is forbidden to this service, whatever the user's groups: add "
        f"DeviceAllow=char-{device_class} rw to the unit (a class, not a path: that is looked up only once) and restart"
    )


def _remedy(node: _Node, user: str, groups: tuple[str, ...]) -> str:
    if not node.group_may:
        return (
            "its group may not use it either: install the udev rule (systemd/70-junanaho-table.rules), "
            "run 'udevadm control --reload && udevadm trigger', and connect the table anew"
        )
    if node.group in groups:
        return "this user is in the group, so an access list of the system denies it: see 'getfacl'"
    if user in _members(node.group):
        return "the user is in the group already: start the service anew, or log out and in"
    return f"run 'usermod -aG {node.group} {user}' as root and start anew (a service: SupplementaryGroups={node.group})"


def _node(path: str) -> _Node | None:
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return _Node(_user(status.st_uid), _group(status.st_gid), status.st_mode)


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _own_groups() -> tuple[str, ...]:
    return tuple(sorted({_group(number) for number in (*os.getgroups(), os.getegid())}))


def _members(group: str) -> list[str]:
    try:
        return list(grp.getgrnam(group).gr_mem)
    except KeyError:
        return []
