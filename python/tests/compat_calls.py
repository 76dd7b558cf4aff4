"""The peer's calls by the names that its tutorials give the protocols, for the tests of `sourdine.compat`."""

from typing import Any

from sourdine.compat import seeded
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles import ADP, GRR, HE, LH, SS, UE

CLIENTS = {
    "GRR": lambda value, k, epsilon: GRR.GRR_Client(value, k, epsilon),
    "SUE": lambda value, k, epsilon: UE.UE_Client(value, k, epsilon, optimal=False),
    "OUE": lambda value, k, epsilon: UE.UE_Client(value, k, epsilon, optimal=True),
    "BLH": lambda value, k, epsilon: LH.LH_Client(value, k, epsilon, optimal=False),
    "OLH": lambda value, k, epsilon: LH.LH_Client(value, k, epsilon, optimal=True),
    "SS": lambda value, k, epsilon: SS.SS_Client(value, k, epsilon),
    "HE": lambda value, k, epsilon: HE.HE_Client(value, k, epsilon),
    "ADP": lambda value, k, epsilon: ADP.ADP_Client(value, k, epsilon),
}
BY_MI = {
    "GRR": GRR.GRR_Aggregator_MI,
    "SUE": lambda reports, k, epsilon: UE.UE_Aggregator_MI(reports, epsilon, optimal=False),
    "OUE": lambda reports, k, epsilon: UE.UE_Aggregator_MI(reports, epsilon, optimal=True),
    "BLH": lambda reports, k, epsilon: LH.LH_Aggregator_MI(reports, k, epsilon, optimal=False),
    "OLH": lambda reports, k, epsilon: LH.LH_Aggregator_MI(reports, k, epsilon, optimal=True),
    "SS": SS.SS_Aggregator_MI,
    "HE": HE.HE_Aggregator_MI,
    "ADP": ADP.ADP_Aggregator_MI,
}
BY_IBU = {
    "GRR": GRR.GRR_Aggregator_IBU,
    "SUE": lambda reports, k, epsilon: UE.UE_Aggregator_IBU(reports, k, epsilon, False),
    "OUE": lambda reports, k, epsilon: UE.UE_Aggregator_IBU(reports, k, epsilon, True),
    "BLH": lambda reports, k, epsilon: LH.LH_Aggregator_IBU(reports, k, epsilon, False),
    "OLH": lambda reports, k, epsilon: LH.LH_Aggregator_IBU(reports, k, epsilon, True),
    "SS": SS.SS_Aggregator_IBU,
    "HE": HE.HE_Aggregator_IBU,
    "ADP": ADP.ADP_Aggregator_IBU,
}


def drawn(name: str, values: list[int], k: int, epsilon: float, seed: int) -> list[Any]:
    with seeded(seed):
        return [CLIENTS[name](value, k, epsilon) for value in values]
