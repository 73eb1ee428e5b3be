/**
 * The rules of imports. docs/architecture.md describes the houses. `npm run lint:imports` checks them.
 */

/** The houses of src/. A file imports from its own house and from those before it. */
const HOUSES = ['contract', 'rules', 'rooms', 'http', 'api', 'site', 'classroom', 'app', 'commands']

/** The paths of the houses. All can read the version. */
const PATHS = HOUSES.map((house) => (house === 'contract' ? '^src/(contract/|version.ts)' : `^src/${house}/`))

/** Folders of the API that do not know each other. */
const PEERS = ['tasks', 'auth', 'buggy', 'boards', 'defects', 'recorder']

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other can only be understood together.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { circular: true },
    },
    {
      name: 'no-cycles-between-folders',
      comment: 'Two folders that import each other are one folder.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    ...PATHS.slice(0, -1).map((path, index) => ({
      name: `${HOUSES[index]}-imports-no-later-house`,
      comment: 'A house does not import from one after it.',
      severity: 'error',
      from: { path },
      to: { path: PATHS.slice(index + 1) },
    })),
    ...PEERS.map((peer) => ({
      name: `peer-${peer}`,
      comment: 'These folders meet in variants.ts and app.ts only.',
      severity: 'error',
      from: { path: `^src/api/${peer}/` },
      to: { path: PEERS.filter((other) => other !== peer).map((other) => `^src/api/${other}/`) },
    })),
    {
      name: 'checks-know-no-implementation',
      comment: 'The conformance checks run against any service over HTTP.',
      severity: 'error',
      from: { path: '^src/commands/check/', pathNot: '/command.ts$' },
      to: {
        path: '^src/',
        pathNot: '^src/((contract|rules|commands/(check|report))/|app/(fetch-once|retry-after|service-client).ts)',
      },
    },
    {
      name: 'commands-use-what-the-application-exports',
      comment:
        'Commands are clients of the service. Those that call it over HTTP also know the types of its responses.',
      severity: 'error',
      from: { path: '^src/commands/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/', pathNot: '^src/((app|commands|contract|rules)/|version.ts|classroom/[a-z]+/schemas.ts)' },
    },
    {
      name: 'commands-import-types-of-responses-only',
      comment: 'See above.',
      severity: 'error',
      from: { path: '^src/commands/' },
      to: { path: '^src/classroom/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-do-not-import-each-other',
      comment: 'What several pages use is in web/shared/, which imports no page.',
      severity: 'error',
      from: { path: '^web/([^/]+)/' },
      to: { path: '^web/', pathNot: '^web/($1|shared|texts)/' },
    },
    {
      name: 'pages-load-no-code-of-the-service',
      comment: 'Browsers load the values of these files. From all other files, pages import types.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(contract/(schemas/enumerations|numbers|parse)|rules/.+|rooms/classes/same-name|api/recorder/page-request|classroom/scores/points|commands/report/(report|verdict)).ts',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pages-know-schemas-only',
      comment: 'Pages use the published API.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^src/',
        pathNot: [
          '/schemas[./]',
          '^src/(contract/(numbers|parse)|rules/.+|rooms/classes/same-name|api/recorder/page-request|classroom/scores/points|commands/report/(report|verdict)).ts',
        ],
      },
    },
    {
      name: 'service-does-not-import-pages',
      comment: 'scripts/build-web.mjs bundles the pages. The service only sends the files.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'programs-start-without-secrets',
      comment: 'runCommand() removes the secrets of the service from the environment of a program.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/commands/grade/run-command.ts' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'every-file-has-a-house',
      comment: 'A new folder of src/ must be added to HOUSES.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: PATHS },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['node_modules', '^src/.+[.]test[.]ts$'] },
  },
}
