"""What a camera of this machine says of itself through Video4Linux: modes, rates, controls. Takes no pictures.

`drivers.camera` takes them, through OpenCV, which tells neither what a camera offers nor why it gives nothing. There is
no library for it: linuxpy is under the GPL, and videodev2 (BSD) lacks the calls that list sizes and rates.
"""

from drivers.video4linux.device import VideoDevice
from drivers.video4linux.mode import Mode
from drivers.video4linux.names import is_numbered, stable_names
from drivers.video4linux.setting import Setting, Settings

__all__ = ["Mode", "Setting", "Settings", "VideoDevice", "is_numbered", "stable_names"]
