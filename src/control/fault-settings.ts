import { DEFAULT_SETTINGS } from '../chaos/settings.js'
import { ValidationFailed } from '../errors.js'
import type { FaultSettings } from '../store/store.js'
import type { FaultSettingsInput } from './schemas/fault-settings.js'

/**
 * The settings that a request asks for.
 *
 * @param prefix what the names of their fields begin with in errors
 * @throws ValidationFailed where they make no sense
 */
export function toSettings(input: FaultSettingsInput, prefix = ''): FaultSettings {
  const [shortest, longest] = input.delay ?? []
  if (shortest !== undefined && longest !== undefined && shortest > longest) {
    throw new ValidationFailed({ [`${prefix}delay`]: 'Delay must name the least delay first' })
  }
  return {
    profile: input.profile ?? DEFAULT_SETTINGS.profile,
    rates: { ...input.rates } as FaultSettings['rates'],
    delay: shortest === undefined || longest === undefined ? null : [shortest, longest],
    script: input.script ?? null,
    scriptEnd: input.scriptEnd ?? DEFAULT_SETTINGS.scriptEnd,
    disclose: input.disclose ?? DEFAULT_SETTINGS.disclose,
    force: input.force ?? DEFAULT_SETTINGS.force,
  }
}
