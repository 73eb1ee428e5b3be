import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, type OptionValues } from 'commander'
import { CommandFailed, REPORTED } from '../contract/command-failed.js'
import { NAME } from '../version.js'
import { formatBadge } from './report/badge.js'
import { formatHtml } from './report/html.js'
import { formatJson } from './report/json.js'
import { formatJunit } from './report/junit.js'
import { formatMarkdown } from './report/markdown.js'
import type { Report } from './report/report.js'
import { formatTable } from './report/table.js'
import { writeWholeFile } from './report/write-whole-file.js'

const FORMATS = {
  json: { name: 'JSON', format: formatJson },
  junit: { name: 'JUnit XML', format: formatJunit },
  markdown: { name: 'Markdown', format: formatMarkdown },
  html: { name: 'one HTML file', format: formatHtml },
} as const
type Format = keyof typeof FORMATS
const NAMES = Object.keys(FORMATS) as Format[]

/** Adds the flags of the formats of a report to a command. */
export function addReportFlags(command: Command): Command {
  for (const format of NAMES) {
    command.option(
      `--${format} [file]`,
      `Write the report as ${FORMATS[format].name} to a file, or to standard output`,
      parseFile,
    )
  }
  return command.option('--badge <file>', 'Write the score as JSON for a badge of shields.io', parseFile)
}

/** Requires a name: that of a variable that is not set is empty. */
function parseFile(path: string): string {
  if (path === '') throw new InvalidArgumentError('It must be the name of a file.')
  return path
}

/**
 * Reads the flags of the formats. It checks now that the files can be written, because the report comes late.
 *
 * @param badgeLabel the left part of the badge
 * @returns the formats for files, and the one for standard output: the table, unless a flag names another
 */
export async function readReportFlags(command: Command, options: OptionValues, badgeLabel: string) {
  const onStdout = NAMES.filter((format) => options[format] === true)
  if (onStdout.length > 1) {
    command.error(
      `only one format can go to standard output, but ${onStdout.map((format) => `--${format}`).join(' and ')} have no file`,
    )
  }
  const files = NAMES.filter((format) => typeof options[format] === 'string').map((format) => ({
    path: options[format] as string,
    format: FORMATS[format].format,
  }))
  if (options.badge !== undefined) {
    files.push({ path: options.badge, format: (report) => formatBadge(report, badgeLabel) })
  }
  const paths = files.map(({ path }) => resolve(path))
  const twice = files.find(({ path }, index) => paths.indexOf(resolve(path)) < index && !path.startsWith('/dev/'))
  if (twice !== undefined) command.error(`two reports cannot go to the same file ${twice.path}`)
  for (const { path } of files) await requireWritable(path)
  const [format] = onStdout
  return { files, stdout: format === undefined ? (report: Report) => formatTable(report) : FORMATS[format].format }
}

type ReportTargets = Awaited<ReturnType<typeof readReportFlags>>

/**
 * Writes a report in all its formats. If a file cannot be written, for example because the disk is full, the other
 * formats are still written.
 *
 * @throws CommandFailed if a format could not be written. The messages about files are printed already.
 */
export async function writeReports(report: Report, { files, stdout }: ReportTargets): Promise<void> {
  let isComplete = true
  for (const { path, format } of files) {
    await writeWholeFile(path, format(report)).catch((error) => {
      isComplete = false
      console.error(`${NAME}: Cannot write ${path}: ${error.message}`)
    })
  }
  await printText(stdout(report))
  if (!isComplete) throw new CommandFailed(REPORTED)
}

/**
 * Writes a text to standard output completely, because the process may exit after it. The reader of the output can end
 * early, such as `head`.
 *
 * @throws CommandFailed if the text cannot be written for another reason
 */
export async function printText(text: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    process.stdout.write(text, resolve)
  })
  if (error && error.code !== 'EPIPE') throw new CommandFailed(`Cannot write to standard output: ${error.message}`)
}

async function requireWritable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  if (existing?.isDirectory()) throw new CommandFailed(`Cannot write ${path}: it is a folder`)
  try {
    await access(existing === undefined ? dirname(path) : path, constants.W_OK)
  } catch (error) {
    throw new CommandFailed(`Cannot write ${path}: ${(error as Error).message}`)
  }
}
