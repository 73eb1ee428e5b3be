import { Command } from 'commander'
import { localUrl } from '../app/config.js'
import { describeFailure, fetchOnce } from '../app/fetch-once.js'
import { readSetting } from '../app/setting.js'
import { SETTINGS } from '../app/settings.js'
import { readUrl } from '../app/url-file.js'
import { CommandFailed } from '../contract/command-failed.js'
import { addSettings, givenSettings } from './setting-flags.js'

/** The maximum time for the response, in milliseconds. It is less than the time-out of the health check of the image. */
const TIMEOUT = 4_000

/** Checks whether a service on this machine is ready, for health checks of containers. */
export function health(): Command {
  const command = new Command('health')
    .summary('Check whether the service on this machine is ready')
    .description(
      'Checks whether the service on this machine is ready (/readyz), for health checks of containers. It uses the URL in URL_FILE if the service has written one, otherwise HOST and PORT.',
    )
    .action(async (options) => {
      const sources = [givenSettings(options), process.env]
      const url = localUrl(String(readSetting(SETTINGS.host, sources)), Number(readSetting(SETTINGS.port, sources)))
      const target = `${readUrl(readSetting(SETTINGS.urlFile, sources)) ?? url}/readyz`
      const { status, body } = await fetchOnce(target, { signal: AbortSignal.timeout(TIMEOUT) }).catch(
        (error: Error) => {
          throw new CommandFailed(`${target} does not respond: ${describeFailure(error, TIMEOUT)}`)
        },
      )
      await body?.cancel()
      if (status !== 200) throw new CommandFailed(`${target} returned ${status}`)
      console.log(`${target} returned 200`)
    })
  return addSettings(command, SETTINGS.host, SETTINGS.port, SETTINGS.urlFile)
}
