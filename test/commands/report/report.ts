import type { Report } from '../../../src/commands/report/report.js'

/** A report with every status, and with texts that must be escaped. */
export const REPORT: Report = {
  title: 'Grade of a <suite>',
  headline: 'Score 50%: found 1 of 2 defects.',
  isPassed: false,
  score: 50.9,
  facts: [{ label: 'Command', value: 'npm test -- "a|b" & <c>' }],
  firstSteps: [{ label: 'wildcards (<minor>)', value: 'Send `GET <a>`.' }],
  notes: ['One run failed.\n\u001b[31mError:\u001b[0m ``` <boom> & "bang"\u0000'],
  shares: [{ name: 'lists', passed: 1, total: 2 }],
  rows: [
    {
      name: 'list-ignores-status',
      status: 'passed',
      label: 'found',
      group: 'lists',
      tags: ['major'],
      title: 'The filter is ignored.',
      details: [{ label: 'Rule', value: 'A filter filters (decision 1).' }],
      seconds: 1.25,
    },
    {
      name: 'wildcards',
      status: 'failed',
      label: 'missed',
      group: 'search',
      tags: ['minor', 'hard to find'],
      title: '`*` and <b> match everything.',
      details: [
        { label: 'Rule', value: 'Line one & <two>\nline 2 | three' },
        { label: 'Decision 1', value: 'The full text.', isLong: true },
      ],
      seconds: 2,
    },
    { name: 'crash', status: 'error', label: 'error', group: 'lists', tags: [], title: 'It crashes.', details: [] },
    { name: 'later', status: 'skipped', label: 'not run', group: 'lists', tags: [], title: 'Not run.', details: [] },
  ],
  sections: { passed: 'Found', failed: 'Missed', error: 'Without proof', skipped: 'Not run' },
  data: { score: 50.9, text: 'as <is>' },
}

export const WITHOUT_SCORE: Report = {
  ...REPORT,
  headline: 'No score.',
  score: undefined,
  firstSteps: [],
  notes: [],
  shares: [],
  rows: [],
}
