"""HTTP server parts: origin checks, security headers, static files and connection limits."""
