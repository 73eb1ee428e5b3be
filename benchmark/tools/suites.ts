import { installPython, mustRun, npmVersions, pythonVersions, VENV } from './install.js'
import type { Tool } from './tool.js'

export const suites: readonly Tool[] = [
  {
    name: 'fetch',
    title: 'Suite with `fetch`',
    kind: 'suite',
    versions: {},
    variant: 'v2',
    configuration: '[rest-client](../examples/suites/rest-client/README.md)',
    command: ['node', '--test', 'examples/suites/rest-client/board.test.mjs'],
  },
  {
    name: 'pytest',
    title: 'Suite with pytest and requests',
    kind: 'suite',
    versions: pythonVersions(['pytest', 'requests']),
    variant: 'v1',
    configuration: '[pytest](../examples/suites/pytest/README.md)',
    command: [`${VENV}/bin/pytest`, '-x', '-q', '-p', 'no:cacheprovider', 'examples/suites/pytest'],
    prepare: installPython,
  },
  {
    name: 'playwright',
    title: 'Suite with Playwright',
    kind: 'suite',
    versions: { '@playwright/test': '1.65.1' },
    variant: 'v2',
    configuration: '[playwright](../examples/suites/playwright/README.md)',
    command: ['sh', '-c', 'cd examples/suites/playwright && npx playwright test -x --output=test-results/{job}'],
    prepare: () =>
      mustRun(['npm', 'install', '--prefix', 'examples/suites/playwright', '--no-package-lock', '--no-audit'], {
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      }),
  },
  {
    name: 'clients',
    title: 'Scenario of the generated clients',
    kind: 'suite',
    versions: npmVersions('test/clients', ['openapi-typescript', 'openapi-fetch', '@hey-api/openapi-ts']),
    variant: 'v2',
    configuration: '[Clients](clients.md), with the two most used generators',
    command: [
      ...['test/clients/node_modules/.bin/tsx', '--tsconfig', 'test/clients/generated/tsconfig.v2.json'],
      ...['test/clients/drive-variant.ts', 'v2', '{apiUrl}'],
    ],
    prepare() {
      mustRun(['npm', 'ci', '--prefix', 'test/clients', '--no-audit'])
      mustRun(['npm', 'run', '--silent', '--prefix', 'test/clients', 'generate'])
    },
  },
]
