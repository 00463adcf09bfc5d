import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { amountUnits } from '#contract/platform/currency.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { type Locale, localizePath } from '#contract/platform/locale.ts'
import { permissions } from '#contract/platform/roles.ts'
import { exportBankFile, importBankResults } from '#contract/settlement/filing/bank-files.ts'
import { confirmMemberPayee, updatePayee } from '#contract/settlement/payees.ts'
import { readPayments, requestPayment } from '#contract/settlement/payments.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { formatMoney } from '#lib/format/number.ts'
import { readSpreadsheet, writeSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { readCatalog } from '#tests/support/catalog.ts'
import { test as base, demoPassword, expect, managerEmail, readNewestMail } from '#tests/support/e2e.ts'
import { callRemote, signInToDemo } from '#tests/support/remote-api.ts'
import { startSite } from '#tests/support/site-server.ts'
import { WorkLog } from '#tests/support/work-log.ts'

// A day pays all that is due and reads files of banks, which the stories on the shared server would miss.
const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    const { origin, stop } = await startSite()
    await use(origin)
    stop()
  },
})
test.describe.configure({ timeout: 300_000 })

const domain = 'localhost'
const reason = '예금주 불일치'
/** Has entered payment details that nobody has confirmed. */
const newPayee = 'golmok@hookline.example'
const payees = ['haru@hookline.example', 'hanip@hookline.example', 'mongi@hookline.example', newPayee]

const readTexts = async (locale: Locale) => ({
  common: await readCatalog(locale, 'kit/common'),
  payments: await readCatalog(locale, 'settlement/payments'),
  bank: await readCatalog(locale, 'settlement/payment-bank'),
  settlement: await readCatalog(locale, 'settlement/settlement'),
  payout: await readCatalog(locale, 'settlement/payout'),
  monthDialogs: await readCatalog(locale, 'settlement/month-dialogs'),
  payee: await readCatalog(locale, 'settlement/payee'),
  statements: await readCatalog(locale, 'settlement/statements'),
  factors: await readCatalog(locale, 'people/second-factor'),
  credentials: await readCatalog(locale, 'people/credentials'),
})
type Texts = Awaited<ReturnType<typeof readTexts>>

const column = (page: Page, group: string) => page.locator(`section[data-group="${group}"]`)
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const getDialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** Days of the tests' browsers. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Seoul' })
const won = (amount: number) => amount / amountUnits.KRW
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Enters everybody's account and tax number; all but one are confirmed. @returns the manager's token */
async function enterPayees(origin: string): Promise<string> {
  const manager = await signInToDemo(origin, managerEmail)
  for (const [at, email] of payees.entries()) {
    const token = await signInToDemo(origin, email)
    const body = {
      ...{ password: demoPassword, kind: 'individual', name: `김하나${at}`, bankCode: '088' },
      ...{ account: `11022233344${at}`, taxId: `900101123456${at}`, taxIdChecked: true },
    }
    const { payee } = await callRemote(origin, updatePayee, { token, body })
    const { payouts } = await callRemote(origin, readPayments, { token: manager })
    const target = payouts.find(({ account }) => account.email === email)?.account.id
    if (target !== undefined && email !== newPayee)
      await callRemote(origin, confirmMemberPayee, {
        token: manager,
        body: { target, version: payee.version },
      })
  }
  return manager
}

/** Starts with a session of its own: a confirmation renews its token. */
async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/guides')
  await page.evaluate(
    (items) => {
      for (const [name, value] of items) localStorage.setItem(name, value)
    },
    [
      [`token:${domain}`, token],
      [`may:${domain}`, permissions.join(' ')],
    ] as const,
  )
}

/** Refuses the next call as if the session was confirmed too long ago. */
const expireConfirmation = (page: Page, { path }: Endpoint) =>
  page.route(
    (url) => url.pathname.endsWith(`/${path}`),
    (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, code: 'confirmation_required', message: 'Confirm.' },
      }),
    { times: 1 },
  )

/** What one person sees and does. */
class Desk {
  readonly page: Page
  readonly text: Texts
  readonly log: WorkLog

  constructor(page: Page, text: Texts, log: WorkLog) {
    this.page = page
    this.text = text
    this.log = log
  }

  async confirm(): Promise<void> {
    const question = getDialog(this.page, this.text.factors('session.title'))
    await this.log.fill(
      question.getByLabel(this.text.credentials('currentPassword'), { exact: true }),
      demoPassword,
    )
    await this.log.click(button(question, this.text.factors('step.submit')))
    await expect(question).toHaveCount(0)
  }

  /** Writes the file of all that can be sent. @returns its lines without the header */
  async exportTransfers(isConfirmed: boolean): Promise<string[][]> {
    const { page, text, log } = this
    if (!isConfirmed) await expireConfirmation(page, exportBankFile)
    const download = page.waitForEvent('download')
    await log.click(button(page, text.payments('bank.file')))
    const file = getDialog(page, text.payments('bank.file'))
    await log.click(button(file, text.settlement('createFile')))
    if (!isConfirmed) await this.confirm()
    const [header, ...lines] = await readSpreadsheet(await readFile((await (await download).path()) ?? ''))
    expect(header).toEqual(['은행코드', '계좌번호', '이체금액', '받는분통장표시', '내통장메모'])
    await log.click(button(file, text.common('close')))
    await expect(file).toHaveCount(0)
    return lines
  }

  /** Reads the bank's answer to a file, with the statements that came back. */
  async importResult(lines: readonly string[][], returned: readonly string[]): Promise<Locator> {
    const { page, text, log } = this
    await expireConfirmation(page, importBankResults)
    await log.click(button(page, text.payments('bank.result')))
    const result = getDialog(page, text.payments('bank.result'))
    await log.upload(result.locator('input[type=file]'), {
      name: 'result.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(await writeResult(lines, returned)),
    })
    await this.confirm()
    return result
  }

  async closeDialog(shown: Locator): Promise<void> {
    await this.log.click(button(shown, this.text.common('close')))
    await expect(shown).toHaveCount(0)
  }
}

/** In the columns of a Korean bank's list of results. */
const writeResult = (lines: readonly string[][], returned: readonly string[]) =>
  writeSpreadsheet(
    [
      ['이체일자', '입금은행', '입금계좌번호', '이체금액', '내통장메모', '처리결과', '오류내용'],
      ...lines.map(([bank = '', account = '', amount, , reference = '']) => {
        const isReturned = returned.includes(reference)
        const outcome = isReturned ? ['오류', reason] : ['정상', '']
        return [today(), bank, account, Number(amount), reference, ...outcome]
      }),
    ],
    { name: '이체결과', widths: [] },
  )

const sumTransfers = (lines: readonly string[][]) => add(lines.map(([, , amount]) => Number(amount)))

/** Text with its first placeholders replaced, as the page shows it. */
const fillIn = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

for (const [locale, tag] of [
  ['ko', ['@main']],
  ['en', []],
] as const) {
  test(`an accountant's day in ${locale}`, { tag: [...tag] }, async ({ page, browser, baseURL }) => {
    const origin = baseURL ?? ''
    const text = await readTexts(locale)
    const log = new WorkLog()
    const desk = new Desk(page, text, log)
    const token = await enterPayees(origin)
    const readBoard = () => callRemote(origin, readPayments, { token })
    const open = (target: Page, path: string) => target.goto(localizePath(path, locale))
    const format = (amount: number) => formatMoney(amount, 'KRW', locale)
    await signIn(page, await signInToDemo(origin, managerEmail))

    const due = (await readBoard()).payouts.filter(({ outstanding }) => outstanding > 0)
    const sum = add(due.map(({ outstanding }) => outstanding))
    await log.step('read what is due', async () => {
      await open(page, '/payments')
      await expect(page.locator('[data-figure=due]')).toHaveText(format(sum))
    })

    let lines: string[][] = []
    await log.step('export for the bank', async () => {
      lines = await desk.exportTransfers(false)
      expect(lines.map((line) => line[4]).toSorted()).toEqual(due.map(({ number }) => number).toSorted())
      expect(sumTransfers(lines)).toBe(won(sum))
      await expect(column(page, 'sent').locator('[data-payout]')).toHaveCount(due.length)
    })

    const returned = due.filter(
      ({ account, month }) => account.email !== payees[2] && month === due[0]?.month,
    )
    expect(returned).toHaveLength(2)
    const returnedItems = column(page, 'returned').locator('[data-payout]')
    await log.step('read the result: two came back', async () => {
      const result = await desk.importResult(
        lines,
        returned.map(({ number }) => number),
      )
      await expect(result).toContainText(fillIn(text.bank('result.returned_other'), { count: 2 }))
      await desk.closeDialog(result)
      await expect(returnedItems).toHaveCount(2)
      await expect(returnedItems.filter({ hasText: reason })).toHaveCount(2)
      for (const { account } of returned)
        await expect.poll(() => readNewestMail(page, account.email ?? '')).toContain(reason)
    })

    await log.step('pay these again', async () => {
      const again = await desk.exportTransfers(true)
      expect(sumTransfers(again)).toBe(won(add(returned.map(({ outstanding }) => outstanding))))
      const result = await desk.importResult(again, [])
      await expect(result).toContainText(fillIn(text.bank('result.paid_other'), { count: 2 }))
      await desk.closeDialog(result)
      await expect(returnedItems).toHaveCount(0)
      await expect(page.locator('[data-figure=due]')).toHaveText(format(0))
    })

    await log.step('tax file of the month', async () => {
      await open(page, `/months/${due[0]?.month}`)
      await log.click(button(page, text.settlement('taxFile')))
      const file = getDialog(page, text.settlement('taxFile'))
      await log.select(file.getByLabel(text.monthDialogs('taxFile.period')), today().slice(0, 7))
      await log.fill(file.getByLabel(text.credentials('currentPassword'), { exact: true }), demoPassword)
      const download = page.waitForEvent('download')
      await log.click(button(file, text.settlement('createFile')))
      const [header = [], ...people] = await readSpreadsheet(
        await readFile((await (await download).path()) ?? ''),
      )
      const total = (title: string) => add(people.map((person) => Number(person[header.indexOf(title)])))
      expect(people).toHaveLength(3)
      expect(total('지급액') - total('소득세') - total('지방소득세')).toBe(won(sum))
      await desk.closeDialog(file)
    })

    await log.step('confirm new payment details', async () => {
      await open(page, '/payments')
      await log.click(column(page, 'blocked').getByRole('button', { name: text.settlement('checkAccount') }))
      await log.click(button(getDialog(page, text.payout('check')), text.payee('review.confirm')))
      await expect(column(page, 'ready').locator('[data-payout]')).toHaveCount(1)
    })

    const member = await browser.newContext({ baseURL: origin })
    const memberPage = await member.newPage()
    const memberDesk = new Desk(memberPage, text, log)
    await log.step('a member asks for payment', async () => {
      await memberPage.goto(
        `${localizePath('/login', locale)}?fromUrl=${localizePath('/statements', locale)}`,
      )
      await log.fill(memberPage.locator('input[name=id]'), newPayee)
      await log.fill(memberPage.locator('input[name=password]'), demoPassword)
      await log.click(memberPage.locator('button[type=submit]'))
      await expect(memberPage).toHaveURL(localizePath('/statements', locale))
      await expireConfirmation(memberPage, requestPayment)
      await log.click(button(memberPage, text.statements('request.open')))
      const request = getDialog(memberPage, text.statements('request.open'))
      await log.click(button(request, text.statements('request.confirm')))
      await memberDesk.confirm()
      await expect(memberPage.locator('[data-outlook="requested"]')).toBeVisible()
    })

    await log.step('pay the request', async () => {
      const [payout] = (await readBoard()).payouts.filter(({ outstanding }) => outstanding > 0)
      await page.reload()
      const item = column(page, 'ready').locator('[data-payout]')
      await expect(item.locator('[data-requested]')).toBeVisible()
      await expect(item).toContainText(format(payout?.outstanding ?? 0))
      await expireConfirmation(page, payStatements)
      await log.click(item.getByRole('button'))
      await log.click(page.getByRole('menuitem', { name: text.settlement('markPaid'), exact: true }))
      const pay = getDialog(page, text.settlement('markPaid'))
      await log.fill(pay.getByLabel(text.settlement('reference'), { exact: true }), 'ASKED-1')
      await log.click(button(pay, text.settlement('markPaid')))
      await desk.confirm()
      await expect(item).toHaveCount(0)
      await expect(page.locator('[data-figure=due]')).toHaveText(format(0))
      await expect.poll(() => readNewestMail(page, newPayee)).toContain('ASKED-1')
    })
    await member.close()

    console.info(log.describe())
    await test
      .info()
      .attach('clicks, fields and seconds', { body: log.describe(), contentType: 'text/plain' })
  })
}
