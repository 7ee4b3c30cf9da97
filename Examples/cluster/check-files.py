"""Checks the files for Kubernetes and AWS Batch against the published schemas, and their rules for exit statuses.

It needs the packages kubernetes-validate and botocore; `scripts/test-system -m schedulers` installs them.
"""

from __future__ import annotations

import json
from pathlib import Path

import botocore.session
import kubernetes_validate
import yaml
from botocore.validate import ParamValidator

HERE = Path(__file__).parent
PERMANENT = {1, 64, 65, 66, 70}


def kubernetes() -> None:
    job = yaml.safe_load((HERE / "kubernetes.yaml").read_text())
    versions = ["1.33", kubernetes_validate.latest_version()]
    for version in versions:
        kubernetes_validate.validate(job, version, strict=True)
    spec = job["spec"]
    rule = spec["podFailurePolicy"]["rules"][0]
    assert set(rule["onExitCodes"]["values"]) == PERMANENT and rule["action"] == "FailJob"
    assert spec["template"]["spec"]["restartPolicy"] == "Never", "a podFailurePolicy needs it"
    containers = {container["name"]: container for container in spec["template"]["spec"]["containers"]}
    arguments = containers[rule["onExitCodes"]["containerName"]]["args"]
    assert arguments[arguments.index("--shard-count") + 1] == str(spec["completions"])
    print(f"kubernetes.yaml fits the schemas of Kubernetes {', '.join(versions)}")


def batch() -> None:
    model = botocore.session.get_session().get_service_model("batch")
    for file, operation in [("aws-batch-definition.json", "RegisterJobDefinition"), ("aws-batch-job.json", "SubmitJob")]:
        call = json.loads((HERE / file).read_text())
        report = ParamValidator().validate(call, model.operation_model(operation).input_shape)
        assert not report.has_errors(), report.generate_report()
        print(f"{file} fits {operation} of AWS Batch, API {model.api_version}")
    definition = json.loads((HERE / "aws-batch-definition.json").read_text())
    container, retries = definition["containerProperties"], definition["retryStrategy"]
    [mount] = container["mountPoints"]
    assert f"cd {mount['containerPath']} && " in container["command"][-1], "a definition has no working directory"
    assert 1 <= retries["attempts"] <= 10 and len(retries["evaluateOnExit"]) <= 5, "limits of AWS Batch"

    def action(status: int) -> str:
        for rule in retries["evaluateOnExit"]:
            code = rule["onExitCode"]
            if str(status) == code or code.endswith("*") and str(status).startswith(code[:-1]):
                return rule["action"]
        return "RETRY"

    assert {status for status in range(256) if action(status) == "EXIT"} >= PERMANENT
    assert all(action(status) == "RETRY" for status in (74, 130, 137, 139, 143))


if __name__ == "__main__":
    kubernetes()
    batch()
