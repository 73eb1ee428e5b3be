import { installNpm, npmVersions } from './install.js'
import type { Tool } from './tool.js'

export const prism: readonly Tool[] = [
  {
    name: 'prism',
    title: 'Prism as a proxy, under the Postman collection',
    kind: 'proxy',
    versions: npmVersions('tools', ['@stoplight/prism-cli', 'newman']),
    variant: 'v1',
    adapter: 'ndjson',
    hasDemo: true,
    configuration: 'the defaults, with a document that Prism can compile (decision 77)',
    command: ['node', 'benchmark/tools/programs/prism.mjs', '{apiUrl}'],
    prepare: () => installNpm('tools'),
  },
]
