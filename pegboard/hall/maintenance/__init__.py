"""A hall on disk: proof that its store is whole, its backup, and the way back."""
