"""The queries of the front end, on views of one node or of all nodes."""

COLUMNS = {
    "warm_part": "s_nationkey int",
    "q1_part": "l_returnflag text, l_linestatus text, quantity numeric, base_price numeric, disc_price numeric, charge numeric, "
               "discount numeric, lines bigint",
    "q3_part": "l_orderkey int, revenue numeric, o_orderdate date, o_shippriority int, "
               "c_name text, o_comment text, l_comment text",
    "q4_part": "o_orderpriority text, orders bigint",
    "q8_part": "o_year int, brazil numeric, volume numeric",
    "q8_one_part": "o_year int, brazil numeric, volume numeric",
}
SHARE = "select o_year, round(sum(brazil) / sum(volume), 4) from {} group by o_year order by o_year"
QUERIES = {
    "q1": "select l_returnflag, l_linestatus, sum(quantity), sum(base_price), sum(disc_price), sum(charge), "
          "round(sum(quantity) / sum(lines), 2), round(sum(base_price) / sum(lines), 2), round(sum(discount) / sum(lines), 4), sum(lines) "
          "from q1_part group by 1, 2 order by 1, 2",
    "q4": "select o_orderpriority, sum(orders) from q4_part group by 1 order by 1",
    "q3": "select l_orderkey, sum(revenue) as revenue, o_orderdate, o_shippriority, min(c_name), min(o_comment), min(l_comment) "
          "from q3_part group by 1, 3, 4 "
          "order by revenue desc, o_orderdate, l_orderkey limit 10",
    "q8": SHARE.format("q8_part"),
    "q8 1-part": SHARE.format("q8_one_part"),
}
WARM_UP = "select count(*) from warm_part"


def foreign_parts(addresses, database):
    """Yields SQL that makes each view a table whose parts are the views of the nodes."""
    yield "create extension postgres_fdw"
    for i, address in enumerate(addresses):
        yield (f"create server node{i} foreign data wrapper postgres_fdw "
               f"options (host '{address}', port '5432', dbname '{database}', async_capable 'true')")
        yield f"create user mapping for postgres server node{i} options (user 'postgres')"
    for name, columns in COLUMNS.items():
        yield f"create table {name} ({columns})"
        for i in range(len(addresses)):
            yield f"create foreign table {name}_{i} () inherits ({name}) server node{i} options (table_name '{name}')"
