import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import { type Adapter, checkNameOf, type Finding, statusIn, UnreadableReport } from './finding.js'
import { operationIn } from './operations.js'

/** The maximum length of what the parser says about a report: it quotes text of the report. */
const REASON_MAX = 200

/**
 * Reads JUnit XML: each `failure` and `error` of a test case is a finding, or several if its text is a list of checks of
 * Schemathesis or Dredd. The operation is the first method with a path in the name of the test case, in its class, in the
 * name of its suite or in the text. Without one, the class and the name of the test case take its place. A suite without
 * test cases that counts an error is a finding, too: Newman reports a request without a response in this way.
 */
export const junit: Adapter = {
  needsReport: true,
  read({ report }) {
    const document = parseXml(report ?? '')
    if (!/^testsuites?$/.test(document.documentElement?.tagName ?? '')) {
      throw new UnreadableReport('The report is not JUnit XML: its root is neither testsuites nor testsuite')
    }
    const findings = [...document.getElementsByTagName('testcase')].flatMap((testCase) =>
      ['failure', 'error'].flatMap((kind) =>
        [...testCase.getElementsByTagName(kind)].flatMap((failure) => readFailure(testCase, failure)),
      ),
    )
    return [...findings, ...[...document.getElementsByTagName('testsuite')].flatMap(readEmptySuite)]
  },
}

function readEmptySuite(suite: Element): Finding[] {
  const hasFailed = ['failures', 'errors'].some((name) => Number(suite.getAttribute(name)) > 0)
  if (!hasFailed || suite.getElementsByTagName('testcase').length > 0) return []
  const name = suite.getAttribute('name') ?? ''
  const lines = (suite.getElementsByTagName('system-err')[0]?.textContent ?? '').split('\n')
  const line = lines.find((each) => /error|exception/i.test(each)) ?? 'failed'
  return [{ operation: operationIn(name) ?? checkNameOf(name), status: null, check: checkNameOf(line) }]
}

function parseXml(xml: string) {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
  } catch (error) {
    // The parser wraps the reason in words about itself.
    const { message } = error as Error
    const [, reason = message] = /^Reporting error "(.*)" caused /s.exec(message) ?? []
    throw new UnreadableReport(`The report is not JUnit XML: ${reason.replace(/\p{Cc}/gu, ' ').slice(0, REASON_MAX)}`)
  }
}

function readFailure(testCase: Element, failure: Element): Finding[] {
  const name = testCase.getAttribute('name') ?? ''
  const suite = (testCase.parentNode as Element).getAttribute('name') ?? ''
  const group = testCase.getAttribute('classname') || suite
  const message = failure.getAttribute('message') ?? ''
  const text = failure.textContent ?? ''
  const named = [name, group, suite, message, text].map(operationIn).find((operation) => operation !== undefined)
  const operation = named ?? checkNameOf(`${group} ${name}`)
  const items = [...readList(text), ...readMessages(text)]
  if (items.length > 0) return items.map((item) => ({ operation, ...item }))
  const status = statusIn(message) ?? statusIn(text)
  const check = checkNameOf(message || text || failure.getAttribute('type') || 'failed')
  // Many tests of an operation fail with the same words, such as "expect(received).toEqual(expected)".
  return [{ operation, status, check: named === undefined ? check : `${checkNameOf(name)}: ${check}` }]
}

/**
 * Reads a text in which Schemathesis lists several checks, each with a dash, before the status of the response. Lines with
 * a dash in other texts are those of a diff.
 */
function readList(text: string): Omit<Finding, 'operation'>[] {
  if (!/^\s*1\. Test Case ID: /.test(text)) return []
  return [...text.matchAll(/^- (.+)$/gm)].map(({ index, 1: check = '' }) => {
    const [rest = ''] = text.slice(index).split(/^\d+\. /m)
    const [, status] = /^\[([1-5]\d\d)\]/m.exec(rest) ?? []
    return { status: status === undefined ? null : Number(status), check: checkNameOf(check) }
  })
}

/** Reads a text in which Dredd lists several checks, before the request and the response. */
function readMessages(text: string): Omit<Finding, 'operation'>[] {
  const [, list = '', rest = ''] = /^\s*Message:\n(.+?)\n\nRequest:\n(.*)$/s.exec(text) ?? []
  const [, status] = /^Actual:\s+statusCode: ([1-5]\d\d)$/m.exec(rest) ?? []
  return list
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ status: status === undefined ? null : Number(status), check: checkNameOf(line) }))
}
