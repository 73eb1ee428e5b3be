import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/**
 * The names of the executables of Chromium and Chrome. The first one has no windows, and takes half the CPU time: the others
 * draw a window, with its buttons, for each page.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** How long the browser has to start, in milliseconds. Busy machines are slow. */
const TIMEOUT = 120_000

/** Flags in addition to those of Playwright. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  // Screenshots look the same on every screen.
  '--font-render-hinting=none',
]

/**
 * Starts the browser given by `CHROMIUM_PATH`, else the first one on the `PATH`, else an installed Chrome. Pages can
 * reach only this machine, also by the names that no other machine has (RFC 2606).
 */
export async function launchChromium(): Promise<Browser> {
  const rules = [
    'MAP *.test 127.0.0.1',
    'MAP *.example 127.0.0.1',
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
    'EXCLUDE *.localhost',
  ]
  const args = [...FLAGS, `--host-resolver-rules=${rules.join(', ')}`]
  const executablePath = process.env.CHROMIUM_PATH ?? findOnPath()
  if (executablePath !== undefined) return chromium.launch({ args, timeout: TIMEOUT, executablePath })
  try {
    return await chromium.launch({ args, timeout: TIMEOUT, channel: 'chrome' })
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
