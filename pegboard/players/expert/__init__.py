"""The strongest player: its nets and tables, its lookahead and its evaluation."""
