"""Parts of an HTTP server: origin checks, security headers, static files, connection limits."""
