import type { TSchema } from '@sinclair/typebox'
import { type Command, Option, type OptionValues } from 'commander'
import type { GivenSettings } from '../config/config.js'
import { flagOf, SECRETS, SETTING_NAMES, SETTINGS, type SettingName } from '../settings.js'

/** The setting whose flag can be given several times. Its values are joined with commas. */
const REPEATABLE: SettingName = 'BOARD_PORT'

/** The placeholders of values in the help text, by setting or by type. The default is `value`. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { DATABASE_URL: 'url', PUBLIC_URL: 'url', integer: 'number' }

/** Adds the flags of settings to a command. */
export function addSettings(command: Command, names: readonly SettingName[] = SETTING_NAMES): Command {
  for (const name of names) command.addOption(createFlag(name))
  return command
}

function createFlag(name: SettingName): Option {
  const schema: TSchema = SETTINGS.properties[name]
  const placeholder = PLACEHOLDERS[name] ?? PLACEHOLDERS[schema.type] ?? 'value'
  const value = schema.type === 'boolean' ? '[true|false]' : `<${placeholder}>`
  const option = new Option(`--${flagOf(name)} ${value}`, describe(name, schema))
  if (schema.type === 'boolean') option.preset('true')
  if (name === REPEATABLE) option.argParser((next, previous?: string) => [previous ?? [], next].flat().join())
  return option
}

function describe(name: SettingName, { description, default: fallback, enum: values }: TSchema): string {
  const isListed = values === undefined || values.every((value: string) => description?.includes(`\`${value}\``))
  const notes = [
    ...(isListed ? [] : [`one of ${values.join(', ')}`]),
    ...(fallback === undefined || fallback === '' ? [] : [`default ${fallback}`]),
    `env ${name}`,
  ]
  return `${description} (${notes.join('; ')})`
}

/** Returns the settings that the flags of a command line give. */
export function givenSettings(options: OptionValues): GivenSettings {
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [name, options[new Option(`--${flagOf(name)}`).attributeName()]]),
  )
}

/** Returns the part of a help text that lists the secrets. */
export function describeSecrets(): string {
  const secrets = Object.entries<TSchema>(SECRETS.properties).map(
    ([name, { description }]) => `  ${name.padEnd(12)} ${description} (or set ${name}_FILE to the path of a file)`,
  )
  return ['', 'Environment variables without a flag, because they are secret:', ...secrets].join('\n')
}
