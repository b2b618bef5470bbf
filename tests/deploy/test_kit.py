"""The files of `deploy/`: the unit, the image, the compose file, the lock and the release workflow."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy.programs import DEPLOY, Process, caddy, get, needed, nginx, servers

ROOT = DEPLOY.parent
# Ten times the exposure that systemd computes, from 0 to 100.
EXPOSURE = 20
yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: install the extra outnumber[dev]")


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


# systemd


def test_the_unit_is_valid_and_hardened(tmp_path: Path) -> None:
    program = needed("systemd-analyze")
    unit = DEPLOY / "systemd" / "outnumber@.service"
    text = unit.read_text()
    assert "/opt/outnumber/bin/outnumber serve" in text
    written = tmp_path / "outnumber@8001.service"
    written.write_text(text.replace("/opt/outnumber/bin/outnumber", sys.executable))
    found = subprocess.run([program, "verify", written], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert written.name not in found.stderr
    command = [program, "security", "--offline=true", f"--threshold={EXPOSURE}", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-500:]


# The image


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments."""
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [
        (word, rest.strip()) for word, _, rest in (line.partition(" ") for line in text.splitlines()) if word
    ]


def test_the_image_has_stages_a_user_and_no_surprises() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    found = instructions(text)
    assert [word for word, _ in found].count("FROM") == 2
    last = max(place for place, (word, _) in enumerate(found) if word == "FROM")
    final = dict(found[last:])
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", final["USER"])
    assert json.loads(final["ENTRYPOINT"])[:2] == ["outnumber", "serve"]
    assert all(":latest" not in rest and ":" in rest for word, rest in found if word == "FROM")
    # The copied files exist, and the ignore file does not exclude them.
    let = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for word, rest in found[:last]:
        if word == "COPY":
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
                assert source in let
    if hadolint := shutil.which("hadolint"):
        subprocess.run([hadolint, DEPLOY / "Dockerfile"], check=True)


@pytest.mark.slow
def test_the_steps_of_the_image_make_a_server_that_writes_no_file(postgres_url: str, tmp_path: Path) -> None:
    source, prefix = tmp_path / "source", tmp_path / "opt"
    source.mkdir()
    for word, rest in instructions((DEPLOY / "Dockerfile").read_text()):
        if word == "COPY" and not rest.startswith("--from"):
            *names, target = rest.split()
            for name in names:
                into = source / target if len(names) == 1 else source / name
                into.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, into)
        elif word == "RUN" and "useradd" not in rest:
            command = rest.replace("/opt/outnumber", str(prefix)).replace(
                "python -m venv", f"{sys.executable} -m venv"
            )
            done = subprocess.run(["sh", "-c", command], cwd=source, capture_output=True, text=True)
            if "NewConnectionError" in done.stderr or "No matching distribution" in done.stderr:
                pytest.skip("no package index can be reached")
            assert done.returncode == 0, done.stderr
    subprocess.run([prefix / "bin" / "pip", "check"], check=True, capture_output=True)
    before = {path: path.stat().st_mtime_ns for path in prefix.rglob("*") if path.is_file()}
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home), "XDG_DATA_HOME": str(home)}
    server = Process(postgres_url, environment=environment, python=str(prefix / "bin" / "python"))
    try:
        assert get(f"http://127.0.0.1:{server.ready().port}/")[0] == 200
        check = json.loads(
            dict(instructions((DEPLOY / "Dockerfile").read_text()))["HEALTHCHECK"].partition("CMD ")[2]
        )
        probe = [sys.executable, *(each.replace(":8000", f":{server.port}") for each in check[1:])]
        subprocess.run(probe, check=True, timeout=30)
    finally:
        server.stop()
    assert before == {path: path.stat().st_mtime_ns for path in prefix.rglob("*") if path.is_file()}
    assert not list(home.iterdir())


# Compose


def test_the_compose_file_has_two_servers_that_only_the_proxy_reaches(tmp_path: Path) -> None:
    services = loaded(DEPLOY / "compose.yaml")["services"]
    servers = {name: each for name, each in services.items() if "build" in each}
    assert len(servers) == 2
    for each in servers.values():
        assert each["read_only"] is True
        assert each["cap_drop"] == ["ALL"]
        assert "ports" not in each
        assert each["depends_on"]["db"] == {"condition": "service_healthy"}
        assert (DEPLOY / each["build"]["context"] / each["build"]["dockerfile"]).is_file()
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    proxy = services["proxy"]
    assert proxy["environment"]["OUTNUMBER_SERVERS"].split() == [f"{name}:8000" for name in servers]
    mounted = proxy["volumes"][0].split(":")[0]
    assert (DEPLOY / mounted).is_file()
    program = needed("caddy")
    chosen = {
        "OUTNUMBER_SITE": "games.example.org",
        "OUTNUMBER_SERVERS": proxy["environment"]["OUTNUMBER_SERVERS"],
    }
    command = [program, "adapt", "--validate", "--config", str(DEPLOY / mounted), "--adapter", "caddyfile"]
    environment = {**os.environ, **chosen, "HOME": str(tmp_path)}
    found = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    dialled = re.findall(r'"dial":"([^"]+)"', found.stdout)
    assert dialled == ["one:8000", "two:8000"]


# The proxies


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_metrics_are_answered_to_prometheus_and_not_through_the_proxy(
    proxy: Any, sqlite_url: str, tmp_path: Path
) -> None:
    scraped = loaded(DEPLOY / "prometheus" / "prometheus.yml")["scrape_configs"][0]
    (targets,) = (each["targets"] for each in scraped["static_configs"])
    conf = (DEPLOY / "nginx" / "outnumber.conf").read_text()
    assert targets == re.findall(r"^    server (\S+) max_fails=0;$", conf, re.MULTILINE)
    with servers(1, sqlite_url) as (server,), proxy(tmp_path / "proxy", [server.port]) as found:
        assert "outnumber_games_total" in get(f"http://127.0.0.1:{server.port}/metrics")[1]
        url = found[0] if isinstance(found, tuple) else found
        for path in (
            "/metrics",
            "/metrics?a",
            "/metrics/",
            "//metrics",
            "/%6detrics",
            "/metrics%0a",
            "/a/../metrics",
        ):
            status, text = get(url + path)
            assert (status, "outnumber_" in text) == (404, False), path
        assert get(f"{url}/healthz")[0] == 200


def test_nginx_logs_no_visitors(sqlite_url: str, tmp_path: Path) -> None:
    with servers(1, sqlite_url) as (server,), nginx(tmp_path, [server.port]) as (url, _):
        (plain,) = re.findall(r"listen (\S+);", (tmp_path / "outnumber.conf").read_text())
        with closing(HTTPConnection(plain, timeout=20)) as redirected:
            redirected.request("GET", "/g/0123456789ab")
            assert redirected.getresponse().status == 308
        assert get(f"{url}/g/0123456789ab")[0] == 200
        assert get(f"{url}/metrics")[0] == 404
    assert (tmp_path / "access.log").read_text() == ""


# The supply chain


def test_the_lock_has_every_dependency_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed_here = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    text = (DEPLOY / "requirements.txt").read_text().replace("\\\n", " ")
    locked = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            wish, *hashes = re.split(r"\s+--hash=", line)
            found = Requirement(wish)
            locked[canonicalize_name(found.name)] = next(iter(found.specifier)).version
            assert hashes, line
            assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each.strip()) for each in hashes)
    for each in map(Requirement, needed_here):
        assert each.specifier.contains(locked[canonicalize_name(each.name)]), each
    assert "://" not in text  # no address of a package index


def test_the_release_is_attested_with_what_it_consists_of() -> None:
    jobs = loaded(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    assert jobs["publish"]["needs"] == "attest"
    attest = jobs["attest"]
    assert attest["permissions"] == {"contents": "read", "id-token": "write", "attestations": "write"}
    used = [step.get("uses", "").partition("@")[0] for step in attest["steps"]]
    assert {"actions/attest-build-provenance", "actions/attest-sbom"} <= {*used}
    (made,) = [step["run"] for step in attest["steps"] if "run" in step]
    assert "cyclonedx-py requirements deploy/requirements.txt" in made
    assert "'.metadata.component.version = $version'" in made  # cyclonedx-py does not find it
    if actionlint := shutil.which("actionlint"):
        subprocess.run([actionlint, ROOT / ".github" / "workflows" / "release.yml"], check=True)
