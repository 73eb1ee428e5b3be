/**
 * Stands for tap while mutants run. Registers tests with Mocha, which runs all tests of all mutants in one process. A test
 * gets the object of tap, with all its assertions.
 */
import fc from 'fast-check'

// Each mutant gets the same few random values, and the first failure is enough.
fc.configureGlobal({ seed: 1, numRuns: 30, endOnFailure: true })

// tap sends its time limits to the process that has started this one: StrykerJS, which understands only texts.
const { send } = process
process.send = (message, ...rest) => typeof message !== 'string' || send.call(process, message, ...rest)
// The process ends when StrykerJS says so.
process.env.TAP_TIMEOUT = '0'
const { Test } = await import('tap')

/** The test that runs. Helpers use its assertions through the module. */
let running

function test(name, ...rest) {
  it(name, async function () {
    this.timeout(0)
    running = new Test({ name, cb: rest.at(-1), timeout: 0 })
    running.resume()
    await new Promise((resolve) => running.main(resolve))
    if (!running.passing()) throw new Error(running.results.failures.map(({ fullname }) => fullname).join('\n'))
  })
}

export default new Proxy({ test }, { get: (own, name) => own[name] ?? ((...args) => running[name](...args)) })
