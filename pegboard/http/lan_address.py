"""The address at which a phone on the LAN reaches this board."""

import io
import socket
from ipaddress import ip_address

FAR_AWAY = "192.0.2.1"
"""A reserved address (RFC 5737): the route to it is looked up, but nothing is sent."""
EVERYWHERE = ("0.0.0.0", "::")


def local_ip() -> str | None:
    """Returns this machine's IPv4 address on the LAN; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((FAR_AWAY, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return address


def page_address(host: str, port: int) -> tuple[str, bool]:
    """Returns the page's URL for a phone, and whether a phone can reach it.

    Args:
        host: host that the service listens on.
        port: port that the service listens on.
    """
    if host in EVERYWHERE:
        local = local_ip()
        name = local or f"{socket.gethostname()}.local"
        return f"http://{name}:{port}/", True
    try:
        loopback = ip_address(host).is_loopback
    except ValueError:
        loopback = host == "localhost"
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/", not loopback


def qr_code(text: str) -> str:
    """Returns a QR code as SVG, dark on white, without fixed dimensions."""
    import segno  # imported here: slow to import and rarely needed

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, border=2, light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()
