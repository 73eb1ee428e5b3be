import type { Exercise } from '../../../src/classroom/exercises/schemas.js'
import type { templates as texts } from '../../texts/en/templates.js'

/** The settings of an exercise that a template fills in. */
export interface TemplateSettings
  extends Pick<Exercise, 'feedback' | 'hints' | 'challenges' | 'challengeHints' | 'solutions'> {
  minutes: number
  profile: keyof typeof texts.profiles
  /** The profile of the drill; empty if there is none. */
  drill: NonNullable<Exercise['drill']>['profile'] | ''
}

/** A template of an exercise. */
export interface Template extends TemplateSettings {
  id: keyof typeof texts.list
}

const GUIDED = {
  feedback: 'immediate',
  hints: 'free',
  challengeHints: 'free',
  solutions: 'solved',
  drill: '',
} as const
const HUNT = { ...GUIDED, hints: 'counted', challenges: [] as string[] } as const

/** The templates, for beginners first. */
export const TEMPLATES: readonly Template[] = [
  { id: 'first-hour', ...GUIDED, minutes: 60, profile: 'stormy', challenges: ['first-hour'] },
  { id: 'five-faults', ...HUNT, minutes: 30, profile: 'stormy' },
  { id: 'login', ...GUIDED, minutes: 45, profile: 'none', challenges: ['auth'] },
  { id: 'negative-testing', ...GUIDED, minutes: 60, profile: 'none', challenges: ['negative-testing'] },
  { id: 'resilience', ...GUIDED, minutes: 60, profile: 'stormy', challenges: ['faults'] },
  { id: 'drill', ...GUIDED, hints: 'off', minutes: 60, profile: 'none', challenges: [], drill: 'hostile' },
  { id: 'exam', ...HUNT, feedback: 'after', hints: 'off', minutes: 45, profile: 'stormy' },
]
