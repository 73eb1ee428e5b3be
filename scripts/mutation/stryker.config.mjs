/**
 * The configuration of StrykerJS: `npm test -- mutation`. Each area runs alone, because a mutant of code that runs while its
 * module is loaded needs a new process with all tests of its area.
 */

const area = (folder, ...tests) => ({
  mutate: [`src/${folder}/**/*.ts`, '!src/**/*.test.ts'],
  tests: [`src/${folder}/**/*.test.ts`, ...tests],
})

/** What is mutated, and the tests that prove it without HTTP. */
export const AREAS = {
  board: area('rooms/board', 'test/rooms/store-content.test.ts', 'test/rooms/board/model.test.ts'),
  challenges: area(
    'rules/challenges',
    'scripts/mutation/challenges.test.ts',
    'test/classroom/challenges/catalogue.test.ts',
  ),
  differences: area('rules/expected-vs-actual'),
  // The requests that expose defects are tables, and `print/` writes code in several languages. The suites `exposures` and
  // `suggestions` run both.
  exposures: {
    mutate: [
      'src/rules/{exposures/{build,describe,meets,read-exposures},exposures/plan/*,notation}.ts',
      '!src/**/*.test.ts',
    ],
    tests: ['src/rules/exposures/**/*.test.ts', 'src/rules/notation.test.ts'],
  },
  judges: {
    mutate: ['src/rules/{claims,client-habits,log}/*.ts', 'src/rules/*.ts', '!src/**/*.test.ts'],
    tests: ['src/rules/client-habits/*.test.ts', 'src/rules/*.test.ts'],
  },
}

const { AREA = 'board' } = process.env

export default {
  testRunner: 'mocha',
  mochaOptions: { spec: ['build/mutation/**/*.test.js'] },
  coverageAnalysis: 'perTest',
  mutate: AREAS[AREA].mutate,
  // A mutant of a table or a regular expression of a module needs a new process with all tests of its area. `catalogue.test.ts`
  // compares the tables of challenges with the documentation, and the tests of `differences` take seconds.
  ignoreStatic: AREA === 'challenges' || AREA === 'differences',
  // Nearly all texts are sentences for people, whose words are no rule.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['build', 'dist', 'deploy', 'examples', 'test/browser', 'test/clients', 'tools'],
  buildCommand: 'node scripts/mutation/compile.mjs',
  tempDirName: `build/stryker-${AREA}`,
  incrementalFile: `build/mutation/${AREA}-incremental.json`,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `build/mutation/${AREA}.json` },
  concurrency: Number(process.env.CONCURRENCY ?? 2),
  thresholds: { high: 95, low: 90, break: 85 },
}
