import type { DefectResult, Evidence, GradeResult, SuiteRun } from '../../../src/commands/grade/types.js'

export const RUN: SuiteRun = {
  isPassed: true,
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  seconds: 1,
  requests: 1,
  isLimited: false,
}

export const DEFECT: DefectResult = {
  code: 'TB-001',
  name: 'one',
  title: 'A title.',
  rule: 'A rule (decision 1).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  exposedBy: '`GET /tasks`.',
  outcome: 'missed',
  reach: 'not-reached',
  evidence: null,
  exchange: null,
  run: RUN,
  output: null,
  earlierRun: null,
  repeated: null,
}

export const EVIDENCE: Evidence = {
  effect: 'response',
  requests: 2,
  first: {
    number: 7,
    requestId: '62b63059-dd4e-4ce1-917b-e66cd0fbf893',
    time: '2026-03-02T08:30:00Z',
    method: 'GET',
    target: '/api/v1/tasks?size=1',
    status: 200,
  },
}

export const RESULT: GradeResult = {
  version: '2.0.0',
  command: ['sh', '-c', "echo 'it'"],
  variant: 'v1',
  server: null,
  startedAt: '2026-03-02T08:30:00.000Z',
  seconds: 2,
  jobs: 2,
  provisional: null,
  problem: null,
  output: null,
  score: { found: 1, total: 2, percent: 50 },
  bySeverity: { major: { found: 1, total: 2, percent: 50 } },
  byArea: { lists: { found: 1, total: 2, percent: 50 } },
  correctRuns: [RUN, { ...RUN, requests: 2 }],
  controlRuns: [],
  coverage: null,
  defects: [
    DEFECT,
    { ...DEFECT, name: 'two', outcome: 'found', reach: null, evidence: EVIDENCE, output: 'Expected 1' },
  ],
  skipped: [],
}
