import t from 'tap'
import { openEmptyStore } from '../../../test/kit/database.js'
import { at, BOARD, file, values } from '../../../test/rooms/store/contract/shared.js'
import type { ContentTask, NewTask } from './content.js'
import type { BoardQuota } from './values.js'

const QUOTA: BoardQuota = { tasks: 22, comments: 8, attachmentBytes: 200 }

t.test('a content that exceeds a quota changes nothing', async (t) => {
  const store = await openEmptyStore({ default: QUOTA })
  t.teardown(() => store.close())
  const task = (change: Omit<NewTask, 'values'> = {}) => ({ values: values(), ...change })
  const most = { comments: Array(8).fill('A comment'), files: [file('a', 'x'.repeat(200))] }
  await store.resetBoard(BOARD, [task(most), ...Array(21).fill(task())], at(0))
  const read = () => store.readContent(BOARD)
  const before = await read()
  t.equal(before.tasks.flatMap(({ task }) => task.comments).length, 8, 'a content that has its quota is no surplus')
  const cases: [tasks: NewTask[], limit: string][] = [
    [Array.from({ length: 23 }, () => task()), '22 tasks'],
    [[task({ comments: Array.from({ length: 9 }, () => 'A comment') })], '8 comments'],
    [[task({ files: [file('a', 'x'.repeat(201))] })], '200 bytes of attachments'],
  ]
  for (const [tasks, limit] of cases) {
    const message = `The limit of ${limit} per board is exceeded`
    await t.rejects(store.resetBoard(BOARD, tasks, at(1)), { message })
    t.strictSame(await read(), before)
  }
  const [first] = before.tasks
  const large = Array.from({ length: 600 }, (_, index) => ({
    task: { ...(first as ContentTask).task, id: index + 1, sortOrder: 599 - index },
    files: [],
  }))
  const replacement = { ...before, tasks: large }
  await t.rejects(store.replaceContent(BOARD, replacement), { message: 'The limit of 22 tasks per board is exceeded' })
  t.strictSame(await read(), before)
})
