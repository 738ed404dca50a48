"""The web server: pages, views and commands over HTTP and WebSocket. `create_app` builds it, `serve` runs it."""

from referee.display.server.app import create_app, create_cameras_app, create_settings_app
from referee.display.server.runner import DisplayServer, serve

__all__ = ["DisplayServer", "create_app", "create_cameras_app", "create_settings_app", "serve"]
