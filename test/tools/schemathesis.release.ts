import t, { type Test } from 'tap'
import { isInstalled, type ToolRun, useTool } from './tool.js'

/** The number of generated requests per operation, and the seeds. `npm run test:release` uses more. */
const { SCHEMATHESIS_EXAMPLES = '10', SCHEMATHESIS_SEEDS = '1' } = process.env

const SECTIONS = ['Schemathesis', 'Boards and classes']

t.test('docs/tools.md: Schemathesis', async (t) => {
  if (!isInstalled(t, 'python3')) return
  for (const seed of SCHEMATHESIS_SEEDS.split(',')) {
    // The requests create boards until the service has no room for more.
    const { run } = await useTool(t, 'schemathesis')
    for (const section of SECTIONS) {
      const { isPassed, output } = await run(section, (commands) => withOptions(commands, seed))
      t.ok(isPassed, `${section}, seed ${seed}: reports nothing`, { output })
      const summaries = output.match(/\d+ generated, \d+ passed.*/g) ?? []
      t.equal(summaries.length, 2)
      for (const summary of summaries) t.comment(`${section}, seed ${seed}: ${summary}`)
    }
  }
  await findsDefect(t, await useTool(t, 'schemathesis'))
})

async function findsDefect(t: Test, { run, createDefectiveBoard }: ToolRun): Promise<void> {
  const board = await createDefectiveBoard()
  const { isPassed, output } = await run('Schemathesis', (commands) =>
    withOptions(commands, '1').replace(/^BOARD=.*$/m, `BOARD=${board}`),
  )
  t.notOk(isPassed, 'it fails on a board with a defect', { output })
  t.match(output, /Undocumented status code/)
}

function withOptions(commands: string, seed: string): string {
  return commands.replaceAll('--max-examples 200 --seed 1', `--max-examples ${SCHEMATHESIS_EXAMPLES} --seed ${seed}`)
}
