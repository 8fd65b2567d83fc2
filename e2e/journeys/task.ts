import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  expectUrl,
  heading,
  dismissToasts,
  expectVisible,
  expectHidden,
  showsBalance,
  strike,
} from '#e2e/assertions.ts'
import { type JourneyContext, journey } from '#e2e/runner.ts'
import { drawn, fund, createTaskFixture, undoIsOver, work } from '#e2e/setup/tasks.ts'
import type { Person } from '#e2e/world.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const addPicture = async (page: Page, at: number): Promise<void> => {
  const [chosen] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Select images')])
  await chosen.setFiles({ name: `photo-${at}.png`, mimeType: 'image/png', buffer: Buffer.from(await drawn(at)) })
  await expectVisible(page, 'Uploaded')
}

/** Writes a task from the first word to paying for it. */
const create = async (page: Page, title: string): Promise<void> => {
  await page.goto('/app/task/advertise/manage')
  await heading(page, 'Created task')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Category').selectOption('Write and review')
  await page
    .getByLabel('Instructions', { exact: true })
    .fill('Go to the **bridge** and take a picture of it.\n\n<script>alert(1)</script>')
  await page.getByText('Preview', { exact: true }).click()
  await page.locator('.prose strong', { hasText: 'bridge' }).waitFor()
  assert.equal(await page.locator('.prose script').count(), 0, 'nothing of it is carried out')
  // What is written is there again after the page was left.
  await page.reload()
  await expectVisible(page, 'We restored your unsent draft from this browser.')
  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), title)
  await page.getByRole('textbox', { name: 'Proof 1' }).fill('The name of the bridge')
  await press(page, 'Add proof')
  await page.getByRole('textbox', { name: 'Proof 2' }).fill('Your picture of it')
  await page.getByRole('group', { name: 'Type of proof 2' }).getByText('Image', { exact: true }).click()
  await page.getByLabel('Reward (units)').fill('4000')
  await page.getByLabel('Slots', { exact: true }).fill('5')
  await expectVisible(page, '22,000 units')
  await press(page, 'Create and pay')
  await expectVisible(page, 'In review')
}

const approve = async (page: Page, title: string): Promise<void> => {
  await page.goto('/app/dashboard')
  await page.goto('/app/admin/task')
  await heading(page, 'Tasks')
  await press(page, `Approve (${title})`)
  await expectHidden(page, title)
}

const doIt = async (page: Page, title: string): Promise<void> => {
  await page.goto('/app/task/earn')
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await heading(page, title)
  await press(page, 'Start task (4,000 units)')
  await expectVisible(page, 'Slot reserved for you')
  await press(page, 'Submit proof')
  await expectVisible(page, 'This proof is required.')
  await expectVisible(page, 'Add an image.')
  await page.getByLabel('The name of the bridge').fill('The old one')
  await addPicture(page, 1)
  await press(page, 'Submit proof')
  await expectVisible(page, 'Submitted. Waiting for review')
}

/** Denies, takes it back, and denies again; with keys where there are some. */
const deny = async (page: Page, { title, hasKeys }: { title: string; hasKeys: boolean }): Promise<void> => {
  await page.goto('/app/task/advertise/manage')
  await page.getByRole('link', { name: `Review (${title})` }).click()
  await heading(page, 'Task Submission')
  await press(page, 'Enlarge Image 1')
  await page.getByRole('dialog').getByRole('img', { name: 'Image 1' }).waitFor()
  await page.keyboard.press('Escape')
  for (const isLast of [false, true]) {
    if (hasKeys) await strike(page, 'd')
    else await press(page, 'Deny')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('One cannot see a bridge.')
    await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
    await expectVisible(page, 'All caught up')
    if (isLast) continue
    if (hasKeys) await strike(page, 'u')
    else await press(page, /^Undo/)
    await expectVisible(page, /^Submission from /)
  }
}

const dispute = async (page: Page): Promise<void> => {
  await page.goto('/app/task/submission?status=denied')
  await expectVisible(page, 'You can dispute this decision')
  await expectVisible(page, 'One cannot see a bridge.')
  await page.getByRole('link', { name: /You can dispute this decision/ }).click()
  await expectVisible(page, 'Denied by the task owner')
  await press(page, 'Open dispute')
  await page.getByLabel('Explain what you did and why the denial is wrong').fill('The bridge stands behind the trees.')
  await addPicture(page, 2)
  await press(page, 'Open dispute')
  await expectVisible(page, 'Dispute in review')
}

const decideDispute = async (page: Page, worker: Person): Promise<void> => {
  await page.goto('/app/admin/task/submission/disputed')
  await heading(page, 'Disputed submissions')
  await expectVisible(page, 'The bridge stands behind the trees.')
  await press(page, new RegExp(`^In favor of worker ${worker.username}`))
  await page.getByRole('dialog').getByLabel('Reason').fill('The second picture shows it clearly.')
  await press(page, 'Decide dispute')
  await expectVisible(page, 'No open disputes')
}

const life = async ({ world, visit }: JourneyContext, { name, size }: { name: string; size: Size }): Promise<void> => {
  const [owner, worker] = [await world.person(`gives_${name}`), await world.person(`works_${name}`)]
  const moderator = await world.moderator(`judges_${name}`)
  await fund(world, owner, 60_000)
  const title = `Take a picture of a bridge, ${name}`
  const gives = await visit({ as: owner, ...size })
  await dismissToasts(gives.page)
  await create(gives.page, title)
  const judges = await visit({ as: moderator, ...size })
  await approve(judges.page, title)
  const works = await visit({ as: worker, ...size })
  await doIt(works.page, title)
  await deny(gives.page, { title, hasKeys: size.width > 700 })
  await undoIsOver(world)
  await dispute(works.page)
  await decideDispute(judges.page, worker)
  await works.page.reload()
  await expectVisible(works.page, 'Accepted and paid: 4,000 units')
  await expectVisible(works.page, 'The second picture shows it clearly.')
  await showsBalance(works.page, 4_000)
  await gives.page.getByLabel('View').selectOption('accepted')
  await gives.page.getByText('Timeline').click()
  await expectVisible(gives.page, 'Dispute decided for the worker')
}

journey('a task is made, done, denied, disputed and decided', (gear) =>
  life(gear, { name: 'desk', size: { width: 1_280, height: 860 } }),
)

journey('a task lives its life on phones', (gear) => life(gear, { name: 'phone', size: { width: 360, height: 740 } }))

journey('a queue is swept by keys, and many are decided at once', async ({ world, visit }) => {
  const owner = await world.person('sweeps_queues')
  await fund(world, owner, 100_000)
  const id = await createTaskFixture(world, { owner, title: 'Say what you see', reward: 2_000, places: 10 })
  for (const name of ['first_finch', 'second_siskin', 'third_thrush']) await work(await world.person(name), id)
  const { page } = await visit({ as: owner })
  await page.goto(`/app/task/${id}/submission`)
  await expectVisible(page, 'Submission from first_finch')
  await strike(page, 'ArrowDown')
  await expectVisible(page, 'Submission from second_siskin')
  await strike(page, 'r')
  // Whoever writes a reason decides nothing by its letters.
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
  await page.keyboard.type('a dreadful reason, undone')
  await page.getByRole('dialog').getByRole('button', { name: 'Request revision' }).click()
  await expectVisible(page, 'Revision requested: 1')
  await expectVisible(page, 'Submission from third_thrush')
  await page.getByLabel('Select all 2 on this page').check()
  await strike(page, 'a')
  await expectVisible(page, 'All caught up')
  await expectVisible(page, 'Accepted: 2')
  await strike(page, 'u')
  await expectVisible(page, 'Select all 2 on this page')
  await page.getByLabel('Keyboard shortcuts').uncheck()
  await strike(page, 'a')
  await page.reload()
  await expectVisible(page, 'Select all 2 on this page')
})

journey('moderators reach exactly two rooms, others none', async ({ world, visit }) => {
  const { page } = await visit({ as: await world.moderator('moderate_mole') })
  await page.goto('/app/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const group = menu.getByRole('list', { name: 'Administration' }).getByRole('button')
  await group.click()
  const list = await group.getAttribute('aria-controls')
  const deps = page.locator(`[id="${list}"]`).getByRole('link')
  const addresses = await deps.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  assert.deepEqual(addresses, ['/app/admin/task', '/app/admin/task/submission/disputed'])
  await page.goto('/app/admin/overview')
  await expectUrl(page, '/404')
  const other = await visit({ as: await world.person('no_moderator') })
  for (const path of ['/app/admin/task', '/app/admin/task/submission/disputed']) {
    await other.page.goto(path)
    await expectUrl(other.page, '/404')
  }
})

journey('a proof’s picture opens for nobody by its address', async ({ world, visit }) => {
  const [owner, worker] = [await world.person('shows_boards'), await world.person('takes_pictures')]
  await fund(world, owner, 100_000)
  const id = await createTaskFixture(world, { owner, title: 'Show a board' })
  const submission = await work(worker, id)
  const detail = await worker.api.task.submission({ params: { id: submission } })
  const path = `/api/task/submission/${submission}/image/${detail.submission.images[0]?._id}`
  const { page } = await visit({ as: worker })
  const answer = await page.goto(path)
  assert.equal(answer?.status(), 401)
  await page.goto(`/app/task/${id}`)
  await page.getByText('Submitted proof').click()
  await page.getByRole('button', { name: 'Enlarge Image 1' }).waitFor()
})
