import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark } from './document.js'

const FOLDER = join(import.meta.dirname, '../../benchmark')

/** The path of the file of a version. */
export function fileOf(version: number): string {
  return join(FOLDER, `v${version}.json`)
}

/** Returns the versions that exist, the oldest first. */
export function readVersions(): Benchmark[] {
  return readdirSync(FOLDER)
    .flatMap((name) => /^v(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .map((version) => JSON.parse(readFileSync(fileOf(version), 'utf8')))
}

/** Returns the checksums of the published versions (SHA-256, in hexadecimal digits). Published files never change. */
export function readPublished(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(FOLDER, 'published.json'), 'utf8'))
}
