#include "base/schema.hpp"

namespace proxima::knowledge {

const char* const schema = R"sql(
CREATE TABLE experiment (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));

CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    processor TEXT NOT NULL,
    processors INTEGER NOT NULL,
    memory_bytes INTEGER NOT NULL,
    system TEXT NOT NULL);
CREATE TABLE machine_host (
    machine INTEGER NOT NULL REFERENCES machine,
    host TEXT NOT NULL,
    PRIMARY KEY (machine, host)) WITHOUT ROWID;

CREATE TABLE component (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE);
CREATE TABLE implementation (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE);
CREATE TABLE implementation_port (
    implementation INTEGER NOT NULL REFERENCES implementation,
    port TEXT NOT NULL,
    PRIMARY KEY (implementation, port)) WITHOUT ROWID;
CREATE TABLE implementation_quality (
    implementation INTEGER NOT NULL REFERENCES implementation,
    name TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (implementation, name)) WITHOUT ROWID;

CREATE TABLE assembly (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));
CREATE TABLE assembly_component (
    assembly INTEGER NOT NULL REFERENCES assembly,
    component INTEGER NOT NULL REFERENCES component,
    implementation INTEGER NOT NULL REFERENCES implementation,
    PRIMARY KEY (assembly, component)) WITHOUT ROWID;
CREATE TABLE assembly_connection (
    assembly INTEGER NOT NULL REFERENCES assembly,
    position INTEGER NOT NULL,
    user INTEGER NOT NULL REFERENCES component,
    uses_port TEXT NOT NULL,
    provider INTEGER NOT NULL REFERENCES component,
    provides_port TEXT NOT NULL,
    PRIMARY KEY (assembly, position)) WITHOUT ROWID;

CREATE TABLE trial (
    id INTEGER PRIMARY KEY,
    experiment INTEGER NOT NULL REFERENCES experiment,
    name TEXT NOT NULL,
    identity TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    machine INTEGER REFERENCES machine,
    host TEXT NOT NULL,
    assembly INTEGER REFERENCES assembly,
    started TEXT NOT NULL,
    duration_us REAL NOT NULL,
    ranks INTEGER NOT NULL,
    is_complete INTEGER NOT NULL,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')));
CREATE INDEX trial_of_experiment ON trial (experiment);
CREATE TABLE thread (
    id INTEGER PRIMARY KEY,
    trial INTEGER NOT NULL REFERENCES trial,
    node_rank INTEGER NOT NULL,
    thread_rank INTEGER NOT NULL,
    thread_index INTEGER NOT NULL,
    UNIQUE (trial, thread_index));
CREATE TABLE metric (
    id INTEGER PRIMARY KEY,
    trial INTEGER NOT NULL REFERENCES trial,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    UNIQUE (trial, name));
CREATE TABLE timer (
    id INTEGER PRIMARY KEY,
    trial INTEGER NOT NULL REFERENCES trial,
    name TEXT NOT NULL,
    component INTEGER NOT NULL REFERENCES component,
    implementation INTEGER NOT NULL REFERENCES implementation,
    port TEXT NOT NULL,
    method TEXT NOT NULL,
    signature TEXT NOT NULL);
CREATE INDEX timer_of_trial ON timer (trial);
CREATE TABLE timer_parameter (
    timer INTEGER NOT NULL REFERENCES timer,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    PRIMARY KEY (timer, position)) WITHOUT ROWID;
CREATE TABLE timer_callpath (
    id INTEGER PRIMARY KEY,
    timer INTEGER NOT NULL REFERENCES timer,
    parent INTEGER REFERENCES timer_callpath);
CREATE INDEX timer_callpath_of_timer ON timer_callpath (timer);
CREATE INDEX timer_callpath_of_parent ON timer_callpath (parent);
CREATE TABLE timer_call_data (
    id INTEGER PRIMARY KEY,
    timer_callpath INTEGER NOT NULL REFERENCES timer_callpath,
    thread INTEGER NOT NULL REFERENCES thread,
    calls INTEGER NOT NULL,
    subroutines INTEGER NOT NULL,
    minimum REAL NOT NULL,
    maximum REAL NOT NULL,
    mean REAL NOT NULL,
    stddev REAL NOT NULL);
CREATE INDEX timer_call_data_of_callpath ON timer_call_data (timer_callpath, thread);
CREATE TABLE timer_value (
    timer_call_data INTEGER NOT NULL REFERENCES timer_call_data,
    metric INTEGER NOT NULL REFERENCES metric,
    inclusive_value REAL NOT NULL,
    exclusive_value REAL,
    PRIMARY KEY (timer_call_data, metric)) WITHOUT ROWID;
CREATE TABLE counter (
    id INTEGER PRIMARY KEY,
    trial INTEGER NOT NULL REFERENCES trial,
    name TEXT NOT NULL,
    UNIQUE (trial, name));
CREATE TABLE counter_value (
    counter INTEGER NOT NULL REFERENCES counter,
    node_rank INTEGER NOT NULL,
    sample_count INTEGER NOT NULL,
    minimum REAL NOT NULL,
    maximum REAL NOT NULL,
    mean REAL NOT NULL,
    stddev REAL NOT NULL,
    PRIMARY KEY (counter, node_rank)) WITHOUT ROWID;
CREATE TABLE primary_metadata (
    trial INTEGER NOT NULL REFERENCES trial,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (trial, name)) WITHOUT ROWID;
CREATE TABLE secondary_metadata (
    trial INTEGER NOT NULL REFERENCES trial,
    timer_callpath INTEGER NOT NULL REFERENCES timer_callpath,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (trial, timer_callpath, name)) WITHOUT ROWID;

CREATE TABLE parameter_set (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE);
CREATE TABLE parameter_value (
    parameter_set INTEGER NOT NULL REFERENCES parameter_set,
    name TEXT NOT NULL,
    low REAL,
    high REAL,
    text TEXT NOT NULL,
    PRIMARY KEY (parameter_set, name)) WITHOUT ROWID;
CREATE TABLE invocation_statistics (
    timer INTEGER NOT NULL REFERENCES timer,
    parameter_set INTEGER NOT NULL REFERENCES parameter_set,
    calls INTEGER NOT NULL,
    sum REAL NOT NULL,
    sum_of_squares REAL NOT NULL,
    minimum REAL NOT NULL,
    maximum REAL NOT NULL,
    communication REAL,
    PRIMARY KEY (timer, parameter_set)) WITHOUT ROWID;

CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    component INTEGER NOT NULL REFERENCES component,
    implementation INTEGER NOT NULL REFERENCES implementation,
    port TEXT NOT NULL,
    method TEXT NOT NULL,
    metric TEXT NOT NULL,
    unit TEXT NOT NULL,
    conditions TEXT NOT NULL,
    mean TEXT NOT NULL,
    stddev TEXT,
    machine INTEGER REFERENCES machine,
    points INTEGER NOT NULL,
    distinct_points INTEGER NOT NULL,
    repetitions INTEGER NOT NULL,
    outliers INTEGER NOT NULL,
    family TEXT NOT NULL,
    explained REAL,
    relative_error REAL,
    source TEXT NOT NULL,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    json TEXT NOT NULL UNIQUE);
CREATE INDEX model_of_implementation ON model (implementation, method, metric);
CREATE TABLE model_input (
    model INTEGER NOT NULL REFERENCES model,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    parameter TEXT NOT NULL,
    minimum REAL,
    maximum REAL,
    PRIMARY KEY (model, position)) WITHOUT ROWID;
CREATE TABLE model_addition (
    addition INTEGER NOT NULL,
    model INTEGER NOT NULL REFERENCES model,
    PRIMARY KEY (addition, model)) WITHOUT ROWID;
CREATE TABLE model_run (
    model INTEGER NOT NULL REFERENCES model,
    position INTEGER NOT NULL,
    source TEXT NOT NULL,
    trial INTEGER REFERENCES trial,
    PRIMARY KEY (model, position)) WITHOUT ROWID;

CREATE TABLE decision (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    experiment INTEGER REFERENCES experiment,
    trial INTEGER REFERENCES trial,
    assembly INTEGER NOT NULL REFERENCES assembly,
    predicted_us REAL NOT NULL,
    stddev_us REAL NOT NULL,
    level REAL NOT NULL,
    interval_min_us REAL NOT NULL,
    interval_max_us REAL NOT NULL,
    is_optimal INTEGER NOT NULL,
    gap REAL NOT NULL,
    runner_up INTEGER REFERENCES assembly,
    runner_up_us REAL,
    runner_up_better_probability REAL,
    added TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    json TEXT NOT NULL);
CREATE TABLE decision_model (
    decision INTEGER NOT NULL REFERENCES decision,
    model INTEGER NOT NULL REFERENCES model,
    PRIMARY KEY (decision, model)) WITHOUT ROWID;

CREATE VIEW experiments AS
SELECT experiment.name AS experiment, count(trial.id) AS trials,
       count(DISTINCT trial.machine) AS machines, min(trial.started) AS first_run,
       max(trial.started) AS last_run, experiment.added AS added
FROM experiment LEFT JOIN trial ON trial.experiment = experiment.id
GROUP BY experiment.id ORDER BY experiment.id;

CREATE VIEW trials AS
SELECT experiment.name AS experiment, trial.name AS trial, machine.description AS machine,
       trial.host AS host, trial.started AS started, trial.duration_us AS duration_us,
       trial.ranks AS ranks, trial.is_complete AS is_complete, assembly.name AS assembly,
       (SELECT count(*) FROM timer WHERE timer.trial = trial.id) AS methods,
       (SELECT sum(calls) FROM timer JOIN invocation_statistics ON timer = timer.id
        WHERE timer.trial = trial.id) AS invocations,
       (SELECT group_concat(m.name || '=' || m.value, ', ') FROM primary_metadata AS m
        WHERE m.trial = trial.id AND m.name NOT LIKE 'run.%') AS metadata,
       trial.source AS source, trial.id AS id
FROM trial JOIN experiment ON experiment.id = trial.experiment
LEFT JOIN machine ON machine.id = trial.machine
LEFT JOIN assembly ON assembly.id = trial.assembly
ORDER BY trial.id;

CREATE VIEW machines AS
SELECT machine.description AS machine, machine.processor AS processor,
       machine.processors AS processors, machine.memory_bytes AS memory_bytes,
       machine.system AS system,
       (SELECT group_concat(host, ', ') FROM machine_host AS h WHERE h.machine = machine.id) AS hosts,
       (SELECT count(*) FROM trial WHERE trial.machine = machine.id) AS trials,
       (SELECT count(*) FROM model WHERE model.machine = machine.id) AS models
FROM machine ORDER BY machine.id;

CREATE VIEW components AS
SELECT component.name AS component,
       (SELECT group_concat(name, ', ') FROM (
            SELECT DISTINCT i.name AS name FROM timer JOIN implementation AS i
            ON i.id = timer.implementation WHERE timer.component = component.id
            UNION SELECT i.name FROM model JOIN implementation AS i
            ON i.id = model.implementation WHERE model.component = component.id
            UNION SELECT i.name FROM assembly_component AS a JOIN implementation AS i
            ON i.id = a.implementation WHERE a.component = component.id)) AS implementations,
       (SELECT group_concat(DISTINCT timer.method) FROM timer
        WHERE timer.component = component.id) AS methods,
       (SELECT count(DISTINCT timer.trial) FROM timer WHERE timer.component = component.id) AS trials,
       (SELECT count(*) FROM model WHERE model.component = component.id) AS models
FROM component ORDER BY component.name;

CREATE VIEW implementations AS
SELECT implementation.name AS implementation,
       (SELECT group_concat(port, ', ') FROM implementation_port AS p
        WHERE p.implementation = implementation.id) AS ports,
       (SELECT group_concat(q.name || '=' || q.value, ', ') FROM implementation_quality AS q
        WHERE q.implementation = implementation.id) AS quality,
       (SELECT count(DISTINCT timer.trial) FROM timer
        WHERE timer.implementation = implementation.id) AS trials,
       (SELECT count(*) FROM model WHERE model.implementation = implementation.id) AS models,
       (SELECT count(*) FROM assembly_component AS a
        WHERE a.implementation = implementation.id) AS assemblies
FROM implementation ORDER BY implementation.name;

CREATE VIEW assemblies AS
SELECT assembly.id AS id, assembly.name AS assembly,
       (SELECT group_concat(text, ', ') FROM (
            SELECT c.name || '=' || i.name AS text FROM assembly_component AS a
            JOIN component AS c ON c.id = a.component
            JOIN implementation AS i ON i.id = a.implementation
            WHERE a.assembly = assembly.id ORDER BY c.name)) AS components,
       (SELECT count(*) FROM assembly_connection AS c WHERE c.assembly = assembly.id) AS connections,
       (SELECT count(*) FROM trial WHERE trial.assembly = assembly.id) AS trials,
       (SELECT count(*) FROM decision WHERE decision.assembly = assembly.id) AS decisions,
       assembly.added AS added
FROM assembly ORDER BY assembly.id;

CREATE VIEW decisions AS
SELECT decision.id AS id, decision.name AS decision, experiment.name AS experiment,
       chosen.components AS chosen, decision.predicted_us AS predicted_us,
       decision.level AS level, decision.interval_min_us AS interval_min_us,
       decision.interval_max_us AS interval_max_us, decision.is_optimal AS is_optimal,
       decision.gap AS gap, other.components AS runner_up, decision.runner_up_us AS runner_up_us,
       decision.runner_up_better_probability AS runner_up_better_probability,
       (SELECT count(*) FROM decision_model AS m WHERE m.decision = decision.id) AS models,
       decision.added AS added
FROM decision JOIN assemblies AS chosen ON chosen.id = decision.assembly
LEFT JOIN assemblies AS other ON other.id = decision.runner_up
LEFT JOIN experiment ON experiment.id = decision.experiment
ORDER BY decision.id;

CREATE VIEW invocations AS
SELECT experiment.name AS experiment, trial.name AS trial, trial.id AS trial_id,
       machine.description AS machine, trial.host AS host, component.name AS component,
       implementation.name AS implementation, timer.port AS port, timer.method AS method,
       timer.name AS timer, parameter_set.text AS parameters, s.parameter_set AS parameter_set,
       s.calls AS calls, s.sum AS sum_us, s.sum_of_squares AS sum_of_squares_us2,
       s.minimum AS min_us, s.maximum AS max_us, s.communication AS communication_us
FROM invocation_statistics AS s JOIN timer ON timer.id = s.timer
JOIN parameter_set ON parameter_set.id = s.parameter_set
JOIN trial ON trial.id = timer.trial JOIN experiment ON experiment.id = trial.experiment
JOIN component ON component.id = timer.component
JOIN implementation ON implementation.id = timer.implementation
LEFT JOIN machine ON machine.id = trial.machine;

CREATE VIEW call_paths AS
WITH RECURSIVE path (id, trial, text) AS (
    SELECT p.id, timer.trial, timer.name FROM timer_callpath AS p
    JOIN timer ON timer.id = p.timer WHERE p.parent IS NULL
    UNION ALL
    SELECT p.id, path.trial, path.text || ' => ' || timer.name FROM timer_callpath AS p
    JOIN path ON path.id = p.parent JOIN timer ON timer.id = p.timer)
SELECT trial.name AS trial, trial.id AS trial_id, path.text AS call_path,
       thread.node_rank AS node_rank, thread.thread_rank AS thread_rank,
       thread.thread_index AS thread_index, metric.name AS metric, metric.unit AS unit,
       d.calls AS calls, d.subroutines AS subroutines, v.inclusive_value AS inclusive,
       v.exclusive_value AS exclusive
FROM path JOIN trial ON trial.id = path.trial JOIN timer_call_data AS d ON d.timer_callpath = path.id
JOIN thread ON thread.id = d.thread JOIN timer_value AS v ON v.timer_call_data = d.id
JOIN metric ON metric.id = v.metric;
)sql";

std::span<const char* const> table_names() {
    static constexpr const char* names[] = {"experiment",
                                            "machine",
                                            "machine_host",
                                            "component",
                                            "implementation",
                                            "implementation_port",
                                            "implementation_quality",
                                            "assembly",
                                            "assembly_component",
                                            "assembly_connection",
                                            "trial",
                                            "thread",
                                            "metric",
                                            "timer",
                                            "timer_parameter",
                                            "timer_callpath",
                                            "timer_call_data",
                                            "timer_value",
                                            "counter",
                                            "counter_value",
                                            "primary_metadata",
                                            "secondary_metadata",
                                            "parameter_set",
                                            "parameter_value",
                                            "invocation_statistics",
                                            "model",
                                            "model_input",
                                            "model_addition",
                                            "model_run",
                                            "decision",
                                            "decision_model"};
    return names;
}

} // namespace proxima::knowledge
