"""Prints, for each pattern in a file, which characters it matches."""

import re
import sys

with open(sys.argv[1], encoding="utf-8", newline="") as file:
    patterns = file.read().split("\x01")
codes = [code for code in range(0x10000) if not 0xD800 <= code < 0xE000]
for text in patterns:
    pattern = re.compile(text)
    print("".join("1" if pattern.match(chr(code)) else "0" for code in codes))
