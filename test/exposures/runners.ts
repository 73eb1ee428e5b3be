import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'

/** How the tests of a style are run, and what they reported. */
export interface Runner {
  /** The command that must be on the PATH, unless npm installs it. */
  command?: string
  /** Installs what the project needs. */
  install?: string
  /** Runs all tests of the folder. */
  run: string
  /** Returns whether each test passed, by its slug. */
  results(folder: string, output: string): Map<string, boolean>
}

const NPM_INSTALL = 'npm install --no-audit --no-fund --silent'

/** Reads reports of JUnit. */
const junit =
  (...files: string[]): Runner['results'] =>
  (folder) => {
    const results = new Map<string, boolean>()
    for (const file of files) {
      const document = new DOMParser().parseFromString(readFileSync(join(folder, file), 'utf8'), 'text/xml')
      for (const test of Array.from(document.getElementsByTagName('testcase'))) {
        const isFailed = ['failure', 'error'].some((name) => test.getElementsByTagName(name).length > 0)
        results.set(toSlug(test.getAttribute('name') ?? ''), !isFailed)
      }
    }
    return results
  }

/** Returns the slug of the name of a test or a function. */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/^test-/, '')
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
    run: 'NODE_OPTIONS=--experimental-vm-modules npx jest --json --outputFile=report.json',
    results: (folder) => {
      const { testResults } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
      const results = new Map<string, boolean>()
      for (const { assertionResults } of testResults) {
        for (const { title, status } of assertionResults) results.set(toSlug(title), status === 'passed')
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
    run: '.venv/bin/python -m pytest -q --junit-xml=report.xml',
    results: junit('report.xml'),
  },
}
