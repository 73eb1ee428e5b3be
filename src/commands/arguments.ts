import { Command, InvalidArgumentError, Option } from 'commander'
import { EXIT_CODES } from '../contract/command-failed.js'

/** Creates a command that only has subcommands. */
export function createGroup(name: string, summary: string, description: string): Command {
  const group = new Command(name).summary(summary).description(description)
  return group
    .usage('[command] [flags]')
    .argument('[command]')
    .action((given: string | undefined) =>
      group.error(`${given === undefined ? 'missing command' : `unknown command '${given}'`}; see '${name} --help'`),
    )
}

/** Returns a parser of integers for a flag. */
export function integerBetween(min: number, max?: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= (max ?? Number.MAX_SAFE_INTEGER)) return number
    const limits = max === undefined ? `of at least ${min}` : `between ${min} and ${max}`
    throw new InvalidArgumentError(`It must be an integer ${limits}.`)
  }
}

/** Parses the seed of a fault plan. */
export const parseSeed = integerBetween(0, Number.MAX_SAFE_INTEGER)

/** Returns a parser of a flag that can be given several times, from one of its values. */
export function repeatable<Value>(parse: (text: string) => Value[]): (text: string, previous?: Value[]) => Value[] {
  return (text, previous = []) => [...previous, ...parse(text)]
}

/** Creates the flag that sets the minimum score. */
export function minScoreFlag(): Option {
  const description = `The minimum score; a lower one has exit code ${EXIT_CODES.belowMinimum}`
  return new Option('--min-score <percent>', description).argParser(parsePercent)
}

function parsePercent(value: string): number {
  const percent = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (percent <= 100) return percent
  throw new InvalidArgumentError('It must be a number between 0 and 100.')
}
