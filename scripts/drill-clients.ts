/**
 * Runs the programs of examples/drill/ through `task-board-service drill`, and prints the table of docs/drill.md. With
 * `--write`, writes it to that page: `npm run write -- drill-clients`. Names of clients or languages choose some of them:
 * the table has the last measurement of each client. Languages whose tools are missing are left out and named.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { CLIENTS, type DrillClient, LANGUAGES, type Language, versionIn } from './drill/clients.js'
import { type DrillReport, type Measurement, measure, writeTable } from './drill/table.js'
import { replaceGenerated } from './markdown.js'

const PAGE = 'docs/drill.md'
const BUILD = 'build/drill'
const MEASUREMENTS = join(BUILD, 'clients.json')
const REPORT = resolve(BUILD, 'report.json')
const COMMAND = resolve('dist/cli.js')

/** All clients meet the same faults. */
const FLAGS = ['--profile', 'hostile', '--seed', '1', '--time-limit', '180']

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith('-'))
const isKnown = (name: string) => [...LANGUAGES, ...CLIENTS].some((one) => one.name === name)
const unknown = names.filter((name) => !isKnown(name))
if (unknown.length > 0) throw new Error(`Unknown client or language: ${unknown.join(', ')}`)

mkdirSync(BUILD, { recursive: true })
for (const language of LANGUAGES) {
  const isChosen = (name: string) => names.length === 0 || names.includes(name)
  const clients = language.clients.filter(({ name }) => isChosen(name) || isChosen(language.name))
  const missing = programsOf(language).filter((program) => !isOnPath(program))
  if (clients.length === 0) continue
  if (missing.length > 0) {
    console.log(`${language.name}: NOT MEASURED, because ${missing.join(' and ')} cannot be found`)
    continue
  }
  const folder = prepare(language)
  for (const client of clients) {
    const platform = findPlatform(language)
    const measurement: Measurement = {
      date: new Date().toISOString().slice(0, 10),
      platform,
      version: findVersion(language, client) ?? platform,
      ...measure(drill(language.run(client.program), folder)),
    }
    writeFileSync(MEASUREMENTS, JSON.stringify({ ...readMeasurements(), [client.name]: measurement }, null, 2))
    console.log(`${client.name}: ${measurement.score} %`)
  }
}
const table = writeTable(readMeasurements())
if (args.includes('--write')) writeFileSync(PAGE, replaceGenerated(readFileSync(PAGE, 'utf8'), 'clients', table))
else console.log(table)

/** Copies the programs of a language to `build/`, and installs or compiles what they need. Returns the folder. */
function prepare({ folder, prepare }: Language): string {
  const target = join(BUILD, folder)
  const filter = (path: string) => !/\/(node_modules|\.venv|__pycache__|target|bin)(\/|$)/.test(path)
  cpSync(join('examples/drill', folder), target, { recursive: true, filter })
  for (const [program, ...args] of prepare) {
    const { status } = spawnSync(program, args, { cwd: target, stdio: 'inherit' })
    if (status !== 0) throw new Error(`This command failed: ${[program, ...args].join(' ')}`)
  }
  return target
}

/** Runs a program through the command, and returns the report. Its score does not matter. */
function drill(program: readonly string[], cwd: string): DrillReport {
  rmSync(REPORT, { force: true })
  const { stderr } = spawnSync('node', [COMMAND, 'drill', ...FLAGS, '--json', REPORT, '--', ...program], {
    cwd,
    encoding: 'utf8',
  })
  if (!existsSync(REPORT)) throw new Error(`There is no report:\n${stderr}`)
  const report = JSON.parse(readFileSync(REPORT, 'utf8'))
  if (report.score === null) throw new Error(`${program.join(' ')} sent no requests:\n${report.output}`)
  return report
}

/** Finds the version of the package of a client; `undefined` if it has none. */
function findVersion({ folder, manifest }: Language, { name, package: from = name }: DrillClient): string | undefined {
  if (from === null || manifest === undefined) return undefined
  return versionIn(readFileSync(join('examples/drill', folder, manifest), 'utf8'), from)
}

/** Returns the platform of a language with its version. */
function findPlatform({ platform }: Language): string {
  const [program, ...args] = platform.command
  const [version] = /\d+(\.\d+)+/.exec(spawnSync(program, args, { encoding: 'utf8' }).stdout) ?? []
  return `${platform.name} ${version}`
}

function readMeasurements(): Record<string, Measurement> {
  return existsSync(MEASUREMENTS) ? JSON.parse(readFileSync(MEASUREMENTS, 'utf8')) : {}
}

/** Returns the programs that the commands of a language need, except those that they install. */
function programsOf({ prepare, run, platform }: Language): string[] {
  const programs = [...prepare, platform.command, run('')].map(([program = '']) => program)
  return [...new Set(programs)].filter((program) => !program.includes('/'))
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
