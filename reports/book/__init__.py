"""The coaching book: gathered from the library, then written as HTML or PDF."""
