/** The texts of certificates. */
export const certificate = {
  heading: 'Certificate',
  get: 'Show the certificate',
  awarded: 'This certifies that',
  achieved: (className: string, title: string | null) =>
    title === null
      ? `took part in an exercise of the class “${className}”`
      : `took part in “${title}” of the class “${className}”`,
  date: (date: string) => `on ${date}, with these results:`,
  figures: {
    found: 'Faults found',
    wrong: 'Wrong reports',
    f1: 'F1',
    defects: 'Defects found',
    challenges: 'Challenges solved',
  },
  of: (part: number, whole: number) => `${part} of ${whole}`,
  number: 'Number',
  verify: 'The trainer of the class can verify this certificate by its number.',
  form: {
    heading: 'Certificates',
    lead: 'Learners get a certificate in the summary on their board page after the exercise. Type its number to see what it certifies.',
    number: 'Number of the certificate',
    submit: 'Verify',
    empty: 'Enter the number of a certificate.',
    unknown: 'This is not the number of a certificate of this class, its present exercise and its results.',
    genuine: 'This certificate is genuine.',
  },
} as const
