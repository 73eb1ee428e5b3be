import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { parse } from 'yaml'
import { FAULTS } from '../src/api/buggy/faults.js'
import { DEFECTS, exposureOf } from '../src/api/defects/catalogue.js'
import { SECRETS } from '../src/app/config-secrets.js'
import type { Setting } from '../src/app/setting.js'
import { SETTINGS } from '../src/app/settings.js'
import { CHECKS } from '../src/commands/check/areas.js'
import { check } from '../src/commands/check/command.js'
import { drill } from '../src/commands/drill/command.js'
import { grade } from '../src/commands/grade/command.js'
import { createProgram } from '../src/commands/program.js'
import { suggest } from '../src/commands/suggest.js'
import * as errors from '../src/contract/errors.js'
import { percentOf } from '../src/contract/numbers.js'
import { ROWS } from '../src/rules/client-habits/rows.js'
import { planTest } from '../src/rules/exposures/plan/plan.js'
import { STYLES, type Style } from '../src/rules/exposures/print/styles.js'
import { writeFolders } from './folders.js'
import { writeTable } from './markdown.js'

/** The parts of the documentation that are written from the code: the page, the name of the part, and its text. */
export const REFERENCE: readonly { page: string; part: string; write: () => string }[] = [
  { page: 'configuration', part: 'commands', write: writeCommands },
  { page: 'configuration', part: 'settings', write: writeSettings },
  { page: 'faults', part: 'faults', write: writeFaults },
  { page: 'errors', part: 'messages', write: writeMessages },
  { page: 'drill', part: 'situations', write: writeSituations },
  { page: 'drill', part: 'options', write: () => writeOptions(drill()) },
  { page: 'grading', part: 'options', write: () => writeOptions(grade()) },
  { page: 'grading', part: 'action', write: writeAction },
  { page: 'conformance', part: 'options', write: () => writeOptions(check()) },
  { page: 'conformance', part: 'areas', write: writeAreas },
  { page: 'architecture', part: 'folders', write: writeFolders },
  { page: 'suggestions', part: 'options', write: () => writeOptions(suggest()) },
  { page: 'suggestions', part: 'styles', write: writeStyles },
]

function writeSettings(): string {
  const settings = Object.values<Setting>({ ...SETTINGS, ...SECRETS })
  return writeTable(
    ['Variable', 'Default', 'Meaning'],
    settings.map(({ name, default: value, schema }) => [
      `\`${name}\``,
      value === undefined || value === '' ? '' : `\`${value}\``,
      schema.description,
    ]),
  )
}

function writeCommands(): string {
  const rowsOf = (command: Command, prefix: string): string[][] =>
    command.commands.flatMap((each) => {
      const name = `${prefix}${each.name()}`
      return each.commands.length > 0
        ? rowsOf(each, `${name} `)
        : [[`\`${name}\``, each.summary() || each.description()]]
    })
  return writeTable(['Command', 'What it does'], rowsOf(createProgram(), ''))
}

function writeFaults(): string {
  return writeTable(
    ['Fault', 'Rate', 'Applies to', 'Effect'],
    FAULTS.map(({ name, rate, scope, effect }) => [`\`${name}\``, percentOf(rate, 4), scope, effect]),
  )
}

function writeMessages(): string {
  type ErrorClass = new (fields?: object) => Error & { statusCode: number }
  const classes = Object.values<unknown>(errors).filter(
    (value): value is ErrorClass => typeof value === 'function' && value.prototype instanceof Error,
  )
  // Without values, the messages of the others have placeholders.
  const created = classes.map((each) => (each === errors.ValidationFailed ? new each({}) : new each()))
  const rows = created.map(({ statusCode, message }) => [String(statusCode), message.replaceAll('<', '\\<')])
  return writeTable(['Status', 'Message'], rows.sort())
}

function writeSituations(): string {
  return writeTable(
    ['Situation', 'When', 'A correct client'],
    ROWS.map(({ name, title, right }) => [`\`${name}\``, title, right]),
  )
}

function writeAreas(): string {
  const areas = [...new Set(CHECKS.map(({ area }) => area))]
  const count = (area: string, level: string) =>
    String(CHECKS.filter((check) => check.area === area && check.level === level).length)
  return writeTable(
    ['Area', 'Required', 'Decided'],
    areas.map((area) => [`\`${area}\``, count(area, 'required'), count(area, 'decided')]),
  )
}

function writeStyles(): string {
  const plans = DEFECTS.map((defect) => planTest(exposureOf(defect, []), 'v2'))
  const reasonsOf = ({ reasonAgainst }: Style) => {
    const reasons = plans.flatMap((plan) => reasonAgainst?.(plan) ?? [])
    return [...new Set(reasons)].map((reason) => `${reasons.filter((each) => each === reason).length}: ${reason}`)
  }
  return writeTable(
    ['Style', 'Tests', 'Language', 'Command', 'Number of tests that it cannot express, and why'],
    STYLES.map((style) => [
      `\`${style.name}\``,
      style.title,
      style.language,
      `\`${style.command}\``,
      reasonsOf(style).join('<br>'),
    ]),
  )
}

function writeAction(): string {
  type Values = Record<string, { description: string; default?: string }>
  const { inputs, outputs } = parse(readFileSync('action.yml', 'utf8')) as { inputs: Values; outputs: Values }
  const rowsOf = (values: Values) =>
    Object.entries(values).map(([name, { description, default: value }]) => [
      `\`${name}\``,
      value ? `${description} Default: \`${value}\`` : description,
    ])
  return `${writeTable(['Input', 'Meaning'], rowsOf(inputs))}\n\n${writeTable(['Output', 'Meaning'], rowsOf(outputs))}`
}

/** Writes the options of a command, and its exit codes if its help text has them. */
function writeOptions(command: Command): string {
  const help = command.createHelp()
  const options = writeTable(
    ['Option', 'Meaning'],
    help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [`\`${option.flags}\``, help.optionDescription(option).replaceAll('"', '`')]),
  )
  let text = ''
  command.configureOutput({ writeOut: (chunk) => (text += chunk) }).outputHelp()
  const [, lines = ''] = /^Exit codes:\n((?: {2}.+\n?)+)/m.exec(text) ?? []
  const codes = [...lines.matchAll(/^ {2}([\d, ]+?) {2}(.+)$/gm)].map(([, code = '', meaning = '']) => [code, meaning])
  return codes.length === 0 ? options : `${options}\n\n${writeTable(['Exit code', 'Meaning'], codes)}`
}
