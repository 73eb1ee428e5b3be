import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Names under which Chromium and Chrome are installed. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Beside those that Playwright sets: no sandbox, no updates, no requests of the browser's own. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  // Pictures of the page come out alike on every screen.
  '--font-render-hinting=none',
  // Nothing but this machine can be reached, whatever a page asks for.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Starts the browser named by `CHROMIUM_PATH`, else the first one on the `PATH`, else an installed Chrome. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findOnPath()
  if (executablePath !== undefined) return chromium.launch({ args: FLAGS, executablePath })
  try {
    return await chromium.launch({ args: FLAGS, channel: 'chrome' })
  } catch (cause) {
    throw new Error('No browser: install Chromium or Chrome, or name one in CHROMIUM_PATH', { cause })
  }
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
