"""`pegboard config`: checks or shows the configuration."""
