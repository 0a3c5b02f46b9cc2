-- What the front has whole, and what a look-up of it over a link costs: as two-phase commits did, each takes a while.
\set ON_ERROR_STOP on
create index on orders (o_orderkey);
create index on customer (c_custkey);
create index on supplier (s_suppkey);
create view customer_link as select c_custkey, c_nationkey, pg_sleep(:latency)::text as slept from customer;
create view supplier_link as select s_suppkey, s_nationkey, pg_sleep(:latency)::text as slept from supplier;
create view orders_link as select o_orderkey, o_custkey, o_orderdate, pg_sleep(:latency)::text as slept from orders;
