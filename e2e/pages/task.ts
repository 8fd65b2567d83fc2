import type { Page } from 'playwright-core'
import { drawn, shownTasks } from '#e2e/setup/tasks.ts'
import { type VisualCase, press } from '#e2e/visual-cases.ts'

const earn = { path: '/app/task/earn', title: 'Tasks' } as const
const detail = { path: '/app/task/{id}', title: 'Task Detail' } as const
const sent = { path: '/app/task/submission', title: 'Your Submission' } as const
const manage = { path: '/app/task/advertise/manage', title: 'Created task' } as const
const edit = { path: '/app/task/{id}/detail', title: 'Edit task' } as const
const review = { path: '/app/task/{id}/submission', title: 'Task Submission' } as const
const adminTask = { path: '/app/admin/task', title: 'Tasks' } as const
const disputed = { path: '/app/admin/task/submission/disputed', title: 'Disputed submissions' } as const
const unknown = '01998000-0000-7000-8000-0000000000ff'

/** Addresses of things that only exist once the site is filled. */
const at = (look: Omit<VisualCase, 'address'>, address: () => string): VisualCase => ({
  ...look,
  get address() {
    return address()
  },
})

/** Where nobody has made a task yet. */
export const looksAtNoTasks: readonly VisualCase[] = [
  { name: 'tasks-empty', ...earn, as: 'newcomer' },
  { name: 'task-unknown', ...detail, address: `/app/task/${unknown}`, as: 'newcomer', refusals: [404] },
  { name: 'submissions-empty', ...sent, as: 'newcomer' },
  {
    name: 'task-create-wrong',
    ...manage,
    as: 'newcomer',
    act: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('Few')
      await page.getByLabel('Reward (units)').fill('1')
      await press('Create and pay')(page)
      await page.getByText('Enter a title of 5 to 100 characters.').waitFor()
    },
  },
  { name: 'admin-tasks-empty', ...adminTask, as: 'owner' },
  { name: 'disputes-empty', ...disputed, as: 'owner' },
]

const withPicture = async (page: Page): Promise<void> => {
  const [chosen] = await Promise.all([page.waitForEvent('filechooser'), press('Select images')(page)])
  await chosen.setFiles({ name: 'benches.png', mimeType: 'image/png', buffer: Buffer.from(await drawn(2)) })
  await page.getByText('Uploaded', { exact: true }).waitFor()
}

const draft = async (page: Page): Promise<void> => {
  await press('Create task')(page)
  await page.getByLabel('Title', { exact: true }).fill('Read a page aloud and say how long it took')
  await page.getByLabel('Category').selectOption('Write and review')
  await page
    .getByLabel('Instructions', { exact: true })
    .fill('# Aloud\n\nRead **any page** of a book:\n\n- slowly\n- once')
  await page.getByText('Preview', { exact: true }).click()
  await page.getByRole('heading', { name: 'Aloud' }).waitFor()
  await page.getByRole('textbox', { name: 'Proof 1' }).fill('How long did it take?')
  await press('Add proof')(page)
  await page.getByRole('textbox', { name: 'Proof 2' }).fill('A picture of the page')
  await page.getByLabel('Reward (units)').fill('2500')
  await page.getByLabel('Slots', { exact: true }).fill('120')
}

/** What a person of the site does with all tasks that wait. */
const decide = (button: string | RegExp) => async (page: Page) => {
  for (const box of await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all()) await box.check()
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('list').or(page.getByRole('dialog').getByLabel('Reason')).first().waitFor()
}

/** With work in every state. */
export const looksAtTasks: readonly VisualCase[] = [
  { name: 'tasks', ...earn, as: 'earner' },
  at({ name: 'task-open', ...detail, as: 'earner' }, () => `/app/task/${shownTasks.open}`),
  at({ name: 'task-started', ...detail, as: 'earner', act: withPicture }, () => `/app/task/${shownTasks.started}`),
  at(
    { name: 'task-denied', ...detail, as: 'earner', act: press('Open dispute') },
    () => `/app/task/${shownTasks.denied}`,
  ),
  { name: 'submissions', ...sent, as: 'earner' },
  { name: 'manage', ...manage, as: 'advertiser' },
  { name: 'task-create', ...manage, as: 'advertiser', act: draft },
  at({ name: 'task-edit', ...edit, as: 'advertiser' }, () => `/app/task/${shownTasks.edited}/detail`),
  at({ name: 'review', ...review, as: 'advertiser' }, () => `/app/task/${shownTasks.queue}/submission`),
  at(
    { name: 'review-deny', ...review, as: 'advertiser', act: (page) => page.keyboard.press('d') },
    () => `/app/task/${shownTasks.queue}/submission`,
  ),
  at(
    { name: 'review-zoom', ...review, as: 'advertiser', act: press('Enlarge Image 1') },
    () => `/app/task/${shownTasks.queue}/submission`,
  ),
  { name: 'admin-tasks', ...adminTask, as: 'moderator' },
  { name: 'admin-tasks-approve', ...adminTask, as: 'moderator', act: decide(/^Approve \d/) },
  { name: 'admin-tasks-reject', ...adminTask, as: 'moderator', act: decide('Reject') },
  {
    name: 'admin-task-change',
    ...adminTask,
    address: '/app/admin/task?view=update',
    as: 'moderator',
    act: press(/^Details of/),
  },
  { name: 'admin-task-categories', ...adminTask, as: 'owner', act: press('Add category') },
  { name: 'disputes', ...disputed, as: 'moderator' },
  { name: 'dispute-judge', ...disputed, as: 'moderator', act: press(/^In favor of worker/) },
]
