"""Weighs every discard and card of two players in thousands of deals: chances, points, doubts."""
