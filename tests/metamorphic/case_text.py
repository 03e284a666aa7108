"""Text of a case file from dicts and lists: no package of Python 3.9 writes TOML."""
from __future__ import annotations

import json


def case_text(case: dict) -> str:
    lines = [f"{key} = {_value(value)}" for key, value in case.items() if not isinstance(value, (dict, list))]
    for table, content in case.items():
        for entry in content if isinstance(content, list) else [content] if isinstance(content, dict) else []:
            lines.append(f"\n[[{table}]]" if isinstance(content, list) else f"\n[{table}]")
            lines += [f"{_key(key)} = {_value(value)}" for key, value in entry.items()]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() else json.dumps(key)


def _value(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return repr(value)
