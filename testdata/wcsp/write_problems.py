#!/usr/bin/env python3
"""Writes the problems of this directory, from their definitions."""
import itertools

FORBIDDEN = 1000


def write(name, domains, functions, upper_bound, path):
    """`functions`: (variables, default cost, [(values, cost)])"""
    with open(path, "w") as file:
        file.write(f"{name} {len(domains)} {max(domains)} {len(functions)} {upper_bound}\n")
        file.write(" ".join(map(str, domains)) + "\n")
        for scope, default, tuples in functions:
            file.write(" ".join(map(str, [len(scope), *scope, default, len(tuples)])) + "\n")
            for values, cost in tuples:
                file.write(" ".join(map(str, [*values, cost])) + "\n")


def colouring(name, vertices, edges, colours, path):
    """As few edges as possible between vertices of one colour."""
    write(name, [colours] * vertices, [(edge, 0, [((c, c), 1) for c in range(colours)]) for edge in edges],
          len(edges) + 1, path)


def mycielski(vertices, edges):
    more = list(edges)
    for a, b in edges:
        more += [(a, b + vertices), (b, a + vertices)]
    return 2 * vertices + 1, more + [(i + vertices, 2 * vertices) for i in range(vertices)]


def graphs():
    graph = mycielski(*mycielski(2, [(0, 1)]))
    colouring("myciel3-3", *graph, 3, "myciel3-3.wcsp")
    colouring("myciel4-4", *mycielski(*graph), 4, "myciel4-4.wcsp")
    edges = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    colouring("petersen", 10, edges + [(i + 5, (i + 2) % 5 + 5) for i in range(5)], 2, "petersen.wcsp")


def different(variables, size):
    return [(pair, 0, [((x, x), FORBIDDEN) for x in range(size)]) for pair in itertools.combinations(variables, 2)]


def zebra():
    names = ["red", "green", "ivory", "yellow", "blue", "english", "spaniard", "ukrainian", "norwegian", "japanese",
             "dog", "snails", "fox", "horse", "zebra", "coffee", "tea", "milk", "orange juice", "water", "old gold",
             "kools", "chesterfield", "lucky strike", "parliament"]
    functions = []
    for first in range(0, 25, 5):
        functions += different(range(first, first + 5), 5)

    def only(subjects, allowed):
        houses = itertools.product(range(5), repeat=len(subjects))
        functions.append(([names.index(one) for one in subjects], FORBIDDEN,
                          [(values, 0) for values in houses if allowed(*values)]))
    for pair in (("english", "red"), ("spaniard", "dog"), ("coffee", "green"), ("ukrainian", "tea"),
                 ("old gold", "snails"), ("kools", "yellow"), ("lucky strike", "orange juice"),
                 ("japanese", "parliament")):
        only(pair, lambda x, y: x == y)
    for pair in (("chesterfield", "fox"), ("kools", "horse"), ("norwegian", "blue")):
        only(pair, lambda x, y: abs(x - y) == 1)
    only(("green", "ivory"), lambda x, y: x == y + 1)
    only(("milk",), lambda x: x == 2)
    only(("norwegian",), lambda x: x == 0)
    write("zebra", [5] * 25, functions, FORBIDDEN, "zebra.wcsp")


def magic_square():
    functions = different(range(9), 9)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        functions.append((line, FORBIDDEN, [(v, 0) for v in itertools.product(range(9), repeat=3) if sum(v) == 12]))
    functions.append(((0,), 0, [((x,), x + 1) for x in range(9)]))
    write("magic3", [9] * 9, functions, FORBIDDEN, "magic3.wcsp")


def queens():
    attacks = [((i, j), 0, [((a, b), 5) for a in range(4) for b in range(4) if a == b or abs(a - b) == j - i])
               for i in range(4) for j in range(i + 1, 4)]
    dear = ((1, 3), (1, 2), (1, 2), (0, 2))
    write("4wqueens", [4] * 4, attacks + [((i,), 0, [((x,), 1) for x in dear[i]]) for i in range(4)], 5, "4wqueens.wcsp")


graphs()
zebra()
magic_square()
queens()
