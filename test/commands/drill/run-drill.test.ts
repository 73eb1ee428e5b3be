import t from 'tap'
import { toReport } from '../../../src/commands/drill/drill-report.js'
import { drill } from '../../../src/commands/drill/run-drill.js'
import type { DrillOptions } from '../../../src/commands/drill/types.js'
import { PERFECT, writeClient } from './clients.js'

const ENDLESS = new AbortController().signal

/** Runs a drill with short delays. */
function run(command: string[], options: Partial<DrillOptions> = {}) {
  return drill(
    {
      command,
      variant: 'buggy',
      profile: 'network',
      seed: 1,
      timeLimit: 60,
      urlVariables: [],
      delay: [50, 100],
      ...options,
    },
    ENDLESS,
  )
}

t.test('a client that does everything right has 100 percent (decision 153)', async (t) => {
  const result = await run(PERFECT, { seed: 3 })
  t.match(result, { run: { exitCode: 0, isTimedOut: false }, score: { percent: 100 }, output: null })
  const missed = result.goals.filter(({ isReached }) => !isReached)
  t.strictSame(missed, [])
  const notRight = result.verdicts.filter(({ verdict }) => verdict !== 'right')
  t.strictSame(notRight, [])
  const faults = new Set(result.verdicts.flatMap(({ faults }) => faults))
  t.strictSame([...faults].sort(), [
    'connection-reset',
    'html-error',
    'lost-response',
    'slow-body',
    'slow-response',
    'truncated-body',
  ])
  const report = toReport(result, 100)
  t.match(report, { isPassed: true, score: 100, notes: { length: 0 }, firstSteps: { length: 0 } })
})

t.test('a client that repeats everything at once, and never looks, leaves a duplicate (decision 153)', async (t) => {
  const client = writeClient(
    t,
    `for (let index = 1; index <= 20; index++) {
      const task = { title: 'Drill task ' + String(index).padStart(2, '0'), status: 'TODO' }
      for (let attempt = 0; attempt < 4; attempt++) {
        const response = await send('POST', '/tasks', task).catch(() => undefined)
        if (response?.status === 201) break
      }
    }`,
  )
  const result = await run(client)
  t.match(
    result.goals.map(({ name, isReached }) => [name, isReached]),
    [
      ['tasks-created', true],
      ['none-twice', false],
      ['no-others', true],
      ['tasks-moved', false],
      ['pages-read', false],
    ],
  )
  const wrong = result.verdicts.filter(({ verdict }) => verdict === 'wrong')
  t.match(wrong, [{ situation: 'lost-create', faults: ['lost-response'] }])
  const report = toReport(result, 90)
  t.match(report, {
    isPassed: false,
    headline: /below the minimum of 90%/,
    firstSteps: [{ label: 'lost-create', value: /checks whether the task exists before it retries/ }],
  })
  const row = report.rows.find(({ name }) => name.startsWith('lost-create'))
  t.match(row, { status: 'failed', tags: ['lost-response'], group: 'lost-create' })
})

t.test('all tasks of a board are judged, also those beyond its first page', async (t) => {
  const client = writeClient(
    t,
    `for (let index = 0; index < 101; index++) {
      const isCreated = () => send('POST', '/tasks', { title: 'Other', status: 'TODO' }).then(({ status }) => status === 201, () => false)
      while (!(await isCreated())) {}
    }`,
  )
  const { goals } = await run(client)
  // The response to one create is lost, so the client creates the task again.
  t.equal(goals.find(({ name }) => name === 'no-others')?.found, 'Others: Other, Other, Other and 99 more.')
})

t.test('a program without a request has no score, and its failure is shown', async (t) => {
  const result = await run([process.execPath, '-e', 'console.error("Error: no URL"); process.exit(3)'])
  t.match(result, { score: null, run: { exitCode: 3, requests: 0 }, output: 'Error: no URL' })
  const report = toReport(result, undefined)
  t.match(report, {
    isPassed: false,
    score: undefined,
    headline: 'No score: the board received no requests.',
    notes: [/TASKS_URL/, /did not exit with 0.*\nError: no URL/s],
  })
})

t.test('a program is stopped at the time limit, and what it would have done is not shown', async (t) => {
  const client = writeClient(
    t,
    `for (let page = 0; page < 10; page++) await send('GET', '/tasks?size=2&page=' + page).catch(() => {})
    setInterval(() => {}, 1000)`,
  )
  const result = await run(client, { timeLimit: 6 })
  t.match(result.run, { isTimedOut: true, requests: 10 })
  const failed = result.verdicts.filter(({ situation }) => situation === 'failed-request')
  t.equal(failed.length, 3)
  t.ok(failed.every(({ verdict }) => verdict === 'not-shown'))
  t.match(toReport(result, undefined).notes, [
    'The program reached the time limit.',
    /./,
    /could not see .* in \d of \d situations/,
  ])
})

t.test('a program gets the URL in all its variables', async (t) => {
  const { TASKS_URL, API_URL, BASE_URL, MINE } = process.env
  t.strictSame([TASKS_URL, API_URL, BASE_URL, MINE], [undefined, undefined, undefined, undefined])
  let output = ''
  const client = writeClient(
    t,
    'const { TASKS_URL, API_URL, BASE_URL, MINE } = process.env; console.log(JSON.stringify({ TASKS_URL, API_URL, BASE_URL, MINE }))',
  )
  await run(client, {
    urlVariables: ['MINE'],
    onOutput: (text) => {
      output = text
    },
  })
  const { BASE_URL: base, ...others } = JSON.parse(output) as Record<string, string>
  t.match(base, /^http:\/\/127\.0\.0\.1:\d+$/)
  t.strictSame(others, { TASKS_URL: `${base}/api/buggy`, API_URL: `${base}/api/buggy`, MINE: `${base}/api/buggy` })
})

/** The start of a client that does the task in v2: it keeps its tokens in `session`. */
const LOGIN = `
  const call = (method, path, body, token) => fetch(process.env.TASKS_URL + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) },
    body: body && JSON.stringify(body)
  }).then(async (response) => ({ status: response.status, body: await response.json() }))
  const login = async () => (await call('POST', '/auth/login', { username: 'user', password: 'user123' })).body
  const renew = async ({ refreshToken }) => (await call('POST', '/auth/refresh', { refreshToken })).body
  let session = await login()
`

/** The end of it: `ask` sends one request with a valid token. */
const TASK = `
  const titles = Array.from({ length: 20 }, (_, index) => 'Drill task ' + String(index + 1).padStart(2, '0'))
  const create = (title) => ask('POST', '/tasks', { title, status: 'TODO' })
  const tasks = parallel ? await Promise.all(titles.map(create)) : []
  if (!parallel) for (const title of titles) tasks.push(await create(title))
  for (const [index, { body: { id } }] of tasks.slice(0, 10).entries()) {
    await ask('PUT', '/tasks/' + id, { title: titles[index], status: index < 5 ? 'IN_PROGRESS' : 'DONE' })
  }
  for (let page = 0; page < 10; page++) await ask('GET', '/tasks?page=' + page + '&size=2')
  await ask('GET', '/tasks/999999')
`

/** Runs a drill in v2, and returns the verdicts on the tokens. */
async function runWithTokens(client: string[]) {
  const result = await run(client, { variant: 'v2' })
  const verdicts = result.verdicts.filter(({ situation }) => ['expired-token', 'logins'].includes(situation))
  return { ...result, shown: [...new Set(verdicts.map(({ situation, verdict }) => `${situation}: ${verdict}`))].sort() }
}

t.test('in v2, a client that shares its refreshes has 100 percent (decision 153)', async (t) => {
  for (const parallel of [false, true]) {
    const client = writeClient(
      t,
      `${LOGIN}
      const parallel = ${parallel}
      let renewing
      async function ask(method, path, body) {
        const { token } = session
        const response = await call(method, path, body, token)
        if (response.status !== 403) return response
        if (session.token === token) {
          renewing ??= renew(session).then((next) => { session = next; renewing = undefined })
          await renewing
        }
        return ask(method, path, body)
      }
      ${TASK}`,
    )
    const result = await runWithTokens(client)
    t.strictSame(result.shown, ['expired-token: right', 'logins: right'])
    t.match(result, { score: { percent: 100 }, variant: 'v2' })
    t.match(toReport(result, undefined).facts, [{}, {}, { value: 'none in v2, but access tokens expire' }])
  }
})

t.test('in v2, a login for each request is wrong (decision 153)', async (t) => {
  const client = writeClient(
    t,
    `${LOGIN}
    const parallel = false
    const ask = async (method, path, body) => call(method, path, body, (await login()).token)
    ${TASK}`,
  )
  t.strictSame((await runWithTokens(client)).shown, ['logins: wrong'])
})

t.test('an abort ends the program and the service', async (t) => {
  const abort = new AbortController()
  const client = writeClient(t, 'setInterval(() => {}, 1000)')
  const running = drill(
    { command: client, variant: 'buggy', profile: 'network', seed: 1, timeLimit: 60, urlVariables: [] },
    abort.signal,
  )
  abort.abort(new Error('enough'))
  await t.rejects(running, { message: 'enough' })
})
