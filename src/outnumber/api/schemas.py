"""The schemas of models, as servers publish them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from outnumber.games import names


def schemas_of(models: Sequence[Any], reference: str) -> dict[str, Any]:
    """The schemas of models and their nested models by name, with references in the given style."""
    _, found = msgspec.json.schema_components(models, ref_template=reference)
    told: dict[str, Any] = _published(found)
    return told


def _published(schema: Any) -> Any:
    if isinstance(schema, dict):
        told = {name: _published(each) for name, each in schema.items()}
        # The installed games are known only after the plug-ins have been searched.
        return told | {"enum": names()} if told.get("enum") == [] else told
    if isinstance(schema, list):
        return [_published(each) for each in schema]
    # Other languages write the end-of-text anchor differently.
    return schema.replace(r"\Z", "$") if isinstance(schema, str) else schema
