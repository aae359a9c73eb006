"""The strongest player: its nets and tables, its look ahead, and what it judges by."""
