import { type Priority, STATUSES, type Status } from '../contract/schemas/enumerations.js'
import { toTimestamp } from '../contract/time.js'
import type { NewTask } from './board/content.js'
import type { TaskValues } from './board/values.js'

/** A task of the demo board. */
export interface DemoTask {
  title: string
  description?: string
  status: Status
  priority: Priority
  /** The due date, in days after the day on which the board is filled. */
  dueInDays?: number
  labels?: string[]
  /** The items, and whether they are done. */
  checklist?: Record<string, boolean>
  comments?: string[]
  files?: { fileName: string; contentType: string; text: string }[]
}

/** The demo tasks by column: a small web shop before its launch. */
const COLUMNS: Record<Status, Omit<DemoTask, 'status'>[]> = {
  TODO: [
    {
      title: 'Write the launch announcement',
      description: 'One page for the press, one paragraph for the newsletter.',
      priority: 'HIGH',
      dueInDays: 7,
      labels: ['marketing', 'launch'],
      checklist: { 'Collect three customer quotes': true, 'Draft the text': false, 'Have it proofread': false },
      comments: ['The quotes are in the attached file.'],
      files: [
        {
          fileName: 'quotes.txt',
          contentType: 'text/plain',
          text: 'Best beans in town.\nArrived within a day.\nMy mornings are saved.\n',
        },
      ],
    },
    {
      title: 'Choose a payment provider',
      description: 'Compare fees, payout times and the quality of the sandbox.',
      priority: 'URGENT',
      dueInDays: 3,
      labels: ['payments'],
      checklist: { 'List the candidates': true, 'Ask for offers': true, Decide: false },
    },
    { title: 'Photograph the new products', priority: 'MEDIUM', dueInDays: 12, labels: ['content'] },
    {
      title: 'Translate the terms of sale',
      description: 'English and French; the German text is final.',
      priority: 'MEDIUM',
      dueInDays: 20,
      labels: ['legal', 'content'],
    },
    { title: 'Plan the opening party', priority: 'LOW', labels: ['launch'] },
    {
      title: 'Set up monitoring',
      description: 'Alert when checkout fails or answers slowly.',
      priority: 'HIGH',
      dueInDays: 9,
      labels: ['operations'],
      checklist: { 'Uptime check': false, 'Error budget': false },
    },
    { title: 'Write the returns policy', priority: 'MEDIUM', labels: ['legal'] },
    { title: 'Draw an icon for the home screen', priority: 'LOW', labels: ['design'] },
  ],
  IN_PROGRESS: [
    {
      title: 'Build the checkout page',
      description: 'Address, delivery, payment, summary: four steps, one page.',
      priority: 'URGENT',
      dueInDays: 2,
      labels: ['frontend', 'payments'],
      checklist: { 'Address form': true, 'Delivery options': true, 'Payment form': false, 'Order summary': false },
      comments: ['The address form is ready for review.', 'Reviewed, two small remarks in the code.'],
    },
    {
      title: 'Import the product catalogue',
      description: '180 products from the old spreadsheet.',
      priority: 'HIGH',
      dueInDays: 4,
      labels: ['backend', 'content'],
      files: [
        {
          fileName: 'catalogue.csv',
          contentType: 'text/csv',
          text: 'sku,name,price\nA-001,House blend,8.90\nA-002,Decaf,9.40\nB-001,Hand mill,49.00\n',
        },
      ],
    },
    {
      title: 'Make the search forgive typing errors',
      priority: 'MEDIUM',
      labels: ['backend', 'search'],
      comments: ['Trigrams look promising.'],
    },
    {
      title: 'Test with a screen reader',
      description: 'Home page, product page and checkout.',
      priority: 'HIGH',
      dueInDays: 5,
      labels: ['accessibility', 'frontend'],
      checklist: { 'Home page': true, 'Product page': false, Checkout: false },
    },
    { title: 'Negotiate delivery prices', priority: 'MEDIUM', dueInDays: 6, labels: ['operations'] },
  ],
  DONE: [
    {
      title: 'Register the domain',
      description: 'Also the common misspelling.',
      priority: 'HIGH',
      dueInDays: -30,
      labels: ['operations'],
    },
    { title: 'Agree on the colours', priority: 'LOW', labels: ['design'], comments: ['Petrol and sand it is.'] },
    {
      title: 'Set up the build pipeline',
      priority: 'MEDIUM',
      labels: ['operations', 'backend'],
      checklist: { 'Tests run on every push': true, 'Preview of every branch': true },
    },
    {
      title: 'Model the database',
      description: 'Products, stock, orders, customers.',
      priority: 'HIGH',
      dueInDays: -21,
      labels: ['backend'],
    },
    { title: 'Sketch the product page', priority: 'MEDIUM', dueInDays: -14, labels: ['design', 'frontend'] },
    {
      title: 'Ask ten people to buy something',
      description: 'Watch, do not help, take notes.',
      priority: 'HIGH',
      dueInDays: -7,
      labels: ['research'],
      comments: ['Seven of ten found the cart at once.'],
    },
    { title: 'Open a bank account', priority: 'URGENT', dueInDays: -40, labels: ['legal'] },
  ],
}

/** The demo tasks. The examples in the published documents use the first one. */
export const DEMO_BOARD: DemoTask[] = STATUSES.flatMap((status) => COLUMNS[status].map((task) => ({ ...task, status })))

const DAY = 24 * 3600 * 1000

/**
 * Returns the values of a demo task.
 *
 * @param today the current time in milliseconds
 */
export function demoValues(task: DemoTask, today: number): TaskValues {
  return {
    title: task.title,
    description: task.description ?? null,
    status: task.status,
    priority: task.priority,
    dueDate: task.dueInDays === undefined ? null : toTimestamp(today + task.dueInDays * DAY).slice(0, 10),
    labels: task.labels ?? [],
    checklistItems: Object.entries(task.checklist ?? {}).map(([text, done]) => ({ text, done })),
  }
}

/**
 * Returns the demo tasks.
 *
 * @param today the current time in milliseconds
 */
export function demoTasks(today: number): NewTask[] {
  return DEMO_BOARD.map((task) => ({
    values: demoValues(task, today),
    comments: task.comments ?? [],
    files: (task.files ?? []).map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text) })),
  }))
}
