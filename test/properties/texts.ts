import fc from 'fast-check'

/** Letters, and characters with a meaning in SQL, JSON, HTML or patterns. */
const PLAIN = 'aAbBzZ019 -_%*?\\\'"<>&;:,.(){}[]'

/**
 * Characters that reveal mistakes with case, length or white space: letters with three forms, with a recent or longer
 * case folding, beyond the Basic Multilingual Plane, combining, invisible.
 */
const UNUSUAL =
  'éÉΣσςßẞıİſKkåÅÅΐΐſtstᏰᏸꭰ𐐀𐐨😀\u0301\u00a0\u2028\u3000\ufeff\u200d\u0085\ufffd\uffff\u{1f468}\u{10ffff}\t\n\r\u0001\u007f'

/** The code points that UTF-16 reserves. */
const SURROGATES = { first: 0xd800, count: 0x800 }

/** One code point that a text may contain. */
export const codePoint: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: oneOf(PLAIN) },
  { weight: 3, arbitrary: oneOf(UNUSUAL) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 0x10ffff - SURROGATES.count })
      .map((number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count)),
  },
)

/** Like `fc.constantFrom`, whose support for shrinking makes it slow to create for long lists. */
function oneOf(characters: string): fc.Arbitrary<string> {
  const list = [...characters]
  return fc.nat(list.length - 1).map((index) => list[index] as string)
}

/** A text within these bounds in code points, sometimes of the greatest length. */
export function textOf({ minLength = 0, maxLength }: { minLength?: number; maxLength?: number }) {
  if (maxLength === undefined) return fc.string({ unit: codePoint, minLength })
  return fc.oneof(
    { weight: 12, arbitrary: fc.string({ unit: codePoint, minLength, maxLength }) },
    { weight: 1, arbitrary: fullText(maxLength) },
  )
}

/** A text of exactly this many code points, which repeats a few of them: it is fast to create and to shrink. */
export function fullText(length: number, unit = codePoint): fc.Arbitrary<string> {
  return fc
    .array(unit, { minLength: 1, maxLength: 4 })
    .map((characters) => Array.from({ length }, (_, index) => characters[index % characters.length]).join(''))
}

/** A text of only white space. */
export const blank: fc.Arbitrary<string> = fc.string({
  unit: oneOf(' \t\n\r\v\f\u00a0\u1680\u2028\u2029\u202f\u3000\ufeff'),
  minLength: 1,
  maxLength: 3,
})

/** A text that cannot be stored (decision 39). */
export const unstorable: fc.Arbitrary<string> = fc
  .tuple(fc.string({ unit: codePoint, maxLength: 2 }), fc.constantFrom('\0', '\ud800', '\udfff', '\udc00\ud800'))
  .map(([text, bad]) => `x${text}${bad}x`)

/** A day of the calendar as `YYYY-MM-DD`. */
export const calendarDay: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: dayNumber('2024-01-01'), max: dayNumber('2028-12-31') }).map(dayOf),
  fc.integer({ min: dayNumber('0000-01-01'), max: dayNumber('9999-12-31') }).map(dayOf),
  fc.constantFrom('2028-02-29', '2000-02-29', '0000-01-01', '0000-02-29', '9999-12-31'),
)

/** Texts that resemble a day but are not valid. */
export const invalidDay: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20260101',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01 ',
    '+002026-01-01',
    '２０２６-01-01',
    'today',
    '',
  ),
  calendarDay.map((day) => `${day}\n`),
  calendarDay.map((day) => day.replaceAll('-', '/')),
)

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000
}

function dayOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10)
}
