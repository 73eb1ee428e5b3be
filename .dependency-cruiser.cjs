/**
 * The rules of imports. docs/architecture.md describes the layers. `npm run lint:imports` checks them.
 */

/** The layers of src/, from the bottom up. A file imports from its own layer and from those before it. */
const LAYERS = [
  // Pure judgement and data: no I/O, no clock.
  '^src/rules/',
  // Small rooms that know nothing of the service.
  '^src/(report|client|evidence|secrets|version.ts|operations.ts)',
  // Checks of any implementation over HTTP. They know nothing of this one.
  '^src/conformance/',
  '^src/contract/',
  '^src/challenges/',
  '^src/habits/',
  '^src/rooms/',
  '^src/editions/',
  '^src/(http|demo)/',
  '^src/rehearsal/',
  '^src/(routes|auth|chaos|boards|defects|api)/',
  '^src/rate-limits/',
  '^src/monitoring/',
  '^src/variants.ts',
  '^src/openapi/',
  '^src/drills/',
  '^src/config/',
  '^src/pages/',
  '^src/training/',
  '^src/management/',
  '^src/app',
  '^src/library/',
  '^src/grade/',
  '^src/drill/',
  '^src/server.ts',
  '^src/cli/',
]

/** Folders of one layer that do not know each other. */
const PEERS = ['routes', 'auth', 'chaos', 'boards', 'defects', 'api']

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
    ...LAYERS.slice(0, -1).map((layer, index) => ({
      name: `layer-${index}`,
      comment: 'A lower layer does not import from a higher one.',
      severity: 'error',
      from: { path: layer },
      to: { path: LAYERS.slice(index + 1) },
    })),
    ...PEERS.map((peer) => ({
      name: `peer-${peer}`,
      comment: 'These folders meet in variants.ts and app.ts only.',
      severity: 'error',
      from: { path: `^src/${peer}/` },
      to: { path: PEERS.filter((other) => other !== peer).map((other) => `^src/${other}/`) },
    })),
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
          '^src/(challenges/(levels|paths)|contract/schemas/enumerations|evidence/redact|api/recorder/page-request|report/(report|verdict)|rules/.+|rooms/classes/same-name|training/points).ts',
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
          '^src/(challenges/(levels|paths)|evidence/redact|api/recorder/page-request|report/(report|verdict)|rules/.+|rooms/classes/same-name|training/points).ts',
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
      from: { path: '^src/', pathNot: '^src/grade/run-command.ts' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'every-file-has-a-layer',
      comment: 'A new file or folder of src/ must be added to LAYERS.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: LAYERS },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules' },
  },
}
