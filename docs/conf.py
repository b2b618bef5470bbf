"""Sphinx configuration of the documentation site. `python docs/build.py` builds it."""

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_site"), str(HERE.parent / "src")]

import outnumber  # noqa: E402  # from the checkout, which may not be installed

# The public addresses have one source, [project.urls] in pyproject.toml. Links are omitted until it is set.
URLS: dict[str, str] = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
].get("urls", {})

project = "Outnumber"
author = "The Outnumber developers"
copyright = f"2026, {author}"
version = release = outnumber.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "flowchart", "playable"]
exclude_patterns = ["_site"]
suppress_warnings = ["misc.highlighting_failure"]  # a doctest with a traceback is not valid Python
nitpicky = False
default_role = "code"  # docstrings write names in single backticks

myst_heading_anchors = 4
myst_links_external_new_tab = False
myst_enable_extensions = ["attrs_block"]

autodoc_typehints = "description"
autodoc_member_order = "groupwise"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = f"Outnumber {version}"
html_baseurl = URLS.get("Documentation", "")
html_static_path = ["_site/static"]
templates_path = ["_site/templates"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options: dict[str, Any] = {"navigation_with_keys": True}
if "Repository" in URLS:
    html_theme_options |= {
        "source_repository": URLS["Repository"],
        "source_branch": "main",
        "source_directory": "docs/",
    }
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "versions.html",
        "sidebar/scroll-end.html",
    ]
}

# Files outside this folder that are also pages of the site.
ROOT_PAGES = {
    "CHANGELOG.md": "reference/changelog.md",
    "CONTRIBUTING.md": "how-to/contributing.md",
    "README.md": "index.md",
    "SECURITY.md": "explanation/security.md",
}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def adapt_links(_app: Any, docname: str, source: list[str]) -> None:
    """Load pages that live in the root folder, and adapt the links that leave `docs/`.

    A link to a file outside the site leads to the repository if its address is set; else it becomes text.
    """
    page = f"{docname}.md"
    folder = f"docs/{page}"
    for root_page, place in ROOT_PAGES.items():
        if place == page and docname != "index":
            source[0] = (HERE.parent / root_page).read_text(encoding="utf-8")
            folder = root_page

    def adapt(link: re.Match[str]) -> str:
        picture, text, target, anchor = link.groups(default="")
        path = os.path.normpath(os.path.join(os.path.dirname(folder), target))
        if not (HERE.parent / path).exists():
            return link[0]  # Sphinx reports it
        if not path.startswith("docs/") and path not in ROOT_PAGES and not picture:
            repository = URLS.get("Repository")
            return f"[{text}]({repository}/blob/main/{path})" if repository else text
        path = "docs/" + ROOT_PAGES[path] if path in ROOT_PAGES else path
        return f"{picture}[{text}]({os.path.relpath(path, os.path.dirname(f'docs/{page}'))}{anchor})"

    source[0] = _LINK.sub(adapt, source[0])


def setup(app: Any) -> None:
    app.connect("source-read", adapt_links)
