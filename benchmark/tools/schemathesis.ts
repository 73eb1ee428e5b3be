import { installPython, pythonVersions, VENV } from './install.js'
import type { Tool } from './tool.js'

/** The requests that Schemathesis generates for an operation in each phase. Its default is 100. */
const EXAMPLES = 10

const common = {
  kind: 'generated requests',
  versions: pythonVersions(['schemathesis']),
  variant: 'v1',
  adapter: 'ndjson',
  seeds: 3,
  hasDemo: true,
  timeLimit: 120,
  prepare: installPython,
} as const

const run = ['run', '{apiUrl}/openapi.json', '--seed', '{seed}', '--max-examples', String(EXAMPLES)]
const report = ['--report', 'ndjson', '--report-ndjson-path', '{report}']

export const schemathesis: readonly Tool[] = [
  {
    ...common,
    name: 'schemathesis',
    title: 'Schemathesis',
    configuration: `\`--max-examples ${EXAMPLES}\``,
    command: [`${VENV}/bin/schemathesis`, ...run, ...report],
  },
  {
    ...common,
    name: 'schemathesis-configured',
    title: 'Schemathesis, configured',
    configuration: `\`--max-examples ${EXAMPLES}\`, [schemathesis.toml](../examples/tools/schemathesis/schemathesis.toml)`,
    command: [
      `${VENV}/bin/schemathesis`,
      ...['--config-file', 'examples/tools/schemathesis/schemathesis.toml'],
      ...run,
      ...report,
    ],
  },
]
