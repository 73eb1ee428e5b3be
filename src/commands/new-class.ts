import { readFile } from 'node:fs/promises'
import type { OptionValues } from 'commander'
import { decodeText } from '../app/text-file.js'
import { CommandFailed, EXIT_CODES } from '../contract/command-failed.js'
import { isObject } from '../contract/parse.js'

/** A minute in milliseconds. */
export const MINUTE = 60_000

/**
 * Returns the body of `POST /classes` for the flags of `class create`.
 *
 * @param readTime returns the time at which the exercise starts, in milliseconds since the Unix epoch
 * @throws CommandFailed if a file cannot be read, or if the number of boards is missing
 */
export async function readNewClass(options: OptionValues, readTime: () => Promise<number>): Promise<object> {
  const { name, count, names, title, minutes, feedback, hints, profile, seed, settings } = options
  if (count === undefined && names === undefined) {
    throw new CommandFailed('The number of boards is missing: pass --count or --names', EXIT_CODES.wrongUsage)
  }
  const given = settings === undefined ? {} : await readJson(settings)
  return {
    ...addTo(given, {
      name,
      count,
      names: names === undefined ? undefined : await readNames(names),
      ...(await readContent(options)),
      faults: addTo(given.faults, { profile, seed }),
      exercise: addTo(given.exercise, {
        ...{ title, feedback, hints },
        endsAt: minutes && new Date((await readTime()) + minutes * MINUTE).toISOString(),
      }),
    }),
  }
}

/** Adds the values that are given to an object of the settings; `undefined` if none are. */
function addTo(settings: unknown, values: Record<string, unknown>): object | undefined {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : { ...(settings as object), ...Object.fromEntries(given) }
}

/** Reads the content of the boards, as in `POST /classes` and `POST /classes/{id}/reset`. */
export async function readContent({ fixture, snapshot }: OptionValues): Promise<object> {
  return {
    ...(fixture !== undefined && { fixture }),
    ...(snapshot !== undefined && { snapshot: await readJson(snapshot) }),
  }
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readText(file)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CommandFailed(`${file} is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) {
    throw new CommandFailed(`${file} does not contain a JSON object`)
  }
  return value
}

async function readNames(file: string): Promise<string[]> {
  const text = await readText(file)
  const names = text
    .split(/\r\n|\r|\n/)
    .map((line) => unquote(line.trim()))
    .filter((line) => line !== '')
  const columns = names.find((name) => /[\t;]|","/.test(name))
  if (columns !== undefined) throw new CommandFailed(`Each line of ${file} must be a name, but one is '${columns}'`)
  if (names.length === 0) throw new CommandFailed(`${file} contains no names`)
  return names
}

/** Removes the quotes that spreadsheets put around texts. Quotes inside of them are doubled (RFC 4180). */
function unquote(line: string): string {
  const [, text] = /^"(.*)"$/.exec(line) ?? []
  return text === undefined ? line : text.replaceAll('""', '"')
}

async function readText(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file))
  } catch (error) {
    throw new CommandFailed(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
