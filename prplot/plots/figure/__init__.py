"""What figures of curves share."""
