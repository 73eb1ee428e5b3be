import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The names of the executables of Chromium and Chrome. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Flags in addition to those of Playwright. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  // Screenshots look the same on every screen.
  '--font-render-hinting=none',
  // Pages can reach only this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
]

/** Starts the browser given by `CHROMIUM_PATH`, else the first one on the `PATH`, else an installed Chrome. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findOnPath()
  if (executablePath !== undefined) return chromium.launch({ args: FLAGS, executablePath })
  try {
    return await chromium.launch({ args: FLAGS, channel: 'chrome' })
  } catch (cause) {
    throw new Error('No browser found: install Chromium or Chrome, or set CHROMIUM_PATH', { cause })
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
