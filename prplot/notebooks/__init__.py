"""HTML views for notebooks: small pictures in SVG, made without matplotlib, beside numbers."""
