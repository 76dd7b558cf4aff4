"""From counts of reports to shares."""

from sourdine.compat.multi_freq_ldpy.estimators import Histogram_estimator

__all__ = ["Histogram_estimator"]
