import type { Page } from 'playwright-core'
import { places } from '#e2e/setup/fixtures.ts'
import { press, type VisualCase } from '#e2e/visual-cases.ts'

const wish = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Dogecoin' }).click()
  await page.getByLabel('Your Dogecoin address').fill(places.DOGE)
  await page.getByLabel('Amount in units').fill('4000')
  await page.getByText('You receive', { exact: true }).first().waitFor()
}

/** As a site answers whose Dogecoin were Lightning: no node of it runs here. */
const answerForLightning = async (page: Page): Promise<void> => {
  const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) })
  await page.route('**/api/withdraw', async (route) => {
    const told = (await (await route.fetch()).json()) as { methods: { currency: string }[] }
    const methods = told.methods.map((method) =>
      method.currency === 'DOGE'
        ? { ...method, name: 'Lightning', currency: 'BTC', processor: 'lnd', scan: true }
        : method,
    )
    await route.fulfill(json({ ...told, methods }))
  })
  const scan = { _id: crypto.randomUUID(), lnurl: `LNURL1${'DP68GURN8'.repeat(17)}`, expiresAt: new Date() }
  await page.route('**/api/withdraw/*/scan', (route) => route.fulfill(json(scan)))
  await page.route('**/api/withdraw/scan/*', (route) => route.fulfill(json({ invoice: null })))
}

const WALLET = 'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE'

/** As a site answers whose Dogecoin were Toncoin: no wallet of it is set up here. */
const answerForTon = async (page: Page): Promise<void> => {
  await page.route('**/api/withdraw', async (route) => {
    const told = (await (await route.fetch()).json()) as { methods: { currency: string }[] }
    const ton = { name: 'Toncoin', currency: 'TON', processor: 'ton' }
    const methods = told.methods.map((method) => (method.currency === 'DOGE' ? { ...method, ...ton } : method))
    await route.fulfill({ contentType: 'application/json', body: JSON.stringify({ ...told, methods }) })
  })
}

/** How somebody with a balance asks to be paid. */
export const looksAtWithdrawing: readonly VisualCase[] = [
  { name: 'withdraw', path: '/app/withdraw', as: 'earner', title: 'Withdraw' },
  {
    name: 'withdraw-scan',
    path: '/app/withdraw',
    as: 'earner',
    title: 'Withdraw',
    before: answerForLightning,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Lightning' }).click()
      await page.getByLabel('Amount in units').fill('4000')
      await press('Scan with a Lightning wallet')(page)
      await page.getByRole('img', { name: 'QR code for your Lightning wallet' }).waitFor()
    },
  },
  {
    name: 'withdraw-comment',
    path: '/app/withdraw',
    as: 'earner',
    title: 'Withdraw',
    before: answerForTon,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Toncoin' }).click()
      await page.getByLabel('Your Toncoin address').fill(WALLET)
      await page.getByLabel('Comment (memo)').fill('884213')
    },
  },
  { name: 'withdraw-wish', path: '/app/withdraw', as: 'earner', title: 'Withdraw', act: wish },
  {
    name: 'withdraw-confirm',
    path: '/app/withdraw',
    as: 'earner',
    title: 'Withdraw',
    act: async (page) => {
      await wish(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Image 1 of 6' }).waitFor()
    },
  },
]
