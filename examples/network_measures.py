"""誰居禮之中心：由圖取網絡，算中心性與社群。 Who stands at the centre of the rite: centralities and communities.

    kg build                                      # makes output/store
    python examples/network_measures.py           # or: python examples/network_measures.py PATH/TO/STORE

`to_networkx` gives the acts with who and what takes part in them; `participants` joins those who meet in one act, with
the number of acts as weight. Everything is computed by networkx; the seed makes the communities the same every time.
"""

from __future__ import annotations

import sys

import networkx as nx

from kg.graph import to_networkx
from kg.graph.network import participants

SHOWN = 12


def main(store: str) -> None:
    """Prints tables of the most central participants, and the communities they form."""
    rite = to_networkx(store)
    met = participants(rite)
    people = met.subgraph(node for node, data in met.nodes(data=True) if data["kind"] == "Actor")
    print(f"儀節 acts {sum(d['kind'] == 'Act' for _, d in rite.nodes(data=True))} · 參與者 participants {len(met)}")

    # Weighted degree: in how many meetings one stands. Betweenness: who connects those who do not meet. Closeness: who
    # is near to all. A tie that is repeated is short: its length is one over its weight.
    for _, _, data in people.edges(data=True):
        data["length"] = 1 / data["weight"]
    degree = dict(people.degree(weight="weight"))
    between = nx.betweenness_centrality(people, weight="length")
    close = nx.closeness_centrality(people, distance="length")
    print("\n人 person            次 meetings   居間 betweenness   近 closeness")
    for node in sorted(people, key=lambda node: (-degree[node], node))[:SHOWN]:
        name = people.nodes[node]["label"]
        print(f"{name:<16} {degree[node]:>10} {between[node]:>16.3f} {close[node]:>13.3f}")

    print("\n社群 communities (Louvain)")
    groups = nx.community.louvain_communities(met, weight="weight", seed=1)
    for number, group in enumerate(sorted(groups, key=lambda group: (-len(group), min(group)))[:SHOWN], start=1):
        heaviest = sorted(group, key=lambda node: (-met.degree(node, weight="weight"), node))[:8]
        print(f"{number:>3}  {len(group):>4}  " + "、".join(met.nodes[node]["label"] for node in heaviest))

    first = next(node for node, data in rite.nodes(data=True) if data["kind"] == "Act")
    print(f"\n引用之例 a citation: {rite.nodes[first]['citation']}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "output/store")
