import { CHALLENGES } from '../src/rules/challenges/catalogue.js'
import type { Challenge } from '../src/rules/challenges/challenge.js'
import { LEVEL_TITLES, LEVELS } from '../src/rules/challenges/levels.js'
import { PATHS } from '../src/rules/challenges/paths.js'

const NOTE = '<!-- scripts/write-challenges.ts writes this page. -->'

/** Renders docs/challenges.md, the list for learners. */
export function renderChallenges(): string {
  return [
    NOTE,
    '# Challenges',
    `There are ${CHALLENGES.length} challenges. Solve them on a private board, with any client. The service judges each request by itself, so there is nothing to submit: \`GET <base URL>/challenges\` shows which are solved, and by which request. [Training](training.md#challenges) describes the settings, and the [solutions](challenges-solutions.md) are on a page of their own.`,
    'The challenges are about the current edition of the API. All variants count, unless a challenge names one.',
    '## Paths',
    'A path is an ordered list of challenges.',
    ...PATHS.flatMap(({ name, title, challenges }) => [
      `### ${title}`,
      `The path \`${name}\`:`,
      challenges.map((challenge, index) => `${index + 1}. [${find(challenge).title}](#${challenge})`).join('\n'),
    ]),
    ...LEVELS.flatMap((level) => [
      `## ${LEVEL_TITLES[level]}`,
      ...ofLevel(level).flatMap(({ name, title, task, hints, teaches }) => [
        `### ${name}`,
        `**${title}.** ${task}`.replace('?.**', '?**'),
        `<details><summary>Hints</summary>\n\n${hints.map((hint, index) => `${index + 1}. ${hint}`).join('\n')}\n\n</details>`,
        `More: [${teaches.page}](${teaches.page}).`,
      ]),
    ]),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Renders docs/challenges-solutions.md, the solutions for trainers. */
export function renderSolutions(): string {
  return [
    NOTE,
    '# Solutions of the challenges',
    'This page is for trainers. It has the shortest solution of each [challenge](challenges.md) with curl, and commands that almost solve it but do not count. The tests run both.',
    'The commands need a new board with the demonstration tasks, because they contain ids. On another board, replace them.',
    "```sh\nBOARD=$(curl -s http://127.0.0.1:3000/boards -H 'Content-Type: application/json' -d '{\"fixture\": \"demo\"}' | jq -r .baseUrl)\nJSON='Content-Type: application/json'\n```",
    ...LEVELS.flatMap((level) => [
      `## ${LEVEL_TITLES[level]}`,
      ...ofLevel(level).flatMap(({ name, title, solution, nearMiss }) => [
        `### ${name}`,
        title,
        `\`\`\`sh\n${solution}\n\`\`\``,
        'Does not count:',
        `\`\`\`sh\n${nearMiss}\n\`\`\``,
      ]),
    ]),
  ]
    .join('\n\n')
    .concat('\n')
}

function ofLevel(level: Challenge['level']): Challenge[] {
  return CHALLENGES.filter((challenge) => challenge.level === level)
}

function find(name: string): Challenge {
  return CHALLENGES.find((challenge) => challenge.name === name) as Challenge
}
