#include "database.hpp"

namespace proxima::knowledge {

const char* const schema = R"sql(
PRAGMA application_id = 0x50784b42;
PRAGMA user_version = 2;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    document TEXT NOT NULL CHECK (json_valid(document)));

CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    machine TEXT NOT NULL,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    document TEXT NOT NULL UNIQUE CHECK (json_valid(document)));

CREATE TABLE decision (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    experiment TEXT NOT NULL,
    run INTEGER REFERENCES run,
    models TEXT NOT NULL CHECK (json_valid(models)),
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    document TEXT NOT NULL UNIQUE CHECK (json_valid(document)));

CREATE VIEW runs AS
SELECT id, document ->> '$.experiment' AS experiment, document ->> '$.name' AS run,
       document ->> '$.machine.description' AS machine, document ->> '$.run.host' AS host,
       document ->> '$.run.start' AS started, document ->> '$.run.duration_us' AS duration_us,
       document ->> '$.run.mpi.size' AS ranks,
       document ->> '$.run.complete' AS complete,
       json_array_length(document, '$.methods') AS methods,
       document ->> '$.run.invocations' AS invocations,
       (SELECT group_concat(key || '=' || value, ', ')
        FROM json_each(document, '$.assembly')) AS assembly,
       (SELECT group_concat(key || '=' || value, ', ')
        FROM json_each(document, '$.metadata')) AS metadata,
       document ->> '$.source' AS source, added
FROM run;

CREATE VIEW machines AS
SELECT document ->> '$.machine.description' AS machine,
       document ->> '$.machine.processor' AS processor,
       document ->> '$.machine.processors' AS processors,
       document ->> '$.machine.memory_bytes' AS memory_bytes,
       group_concat(DISTINCT document ->> '$.run.host') AS hosts, count(*) AS runs,
       min(document ->> '$.run.start') AS first_run, max(document ->> '$.run.start') AS last_run
FROM run GROUP BY 1;

-- Materialized: each document, and each method in it, is parsed once, not for each row.
CREATE VIEW methods AS
WITH r AS MATERIALIZED (
    SELECT id, document ->> '$.experiment' AS experiment, document ->> '$.name' AS run,
           document ->> '$.machine.description' AS machine, document ->> '$.run.host' AS host,
           document -> '$.methods' AS methods
    FROM run)
SELECT r.id AS run_id, experiment, run, machine, host, m.value ->> '$.component' AS component,
       m.value ->> '$.implementation' AS implementation, m.value ->> '$.port' AS port,
       m.value ->> '$.method' AS method, m.value ->> '$.signature' AS signature,
       m.value ->> '$.calls' AS calls, m.value ->> '$.total_us' AS total_us,
       m.value ->> '$.exclusive_us' AS exclusive_us,
       m.value ->> '$.communication_us' AS communication_us,
       1.0 * (m.value ->> '$.total_us') / (m.value ->> '$.calls') AS mean_us,
       m.value ->> '$.stddev_us' AS stddev_us, m.value ->> '$.min_us' AS min_us,
       m.value ->> '$.max_us' AS max_us
FROM r, json_each(methods) AS m;

CREATE VIEW statistics AS
WITH r AS MATERIALIZED (
    SELECT id AS run_id, document ->> '$.experiment' AS experiment, document ->> '$.name' AS run,
           document ->> '$.machine.description' AS machine, document ->> '$.run.host' AS host,
           document -> '$.methods' AS methods
    FROM run),
m AS MATERIALIZED (
    SELECT run_id, experiment, run, machine, host, m.value ->> '$.component' AS component,
           m.value ->> '$.implementation' AS implementation, m.value ->> '$.port' AS port,
           m.value ->> '$.method' AS method, m.value ->> '$.signature' AS signature,
           m.value -> '$.statistics' AS statistics
    FROM r, json_each(methods) AS m)
SELECT run_id, experiment, run, machine, host, component, implementation, port, method, signature,
       s.value -> '$.parameters' AS parameters, s.value ->> '$.calls' AS calls,
       s.value ->> '$.total_us' AS total_us, s.value ->> '$.communication_us' AS communication_us,
       1.0 * (s.value ->> '$.total_us') / (s.value ->> '$.calls') AS mean_us,
       s.value ->> '$.stddev_us' AS stddev_us, s.value ->> '$.min_us' AS min_us,
       s.value ->> '$.max_us' AS max_us
FROM m, json_each(m.statistics) AS s;

CREATE VIEW call_paths AS
WITH r AS MATERIALIZED (
    SELECT id, document ->> '$.experiment' AS experiment, document ->> '$.name' AS run,
           document -> '$.call_paths' AS call_paths
    FROM run)
SELECT r.id AS run_id, experiment, run, p.value ->> '$.path' AS path,
       p.value ->> '$.calls' AS calls, p.value ->> '$.inclusive_us' AS inclusive_us,
       p.value ->> '$.exclusive_us' AS exclusive_us,
       p.value ->> '$.communication_us' AS communication_us,
       p.value -> '$.counters' AS counters
FROM r, json_each(call_paths) AS p;

CREATE VIEW models AS
SELECT id, document ->> '$.component' AS component,
       document ->> '$.implementation' AS implementation,
       coalesce(document ->> '$.port', '') AS port, coalesce(document ->> '$.method', '') AS method,
       document ->> '$.metric' AS metric, document ->> '$.unit' AS unit,
       (SELECT group_concat((value ->> '$.parameter') || '=' || (value ->> '$.value'), ', ')
        FROM json_each(document, '$.conditions')) AS conditions,
       document ->> '$.mean' AS mean, document ->> '$.stddev' AS stddev, machine,
       document ->> '$.evidence.points' AS points,
       document ->> '$.fit.relative_error' AS relative_error,
       document ->> '$.evidence.source' AS source, document -> '$.evidence.runs' AS runs,
       batch, added
FROM model;

CREATE VIEW decisions AS
SELECT decision.id AS id, decision.name AS decision, decision.experiment AS experiment,
       run.document ->> '$.name' AS run,
       (SELECT group_concat(key || '=' || (value ->> '$.implementation'), ', ')
        FROM json_each(decision.document, '$.assembly')) AS chosen,
       decision.document ->> '$.mean_us' AS predicted_us,
       decision.document ->> '$.level' AS level,
       decision.document ->> '$.interval_min_us' AS interval_min_us,
       decision.document ->> '$.interval_max_us' AS interval_max_us,
       decision.document ->> '$.proven' AS proven, decision.document ->> '$.gap' AS gap,
       (SELECT group_concat(key || '=' || (value ->> '$.implementation'), ', ')
        FROM json_each(decision.document, '$.alternatives[0].assembly')) AS runner_up,
       decision.document ->> '$.alternatives[0].mean_us' AS runner_up_us,
       decision.document ->> '$.alternatives[0].better_probability' AS better_probability,
       decision.models AS models, decision.added AS added
FROM decision LEFT JOIN run ON run.id = decision.run;
)sql";

} // namespace proxima::knowledge
