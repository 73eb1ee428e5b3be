import { DEFAULT_SETTINGS } from '../../../../src/api/buggy/settings.js'
import { NOTHING } from '../../../../src/classroom/drills/run.js'
import { readContent } from '../../../../src/rooms/board/content.js'
import { deleteAllTasks, reuseTaskIds } from '../../../../src/rooms/board/tasks.js'
import type { Store } from '../../../../src/rooms/store.js'
import { exerciseWith } from './hint-rules.js'
import { at, BOARD, type Rule, values } from './shared.js'

const FILE = { fileName: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('a') }
const SESSION = { username: 'ada', expiresAt: at(1000) }
const EXERCISE = { ...exerciseWith('off'), drill: { profile: 'network', seed: 1 } as const }
const RUN = { exercise: 'x', restarts: 0, startedAt: null, requests: 0 }

/** The methods that change a board, in an order in which each finds the data that it needs. */
const CHANGES: [name: keyof Store, change: (store: Store) => Promise<unknown>][] = [
  ['createTask', (store) => store.createTask(BOARD, values(), at(0))],
  ['replaceTask', (store) => store.replaceTask(BOARD, 1, values(), at(1))],
  ['createTask', (store) => store.createTask(BOARD, values(), at(0))],
  ['moveTask', (store) => store.moveTask(BOARD, 1, 'TODO', 1, at(2))],
  ['createComment', (store) => store.createComment(BOARD, 1, 'text', at(3))],
  ['updateComment', (store) => store.updateComment(BOARD, 1, 1, 'another', at(4))],
  ['deleteComment', (store) => store.deleteComment(BOARD, 1, 1)],
  ['addAttachments', (store) => store.addAttachments(BOARD, 1, [FILE], at(5))],
  ['deleteAttachment', (store) => store.deleteAttachment(BOARD, 1, 1)],
  ['deleteTask', (store) => store.deleteTask(BOARD, 1)],
  ['deleteAllTasks', (store) => store.deleteAllTasks(BOARD)],
  ['createSession', (store) => store.createSession(BOARD, 's', SESSION, at(6))],
  [
    'rotateSession',
    (store) => store.rotateSession(BOARD, { id: 's', generation: 0 }, { expiresAt: at(2), now: at(1) }),
  ],
  ['renewSession', (store) => store.renewSession(BOARD, 's', at(2000))],
  ['endSession', (store) => store.endSession(BOARD, 's')],
  ['configureFaults', (store) => store.configureFaults(BOARD, DEFAULT_SETTINGS, 1)],
  ['restartFaultPlan', (store) => store.restartFaultPlan(BOARD)],
  ['configureDefects', (store) => store.configureDefects(BOARD, ['x'])],
  ['configureExercise', (store) => store.configureExercise(BOARD, () => ({ exercise: EXERCISE }))],
  ['addDefectNotes', (store) => store.addDefectNotes(BOARD, 'x', [1], 1)],
  ['write', (store) => store.write(BOARD, reuseTaskIds)],
  ['setGrade', (store) => store.setGrade(BOARD, { time: at(10), variant: 'v1', found: 1, defects: 2 })],
  ['restartDrill', (store) => store.restartDrill(BOARD, at(10))],
  ['resetBoard', (store) => store.resetBoard(BOARD)],
  ['fillEmptyBoard', (store) => store.fillEmptyBoard(BOARD, [{ values: values() }], at(8))],
]

/** Methods that do not change the data of a board. */
const OTHERS: typeof CHANGES = [
  ['getTask', (store) => store.getTask(BOARD, 1)],
  ['getAttachment', (store) => store.getAttachment(BOARD, 1, 1)],
  ['countTasks', (store) => store.countTasks(BOARD)],
  ['countByPriority', (store) => store.countByPriority(BOARD)],
  ['findSession', (store) => store.findSession(BOARD, 's')],
  ['listTasks', (store) => store.listTasks(BOARD, { page: 0, size: 5, sort: 'id', direction: 'asc' })],
  ['signingKey', (store) => store.signingKey(BOARD, 'key')],
  ['run', (store) => store.run(BOARD, readContent)],
  ['dryRun', (store) => store.dryRun(BOARD, deleteAllTasks)],
  ['reserveFaultOrdinals', (store) => store.reserveFaultOrdinals(BOARD, 1)],
  ['returnFaultOrdinals', (store) => store.returnFaultOrdinals(BOARD, { restarts: 1, ordinal: 0 })],
  ['readFaultPlan', (store) => store.readFaultPlan(BOARD)],
  ['recordRequests', (store) => store.recordRequests(BOARD, [], at(0))],
  ['listRequests', (store) => store.listRequests(BOARD, { page: 0, size: 1 })],
  ['listRequestsAfter', (store) => store.listRequestsAfter(BOARD, 0, 1)],
  ['findRequest', (store) => store.findRequest(BOARD, 'x')],
  ['readLog', (store) => store.readLog(BOARD)],
  ['readContent', (store) => store.readContent(BOARD)],
  ['measureContent', (store) => store.measureContent(BOARD)],
  ['measure', (store) => store.measure()],
  ['addClaim', (store) => store.addClaim(BOARD, { defect: 'x', comment: null }, 9, at(0))],
  ['takeHint', (store) => store.takeHint(BOARD, 'x', at(0)).catch(() => {})],
  ['listClaims', (store) => store.listClaims(BOARD, { page: 0, size: 1 })],
  ['listSolved', (store) => store.listSolved(BOARD)],
  ['listClaimsAfter', (store) => store.listClaimsAfter(BOARD, 0, 1)],
  ['listEffects', (store) => store.listEffects(BOARD)],
  ['startDrill', (store) => store.startDrill(BOARD, RUN, at(0))],
  ['finishDrill', (store) => store.finishDrill(BOARD, RUN, null, at(0), () => NOTHING)],
  ['readDrilledTasks', (store) => store.readDrilledTasks(BOARD, null)],
  ['getDrillOutcome', (store) => store.getDrillOutcome(BOARD)],
  ['listMissed', (store) => store.listMissed(BOARD, 1)],
]

/** The methods of classes, which do not change the default board. */
const CLASS_METHODS = [
  'createClass',
  'getClass',
  'findClass',
  'listClasses',
  'configureClass',
  'configureClassExercise',
  'configureClassFaults',
  'deleteClass',
  'expireClasses',
  'addClassBoards',
  'listLearners',
  'readClassBoards',
  'listDrillOutcomes',
  'listFirsts',
  'joinClass',
  'markJoined',
  'changeClassBoard',
]

export function revisionRules(rule: Rule): void {
  rule('every change gives the board a new revision', async (t, store) => {
    const seen = new Set([(await store.readState(BOARD)).revision])
    for (const [name, change] of CHANGES) {
      await change(store)
      const revision = (await store.readState(BOARD)).revision
      t.notOk(seen.has(revision), name)
      seen.add(revision)
    }
  })

  rule('the revision stays the same if nothing changes', async (t, store) => {
    await store.startFaultPlan(BOARD, 1, 1)
    await store.createTask(BOARD, values(), at(0))
    await store.addAttachments(BOARD, 1, [FILE], at(0))
    const revision = (await store.readState(BOARD)).revision
    for (const [name, other] of OTHERS) {
      await other(store)
      t.equal((await store.readState(BOARD)).revision, revision, name)
    }
    await t.rejects(store.deleteTask(BOARD, 2))
    t.equal((await store.readState(BOARD)).revision, revision, 'a rejected change')
  })

  rule('the tests above cover every method of a board', async (t, store) => {
    const known = new Set<string>([...CHANGES, ...OTHERS].map(([name]) => name))
    const others = ['startFaultPlan', 'readState', 'changes', 'confirm', 'ping', 'close', 'findState', ...CLASS_METHODS]
    others.push('createBoards', 'listBoards', 'deleteBoard', 'expireBoards', 'sweepBoards', 'replaceContent')
    t.strictSame(
      Object.keys(store)
        .filter((name) => !known.has(name))
        .sort(),
      others.sort(),
    )
  })

  rule('a revision read concurrently with a write is never older than the call', async (t, store) => {
    const before = (await store.readState(BOARD)).revision
    const [first, , second] = await Promise.all([
      store.readState(BOARD),
      store.createTask(BOARD, values(), at(0)),
      store.createTask(BOARD, values(), at(0)).then(() => store.readState(BOARD)),
    ])
    t.ok(first.revision >= before)
    t.ok(second.revision > before)
    t.equal(second.revision, (await store.readState(BOARD)).revision)
  })
}
