import { type Command, Option, type OptionValues } from 'commander'
import { SECRETS } from '../app/config-secrets.js'
import { flagOf, type Setting, type Source } from '../app/setting.js'
import { REMOVED_SETTINGS, SETTINGS } from '../app/settings.js'

const ALL = Object.values<Setting>(SETTINGS)

/** The placeholders of values in the help text, by setting or by type. The default is `value`. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { DATABASE_URL: 'url', PUBLIC_URL: 'url', integer: 'number' }

/** Adds the flags of settings to a command. */
export function addSettings(command: Command, ...settings: Setting[]): Command {
  for (const setting of settings) command.addOption(createFlag(setting))
  return command
}

/** Adds the flags of all settings to a command, and accepts those of removed settings. */
export function addAllSettings(command: Command): Command {
  for (const name of REMOVED_SETTINGS) command.addOption(new Option(`--${flagOf(name)} <value>`).hideHelp())
  return addSettings(command, ...ALL)
}

function createFlag(setting: Setting): Option {
  const { name, schema } = setting
  const placeholder = PLACEHOLDERS[name] ?? PLACEHOLDERS[String(schema.type)] ?? 'value'
  const value = schema.type === 'boolean' ? '[true|false]' : `<${placeholder}>`
  const option = new Option(`--${flagOf(name)} ${value}`, describe(setting))
  if (schema.type === 'boolean') option.preset('true')
  // This flag can be given several times.
  if (setting === SETTINGS.boardPorts) {
    option.argParser((next, previous?: string) => [previous ?? [], next].flat().join())
  }
  return option
}

function describe({ name, schema: { description, enum: values }, default: fallback }: Setting): string {
  const isListed = values === undefined || values.every((value) => description.includes(`\`${value}\``))
  const notes = [
    ...(isListed ? [] : [`one of ${values.join(', ')}`]),
    ...(fallback === undefined || fallback === '' ? [] : [`default ${fallback}`]),
    `env ${name}`,
  ]
  return `${description} (${notes.join('; ')})`
}

/** Returns the settings that the flags of a command line give. */
export function givenSettings(options: OptionValues): Source {
  const names = [...ALL.map(({ name }) => name), ...REMOVED_SETTINGS]
  return Object.fromEntries(names.map((name) => [name, options[new Option(`--${flagOf(name)}`).attributeName()]]))
}

/** Returns the part of a help text that lists the secrets. */
export function describeSecrets(): string {
  const secrets = Object.values(SECRETS).map(
    ({ name, schema }) => `  ${name.padEnd(12)} ${schema.description} (or set ${name}_FILE to the path of a file)`,
  )
  return ['', 'Environment variables without a flag, because they are secret:', ...secrets].join('\n')
}
