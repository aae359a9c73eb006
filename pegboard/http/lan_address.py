"""The address at which a phone finds this board."""

import io
import socket
from ipaddress import ip_address

FAR_AWAY = "192.0.2.1"
"""An address that is nobody's (RFC 5737): only the way there is looked up, nothing is sent."""
EVERYWHERE = ("0.0.0.0", "::")


def own_address() -> str | None:
    """Returns this machine's address on its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((FAR_AWAY, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return address


def page_address(host: str, port: int) -> tuple[str, bool]:
    """Returns the page's address for a phone, and whether a phone can reach it at all.

    Args:
        host: what the service listens on.
        port: the same.
    """
    if host in EVERYWHERE:
        own = own_address()
        name = own or f"{socket.gethostname()}.local"
        return f"http://{name}:{port}/", True
    try:
        loopback = ip_address(host).is_loopback
    except ValueError:
        loopback = host == "localhost"
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/", not loopback


def qr_code(text: str) -> str:
    """Returns a QR code as SVG, dark on white, without a size of its own."""
    import segno  # loaded when somebody wants a code, and not before

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, border=2, light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()
