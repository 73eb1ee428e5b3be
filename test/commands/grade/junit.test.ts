import t from 'tap'
import { ADAPTERS } from '../../../src/commands/grade/tools/adapters.js'
import { keyOf } from '../../../src/commands/grade/tools/finding.js'
import { read } from './read-report.js'

t.test('JUnit XML: each failure and each error is a finding', async (t) => {
  const findings = read(
    ADAPTERS.junit,
    `<?xml version="1.0"?><testsuites><testsuite name="a">
      <testcase name="passes"/>
      <testcase classname="Tasks" name="DELETE /api/v1/tasks/5 returns 204">
        <failure type="AssertionError" message="expected 204 &lt;but got 200"/>
      </testcase>
      <testcase classname="tasks.spec" name="creates task 17"><error>Timeout\nat x</error></testcase>
      <testcase name="odd"><failure type="Odd"/><failure/></testcase>
    </testsuite>
    <testsuite name="PUT /tasks/{id}"><testcase name="returns 200"><failure message="a"/></testcase></testsuite>
    <testsuite name="Clean up / Delete a task">
      <testcase name="returns 204" time="0.023" classname="CleanUpDeleteATask">
        <failure type="AssertionFailure" message="expected response to have status code 204 but got 200">
          <![CDATA[Failed 1 times.]]>
          <![CDATA[Request name: Clean up / Delete a task.]]>
        </failure>
      </testcase>
    </testsuite></testsuites>`,
  )
  t.strictSame(findings, [
    {
      operation: 'deleteTask',
      status: 200,
      check: 'DELETE /api/v{n}/tasks/{n} returns {n}: expected {n} <but got {n}',
    },
    { operation: 'tasks.spec creates task {n}', status: null, check: 'Timeout' },
    { operation: 'a odd', status: null, check: 'Odd' },
    { operation: 'a odd', status: null, check: 'failed' },
    { operation: 'replaceTask', status: null, check: 'returns {n}: a' },
    {
      operation: 'CleanUpDeleteATask returns {n}',
      status: 200,
      check: 'expected response to have status code {n} but got {n}',
    },
  ])
})

t.test('JUnit XML: the list of checks of Schemathesis has several findings', async (t) => {
  const findings = read(
    ADAPTERS.junit,
    `<testsuites><testsuite><testcase name="POST /tasks"><failure message="ST103, ST105">1. Test Case ID: n0oMzf

- ST103 Undocumented status code

    Received: 200

- ST105 Response violates schema

[200] OK:

    \`{"id":1}\`

2. Test Case ID: aaaaaa

- ST101 Server error

[500] Internal Server Error:

- A list without a status</failure></testcase></testsuite></testsuites>`,
  )
  t.strictSame(findings, [
    { operation: 'createTask', status: 200, check: 'ST{n} Undocumented status code' },
    { operation: 'createTask', status: 200, check: 'ST{n} Response violates schema' },
    { operation: 'createTask', status: 500, check: 'ST{n} Server error' },
    { operation: 'createTask', status: null, check: 'A list without a status' },
  ])
})

/** What test runners write about `GET /tasks/{id} returns the task`, whose response has another priority. */
const DIFFS = {
  Vitest: `<failure message="expected { id: 1, priority: 'LOW' } to deeply equal { id: 1, priority: 'MEDIUM' }" type="AssertionError">
AssertionError: expected { id: 1, priority: 'LOW' } to deeply equal { id: 1, priority: 'MEDIUM' }

- Expected
+ Received

  {
    "id": 1,
-   "priority": "MEDIUM",
+   "priority": "LOW",
  }

 ❯ a.test.js:3:106
</failure>`,
  Jest: `<failure>Error: expect(received).toEqual(expected) // deep equality

- Expected  - 1
+ Received  + 1

  Object {
    "id": 1,
-   "priority": "MEDIUM",
+   "priority": "LOW",
  }
    at Object.toEqual (a.test.js:2:96)</failure>`,
  'node --test': `<failure type="testCodeFailure" message="Expected values to be strictly deep-equal:
+ actual - expected">
Error [ERR_TEST_FAILURE]: Expected values to be strictly deep-equal:
+ actual - expected

  {
    id: 1,
+   priority: 'LOW'
-   priority: 'MEDIUM'
  }
    at AsyncResource.runInAsyncScope (node:async_hooks:206:9)
</failure>`,
  Mocha: `<failure>Expected values to be strictly deep-equal:
+ actual - expected

  {
+   priority: 'LOW'
-   priority: 'MEDIUM'
  }

      + expected - actual

      -  "priority": "LOW"
      +  "priority": "MEDIUM"

    at Context.anonymous (a.test.cjs:3:57)</failure>`,
}

t.test('JUnit XML: a diff of a test runner is not a list of checks', async (t) => {
  const suite =
    (...names: string[]) =>
    (failure: string) =>
      `<testsuites>${names.map((name) => `<testcase name="${name}">${failure}</testcase>`).join('')}</testsuites>`
  for (const [runner, failure] of Object.entries(DIFFS)) {
    const findings = read(ADAPTERS.junit, suite('GET /tasks/1 returns the task', 'GET /tasks/1 keeps labels')(failure))
    t.match(findings, [{ operation: 'getTask' }, { operation: 'getTask' }], runner)
    t.equal(findings.length, 2, runner)
    t.equal(new Set(findings.map(keyOf)).size, 2, `${runner}: the failure of another test is another finding`)
    for (const { check } of findings) t.match(check, /: (AssertionError: |Error: )?[eE]xpect/, runner)
  }
  const messages = 'Message:\nExpected 201\n\nGot 200'
  t.match(read(ADAPTERS.junit, suite('a')(`<failure>${messages}</failure>`)), [{ check: 'Message:' }])
})

t.test('JUnit XML: a suite that failed before its first test case is a finding', async (t) => {
  const findings = read(
    ADAPTERS.junit,
    `<testsuites><testsuite name="Delete a task" tests="0" failures="0" errors="1">
      <system-err><![CDATA[Iteration: 0
RequestError: Error: connect ECONNREFUSED 127.0.0.1:9
    at TCPConnectWrap.afterConnect]]></system-err></testsuite>
    <testsuite name="GET /tasks" errors="1"/>
    <testsuite name="logs" tests="0" errors="0"><system-err>Error: harmless</system-err></testsuite>
    <testsuite name="a" errors="1"><testcase name="b"/></testsuite></testsuites>`,
  )
  t.strictSame(findings, [
    {
      operation: 'Delete a task',
      status: null,
      check: 'RequestError: Error: connect ECONNREFUSED {n}.{n}.{n}.{n}:{n}',
    },
    { operation: 'listTasks', status: null, check: 'failed' },
  ])
})

t.test('JUnit XML: the list of checks of Dredd has several findings', async (t) => {
  const text = (actual: string) => `<![CDATA[Message:
body: At '/status' Missing required property: status
statusCode: Expected status code '400', but got '200'.

Request:
method: GET
uri: /tasks?sort=id

Expected:
statusCode: 400

Actual:
${actual}

]]>`
  const findings = read(
    ADAPTERS.junit,
    `<testsuite name="Dredd Tests">
      <testcase name="GET (400) /tasks?sort=id"><failure>${text('statusCode: 200')}</failure></testcase>
      <testcase name="GET (404) /tasks/{id}"><failure>${text('')}</failure></testcase>
    </testsuite>`,
  )
  const checks = [
    'body: At {text} Missing required property: status',
    'statusCode: Expected status code {text}, but got {text}.',
  ]
  t.strictSame(findings, [
    ...checks.map((check) => ({ operation: 'listTasks', status: 200, check })),
    ...checks.map((check) => ({ operation: 'getTask', status: null, check })),
  ])
})
