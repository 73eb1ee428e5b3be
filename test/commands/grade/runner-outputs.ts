/** A part of the output of a test runner that reports a failed test, as the runner prints it. */
export interface RunnerOutput {
  runner: string
  lines: readonly string[]
  /** What says which value was wrong. */
  assertion: string
  /** The name of the failed test. */
  test: string
}

const red = (text: string) => `\u001b[31m${text}\u001b[39m`

export const RUNNER_OUTPUTS: readonly RunnerOutput[] = [
  {
    runner: 'Maven with Surefire 3',
    lines: [
      '[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in TaskTest',
      '[ERROR] TaskTest.createsATask -- Time elapsed: 0.143 s <<< FAILURE!',
      'org.opentest4j.AssertionFailedError: status ==> expected: <201> but was: <200>',
      ...Array.from({ length: 60 }, () => '\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)'),
      '[ERROR] Failures: ',
      '[ERROR]   TaskTest.createsATask:7 status ==> expected: <201> but was: <200>',
      '[INFO] BUILD FAILURE',
      ...Array.from({ length: 9 }, () => '[ERROR] '),
      '[ERROR] -> [Help 1]',
    ],
    assertion: 'expected: <201> but was: <200>',
    test: 'TaskTest.createsATask',
  },
  {
    runner: 'Maven with Surefire 2',
    lines: [
      '[ERROR] createsATask(TaskTest)  Time elapsed: 0.013 s  <<< FAILURE!',
      'java.lang.AssertionError: ',
      '1 expectation failed.',
      'Expected status code <201> but was <200>.',
    ],
    assertion: 'Expected status code <201> but was <200>.',
    test: 'createsATask(TaskTest)',
  },
  {
    runner: 'Karate',
    lines: [
      '[ERROR] tasks.[1:2] create a task -- Time elapsed: 12.87 s <<< FAILURE!',
      'org.opentest4j.AssertionFailedError: ',
      'match failed: EQUALS',
      '  $ | not equal (NUMBER:NUMBER)',
      '  200',
      '  201',
    ],
    assertion: '  $ | not equal (NUMBER:NUMBER)\n  200\n  201',
    test: 'tasks.[1:2] create a task',
  },
  {
    runner: 'Gradle',
    lines: [
      'TaskTest > creates a task() FAILED',
      '    org.opentest4j.AssertionFailedError: expected: <201> but was: <200>',
      '        at app//TaskTest.create(TaskTest.java:7)',
    ],
    assertion: 'expected: <201> but was: <200>',
    test: 'TaskTest > creates a task()',
  },
  {
    runner: 'dotnet test',
    lines: [
      '  Failed Tasks.Creates [12 ms]',
      '  Error Message:',
      '   Assert.Equal() Failure: Values differ',
      'Expected: 201',
      'Actual:   200',
    ],
    assertion: 'Expected: 201\nActual:   200',
    test: 'Tasks.Creates',
  },
  {
    runner: 'Jest',
    lines: [
      'FAIL j/x.test.js',
      '  ● creates a task',
      '',
      '    expect(received).toBe(expected) // Object.is equality',
      '',
      '    Expected: 201',
      '    Received: 200',
    ],
    assertion: '    Expected: 201\n    Received: 200',
    test: 'creates a task',
  },
  {
    runner: 'Vitest',
    lines: [
      red('   × creates a task\u001b[90m 6\u001b[2mms\u001b[22m'),
      red('     → expected 200 to be 201 // Object.is equality'),
    ],
    assertion: 'expected 200 to be 201',
    test: 'creates a task',
  },
  {
    runner: 'Mocha',
    lines: ['    1) creates a task', '', '      AssertionError [ERR_ASSERTION]: 200 == 201'],
    assertion: 'AssertionError [ERR_ASSERTION]: 200 == 201',
    test: 'creates a task',
  },
  {
    runner: 'Playwright',
    lines: [
      '  ✘  2 x.spec.js:2:22 › creates a task (8ms)',
      '',
      `  1) x.spec.js:2:22 › creates a task ${'─'.repeat(60)}`,
      '',
      '    Error: expect(received).toBe(expected) // Object.is equality',
      '',
      '    Expected: 201',
      '    Received: 200',
    ],
    assertion: '    Expected: 201\n    Received: 200',
    test: 'x.spec.js:2:22 › creates a task',
  },
  {
    runner: 'AVA',
    lines: ['  ✘ [fail]: creates a task', '', '  Difference (- actual, + expected):', '', '  - 200', '  + 201'],
    assertion: '  - 200',
    test: 'creates a task',
  },
  {
    runner: 'node --test, TAP',
    lines: [
      'ok 1 - lists # SKIP',
      'not ok 2 - creates a task',
      '  ---',
      '  duration_ms: 0.79411',
      "  location: '/tasks.test.mjs:2:22'",
      "  failureType: 'testCodeFailure'",
      "  error: '200 == 201'",
      "  code: 'ERR_ASSERTION'",
      '  expected: 201',
      '  actual: 200',
    ],
    assertion: '  expected: 201\n  actual: 200',
    test: 'creates a task',
  },
  {
    runner: 'node --test, spec',
    lines: ['✖ creates a task (0.845809ms)', '  AssertionError [ERR_ASSERTION]: 200 == 201'],
    assertion: 'AssertionError [ERR_ASSERTION]: 200 == 201',
    test: 'creates a task',
  },
  {
    runner: 'Newman',
    lines: [
      ' 1.  AssertionError  status is 201                                         ',
      '                     expected response to have status code 201 but got 200 ',
      '                     at assertion:0 in test-script                         ',
    ],
    assertion: 'expected response to have status code 201 but got 200',
    test: 'status is 201',
  },
  {
    runner: 'Bruno',
    lines: ['Tests', '   ✕ status is 201', '      expected 200 to equal 201'],
    assertion: 'expected 200 to equal 201',
    test: 'status is 201',
  },
  {
    runner: 'go test',
    lines: ['--- FAIL: TestCreate (0.00s)', '    x_test.go:5: POST /tasks: got 200, want 201'],
    assertion: 'got 200, want 201',
    test: 'TestCreate',
  },
  {
    runner: 'pytest',
    lines: [
      '>       assert status == 201',
      'E       assert 200 == 201',
      '',
      'FAILED test_tasks.py::test_create[a b] - assert 200 == 201',
    ],
    assertion: 'E       assert 200 == 201',
    test: 'test_tasks.py::test_create[a b]',
  },
  {
    runner: 'unittest',
    lines: [
      'FAIL: test_create (test_tasks.Tasks.test_create)',
      'Traceback (most recent call last):',
      '  File "test_tasks.py", line 8, in test_create',
      'AssertionError: 200 != 201',
    ],
    assertion: 'AssertionError: 200 != 201',
    test: 'test_create (test_tasks.Tasks.test_create)',
  },
  {
    runner: 'cargo test',
    lines: ['test creates ... FAILED', 'assertion `left == right` failed: status', '  left: 200', ' right: 201'],
    assertion: '  left: 200\n right: 201',
    test: 'creates',
  },
  {
    runner: 'behave',
    lines: ['      ASSERT FAILED: status 200 instead of 201', '  features/a.feature:2  creates a task'],
    assertion: 'ASSERT FAILED: status 200 instead of 201',
    test: 'features/a.feature:2  creates a task',
  },
  {
    runner: 'Robot Framework',
    lines: ['Creates A Task                                           | FAIL |', '200 != 201'],
    assertion: '200 != 201',
    test: 'Creates A Task',
  },
]
