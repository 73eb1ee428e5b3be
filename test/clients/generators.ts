/** A generator of TypeScript clients. */
export interface Generator {
  /** Its name, which is also the name of its adapter and of the folder of the generated code. */
  name: string
  /** The packages that a user installs to generate and use the client. */
  packages: string[]
  /**
   * The command that writes `index.ts` to a directory. Generators with a settings file read the document and the
   * directory from the environment.
   */
  command(document: string, directory: string): string[]
}

/** All generators, the most used ones first. */
export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-fetch',
    packages: ['openapi-typescript', 'openapi-fetch'],
    command: (document, directory) => [
      'openapi-typescript',
      document,
      '--output',
      `${directory}/index.ts`,
      '--default-non-nullable=false',
      '--root-types',
      '--root-types-no-schema-prefix',
    ],
  },
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts'],
    command: (document, directory) => ['openapi-ts', '--input', document, '--output', directory],
  },
  {
    name: 'orval',
    packages: ['orval'],
    command: () => ['orval'],
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api', 'axios'],
    command: (document, directory) => [
      'swagger-typescript-api',
      'generate',
      '--axios',
      '--generate-union-enums',
      '--path',
      document,
      '--output',
      directory,
      '--name',
      'index.ts',
    ],
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts', '@oazapfts/runtime'],
    command: (document, directory) => ['oazapfts', document, `${directory}/index.ts`],
  },
  {
    name: 'kubb',
    packages: ['@kubb/cli', '@kubb/core', '@kubb/plugin-client', '@kubb/plugin-oas', '@kubb/plugin-ts', 'axios'],
    command: () => ['kubb', 'generate'],
  },
]

/**
 * Generators of schemas for Zod, whose code is only compiled. They write the patterns of the documents as regular expression
 * literals.
 */
export const SCHEMA_GENERATORS: readonly Pick<Generator, 'name' | 'command'>[] = [
  {
    name: 'hey-api-zod',
    command: (document, directory) => ['openapi-ts', '--input', document, '--output', directory, '--plugins', 'zod'],
  },
  {
    name: 'openapi-zod-client',
    command: (document, directory) => ['openapi-zod-client', document, '--output', `${directory}/index.ts`],
  },
]

/** The generator of the clients of the earlier edition. Its client consists of types, so it is the fastest to compile. */
export const [EARLIER] = GENERATORS as readonly [Generator]

/** Whether the run tests everything, as before a release, and not only the most used generators with few documents. */
export const IS_ALL = process.env.CLIENTS === 'all'

/** The generators of this run: the most used ones, or all. */
export const TESTED = IS_ALL ? GENERATORS : GENERATORS.slice(0, 2)
export const TESTED_SCHEMAS = IS_ALL ? SCHEMA_GENERATORS : SCHEMA_GENERATORS.slice(0, 1)
