import t from 'tap'
import { createTask, deleteTask, equals, get } from '../build.js'
import type { Step } from '../exposure.js'
import { type PlannedRequest, planTest } from './plan.js'
import { jsonTemplate, quote, valuesOf, wholeOf } from './values.js'
import { capturesOf, headersOf, runPartsOf, toJsonTemplate, toTemplate, variableOf } from './variables.js'
import { accountsIn, credentialsOf, isReferred, isUpload, queryOf, statementsOf, toSnakeCase } from './walk.js'

t.test('values are written as JSON with variables', async (t) => {
  const value = { a: ['x{run}', 'é"', 1, true, null], b: { $: 'task/items/0/id' }, 'c d': 'y'.repeat(21) }
  const text = `{"a": ["x{{run}}", "\\u00e9\\"", 1, true, null], "b": {{taskItems0Id}}, "c d": "${'y'.repeat(21)}"}`
  t.equal(toJsonTemplate(value), text)
  t.equal(toTemplate('/tasks/{task/id}{login/token.1}'), '/tasks/{{taskId}}{{loginTokenPart1}}')
  const { text: write } = valuesOf(
    jsonTemplate(
      () => '<x>',
      (character, times) => `${times} ${character}`,
    ),
  )
  const literals = ['y'.repeat(20), 'y'.repeat(21), `${'y'.repeat(21)}z`, ''].map((each) => write(each))
  t.strictSame(literals, [`"${'y'.repeat(20)}"`, '21 y', `"${'y'.repeat(21)}z"`, '""'])
  t.equal(write('a{run}', '<p>'), '"<p>a<x>"')
  t.equal(quote('~ \n\u{1f600}'), '"~ \\n\\ud83d\\ude00"')
  t.strictSame(['^a$', '^a', 'a$', 'a'].map(wholeOf), ['a', 'a.*', '.*a', '.*a.*'])
})

const SENT = { send: { ...get('/tasks/{task/id}'), headers: { A: '{run}' }, auth: { token: '{login/token}' } } }
const STEPS: Step[] = [
  { as: 'login', send: { ...get('/a{admin/PASSWORD}{basePath}'), auth: 'none' } },
  { as: 'task', send: { ...createTask({ b: '{user/username}' }), auth: 'admin' } },
  {
    ...SENT,
    expect: [
      equals('status', 200, 'the status is 200'),
      equals('/id', { $: 'task/id' }, 'it is read'),
      equals('header:a', '{response/id}', 'it is its own'),
    ],
  },
  { as: 'list', send: get('/tasks') },
]
const TEST = planTest(
  { variant: 'v2', board: 'any', rule: '', editions: [], steps: STEPS, cleanUp: [deleteTask()] },
  'v2',
)

t.test('what a test only knows when it runs has a name', async (t) => {
  const names = ['adminPasswordInCapitals', 'basePath', 'userUsername', 'taskId', 'run', 'loginToken', 'responseId']
  const found = runPartsOf(TEST).map(variableOf)
  t.strictSame(found.toSorted(), names.toSorted())
  const captures = TEST.steps.map((step) => capturesOf(step, TEST).map(variableOf))
  t.strictSame(captures, [['loginToken'], ['taskId'], ['responseId'], []])
  t.strictSame(TEST.steps.flatMap(({ requests }) => requests).map(headersOf), [
    [],
    [['Authorization', 'Bearer {{adminToken}}']],
    [
      ['A', '{{run}}'],
      ['Authorization', 'Bearer {{loginToken}}'],
    ],
    [['Authorization', 'Bearer {{userToken}}']],
  ])
})

t.test('a step is statements about its response and its body', async (t) => {
  const statements = TEST.steps.map((step) => statementsOf(step, TEST, toSnakeCase))
  t.match(statements, [
    { response: 'login_response', body: 'login', created: [] },
    { response: 'task_response', body: 'task', created: ['/tasks/{task/id}'] },
    { response: 'response', body: 'body', ofResponse: [{ at: 'status' }], ofBody: [{ at: '/id' }, { at: 'header:a' }] },
    { response: undefined, body: undefined },
  ])
})

t.test('a test names the accounts, the query and the uploads of its requests', async (t) => {
  t.strictSame(
    [TEST.accounts, accountsIn(TEST)],
    [
      ['admin', 'user'],
      ['admin', 'user'],
    ],
  )
  t.strictSame(
    [accountsIn({ ...TEST, accounts: [] }), accountsIn({ ...TEST, steps: [] })],
    [
      ['admin', 'user'],
      ['admin', 'user'],
    ],
  )
  t.strictSame(accountsIn({ ...TEST, accounts: ['user'], steps: [] }), ['user'])
  const read = (variable: string, value: string) => `${variable}=${value}`
  t.strictSame(credentialsOf('user', read), { username: 'USER_USERNAME=user', password: 'USER_PASSWORD=user123' })
  t.strictSame(queryOf('/tasks?a=b%20c&d'), {
    path: '/tasks',
    query: [
      ['a', 'b c'],
      ['d', ''],
    ],
  })
  t.strictSame(queryOf('/tasks'), { path: '/tasks', query: [] })
  const request = TEST.steps[3]?.requests[0] as PlannedRequest
  t.strictSame([request, { ...request, body: { json: 1 } }, { ...request, body: { form: [] } }].map(isUpload), [
    false,
    false,
    true,
  ])
  const referred = ['task', 'login', 'list', 'ask'].map((name) => isReferred(name, TEST))
  t.strictSame(referred, [true, true, false, false])
})
