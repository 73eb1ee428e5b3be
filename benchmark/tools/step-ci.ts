import { installNpm, npmVersions } from './install.js'
import type { Tool } from './tool.js'

export const stepCi: readonly Tool[] = [
  {
    name: 'step-ci',
    title: 'Step CI',
    kind: 'examples of the document',
    versions: npmVersions('benchmark/tools', ['stepci']),
    variant: 'v1',
    adapter: 'ndjson',
    hasDemo: true,
    configuration: 'the workflow that `stepci generate` writes, with `continueOnFail: true`',
    command: ['node', 'benchmark/tools/programs/step-ci.mjs', '{apiUrl}'],
    prepare: () => installNpm('benchmark/tools'),
  },
]
