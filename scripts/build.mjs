/**
 * Bundles the commands and the library into `dist/`, and the pages with their packages. The packages in `dependencies` are
 * not bundled: users install them, so that `npm audit` finds them. Fastify and TypeBox are bundled: Fastify allows a
 * light-my-request that needs Node.js 22, and loading the 200 files of TypeBox took a tenth of a start. @fastify/swagger-ui
 * 6.1.0 and pino-pretty 13.0 are the last versions for Node.js 20.
 * Types are not checked here; `npm test` checks them.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCommands } from './build-commands.mjs'
import { buildWeb } from './build-web.mjs'
import { writeNotices } from './notices.mjs'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

/** What the build adds to the bundles. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt'
const WEB = 'web'
const GUIDE = 'guide'
const REPORT = 'report'

const { inputs, outputs } = await buildCommands()
writeNotices([...inputs, ...(await buildWeb(join(DIST, WEB)))], join(DIST, NOTICES))

// Delete the files of earlier builds. This comes last, because a command of an earlier build may be starting.
for (const name of readdirSync(DIST)) {
  if ([NOTICES, WEB, GUIDE, REPORT].includes(name) || outputs.includes(`dist/${name}`)) continue
  rmSync(join(DIST, name), { recursive: true })
}
