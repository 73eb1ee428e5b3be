import { installNpm, npmVersions } from './install.js'
import type { Tool } from './tool.js'

export const dredd: readonly Tool[] = [
  {
    name: 'dredd',
    title: 'Dredd',
    kind: 'examples of the document',
    versions: npmVersions('benchmark/tools', ['dredd']),
    variant: 'v1',
    adapter: 'junit',
    hasDemo: true,
    configuration: 'the defaults: one request for each response of the document, without hooks',
    command: [
      ...['node', 'benchmark/tools/node_modules/dredd/bin/dredd', 'openapi/v1.json', '{apiUrl}'],
      ...['--reporter', 'xunit', '--output', '{report}', '--loglevel', 'error'],
    ],
    prepare: () => installNpm('benchmark/tools'),
  },
]
