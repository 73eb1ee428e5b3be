import { type Command as Cli, Command, type OptionValues } from 'commander'
import { addReportFlags, readReportFlags, writeReports } from '../report-flags.js'

const EPILOGUE = `
The owner of a board exports its log:
  curl "$URL/boards/$ID/requests?format=log" -H "Authorization: Bearer $OWNER_TOKEN" > board.log

Exports of one board that follow each other are judged as one log.

Examples:
  task-board-service judge board.log
  cat monday.log tuesday.log | task-board-service judge - --json
`

/** Judges a saved log as the service has judged it. */
export function judge(): Command {
  const command = new Command('judge')
    .summary('Judge a saved log: challenges, drill, claims and effects of defects')
    .description('Judges the exported log of a board again, as the service has judged it.')
    .argument('<log>', 'The file with the log, or - for standard input')
    .addHelpText('after', EPILOGUE)
    .action(async (path: string, options: OptionValues, self: Cli) => {
      const targets = await readReportFlags(self, options, 'drill')
      // The other commands do not need the judges.
      const { judgeFile } = await import('./index.js')
      await writeReports(await judgeFile(path), targets)
    })
  return addReportFlags(command)
}
