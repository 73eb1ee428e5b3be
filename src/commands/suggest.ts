import { Command, Option } from 'commander'
import { CommandFailed } from '../contract/command-failed.js'
import { GRADED_VARIANTS } from '../contract/names.js'
import { type Style, styleOf } from '../rules/exposures/print/styles.js'
import { printText } from './report-flags.js'
import { parseUrl } from './server-flags.js'
import { styleFlag } from './suggest-flags.js'

const EPILOGUE = `
The test passes on a correct service, and fails on a board with the defect. It sends its requests to the URL in the
environment variable API_URL, or else to --base-url.

Examples:
  task-board-service suggest list-ignores-status --as pytest > test_status.py
  task-board-service suggest create-returns-200 --variant v2 --as playwright
`

/** Prints the test that finds a defect. */
export function suggest(): Command {
  return new Command('suggest')
    .summary('Print a test that finds a defect')
    .description('Prints a test that finds a defect of the catalogue, in the style of a test runner.')
    .argument('<defect>', 'The name of the defect')
    .addOption(styleFlag('--as', 'The style of the test').default('node-test'))
    .addOption(
      new Option('--variant <variant>', 'The variant that the test calls; by default v1, if it has the defect').choices(
        GRADED_VARIANTS,
      ),
    )
    .option('--base-url <url>', 'The base URL of the variant, if the environment has none', parseUrl)
    .addHelpText('after', EPILOGUE)
    .action(async (name: string, { as, variant, baseUrl }) => {
      // The other commands do not need the catalogue.
      const { findDefect, NoTest, planTestOf, printTest } = await import('../app/grading.js')
      try {
        const { code } = printTest(planTestOf(findDefect(name), variant, baseUrl), styleOf(as) as Style)
        await printText(code)
      } catch (error) {
        throw error instanceof NoTest ? new CommandFailed(error.message) : error
      }
    })
}
