import { counted } from '../../../src/contract/numbers.js'

/** The texts of the forms that open and create classes. */
export const entry = {
  signIn: {
    heading: 'Open a class',
    lead: 'Enter the trainer secret that was shown when the class was created.',
    secret: 'Trainer secret',
    submit: 'Open class',
    none: 'There is no class with this trainer secret.',
    noClasses: 'The administrator token is valid, but there are no classes yet. Create one.',
    boards: (count: number) => `(${counted(count, 'board')})`,
  },
  create: {
    heading: 'Create a class',
    name: 'Class name',
    noNames: 'Enter at least one name.',
    taken: (names: readonly string[]) =>
      names.length === 1
        ? `A learner of the class has the name “${names[0]}”.`
        : `Learners of the class have these names: ${names.join(', ')}.`,
    demo: 'Start with demo tasks',
    admin: 'Administrator token (if required)',
    token: 'Administrator token',
    submit: 'Create class',
    created: <Name>(name: Name) => ['“', name, '” is ready'],
    next: 'Next, open the class, choose an exercise, and show your learners how to join.',
    keep: 'Keep the trainer secret',
    open: 'Open class',
    another: 'Create another class',
  },
  otherClass: {
    heading: 'Open another class?',
    question: <Name>(name: Name) => ['You are signed in to a class. The link opens ', name, ' instead.'],
    another: 'another class',
    invalid: 'The link is no longer valid: its trainer secret was replaced, or its class no longer exists.',
    open: 'Open the other class',
    stay: 'Stay in this class',
  },
}
