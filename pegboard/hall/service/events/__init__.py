"""The director's operations on events: decisions, takeovers, files, QR codes."""
