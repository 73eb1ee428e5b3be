/**
 * How test runners report a failed test in a line: TAP; Node.js, Jest, Vitest, AVA, Bruno and Playwright; Mocha, PHPUnit
 * and RSpec; Newman; pytest; unittest; Go; Maven; Gradle; .NET; Cargo; behave; Robot Framework. The group is its name.
 */
const REPORTS: readonly RegExp[] = [
  /^not ok \d+ - (?!.*# (?:TODO|SKIP)\b)(.+?)(?: # time=.*| \{)?$/i,
  /^[✖✗✘✕×●] +(?:\d+ (?=.* › )|\[fail\]: )?(?!Console$)(.*[^:])$/,
  /^\d+\) (.*[^:])$/,
  /^\d+\. +\w*Error {2,}(.+)$/,
  /^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$/,
  /^(?:FAIL|ERROR): (\w+ \(.+\))$/,
  /^--- FAIL: (\S+)/,
  /^\[ERROR\] +(.+?)(?: --)? +Time elapsed: .*<<< (?:FAILURE|ERROR)!$/,
  /^(\S+ > .+) FAILED$/,
  /^Failed (\S.*) \[[^\]]+\]$/,
  /^test (\S+) \.\.\. FAILED$/,
  /^(\S+\.feature:\d+ +\S.*)$/,
  /^(\S.*?) +\| FAIL \|$/,
]

/** The duration of a test, or the line with which Playwright fills a row. */
const END = /(?: [([]?\d[\d.]* ?m?s[)\]]?| ─+| +$)+$/

/** Returns the name of the failed test that a line reports; `undefined` if it reports none. */
export function failedTestIn(line: string): string | undefined {
  const names = REPORTS.map((report) => report.exec(line.trim())?.[1])
  return names.find((name) => name !== undefined)?.replace(END, '')
}
