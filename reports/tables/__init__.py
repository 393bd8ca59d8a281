"""Whole tables for pages and spreadsheets: HTML, LaTeX, Markdown, Excel, Parquet."""
