import t from 'tap'
import { splitTasks } from '../../../src/classroom/snapshots/load-snapshot.js'
import { finish } from '../../../src/rooms/board/steps.js'

function split(text: string) {
  const { tasks, rest } = finish(splitTasks(Buffer.from(text), (task, index) => `${index} ${task}`))
  return { tasks, rest: rest.toString() }
}

t.test('divides a snapshot into its tasks and the rest', async (t) => {
  const cases: [text: string, tasks: string[], rest: string][] = [
    [
      '{"a":[1],"tasks":[{"b":[1,2]},{"tasks":[3]}],"c":2}',
      ['0 {"b":[1,2]}', '1 {"tasks":[3]}'],
      '{"a":[1],"tasks":[],"c":2}',
    ],
    ['{"tasks":[]}', [], '{"tasks":[]}'],
    ['{ "tasks" : [ ] }', [], '{ "tasks" : [] }'],
    ['{"tasks":[1,]}', ['0 1', '1 '], '{"tasks":[]}'],
    ['{"tasks":["],",2]}', ['0 "],"', '1 2'], '{"tasks":[]}'],
    ['{"tasks":5}', [], '{"tasks":5}'],
    ['{"tasks":{"a":[1]}}', [], '{"tasks":{"a":[1]}}'],
    ['{"a":{"tasks":[1]}}', [], '{"a":{"tasks":[1]}}'],
    ['{"a\\"tasks":[1]}', [], '{"a\\"tasks":[1]}'],
    ['{"tasks":[1,2', ['0 1'], '{"tasks":['],
    ['{"tasks":[1],"tasks":[2]}', ['0 2'], '{"tasks":[1],"tasks":[]}'],
    ['[[1]]', [], '[[1]]'],
    ['', [], ''],
  ]
  for (const [text, tasks, rest] of cases) t.strictSame(split(text), { tasks, rest }, text)
})
