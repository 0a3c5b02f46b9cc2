-- What a node does of a query, for the front to unite; and the link by which it asks the front for what it has not.
\set ON_ERROR_STOP on
create index on orders (o_orderkey);
create index on lineitem (l_orderkey);
create extension postgres_fdw;
create server link foreign data wrapper postgres_fdw options (host :'front', port '5432', dbname 'whole');
create user mapping for postgres server link options (user 'postgres');
create foreign table customer_link (c_custkey int, c_nationkey int) server link;
create foreign table supplier_link (s_suppkey int, s_nationkey int) server link;
create foreign table orders_link (o_orderkey int, o_custkey int, o_orderdate date) server link;

create view warm_part as select s_nationkey from supplier_link where s_suppkey = 1;

create view q1_part as
    select l_returnflag, l_linestatus, sum(l_quantity) as quantity, sum(l_extendedprice) as base_price,
        sum(l_extendedprice * (1 - l_discount)) as disc_price, sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) as charge,
        sum(l_discount) as discount, count(*) as lines
    from lineitem where l_shipdate <= date '1998-12-01' - 90 group by l_returnflag, l_linestatus;

-- The front groups: all that is joined goes over the network, when it is sorted.
create view q3_part as
    select l_orderkey, l_extendedprice * (1 - l_discount) as revenue, o_orderdate, o_shippriority, c_name, o_comment, l_comment
    from customer join orders on c_custkey = o_custkey join lineitem on l_orderkey = o_orderkey
    where c_mktsegment = 'BUILDING' and o_orderdate < date '1995-03-15' and l_shipdate > date '1995-03-15'
    order by revenue desc;

create view q4_part as
    select o_orderpriority, count(*) as orders from orders
    where o_orderdate >= date '1993-07-01' and o_orderdate < date '1993-10-01' and exists
        (select from lineitem where l_orderkey = o_orderkey and l_commitdate < l_receiptdate)
    group by o_orderpriority;

-- Customers and suppliers are asked for one by one. `offset 0`: joined first.
create view q8_part as
    select o_year, sum(case when (select s_nationkey from supplier_link where s_suppkey = l_suppkey) = 1 then volume else 0 end) as brazil,
        sum(volume) as volume
    from (select extract(year from o_orderdate)::int as o_year, l_suppkey, o_custkey, l_extendedprice * (1 - l_discount) as volume
        from part join lineitem on l_partkey = p_partkey join orders on o_orderkey = l_orderkey
        where p_type = 'ECONOMY ANODIZED STEEL' and o_orderdate between date '1995-01-01' and date '1996-12-31' offset 0) joined
    where (select n_regionkey from nation where n_nationkey = (select c_nationkey from customer_link where c_custkey = o_custkey)) = 1
    group by o_year;

-- One-part: only lineitem is distributed, orders are with the front.
create view q8_one_part as
    select extract(year from o_orderdate)::int as o_year,
        sum(case when (select s_nationkey from supplier_link where s_suppkey = l_suppkey) = 1 then volume else 0 end) as brazil, sum(volume) as volume
    from (select l_suppkey, l_extendedprice * (1 - l_discount) as volume, o_orderdate, o_custkey
        from (select l_orderkey, l_suppkey, l_extendedprice, l_discount from part join lineitem on l_partkey = p_partkey
            where p_type = 'ECONOMY ANODIZED STEEL' offset 0) lines
        cross join lateral (select o_orderdate, o_custkey from orders_link where o_orderkey = l_orderkey offset 0) orders
        where o_orderdate between date '1995-01-01' and date '1996-12-31' offset 0) joined
    where (select n_regionkey from nation where n_nationkey = (select c_nationkey from customer_link where c_custkey = o_custkey)) = 1
    group by 1;
