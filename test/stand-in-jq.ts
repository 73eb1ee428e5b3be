import { join } from 'node:path'

/** A script that stands in for jq, which may not be installed. */
export const JQ = `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'jq.mjs')}" "$@"\n`
