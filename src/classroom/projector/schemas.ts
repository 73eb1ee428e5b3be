import { type Static, Type } from '@sinclair/typebox'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { boolean, list, string, stringEnum, timestamp, url, wholeNumber } from '../../contract/schemas/values.js'
import { DrillVerdict, percent } from '../drills/schemas.js'
import { pickLogged } from '../exchanges/schemas.js'

export const MachineAddress = component('MachineAddress', 'A URL of the service on the network of its machine.', {
  url: url('The URL, with the address of a network interface.'),
  interface: string('The name of the network interface.'),
})

export const JoinAddresses = component('JoinAddresses', 'The addresses at which learners can open the start page.', {
  url: url('`PUBLIC_URL`, or else the URL of the service with the host of this request.'),
  local: boolean('Whether `url` leads only to the machine on which it is opened.'),
  others: list(
    ref(MachineAddress),
    'The addresses of the machine of the service at which it listens, if `url` is local and the client is on this machine. Addresses for this machine only are left out.',
  ),
})
export type JoinAddresses = Static<typeof JoinAddresses>

const board = string('The id of the board.')
const HIDDEN = '`null` while the exercise hides verdicts'
const found = (what: string) => nullable(wholeNumber(`The number of faults and defects that ${what} found; ${HIDDEN}.`))

export const RankedLearner = component('RankedLearner', 'A learner in the ranking of a class.', {
  board,
  name: nullable(string('The name of the learner; `null` if it was erased.')),
  place: wholeNumber('Its order: by `drill`, then by `points`. Equal learners share it.', 1),
  points: Type.Number({
    minimum: 0,
    description:
      '1 for each solved challenge, fault and defect found, or less after counted hints. Each wrong claim costs 0.5. While the exercise hides verdicts, only challenges count.',
  }),
  found: found('the learner has'),
  solved: wholeNumber('The number of challenges that the learner has solved.'),
  drill: percent(`The best score of the drill in percent. \`null\` if there is none; ${HIDDEN}.`),
})

export const ClassFirst = component('ClassFirst', 'The first find of a fault, or the first solution of a challenge.', {
  kind: stringEnum(['fault', 'challenge'], { description: 'What was found or solved.' }),
  name: string('The name of the fault or of the challenge.'),
  title: string('The title of the challenge, or the name of the fault.'),
  board,
  time: timestamp('When it was found or solved.'),
})

export const ClassProjection = component(
  'ClassProjection',
  'The progress of a class, without anything that its exercise hides from learners.',
  {
    learners: wholeNumber('The number of boards.'),
    joined: wholeNumber('The number of learners who have joined.'),
    requests: wholeNumber('The number of requests to the variants of all boards.'),
    found: found('all learners have'),
    defects: nullable(wholeNumber(`The number of defects of each board; ${HIDDEN}.`)),
    challenges: wholeNumber('The number of challenges whose state learners see.'),
    solved: wholeNumber('The number of these challenges that the learners have solved, in total.'),
    ranking: list(ref(RankedLearner), 'The learners who have joined or sent requests, the best first.'),
    firsts: list(ref(ClassFirst), 'The first finds of faults and solutions of challenges, the latest first.'),
    running: wholeNumber('The number of learners whose client is in a run of the drill.'),
    finished: wholeNumber('The number of learners who have finished a run of the drill.'),
  },
)
export type ClassProjection = Static<typeof ClassProjection>

export const MissedExample = component('MissedExample', 'A response with a fault that its learner has missed.', {
  board,
  ...pickLogged('number', 'requestId'),
})

export const DebriefedFault = component('DebriefedFault', 'A fault or defect that learners of a class have missed.', {
  fault: string('The name of the fault or defect.'),
  effect: string('The effect of the fault, or the behaviour with the defect.'),
  happened: wholeNumber('How often the fault happened, or the number of learners, whose boards all have the defect.'),
  found: wholeNumber('How often it was found.'),
  learners: wholeNumber('The number of learners who have missed it at least once.'),
  example: Type.Optional(ref(MissedExample)),
})
export type DebriefedFault = Static<typeof DebriefedFault>

export const FirstSolution = component('FirstSolution', 'The first solution of a challenge in a class.', {
  board,
  time: timestamp('When it was solved.'),
})

export const DebriefedChallenge = component('DebriefedChallenge', 'A challenge of an exercise that has ended.', {
  name: string('The name of the challenge.'),
  title: string('The title.'),
  solved: wholeNumber('The number of learners who have solved it.'),
  first: Type.Optional(ref(FirstSolution)),
  solution: nullable(
    string('The shortest solution, as shell commands; `null` if the exercise does not show solutions.'),
  ),
})

export const DebriefedSituation = component('DebriefedSituation', 'What the clients of a drill did about a problem.', {
  situation: string('The kind of the problem, such as `retry-after`.'),
  right: wholeNumber('How often a client was right.'),
  wrong: wholeNumber('How often a client was wrong.'),
  learners: wholeNumber('The number of learners whose client was wrong.'),
  example: Type.Optional(ref(DrillVerdict)),
})

export const ClassDebrief = component('ClassDebrief', 'What a class has missed and solved.', {
  learners: wholeNumber('The number of learners who have joined or sent requests.'),
  faults: list(
    ref(DebriefedFault),
    'The faults, and then the defects, those that were missed most often first. Empty until the exercise has ended.',
  ),
  challenges: list(
    ref(DebriefedChallenge),
    'The challenges of the exercise, those that most learners have solved first. Empty until the exercise has ended.',
  ),
  situations: list(
    ref(DebriefedSituation),
    'What the clients did in their last runs, the problem with the most wrong reactions first. Empty without a drill, and until the exercise has ended.',
  ),
})
export type ClassDebrief = Static<typeof ClassDebrief>
