import type { Test } from 'tap'
import { TaskNotFound } from '../../src/contract/errors.js'
import { STATUSES, type Status } from '../../src/contract/schemas/task.js'
import type { Database, Queryable } from '../../src/store/database.js'
import { createLaneChanges } from '../../src/store/sql/lane-changes.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { taskMethods } from '../../src/store/sql/tasks.js'
import { at, BOARD, createRandom, readColumns, same, values } from './contract/shared.js'

/** Short runs, so that few tasks cause splits and merges. */
const RUN_MAX = 8

/** The statements of rare changes, by name. */
const RARE = {
  'add a run': /^\s*INSERT INTO run/,
  'delete a run': /^\s*DELETE FROM run/,
  'merge two runs': /^\s*UPDATE task SET run_id = \?,\s+sort_key =/,
  'spread keys': /^\s*UPDATE task SET sort_key/,
  'spread ranks': /^\s*UPDATE run SET rank/,
}

/** Changes tasks at random, and requires after each change that the lanes are those of a model. */
export async function compareWithModel(t: Test, database: Database, rounds: number): Promise<void> {
  const seen = new Set<string>()
  const observe = (tx: Queryable): Queryable['all'] => {
    return (sql, params) => {
      for (const [name, pattern] of Object.entries(RARE)) if (pattern.test(sql)) seen.add(name)
      return tx.all(sql, params)
    }
  }
  const observed: Database = {
    ...database,
    changeBoard: (board, work) => database.changeBoard(board, (tx, end) => work({ ...tx, all: observe(tx) }, end)),
  }
  const store = {
    ...createSqlStore(database),
    ...taskMethods(observed, () => undefined, createLaneChanges(RUN_MAX)),
  }
  const model: Record<Status, number[]> = { TODO: [], IN_PROGRESS: [], DONE: [] }
  const random = createRandom(20_261_122)

  function takeOut(id: number): Status {
    const status = STATUSES.find((name) => model[name].includes(id)) as Status
    model[status].splice(model[status].indexOf(id), 1)
    return status
  }
  function pick(): number {
    const ids = STATUSES.flatMap((status) => model[status])
    return ids[random(ids.length)] as number
  }
  // The model changes with the call, because calls that share a transaction run in their order.
  let lastId = 0
  async function create(status: Status): Promise<void> {
    const id = ++lastId
    const expected = { id, sortOrder: model[status].push(id) - 1 }
    const { id: created, sortOrder } = await store.createTask(BOARD, values({ status }), at(0))
    same(t, { id: created, sortOrder }, expected, 'create')
  }
  async function move(id: number, status: Status, index: number): Promise<void> {
    takeOut(id)
    model[status].splice(index, 0, id)
    const expected = model[status].indexOf(id)
    const { sortOrder } = await store.moveTask(BOARD, id, status, index, at(0))
    if (sortOrder !== expected) t.equal(sortOrder, expected, 'move')
  }
  async function replace(id: number, status: Status): Promise<void> {
    if (!model[status].includes(id)) {
      takeOut(id)
      model[status].push(id)
    }
    const expected = model[status].indexOf(id)
    const { sortOrder } = await store.replaceTask(BOARD, id, values({ status }), at(0))
    t.equal(sortOrder, expected, 'replace')
  }
  async function remove(id: number): Promise<void> {
    takeOut(id)
    await store.deleteTask(BOARD, id)
  }
  async function fail(): Promise<void> {
    await t.rejects(store.deleteTask(BOARD, 1_000_000), TaskNotFound)
  }
  async function check(message: string): Promise<void> {
    same(t, await readColumns(store), model, message)
    const lengths = await database.all<{ length: number; counted: number }>(
      `SELECT length, (SELECT count(*) FROM task WHERE board_id = run.board_id AND status = run.status
         AND run_id = run.id) AS counted FROM run`,
    )
    same(
      t,
      lengths.filter(({ length, counted }) => length !== counted || length < 1 || length > RUN_MAX),
      [],
      `${message}: each run has its length`,
    )
  }

  const anyStatus = () => STATUSES[random(3)] as Status
  for (let count = 0; count < 60; count++) await create(anyStatus())
  for (let round = 0; round < rounds; round++) {
    const status = anyStatus()
    const operations = [
      () => create(status),
      () => create(status),
      () => move(pick(), status, random(model[status].length + 3)),
      () => move(pick(), status, random(model[status].length + 3)),
      () => move(pick(), 'TODO', 15),
      () => replace(pick(), status),
      () => remove(pick()),
      fail,
    ]
    // Operations that start together share a transaction.
    const together = Array.from({ length: 1 + random(6) }, () => operations[random(operations.length)]?.())
    await Promise.all(together)
    if (round % 50 === 0) await check(`round ${round}`)
  }
  // Moves to one place use up the room between two keys, and between two ranks.
  for (let count = 0; count < 150; count++) {
    const source = anyStatus()
    const id = model[source].at(-1) ?? pick()
    await move(id, 'TODO', Math.min(15, model.TODO.length - 1))
    await create(source)
  }
  await check('moves to one place')
  while (STATUSES.some((status) => model[status].length > 1)) {
    await remove(pick())
    if (random(20) === 0) await check('deletions')
  }
  await store.deleteAllTasks(BOARD)
  same(t, await database.all('SELECT * FROM run'), [], 'no run is left')
  same(t, [...seen].sort(), Object.keys(RARE).sort(), 'every rare change has happened')
}
