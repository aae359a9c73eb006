"""The pictures that training learns from: cards, tables and light, rendered."""
