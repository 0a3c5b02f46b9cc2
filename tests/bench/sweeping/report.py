"""What the sweep found, for people and as JSON."""
import re
from collections import Counter


def eligible(found):
    return not found["not_public"] and not found["hidden"] and found["constructible"]


def why_not_eligible(found):
    if found["hidden"]:
        return "a non-public member of another class"
    if found["not_public"]:
        return "pure virtual methods that are not public"
    return "no accessible default constructor or destructor"


def classes_of(results):
    for result in results:
        for found in result["classes"]:
            yield result, found


def group_of(message):
    """A message without the names in it, so that equal reasons are counted together."""
    text = re.sub(r"'[^']*'|‘[^’]*’|\"[^\"]*\"", "'...'", message)
    text = re.sub(r"[\w~:<>, ]+\(\) ", "METHOD() ", text)
    text = re.sub(r"^[^ ]+:\d+:\d+: ", "", text)
    return text[:160]


def summary(root, scanned, results):
    everything = list(classes_of(results))
    wanted = [(r, f) for r, f in everything if eligible(f)]
    failed = [(r, f) for r, f in wanted if f["outcome"] != "compiled"]
    beyond = [(r, f) for r, f in everything if not eligible(f)]
    return {
        "root": root,
        "headers": len(scanned),
        "headers_unparsed": [{"header": s["header"], "error": s["error"]} for s in scanned if "error" in s],
        "headers_with_prelude": sum(1 for s in scanned if s.get("preludes")),
        "headers_with_classes": len(results),
        "abstract": len(everything),
        "eligible": len(wanted),
        "compiled": len(wanted) - len(failed),
        "share": (len(wanted) - len(failed)) / len(wanted) if wanted else 1.0,
        "not_eligible": Counter(why_not_eligible(f) for _, f in beyond),
        "not_eligible_outcomes": Counter(f["outcome"] for _, f in beyond),
        "failures": [failure(r, f) for r, f in failed],
        "reasons": Counter(group_of(f["message"]) for _, f in failed),
        "uncompilable_beyond": [failure(r, f) for r, f in beyond if f["outcome"] in ("uncompilable", "generator")],
        "refusals_beyond": Counter(group_of(f["message"]) for _, f in beyond if f["outcome"] == "refused"),
    }


def failure(result, found):
    return {"header": result["header"], "line": found["line"], "class": found["name"], "outcome": found["outcome"],
            "message": found["message"]}


def print_counts(title, counts):
    if counts:
        print(title)
        for reason, count in counts.most_common():
            print(f"  {count:5} {reason}")


def print_failures(title, failures):
    if failures:
        print(title)
        for one in failures:
            print(f"  {one['header']}:{one['line']}: {one['class']}: {one['outcome']}: {one['message'][:400]}")


def print_summary(report):
    print(f"\n{report['root']}")
    print(f"  {report['headers']:6} headers, of which {len(report['headers_unparsed'])} do not parse "
          f"and {report['headers_with_prelude']} need others before them")
    print(f"  {report['abstract']:6} abstract classes in {report['headers_with_classes']} headers")
    print(f"  {report['eligible']:6} eligible: pure methods public, default constructor and destructor accessible")
    print(f"  {report['compiled']:6} proxied and compiled by g++ and clang++: {100 * report['share']:.2f} %")
    print_counts("Eligible classes without a working proxy, by reason:", report["reasons"])
    print_failures("Each of them:", report["failures"])
    print_counts("Not eligible, by reason:", report["not_eligible"])
    print_counts("What became of those:", report["not_eligible_outcomes"])
    print_counts("Refusals among those:", report["refusals_beyond"])
    print_failures("Broken among those:", report["uncompilable_beyond"])
    for one in report["headers_unparsed"][:40]:
        print(f"  does not parse: {one['header']}: {one['error'][:200]}")
