"""Style sheets for matplotlib: ``plt.style.use("prplot.styles.paper")``."""
