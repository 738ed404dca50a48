"""Looks at a camera of this machine without taking a picture, beside whoever takes some."""

import os

from drivers.camera import CameraConfig
from drivers.camera.stable_name import may_be_renamed, stable_names
from drivers.device_node import node_of, this_caller
from drivers.link.port_holders import holders_of
from drivers.video4linux import Settings, VideoDevice
from referee.daemon.doctor.camera_facts import DeviceFacts


def look_at_device(config: CameraConfig) -> DeviceFacts:
    """What its node tells: who may use it, who has it, what it offers."""
    node, caller = node_of(config.where), this_caller()
    renamed = may_be_renamed(config.where)
    if node is None:
        return DeviceFacts(None, caller, renamed=renamed)
    may_open = os.access(config.where, os.R_OK | os.W_OK)
    stable = stable_names(config.where) if renamed else ()
    holders = holders_of(config.where)
    if not may_open or not node.is_device:
        return DeviceFacts(node, caller, may_open, renamed, stable, holders)
    try:
        with VideoDevice(config.where) as device:
            return DeviceFacts(node, caller, True, renamed, stable, holders, device.card(), "", tuple(device.modes()))
    except OSError as error:
        question = error.strerror or str(error)
        return DeviceFacts(node, caller, True, renamed, stable, holders, question=question)


def read_back(config: CameraConfig) -> tuple[str, Settings | None]:
    """The format in which its pictures come, and how it is set, while they come; nothing where it does not say."""
    try:
        with VideoDevice(config.where) as device:
            return device.format()[0], device.settings()
    except OSError:
        return "", None
