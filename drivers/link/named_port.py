"""The port that a configured name stands for."""

from drivers.link.serial_port import SerialPort
from drivers.link.tcp_port import SCHEME, TcpPort


def port_named(name: str) -> SerialPort | TcpPort:
    """A TCP port for `tcp://host:port`, else a serial port by its path. Raises LinkError for a bad TCP name."""
    return TcpPort.named(name) if name.startswith(SCHEME) else SerialPort(name)
