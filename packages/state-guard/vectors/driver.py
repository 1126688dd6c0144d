"""Runs the seed over cases: python3 driver.py <seed module> <cases.json> <expected.json>

The seed is imported from where it lies, never copied. Every case gets a fresh directory, which stands as $T in the
data; what the seed says of it is written in the order of the cases.
"""
import json
import os
import shutil
import sys
import tempfile
import types


def load(path):
    with open(path, encoding="utf-8") as fh:
        source = fh.read()
    # A copy may carry the name of the file as a heading above the module.
    start = source.index('"""')
    seed = types.ModuleType("seed")
    exec(compile(source[start:], path, "exec"), seed.__dict__)
    return seed


def apply(step, top):
    what, path, *rest = step
    path = os.path.join(top, path)
    if what != "rm":
        os.makedirs(os.path.dirname(path), exist_ok=True)
    if what == "dir":
        os.makedirs(path, exist_ok=True)
    elif what == "file":
        with open(path, "w", encoding="utf-8", newline="") as fh:
            fh.write(rest[0].replace("$T", top))
    elif what == "link":
        os.symlink(rest[0].replace("$T", top), path)
    elif what == "move":
        os.rename(path, os.path.join(top, rest[0]))
    elif what == "rm":
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    else:
        raise ValueError(what)


def run(seed, case, top):
    recorded = {name: value.replace("$T", top) for name, value in case["recorded"].items()}
    for step in case["before"]:
        apply(step, top)
    os.chdir(os.path.join(top, case["cwd"]))
    roots = seed.watch_roots(os.path.join(top, case["repo"]), recorded)
    registries, audit_logs = seed.state_dirs(roots, recorded)
    baseline = seed.snapshot(roots, recorded)
    for step in case["during"]:
        apply(step, top)
    files = [os.path.join(root, "agent-sessions.yaml") for root in roots]
    if recorded.get("AGENT_SESSIONS_YAML"):
        files.append(recorded["AGENT_SESSIONS_YAML"])
    expected = {
        "roots": roots,
        "registries": registries,
        "auditLogs": audit_logs,
        "sessionNames": [sorted(seed.session_names(path)) for path in files],
        # The guard watches the same directory once, so that such a case is one in which the two differ.
        "sameTwice": any(len(set(map(os.path.realpath, dirs))) < len(dirs) for dirs in (registries, audit_logs)),
    }
    try:
        found = seed.leaks(roots, baseline, recorded)
        expected["leaks"] = [[f["path"], f["reason"], f["agent_session"], f["prompt"]] for f in found]
    except Exception as error:
        expected["raises"] = type(error).__name__
    return json.loads(json.dumps(expected).replace(json.dumps(top)[1:-1], "$T"))


def main(seed_path, cases_path, expected_path):
    seed = load(seed_path)
    with open(cases_path, encoding="utf-8") as fh:
        cases = json.load(fh)
    results = []
    for case in cases:
        top = os.path.realpath(tempfile.mkdtemp(prefix="mam-vector-"))
        try:
            results.append(run(seed, case, top))
        finally:
            os.chdir("/")
            shutil.rmtree(top)
    with open(expected_path, "w", encoding="utf-8") as fh:
        json.dump(results, fh)


if __name__ == "__main__":
    main(*sys.argv[1:])
