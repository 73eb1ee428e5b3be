"""Prints the values of YAML files, in the order of the arguments, as a list in JSON. Reads them with PyYAML."""

import json
import sys

import yaml

values = []
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        values.append(yaml.safe_load(file))
# Values that JSON does not have, such as dates, become texts that differ from those in the document.
print(json.dumps(values, default=repr))
