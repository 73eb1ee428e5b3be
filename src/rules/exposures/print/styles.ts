/** The printers of tests, one for each style of suite. @module */

import type { PlannedTest } from '../plan/plan.js'
import { printBruno, reasonAgainstBruno } from './bruno.js'
import { printHurl, reasonAgainstHurl } from './hurl.js'
import { printJavaScript } from './javascript.js'
import { type Dialect, JEST_SUPERTEST, NODE_TEST, PLAYWRIGHT, VITEST } from './javascript-dialects.js'
import { printKarate, reasonAgainstKarate } from './karate.js'
import { printPostman, reasonAgainstPostman } from './postman.js'
import { BRUNO, HURL, KARATE, manifestOf, POSTMAN, REST_ASSURED } from './projects.js'
import { printPytest } from './pytest.js'
import { classOf, printRestAssured } from './rest-assured.js'

/** A way to write tests: a language with a test runner and an HTTP client. */
export interface Style {
  /** The name, as in `--suggest-as`. */
  name: string
  title: string
  /** The language of the tests. */
  language: string
  /** The files of a project that runs the tests, without the tests: their paths and contents. */
  project: Readonly<Record<string, string>>
  /** How the tests of a project are run, as a command in its folder. */
  command: string
  /** Returns the path of the file of a test in its project. */
  fileOf(test: PlannedTest): string
  /** Returns the content of the file. */
  print(test: PlannedTest): string
  /** Returns why the style cannot express a test; `undefined` if it can. */
  reasonAgainst?(test: PlannedTest): string | undefined
}

/** Returns a style of JavaScript. The extension of its files names their kind of module, so they run in every project. */
function javaScript(
  style: Pick<Style, 'name' | 'title' | 'command'>,
  dialect: Dialect,
  extension: string,
  devDependencies?: Readonly<Record<string, string>>,
): Style {
  return {
    ...style,
    language: 'JavaScript',
    project: devDependencies === undefined ? {} : { 'package.json': manifestOf({ devDependencies }) },
    fileOf: ({ slug }) => `${slug}.${extension}`,
    print: (test) => printJavaScript(test, dialect),
  }
}

/** All styles, by the order in which they are shown. */
export const STYLES: readonly Style[] = [
  javaScript({ name: 'node-test', title: 'node:test with fetch', command: 'node --test' }, NODE_TEST, 'test.mjs'),
  javaScript({ name: 'vitest', title: 'Vitest with fetch', command: 'npx vitest run' }, VITEST, 'test.mjs', {
    vitest: '^3.2.4',
  }),
  javaScript(
    { name: 'jest-supertest', title: 'Jest with SuperTest', command: 'npx jest' },
    JEST_SUPERTEST,
    'test.cjs',
    {
      jest: '^30.2.0',
      supertest: '^7.1.4',
    },
  ),
  javaScript({ name: 'playwright', title: 'Playwright', command: 'npx playwright test' }, PLAYWRIGHT, 'spec.mjs', {
    '@playwright/test': '^1.56.1',
  }),
  {
    name: 'pytest',
    title: 'pytest with requests',
    language: 'Python',
    command: 'python3 -m pytest',
    project: { 'requirements.txt': 'pytest\nrequests\n' },
    fileOf: ({ slug }) => `test_${slug.replaceAll('-', '_')}.py`,
    print: printPytest,
  },
  {
    name: 'rest-assured',
    title: 'REST Assured with JUnit 5',
    language: 'Java',
    command: 'mvn test',
    project: REST_ASSURED,
    fileOf: (test) => `src/test/java/${classOf(test)}.java`,
    print: printRestAssured,
  },
  {
    name: 'postman',
    title: 'Postman',
    language: 'JSON with JavaScript',
    command: 'node run.mjs',
    project: POSTMAN,
    fileOf: ({ slug }) => `${slug}.postman_collection.json`,
    print: printPostman,
    reasonAgainst: reasonAgainstPostman,
  },
  {
    name: 'karate',
    title: 'Karate',
    language: 'Gherkin',
    command: 'mvn test',
    project: KARATE,
    fileOf: ({ slug }) => `src/test/resources/${slug}.feature`,
    print: printKarate,
    reasonAgainst: reasonAgainstKarate,
  },
  {
    name: 'hurl',
    title: 'Hurl',
    language: 'Hurl',
    command: 'sh run.sh',
    project: HURL,
    fileOf: ({ slug }) => `${slug}.hurl`,
    print: printHurl,
    reasonAgainst: reasonAgainstHurl,
  },
  {
    name: 'bruno',
    title: 'Bruno',
    language: 'Bru with JavaScript',
    command: 'npx bru run',
    project: BRUNO,
    fileOf: ({ slug }) => `${slug}.bru`,
    print: printBruno,
    reasonAgainst: reasonAgainstBruno,
  },
]

/** Returns a style by its name. */
export function styleOf(name: string): Style | undefined {
  return STYLES.find((style) => style.name === name)
}
