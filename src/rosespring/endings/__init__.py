"""Exact tables for the end of a game: few checkers in contact, and races.

Probing needs neither numpy nor the compiler; only building does.
"""

from rosespring.endings.build import build_tables
from rosespring.endings.chances import Chances
from rosespring.endings.files import Table, open_table
from rosespring.endings.least_double import least_double
from rosespring.endings.probe import probe, race_estimate
from rosespring.endings.specs import Spec
from rosespring.endings.tables import TableInfo, Tables, default_folder, default_tables, list_tables

__all__ = [
    "Chances", "Spec", "Table", "TableInfo", "Tables", "build_tables", "default_folder", "default_tables",
    "least_double", "list_tables", "open_table", "probe", "race_estimate",
]  # fmt: skip
