"""Sends messages to boards and closes their connections, with timeouts."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from pegboard.hall_link.messages import FromHall, encode

SEND_S = 30.0
"""Default timeout in seconds."""


async def send(socket: WebSocket, message: FromHall, *, within_s: float = SEND_S) -> None:
    """Sends a message.

    Raises:
        TimeoutError: the board does not read the message.
        WebSocketDisconnect, RuntimeError: the connection has ended.
    """
    async with asyncio.timeout(within_s):
        await socket.send_text(encode(message).decode())


async def try_send(socket: WebSocket, message: FromHall, *, within_s: float = SEND_S) -> bool:
    """Sends a message; returns False on a timeout or a closed connection."""
    try:
        await send(socket, message, within_s=within_s)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        return False
    return True


async def close(socket: WebSocket, code: int) -> None:
    """Closes a connection that may have ended already."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(1.0):
            await socket.close(code)
