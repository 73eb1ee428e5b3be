/** Writes the pages of the challenges: `npm run write -- challenges`. */
import { writeFileSync } from 'node:fs'
import { renderChallenges, renderSolutions } from './challenge-pages.js'

writeFileSync('docs/challenges.md', renderChallenges())
writeFileSync('docs/challenges-solutions.md', renderSolutions())
