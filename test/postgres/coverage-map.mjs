import { readdirSync } from 'node:fs'

const FOLDER = 'src/store/postgres'

/** What the tests on PostgreSQL must cover: what the other tests cannot run. Everything else they run a second time. */
export default () => ['src/cli/migrate.ts', ...readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)]
