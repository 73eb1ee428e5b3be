import type { Priority, Status } from '../contract/schemas/enumerations.js'
import { toTimestamp } from '../contract/time.js'
import type { File, TaskValues } from './board/values.js'

/**
 * The demo tasks by column: a small web shop before its launch. A line `status | priority | title | labels | days` starts
 * each one; the days are those from the day on which the board is filled to the due date. The description follows, and then
 * the checklist, the comments after `>`, and the files after `@`. The examples in the published documents use the first one.
 */
const TASKS = `
TODO | HIGH | Write the launch announcement | marketing, launch | 7
  One page for the press, one paragraph for the newsletter.
  [x] Collect three customer quotes [ ] Draft the text [ ] Have it proofread
  > The quotes are in the attached file.
  @ quotes.txt | text/plain | Best beans in town.\\nArrived within a day.\\nMy mornings are saved.\\n
TODO | URGENT | Choose a payment provider | payments | 3
  Compare fees, payout times and the quality of the sandbox.
  [x] List the candidates [x] Ask for offers [ ] Decide
TODO | MEDIUM | Photograph the new products | content | 12
TODO | MEDIUM | Translate the terms of sale | legal, content | 20
  English and French; the German text is final.
TODO | LOW | Plan the opening party | launch
TODO | HIGH | Set up monitoring | operations | 9
  Alert when checkout fails or answers slowly.
  [ ] Uptime check [ ] Error budget
TODO | MEDIUM | Write the returns policy | legal
TODO | LOW | Draw an icon for the home screen | design
IN_PROGRESS | URGENT | Build the checkout page | frontend, payments | 2
  Address, delivery, payment, summary: four steps, one page.
  [x] Address form [x] Delivery options [ ] Payment form [ ] Order summary
  > The address form is ready for review.
  > Reviewed, two small remarks in the code.
IN_PROGRESS | HIGH | Import the product catalogue | backend, content | 4
  180 products from the old spreadsheet.
  @ catalogue.csv | text/csv | sku,name,price\\nA-001,House blend,8.90\\nA-002,Decaf,9.40\\nB-001,Hand mill,49.00\\n
IN_PROGRESS | MEDIUM | Make the search forgive typing errors | backend, search
  > Trigrams look promising.
IN_PROGRESS | HIGH | Test with a screen reader | accessibility, frontend | 5
  Home page, product page and checkout.
  [x] Home page [ ] Product page [ ] Checkout
IN_PROGRESS | MEDIUM | Negotiate delivery prices | operations | 6
DONE | HIGH | Register the domain | operations | -30
  Also the common misspelling.
DONE | LOW | Agree on the colours | design
  > Petrol and sand it is.
DONE | MEDIUM | Set up the build pipeline | operations, backend
  [x] Tests run on every push [x] Preview of every branch
DONE | HIGH | Model the database | backend | -21
  Products, stock, orders, customers.
DONE | MEDIUM | Sketch the product page | design, frontend | -14
DONE | HIGH | Ask ten people to buy something | research | -7
  Watch, do not help, take notes.
  > Seven of ten found the cart at once.
DONE | URGENT | Open a bank account | legal | -40
`

const DAY = 24 * 3600 * 1000

/**
 * Returns the demo tasks.
 *
 * @param today the current time in milliseconds
 */
export function demoTasks(today: number) {
  return TASKS.trim()
    .split(/\n(?!\s)/)
    .map((block) => {
      const [heading = '', ...lines] = block.split(/\n\s+/)
      const [status, priority, title = '', labels = '', days] = heading.split(' | ')
      const after = (mark: string) => lines.flatMap((line) => (line.startsWith(mark) ? line.slice(2) : []))
      const values: TaskValues = {
        title,
        description: lines.find((line) => /^\w/.test(line)) ?? null,
        status: status as Status,
        priority: priority as Priority,
        dueDate: days === undefined ? null : toTimestamp(today + Number(days) * DAY).slice(0, 10),
        labels: labels.split(', '),
        checklistItems: [...block.matchAll(/\[([ x])\] ([^[\n]*[^[\s])/g)].map(([, mark, text = '']) => {
          return { text, done: mark === 'x' }
        }),
      }
      const files = after('@').map((line): File => {
        const [fileName = '', contentType = '', text = ''] = line.split(' | ')
        return { fileName, contentType, bytes: Buffer.from(text.replaceAll('\\n', '\n')) }
      })
      return { values, comments: after('>'), files }
    })
}
