"""A file as an answer. Browsers ask again each time and get 304 while nothing changed: a page is never older than the
program that serves it.
"""

from starlette.requests import Request
from starlette.responses import Response

from referee.display.page_files import PageFile


def answer_with(file: PageFile, request: Request) -> Response:
    """The file, or 304 when the browser has it."""
    headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)
