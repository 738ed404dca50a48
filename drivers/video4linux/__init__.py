"""What a camera of this machine says of itself through Video4Linux: modes, rates, controls. Takes no pictures.

`drivers.camera` takes them, through OpenCV, which does not tell what a camera offers. There is no library for it:
linuxpy is under the GPL, and videodev2 (BSD) lacks the calls that list sizes and rates.
"""

from drivers.video4linux.device import VideoDevice
from drivers.video4linux.mode import Mode
from drivers.video4linux.setting import Setting, Settings

__all__ = ["Mode", "Setting", "Settings", "VideoDevice"]
