import { installNpm, mustRun, npmVersions, WORK } from './install.js'
import type { Tool } from './tool.js'

const common = {
  kind: 'examples of the document',
  variant: 'v1',
  adapter: 'junit',
  hasDemo: true,
} as const

/** The command that runs a collection. Uploads find their files in the folder of the collections. */
function run(collection: string): string[] {
  return [
    ...['node', 'tools/node_modules/newman/bin/newman.js', 'run', collection, '--working-dir', 'docs/collections'],
    ...['--env-var', 'baseUrl={apiUrl}', '--reporters', 'junit', '--reporter-junit-export', '{report}'],
  ]
}

/** Generates the collection of a configuration of Portman. */
function generate(name: string, ...options: string[]): void {
  installNpm('tools')
  const portman = 'tools/node_modules/@apideck/portman/bin/portman'
  mustRun(['node', portman, '--local', 'openapi/v1.json', '--output', `${WORK}/${name}.json`, '--no-warn', ...options])
}

export const newman: readonly Tool[] = [
  {
    ...common,
    name: 'newman',
    title: 'Newman with the Postman collection',
    versions: npmVersions('tools', ['newman']),
    configuration: '[v1.postman_collection.json](collections/README.md)',
    command: run('docs/collections/v1.postman_collection.json'),
    prepare: () => installNpm('tools'),
  },
  {
    ...common,
    name: 'portman',
    title: 'Portman',
    versions: npmVersions('tools', ['@apideck/portman', 'newman']),
    configuration: 'the defaults: contract tests',
    command: run(`${WORK}/portman.json`),
    prepare: () => generate('portman'),
  },
  {
    ...common,
    name: 'portman-configured',
    title: 'Portman, configured',
    versions: npmVersions('tools', ['@apideck/portman', 'newman']),
    configuration:
      '[portman.yaml](../tools/portman.yaml): contract tests, and variations with unknown ids and values beyond limits',
    command: run(`${WORK}/portman-configured.json`),
    prepare: () => generate('portman-configured', '--portmanConfigFile', 'tools/portman.yaml'),
  },
]
