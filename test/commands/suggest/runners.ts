import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import type { Json } from '../../kit/helper.js'

/** How the tests of a style are run, and what they reported. */
export interface Runner {
  /** The command that must be on the PATH, unless npm installs it. */
  command?: string
  /** Installs what the project needs. */
  install?: string
  /** Runs all tests of the folder. */
  run: string
  /** Returns whether each test passed, by the key of its name. */
  results(folder: string, output: string): Map<string, boolean>
}

const NPM_INSTALL = 'npm install --no-audit --no-fund --silent'

/** Reads the reports of JUnit in a file or a folder. */
const junit =
  (path: string): Runner['results'] =>
  (folder) => {
    const results = new Map<string, boolean>()
    const files = statSync(join(folder, path)).isFile()
      ? [path]
      : readdirSync(join(folder, path)).flatMap((name) => (name.endsWith('.xml') ? join(path, name) : []))
    for (const file of files) {
      const document = new DOMParser().parseFromString(readFileSync(join(folder, file), 'utf8'), 'text/xml')
      for (const test of Array.from(document.getElementsByTagName('testcase'))) {
        const isFailed = ['failure', 'error'].some((name) => test.getElementsByTagName(name).length > 0)
        results.set(keyOf(test.getAttribute('name') ?? ''), !isFailed)
      }
    }
    return results
  }

/** Reads a folder of reports of JUnit that has a file for each test, named after it. */
function perFile(path: string): Runner['results'] {
  return (folder) =>
    new Map(
      readdirSync(join(folder, path)).flatMap((name) => {
        if (!name.endsWith('.xml')) return []
        const report = readFileSync(join(folder, path, name), 'utf8')
        return [
          [
            keyOf(name.replace('.xml', '').replace(/^.*\./, '')),
            report.includes('<testcase') && !/<(failure|error)\b/.test(report),
          ],
        ]
      }),
    )
}

/** Returns the letters and digits of the name of a test, a function or a slug. */
export function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
    .replace(/^test/, '')
}

export const RUNNERS: Readonly<Record<string, Runner>> = {
  'node-test': {
    run: 'node --test --test-reporter=junit --test-reporter-destination=report.xml',
    results: junit('report.xml'),
  },
  vitest: {
    install: NPM_INSTALL,
    run: 'npx vitest run --reporter=junit --outputFile=report.xml',
    results: junit('report.xml'),
  },
  'jest-supertest': {
    install: NPM_INSTALL,
    run: 'npx jest --json --outputFile=report.json',
    results: (folder) => {
      const { testResults } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
      const results = new Map<string, boolean>()
      for (const { assertionResults } of testResults) {
        for (const { title, status } of assertionResults) results.set(keyOf(title), status === 'passed')
      }
      return results
    },
  },
  playwright: {
    install: NPM_INSTALL,
    run: 'PLAYWRIGHT_JUNIT_OUTPUT_NAME=report.xml npx playwright test --reporter=junit',
    results: junit('report.xml'),
  },
  pytest: {
    command: 'python3',
    install: 'python3 -m venv .venv && .venv/bin/pip install --quiet -r requirements.txt',
    run: 'PATH=.venv/bin:$PATH python3 -m pytest -q --junit-xml=report.xml',
    results: junit('report.xml'),
  },
  'rest-assured': {
    command: 'mvn',
    run: 'rm -rf target && mvn -q test',
    results: junit('target/surefire-reports'),
  },
  postman: {
    install: NPM_INSTALL,
    run: 'rm -rf newman && node run.mjs',
    results: perFile('newman'),
  },
  karate: {
    command: 'mvn',
    run: 'rm -rf target && mvn -q test',
    results: perFile('target/karate-reports'),
  },
  bruno: {
    install: NPM_INSTALL,
    run: 'npx bru run --reporter-json report.json',
    results: (folder) => {
      const [{ results }] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
      return new Map(
        results.map(({ test, status, testResults }: Json) => [
          keyOf(test.filename.replace('.bru', '')),
          status === 'pass' && testResults.length > 0 && testResults.every((each: Json) => each.status === 'pass'),
        ]),
      )
    },
  },
  hurl: {
    command: 'hurl',
    run: 'sh run.sh',
    results: (_, output) =>
      new Map(
        [...output.matchAll(/^(Success|Failure) (\S+)\.hurl /gm)].map(([, result, name = '']) => [
          keyOf(name),
          result === 'Success',
        ]),
      ),
  },
}
