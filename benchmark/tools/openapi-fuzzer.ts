import { installCargo } from './install.js'
import type { Tool } from './tool.js'

const VERSION = '0.2.0'

export const openapiFuzzer: readonly Tool[] = [
  {
    name: 'openapi-fuzzer',
    title: 'openapi-fuzzer',
    kind: 'random values',
    versions: { 'openapi-fuzzer': VERSION },
    variant: 'v1',
    adapter: 'ndjson',
    seeds: 3,
    hasDemo: true,
    timeLimit: 120,
    configuration: '64 requests for each operation instead of 256, and `-i 405`, as its documentation recommends',
    command: ['node', 'benchmark/tools/programs/openapi-fuzzer.mjs', '{apiUrl}'],
    prepare: () => installCargo('openapi-fuzzer', VERSION),
  },
]
