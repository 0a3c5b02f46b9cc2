-- Tables like those of TPC-H, of which a scale of 1 has six million lines of orders. The same seed gives the same data.
\set ON_ERROR_STOP on
select setseed(:seed);
create table region as
    select i as r_regionkey, (array['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'])[i + 1] as r_name
    from generate_series(0, 4) i;
create table nation as
    select i as n_nationkey, case i when 1 then 'BRAZIL' else 'NATION ' || i end as n_name, i % 5 as n_regionkey
    from generate_series(0, 24) i;
create table supplier as
    select i as s_suppkey, floor(random() * 25)::int as s_nationkey from generate_series(1, (10000 * :scale)::int) i;
create table customer as
    select i as c_custkey, floor(random() * 25)::int as c_nationkey, md5(random()::text) as c_name,
        (array['AUTOMOBILE', 'BUILDING', 'FURNITURE', 'HOUSEHOLD', 'MACHINERY'])[1 + floor(random() * 5)::int] as c_mktsegment
    from generate_series(1, (150000 * :scale)::int) i;
create table part as
    select i as p_partkey, md5(random()::text) as p_name,
        case floor(random() * 1000) when 0 then 'ECONOMY ANODIZED STEEL' else 'OTHER' end as p_type
    from generate_series(1, (200000 * :scale)::int) i;
create table orders as
    select i as o_orderkey, 1 + floor(random() * (150000 * :scale)::int)::int as o_custkey,
        date '1992-01-01' + floor(random() * 2405)::int as o_orderdate,
        (array['1-URGENT', '2-HIGH', '3-MEDIUM', '4-NOT SPECIFIED', '5-LOW'])[1 + floor(random() * 5)::int] as o_orderpriority,
        0 as o_shippriority, (random() * 400000)::numeric(15, 2) as o_totalprice, md5(random()::text) as o_comment
    from generate_series(1, (1500000 * :scale)::int) i;
create table lineitem as
    select l_orderkey, l_linenumber, l_partkey, l_suppkey, l_quantity::numeric(15, 2),
        (l_quantity * (900 + l_partkey % 1200))::numeric(15, 2) as l_extendedprice, l_discount, l_tax,
        case when l_receiptdate > date '1995-06-17' then 'N' when l_partkey % 2 = 0 then 'R' else 'A' end as l_returnflag,
        case when l_shipdate > date '1995-06-17' then 'O' else 'F' end as l_linestatus,
        l_shipdate, l_commitdate, l_receiptdate, l_comment
    from (select *, l_shipdate + days as l_receiptdate
        from (select o_orderkey as l_orderkey, number as l_linenumber, 1 + floor(random() * (200000 * :scale)::int)::int as l_partkey,
                1 + floor(random() * (10000 * :scale)::int)::int as l_suppkey, 1 + floor(random() * 50) as l_quantity,
                (floor(random() * 11) / 100)::numeric(15, 2) as l_discount, (floor(random() * 9) / 100)::numeric(15, 2) as l_tax,
                o_orderdate + 1 + floor(random() * 121)::int as l_shipdate, o_orderdate + 30 + floor(random() * 61)::int as l_commitdate,
                1 + floor(random() * 30)::int as days, md5(random()::text) as l_comment
            from orders cross join lateral generate_series(1, 1 + (o_orderkey::bigint * 7919 % 104729 % 7)::int) number) dates) lines;
