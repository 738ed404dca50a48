"""Why this user may not open a port, and what to do about it: one line that names everything it rests on."""

import os
from typing import Final

from drivers.device_node import Caller, DeviceNode, node_of, permission_remedy, this_caller

INSTALL_RULE: Final = (
    "its group may not use it either: install the udev rule (systemd/70-junanaho-table.rules), "
    "run 'udevadm control --reload && udevadm trigger', and connect the table anew"
)


def permission_advice(path: str) -> str:
    """The line for a device that may not be opened (EACCES)."""
    return advice_for(path, node_of(path), this_caller())


def advice_for(path: str, node: DeviceNode | None, caller: Caller) -> str:
    """The same from its facts; `node` is None where not even that could be looked at."""
    if node is None:
        return f"no permission to open the port {path}: the folder that it is in must be open to the user {caller.user}"
    told = f"no permission to open the port {path} ({node}) for the user {caller.user} ({_groups(caller)}): "
    return told + permission_remedy(node, caller, INSTALL_RULE)


def forbidden_advice(path: str) -> str:
    """The line for a device that the service's own unit keeps away (EPERM): the user's groups are not to blame."""
    device_class = os.path.basename(os.path.realpath(path)).rstrip("0123456789") or "tty"  # noqa: PTH119 - may be gone
    return (
        f"the port {path} is forbidden to this service, whatever the user's groups: add "
        f"DeviceAllow=char-{device_class} rw to the unit (a class, not a path: that is looked up only once) and restart"
    )


def _groups(caller: Caller) -> str:
    return f"groups {', '.join(caller.groups)}"
