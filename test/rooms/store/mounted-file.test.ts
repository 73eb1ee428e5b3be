import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { requireMountedFolder } from '../../../src/rooms/storage/sqlite/files.js'
import { run } from '../../kit/process.js'

/** Runs the command that follows with mounts of its own. */
const WITH_MOUNTS = ['unshare', '--map-root-user', '--mount']
const canMount = spawnSync('unshare', [...WITH_MOUNTS.slice(1), 'true']).status === 0

t.test('process: refuses a file that is mounted without its folder', { skip: !canMount }, async (t) => {
  const folder = t.testdir({ 'board.db': '' })
  mkdirSync(`${folder}/container`)
  writeFileSync(`${folder}/container/board.db`, '')
  const env = { DATABASE_URL: `sqlite:${folder}/container/board.db` }
  const script = `mount --bind '${folder}/board.db' '${folder}/container/board.db' && exec "$@"`
  const under = [...WITH_MOUNTS, 'sh', '-c', script, 'sh']
  for (const [command, args] of [
    ['start', []],
    ['database migrate', []],
    ['database backup', ['--to', `${folder}/backup.db`]],
  ] as const) {
    const { code, stderr } = await run(t, command, { under, env, args: [...args] })
    t.equal(code, 1, command)
    t.match(stderr, /^task-board-service: Cannot use the database \S+: It is mounted as a single file, [^\n]+\n$/)
  }
  t.strictSame(readdirSync(`${folder}/container`), ['board.db'])
})

t.test('recognises the mount of a file whose name has spaces', (t) => {
  const mounts = `22 1 0:21 / /data rw - ext4 /dev/a rw
36 22 98:0 /a\\040board.db /data/a\\040board.db rw,noatime - ext4 /dev/b rw
`
  t.throws(() => requireMountedFolder('/data/a board.db', mounts), /mount its folder instead/)
  requireMountedFolder('/data/another board.db', mounts)
  requireMountedFolder('/data/a board.db')
  t.end()
})
