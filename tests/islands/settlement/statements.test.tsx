import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { type DeletionMoney, readDeletion } from '#contract/settlement/deletions.ts'
import { readLineVideos } from '#contract/settlement/lines/line-videos.ts'
import { type Movement, readMovements } from '#contract/settlement/movements.ts'
import { markStatementsSeen } from '#contract/settlement/new-statements.ts'
import { type Payday, readPayday } from '#contract/settlement/payday.ts'
import { requestPayment } from '#contract/settlement/payments.ts'
import { readStatement, type StatementDetail } from '#contract/settlement/statement-detail.ts'
import { type Balance, readBalance, readStatements, type Statement } from '#contract/settlement/statements.ts'
import { screen as list } from '#islands/settlement/statements/screen.ts'
import { screen as detail } from '#islands/settlement/statements/statement/screen.ts'
import { listSteps } from '#islands/settlement/statements/statement/waterfall.ts'
import { screen as account } from '#islands/shell/screens/config-account/screen.ts'
import { screen as channels } from '#islands/shell/screens/manage-channel/screen.ts'
import { screen as members } from '#islands/shell/screens/manage-member/screen.ts'
import { $user } from '#lib/api/session.ts'
import { formatMoney } from '#lib/format/number.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { createDetail, createStatement, noLines, account as owner } from './statement-fixtures.ts'

const realFetch = window.fetch
const realUrl = location.href
const member = { email: 'hanip@hookline.example' }
let shown: RenderedView | undefined

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown?.close()
  shown = undefined
  history.replaceState(null, '', realUrl)
})

type Reply = () => object | Response | undefined

/** Sets replies of these endpoints; undefined: the real reply. */
function reply(replies: Readonly<Record<string, Reply>>): string[] {
  const asked: string[] = []
  window.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input), location.href)
    const path = Object.keys(replies).find((one) => pathname.endsWith(`/${one}`))
    const body = path === undefined ? undefined : replies[path]?.()
    if (body === undefined) return realFetch(input, init)
    asked.push(`${path}${search}`)
    return body instanceof Response ? body : Response.json({ success: true, message: '', ...body })
  }
  return asked
}

const broken = () => new Response('{}', { status: 500 })
/** The fixtures' account belongs to the person who is signed in. */
const own = () => ({ ...owner, id: $user.get()?.id ?? 0 })
const getMain = () => document.querySelector('main')
const readText = (selector: string) => document.querySelector(`main ${selector}`)?.textContent

interface ListOptions extends Partial<Balance> {
  statements?: Statement[]
}

const replyList =
  ({ statements = [], ...balance }: ListOptions): Reply =>
  () => ({
    currency: 'KRW',
    balance: 0,
    awaiting: 0,
    requested: 0,
    requestedAt: null,
    requestable: 0,
    requestableTaxes: [],
    held: 0,
    payday: null,
    minimum: 10_000_000,
    ...balance,
    account: own(),
    statements,
  })

const replyPayday =
  (change: Partial<Payday> = {}): (() => Payday) =>
  () => ({
    currency: 'KRW',
    payday: null,
    nextPayday: '2999-12-25',
    held: 0,
    carried: 0,
    minimum: 10_000_000,
    payoutAccount: 'confirmed',
    paidTo: '•••• 4821',
    confirmedBy: 'manager',
    estimates: [],
    ...change,
  })

async function showList(
  options: ListOptions & { next?: Partial<Payday> },
  view: ViewOptions = member,
): Promise<void> {
  const { next, ...rest } = options
  reply({ [readStatements.path]: replyList(rest), [readPayday.path]: replyPayday(next) })
  history.replaceState(null, '', '/statements')
  shown = await renderView(list, view)
}

async function showDetail(
  statement: Statement,
  change: Partial<StatementDetail> = {},
  { currency = 'KRW', ...view }: ViewOptions & { currency?: Currency } = {},
): Promise<void> {
  reply({
    [readStatement.path]: () => ({
      statement: createDetail(statement, { account: own(), ...change }, currency),
    }),
  })
  history.replaceState(null, '', `/statements/${statement.id}`)
  shown = await renderView(detail, { ...member, ...view })
  await expect.poll(() => readText('[data-figure="payable"]')).toBeTruthy()
}

const october = createStatement({ income: 1_340_552, fee: -268_110, payable: 1_072_442 })
const september = createStatement(
  { income: 11_643, fee: -2_329 },
  { id: 11, month: '2026-09', state: 'carried_over' },
)
const august = createStatement(
  { income: 945_637, fee: -189_127, payable: 756_510 },
  { id: 10, month: '2026-08', state: 'paid', paidOn: '2026-09-20', reference: '국민 4821' },
)

describe('new statements', () => {
  test.each([
    ['one’s own list', true, [12]],
    ['the list of somebody else', false, []],
  ])('are no longer new once %s has shown them', async (_, isOwn, expected) => {
    reply({
      [readStatements.path]: () => ({
        ...(replyList({ statements: [october, september] })() as object),
        ...(isOwn ? {} : { account: { ...owner, id: -1 } }),
      }),
      [markStatementsSeen.path]: () => ({ newStatements: 0 }),
    })
    const fetchReply = window.fetch
    const bodies: number[] = []
    window.fetch = (input, init) => {
      if (String(input).includes(markStatementsSeen.path)) bodies.push(JSON.parse(String(init?.body)).id)
      return fetchReply(input, init)
    }
    history.replaceState(null, '', '/statements')
    shown = await renderView(list, member)
    const user = $user.get()
    if (user) $user.set({ ...user, new_statements: 2 })
    await expect.poll(() => document.querySelectorAll('main [data-statement]').length).toBe(2)
    await expect.poll(() => $user.get()?.new_statements).toBe(isOwn ? 0 : 2)
    expect(bodies).toEqual(expected)
  })
})

describe('the list', () => {
  test('says what is there and what will be paid, then lists the months', async () => {
    await showList({
      balance: 1_072_442_000,
      awaiting: 1_072_442_000,
      statements: [october, september, august],
    })
    await expect.poll(() => readText('[data-figure="balance"]')).toBe('₩1,072,442')
    expect(readText('[data-outlook]')).toBe('전액 지급 대기 중입니다.')
    expect(getMain()?.textContent).toContain('다음 정산서: 2026년 11월.')
    const rows = [...document.querySelectorAll<HTMLTableRowElement>('main [data-statement]')]
    expect(rows.map((row) => row.dataset.statement)).toEqual(['12', '11', '10'])
    expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
      '/statements/12',
      '/statements/11',
      '/statements/10',
    ])
    const readCells = (row: HTMLElement | undefined) =>
      ['state', 'paidOn', 'net', 'payable'].map(
        (column) => row?.querySelector(`[data-column="${column}"]`)?.textContent,
      )
    expect(readCells(rows[2])).toEqual(['지급 완료', '2026.09.20', '₩756,510', '₩756,510'])
    expect(readCells(rows[1])).toEqual(['이월', '–', '₩9,314', '₩0잔액 ₩9,314'])
  })

  test.each([
    [{ balance: 8_432_000 }, 'below', '최소 지급액 ₩10,000까지 ₩1,568 남았습니다.'],
    [{ balance: 12_000_000 }, 'reached', '최소 지급액(₩10,000)에 이르렀습니다.'],
    [{ balance: -4_100_000 }, 'negative', '잔액이 0보다 적습니다.'],
    [{ balance: 0 }, 'none', '지급을 기다리는 금액이 없습니다.'],
    [{ balance: 90_000_000, awaiting: 60_000_000 }, 'awaiting', '지급 대기 금액: ₩60,000'],
  ])('of %j it says what comes next', async (balance, outlook, text) => {
    await showList({ ...balance, statements: [september] })
    await expect.poll(() => readText(`[data-outlook="${outlook}"]`)).toContain(text)
  })

  test('says first how much is paid on which day', async () => {
    await showList({
      balance: 1_200_000_000,
      awaiting: 1_072_442_000,
      payday: { day: '2999-12-25', amount: 1_072_442_000 },
      statements: [october],
    })
    await expect.poll(() => readText('[data-figure="payday"]')).toBe('₩1,072,442')
    expect(readText('#balance-title')).toMatch(/^2999\.12\.25 지급 예정 [\d,]+일 뒤$/)
    expect(readText('[data-figure="balance"]')).toBe('₩1,200,000')
  })

  test('says that a payday has passed', { tags: 'extended' }, async () => {
    const payday = { day: '2026-01-25', amount: 1_000_000 }
    await showList({ balance: 1_000_000, awaiting: 1_000_000, payday, statements: [october] })
    await expect.poll(() => readText('[data-outlook="overdue"]')).toContain('지급일이 지났습니다.')
  })

  test('says what is held, and does not offer to ask for it', async () => {
    const next = { held: 90_000_000, payoutAccount: 'missing' as const, paidTo: null }
    await showList({ balance: 90_000_000, held: 90_000_000, statements: [october], next })
    await expect.poll(() => readText('[data-figure="held"]')).toBe('₩90,000')
    expect(readText('[data-held]')).toContain('정산 계좌가 없습니다')
    await expect
      .element(page.getByRole('link', { name: '정산 계좌 입력' }))
      .toHaveAttribute('href', '/config-account?payee=1')
    await expect.element(page.getByRole('button', { name: '지급 신청' })).not.toBeInTheDocument()
  })

  const readParts = () =>
    [...document.querySelectorAll<HTMLElement>('[data-request] > [data-part]')].map((part) => [
      part.querySelector('dt')?.textContent?.trim(),
      part.querySelector('dd')?.textContent,
    ])

  test('lets a person ask to be paid, once they have seen what, less which tax, and when', async () => {
    const sent: string[] = []
    const rest = { balance: 150_000_000, awaiting: 100_000_000, statements: [october] }
    const payday = { day: '2999-12-25', amount: 100_000_000 }
    const requestableTaxes = [
      { name: 'income-tax' as const, permille: 30, amount: -1_500_000 },
      { name: 'local-income-tax' as const, permille: 100, amount: -150_000 },
    ]
    const before = replyList({ ...rest, requestable: 50_000_000, requestableTaxes, payday })
    const after = replyList({
      ...rest,
      awaiting: 148_350_000,
      requested: 148_350_000,
      requestedAt: '2026-11-26T02:00:00.000Z',
      payday,
    })
    reply({
      [readStatements.path]: () => (sent.length > 0 ? after() : before()),
      [requestPayment.path]: () => {
        sent.push('request')
        return { amount: 148_350_000, currency: 'KRW' }
      },
    })
    history.replaceState(null, '', '/statements')
    shown = await renderView(list, member)
    await userEvent.click(page.getByRole('button', { name: '지급 신청' }))
    const dialog = page.getByRole('dialog', { name: '지급 신청' })
    await expect.element(dialog).toMatchTextContent('₩148,350 지급을 신청합니다.')
    expect(readParts()).toEqual([
      ['지급 대기 중인 금액(세금을 뺀 금액)', '₩100,000'],
      ['잔액에서 새로 신청하는 금액', '₩50,000'],
      ['사업소득세 3%', '−₩1,500'],
      ['지방소득세 0.3%(소득세의 10%)', '−₩150'],
      ['실제로 받는 금액', '₩148,350'],
      ['지급일', '2999.12.25'],
    ])
    await userEvent.click(dialog.getByRole('button', { name: '신청하기' }))
    await expect
      .poll(() => readText('[data-outlook="requested"]'))
      .toBe('지급 신청한 금액: ₩148,350 · 2026.11.26 신청')
    await expect.element(page.getByRole('button', { name: '지급 신청' })).not.toBeInTheDocument()
    expect(sent).toEqual(['request'])
  })

  test('says why a request is refused, and leaves the focus on its button', async () => {
    reply({
      [readStatements.path]: replyList({
        balance: 50_000_000,
        requestable: 50_000_000,
        statements: [october],
      }),
      [requestPayment.path]: () =>
        Response.json(
          { success: false, code: 'nothing_payable', message: '지급할 금액이 없습니다.' },
          { status: 409 },
        ),
    })
    history.replaceState(null, '', '/statements')
    shown = await renderView(list, member)
    await userEvent.click(page.getByRole('button', { name: '지급 신청' }))
    const dialog = page.getByRole('dialog', { name: '지급 신청' })
    await userEvent.click(dialog.getByRole('button', { name: '신청하기' }))
    await expect.element(dialog.getByText('지급할 금액이 없습니다.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: '신청하기' })).toHaveFocus()
  })

  test('names no tax where none is withheld, and no sum of a single amount', {
    tags: 'extended',
  }, async () => {
    await showList({ balance: 50_000_000, requestable: 50_000_000, statements: [october] })
    await userEvent.click(page.getByRole('button', { name: '지급 신청' }))
    await expect.poll(readParts).toEqual([
      ['잔액에서 새로 신청하는 금액', '₩50,000'],
      ['지급일', '다음 지급일'],
    ])
  })

  test('a negative balance has a minus', async () => {
    await showList({ balance: -4_100_000, statements: [september] })
    await expect.poll(() => readText('[data-figure="balance"]')).toBe('−₩4,100')
  })

  test('where details are missing, it leads to where they are entered', async () => {
    const required = [{ ...october, state: 'details_required' as const }]
    await showList({ statements: required, next: { payoutAccount: 'missing', paidTo: null } })
    await expect
      .element(page.getByRole('link', { name: '정산 계좌 입력' }))
      .toHaveAttribute('href', '/config-account?payee=1')
    shown?.close()
    reply({ [readStatements.path]: replyList({ statements: required }), [readPayday.path]: broken })
    shown = await renderView(list, member)
    const link = page.getByRole('link', { name: '정산 계좌 입력하기' })
    await expect.element(link).toHaveAttribute('href', '/config-account')
    expect(readText('[data-note="details"]')).toContain('정산 계좌가 확인되지 않아 지급할 수 없습니다.')
  })

  test('says what the next paydays are likely to bring, before or after what', async () => {
    const estimate = { day: '2999-12-25', tax: 'after' as const, reachesMinimum: true }
    const estimates = [
      { ...estimate, month: '2999-10', range: { low: 410_000_000, high: 410_000_000 } },
      { ...estimate, month: '2999-11', range: { low: 1_410_000_000, high: 1_490_000_000 } },
    ]
    await showList({ balance: 1_000_000, statements: [october], next: { estimates } })
    await expect.poll(() => readText('[data-estimate="2999-10"] [data-figure]')).toBe('약 ₩410,000')
    expect(readText('[data-estimate="2999-11"]')).toMatch(
      /^2999\.12\.25 예상11월 수익, 수수료·세금 차감 후₩141만~₩149만$/,
    )
  })

  test('without statements it says what will be here and when', async () => {
    await showList({})
    await expect.element(page.getByText('아직 정산서가 없습니다')).toBeVisible()
    expect(getMain()?.textContent).toContain('다음 달 10~20일쯤')
    await expect.poll(() => readText('[data-payday] [data-figure="day"]')).toContain('2999.12.25')
    expect(document.querySelector('main table')).toBeNull()
  })

  test('a failure is repeated on demand', async () => {
    let fails = true
    const replyAll = replyList({ balance: 1_000_000, statements: [september] })
    reply({ [readStatements.path]: () => (fails ? broken() : replyAll()) })
    history.replaceState(null, '', '/statements')
    shown = await renderView(list, member)
    const alert = page.getByRole('alert')
    await expect.element(alert, { timeout: 20_000 }).toMatchTextContent('정산서를 불러오지 못했습니다')
    fails = false
    await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
    await expect.poll(() => readText('[data-figure="balance"]')).toBe('₩1,000')
  })

  test('the statement of account is read once it is opened, with the keyboard', async () => {
    const movement: Movement = {
      kind: 'payment',
      month: '2026-08',
      statementId: 10,
      number: '202608-000010',
      amount: -756_510_000,
      balance: 0,
      paidOn: '2026-09-20',
      reference: '국민 4821',
    }
    const asked = reply({
      [readStatements.path]: replyList({ statements: [august] }),
      [readMovements.path]: () => ({ currency: 'KRW', account: own(), balance: 0, movements: [movement] }),
    })
    history.replaceState(null, '', '/statements')
    shown = await renderView(list, member)
    await expect.element(page.getByRole('heading', { name: '전체 거래 내역' })).toBeVisible()
    expect(asked).toEqual([readStatements.path])
    document.querySelector<HTMLElement>('main summary')?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => readText('[data-movement="payment"] [data-column="amount"]')).toBe('−₩756,510')
    expect(readText('[data-movement] [data-column="what"]')).toBe(
      '지급202608-000010 · 2026.09.20 · 국민 4821',
    )
    expect(asked).toEqual([readStatements.path, readMovements.path])
  })

  test('a manager reads that of a member, and sees whose it is', async () => {
    const asked = reply({
      [readStatements.path]: () => ({ ...replyList({ statements: [september] })(), account: owner }),
    })
    history.replaceState(null, '', '/statements?member=3')
    shown = await renderView(list, { search: 'member=3', locale: 'en' })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Statements of 한입')
    expect(asked).toEqual([`${readStatements.path}?member=3`])
    expect(getMain()?.textContent).toContain('hanip@hookline.example')
  })

  test('huge amounts, in dollars, fit on a phone', async () => {
    await page.viewport(360, 800)
    const huge = createStatement({ income: 7_345_678_901.23, fee: -1_234_567_890.12 }, {}, 'USD')
    await showList(
      {
        currency: 'USD',
        balance: 6_111_111_011_110_000,
        minimum: 20_000_000,
        statements: [huge, september],
      },
      { ...member, locale: 'en' },
    )
    await expect.poll(() => readText('[data-figure="balance"]')).toBe('$6,111,111,011.11')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })

  test('the real API answers as the contract says', async () => {
    history.replaceState(null, '', '/statements')
    shown = await renderView(list, member)
    const { statements, balance, currency } = await shown.call(readStatements)
    if (statements.length === 0) await expect.element(page.getByText('아직 정산서가 없습니다')).toBeVisible()
    else {
      await expect.poll(() => readText('[data-figure="balance"]')).toBe(formatMoney(balance, currency, 'ko'))
      expect(document.querySelectorAll('[data-statement]')).toHaveLength(statements.length)
    }
  })
})

describe('a statement', () => {
  const readGroups = () =>
    [...document.querySelectorAll<HTMLElement>('main [data-group]')].map(({ dataset }) => dataset.group)
  const readSteps = () =>
    [...document.querySelectorAll<HTMLElement>('main [data-step]')].map(({ dataset }) => dataset.step)

  const full = createStatement(
    {
      opening: 900_000,
      payments: -756_510,
      income: 1_340_552,
      adjustments: 14_440,
      tax: -12_400,
      fee: -268_510,
      corrections: -24_310,
      withholding: -39_377,
      payable: 1_153_885,
    },
    { state: 'paid', paidOn: '2026-11-20', reference: '국민 4821-0037' },
  )

  test('says what was paid and when, and explains every amount in order', async () => {
    await showDetail(full, {
      previousId: 11,
      correctionLines: {
        ...noLines,
        amount: -24_310_000,
        lines: [
          {
            channelId: null,
            name: null,
            thumbnail: null,
            amount: -24_310_000,
            earnedMonth: '2026-08',
            kind: 'income',
            source: 'ads',
            corrects: { statementId: 10, number: '202608-000010' },
          },
        ],
      },
      withholdingLines: [
        { name: 'income-tax', permille: 30, amount: -35_797_000 },
        { name: 'local-income-tax', permille: 100, amount: -3_580_000 },
      ],
    })
    expect(readText('[data-figure="payable"]')).toBe('₩1,153,885')
    expect(readText('[data-state]')).toBe('지급 완료')
    expect(getMain()?.textContent).toContain('송금 번호 국민 4821-0037')
    expect(document.title).toContain('2026년 10월 정산서')
    expect(readGroups()).toEqual([
      'opening',
      'income',
      'adjustments',
      'tax',
      'fee',
      'corrections',
      'net',
      'withholding',
      'payments',
      'closing',
    ])
    expect(readText('[data-group="net"]')).toContain('₩1,049,772')
    expect(readText('[data-group="withholding"]')).toContain('지방소득세0.3%(소득세의 10%)')
    expect(readText('[data-group="fee"]')).toContain('20%−₩268,510')
    await expect
      .element(page.getByRole('link', { name: '202608-000010 정정' }))
      .toHaveAttribute('href', '/statements/10')
    await expect
      .element(page.getByRole('link', { name: '이전 정산서' }))
      .toHaveAttribute('href', '/statements/11')
    expect(readSteps()).toEqual([
      'carried',
      'income',
      'adjustments',
      'tax',
      'fee',
      'corrections',
      'withholding',
      'payable',
    ])
  })

  test.each([
    ['paid', august, '지급2026.09.20', true],
    ['waiting for its payment', october, '지급대기 중', false],
    ['carried over', september, '지급이월', false],
  ])('that is %s shows how far it is', async (_, statement, text, isDone) => {
    await showDetail(statement)
    const steps = [...document.querySelectorAll<HTMLElement>('main ol[aria-label="진행"] > li')]
    expect(steps.map(({ dataset }) => dataset.done !== undefined)).toEqual([true, true, isDone])
    expect(steps.at(-1)?.textContent).toBe(text)
  })

  test('a channel opens to its sources with the keyboard', async () => {
    await showDetail(october)
    const summary = document.querySelector<HTMLElement>('main details[data-channel] > summary')
    expect(document.querySelector('[data-source]')?.checkVisibility({ contentVisibilityAuto: true })).toBe(
      false,
    )
    summary?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('YouTube Premium')).toBeVisible()
    expect(readText('[data-source="ads"]')).toBe('광고+₩938,386')
  })

  describe('the videos of a source', () => {
    const video = (at: number, amount: number) => ({
      videoId: `video-${at}-123`,
      title: `영상 ${at}`,
      thumbnail: null,
      amount,
    })

    async function open(videos: Reply): Promise<void> {
      const statement = { statement: createDetail(october, { account: own() }, 'KRW') }
      reply({ [readStatement.path]: () => statement, [readLineVideos.path]: videos })
      history.replaceState(null, '', '/statements/12')
      shown = await renderView(detail, member)
      await expect.poll(() => readText('[data-source="ads"]')).toBeTruthy()
      for (const name of ['data-channel', 'data-source="ads"'])
        document.querySelector<HTMLElement>(`main details[${name}] > summary`)?.click()
    }

    test.each([true, false])('add up to it, of the whole or a part: %s', async (isWhole) => {
      await open(() => ({
        state: 'complete',
        isWhole,
        videos: [video(1, 900_000_000), { ...video(2, 38_000_000), title: null }],
        omitted: { count: 3, amount: 386_000 },
        withoutVideo: -1_000,
      }))
      const list = page.getByRole('list', { name: '모퉁이 부엌 광고의 영상별 금액' })
      await expect.element(list).toBeVisible()
      expect(
        list
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      ).toEqual([
        '영상 1+₩900,000',
        '제목 없는 영상+₩38,000',
        '이 밖의 영상 3개+₩386',
        '영상을 알 수 없는 금액−₩1',
      ])
      await expect
        .element(page.getByRole('link', { name: '영상 1' }))
        .toHaveAttribute('href', expect.stringContaining('/report-video/video-1-123?channel='))
      expect(getMain()?.textContent).toContain(isWhole ? '모두 더하면 위 금액이 됩니다.' : '여럿이 나눕니다.')
    })

    test.each([
      ['changed', '마감한 뒤 YouTube가'],
      ['unknown', '영상별 금액이 없습니다.'],
    ])('that are %s say why there are none', async (state, text) => {
      await open(() => ({ state }))
      await expect.poll(() => getMain()?.textContent).toContain(text)
    })

    test('are asked for again after a failure', async () => {
      let videos: Reply = broken
      await open(() => videos())
      await expect.element(page.getByRole('button', { name: '다시 시도' })).toBeVisible()
      videos = () => ({ state: 'unknown' })
      await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
      await expect.poll(() => getMain()?.textContent).toContain('영상별 금액이 없습니다.')
    })
  })

  test('long lists end after a few lines, until more are wanted', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => ({
      channelId: `UC${at}`,
      name: `채널 ${at}`,
      thumbnail: null,
      amount: 1_000_000,
      sources: [],
    }))
    const omitted = { count: 40, amount: 500_000 }
    const statement = createStatement({ income: 9_500 }, { state: 'carried_over' })
    await showDetail(statement, { incomeLines: { amount: 9_500_000, lines, omitted } })
    const count = () => document.querySelectorAll('main details[data-channel]').length
    expect(count()).toBe(6)
    await userEvent.click(page.getByRole('button', { name: '3개 더 보기' }))
    await expect.poll(count).toBe(9)
    expect(readText('[data-group="income"]')).toContain('이 밖의 40개(CSV에 모두 있음)+₩500')
  })

  test.each<[Parameters<typeof createStatement>[0], string, string, string]>([
    [{ income: 9_000 }, 'carried_over', '₩9,000', '최소 지급액 ₩10,000보다 적어'],
    [{ income: -9_000 }, 'carried_over', '−₩9,000', '지급할 금액이 없습니다.'],
    [{ income: 0 }, 'carried_over', '₩0', '지급할 금액이 없습니다.'],
    [{ opening: 50_000, income: 4_000 }, 'carried_over', '₩54,000', '그달의 정산서에서 지급합니다.'],
    [{ income: 40_000 }, 'details_required', '₩40,000', '정산 계좌가 확인되면 세금을 빼고'],
    [{ income: 40_000, payable: 40_000 }, 'details_required', '₩40,000', '정산 계좌가 확인되면 지급합니다.'],
  ])('of %j, %s, it says why nothing is paid', async (amounts, state, figure, reason) => {
    await showDetail(createStatement(amounts, { state: state as Statement['state'] }))
    expect(readText('[data-figure="payable"]')).toBe(figure)
    expect(getMain()?.textContent).toContain(reason)
  })

  test('compares estimates of whole months with what they became', async () => {
    const month = (name: string, estimated: number | null, final: number | null, coveredDays = 30) => ({
      month: name,
      estimated: estimated && estimated * 1_000,
      final: final && final * 1_000,
      coveredDays,
      days: 30,
    })
    await showDetail(october, {
      comparisons: [
        month('2026-10', 1_000_000, 1_020_000),
        month('2026-09', 500_000, 1_000_000, 12),
        month('2026-08', 1_000_000, 960_000),
        month('2026-07', null, null),
      ],
    })
    const readSentence = (name: string) => readText(`[data-sentence="${name}"]`)
    expect(readSentence('mean')).toBe('최근 2개월 동안 확정 수익은 예상과 평균 3.0% 달랐습니다.')
    expect(readSentence('current')).toBe('10월 확정 수익은 예상보다 ₩20,000 많았습니다.')
    expect(readSentence('partial')).toBe('9월 예상은 30일 가운데 12일만 집계된 값입니다.')
    expect(
      [...document.querySelectorAll<HTMLElement>('[data-month]')].map(({ dataset }) => dataset.month),
    ).toEqual(['2026-08', '2026-09', '2026-10'])
    expect(readText('[data-month="2026-09"]')).toContain('예상 ₩500,000, 확정 ₩1,000,000')
    expect(readText('[data-change]')).toBe('▲ 2.0% 늘어남 9월보다')
  })

  test('a manager sees whose it is, and goes back to the list of that member', async () => {
    await showDetail(october, { account: owner }, { email: 'manager@hookline.example', locale: 'en' })
    expect(readText('[data-owner="3"]')).toBe('한입 (hanip@hookline.example)')
    await expect
      .element(page.getByRole('link', { name: 'All statements' }))
      .toHaveAttribute('href', '/en/statements?member=3')
  })

  test('in dollars there is no exchange rate, and huge amounts fit on a phone', async () => {
    await page.viewport(360, 800)
    const huge = createStatement(
      { income: 7_345_678_901.23, adjustments: -1_234_567_890.12, payable: 6_111_111_011.11 },
      {},
      'USD',
    )
    await showDetail(huge, {}, { currency: 'USD', locale: 'en' })
    expect(readText('[data-figure="payable"]')).toBe('$6,111,111,011.11')
    expect(readText('[data-step="adjustments"]')).toContain('−$1,234,567,890.12')
    expect(document.querySelector('[data-fact="rate"]')).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })

  test.each(['999999', 'nothing'])('of %s there is none, with a way back', async (id) => {
    history.replaceState(null, '', `/statements/${id}`)
    shown = await renderView(detail, member)
    await expect.element(page.getByRole('alert')).toMatchTextContent('이 정산서를 찾을 수 없습니다')
    await expect
      .element(page.getByRole('link', { name: '정산서 목록으로 이동' }))
      .toHaveAttribute('href', '/statements')
  })
})

describe('the way from gross to net', () => {
  const all = {
    opening: 50_000,
    payments: -50_000,
    income: 100_000,
    tax: -30_000,
    fee: -90_000,
    corrections: 4_000,
  }

  test('each step starts where the one before ends, within the picture', () => {
    const steps = listSteps(createStatement(all), 'KRW')
    expect(steps.map(({ name }) => name)).toEqual(['income', 'tax', 'fee', 'corrections', 'closing'])
    const changes = steps.filter(({ isBalance }) => !isBalance)
    for (const [at, step] of changes.entries()) if (at > 0) expect(step.from).toBe(changes[at - 1]?.to)
    expect(steps.at(-1)?.to).toBe(changes.at(-1)?.to)
    for (const { from, to } of steps)
      for (const level of [from, to]) {
        expect(level).toBeGreaterThanOrEqual(0)
        expect(level).toBeLessThanOrEqual(100)
      }
  })

  test('of nothing it is empty bars', () => {
    expect(listSteps(createStatement({}), 'KRW').map(({ from, to }) => to - from)).toEqual([0, 0])
  })
})

describe('before a deletion, the money', () => {
  const getDialog = () => page.getByRole('dialog')
  const readStrong = () => document.querySelector('dialog li strong')?.textContent
  const replyMoney = (amount: number, currency: Currency = 'KRW', more: Partial<DeletionMoney> = {}) => ({
    [readDeletion.path]: () => ({ currency, forfeits: true, amount, requested: 0, estimated: 0, ...more }),
  })

  function openDeletion(path: string, id: number | undefined): void {
    history.pushState(null, '', `${path}?delete=${id}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }

  async function openChannelDeletion(options: ViewOptions = {}): Promise<void> {
    history.replaceState(null, '', '/manage-channel')
    shown = await renderView(channels, options)
    const [channel] = (await shown.call(listChannels)).channels
    openDeletion('/manage-channel', channel?.id)
    await expect.element(getDialog()).toBeVisible()
  }

  test.each<[number, Currency, string, string]>([
    [9_999_000, 'KRW', '9,999포인트(₩9,999)', '10,000포인트 미만은'],
    [10_000_000, 'KRW', '10,000포인트(₩10,000)', '10,000포인트 이상이면'],
    [19_990_000, 'USD', 'US$19.99', '수익이 20달러 미만이면'],
    [20_000_000, 'USD', 'US$20.00', '수익이 20달러 이상이면'],
  ])(
    'of %i %s is in the dialog of a channel, with the rule that applies',
    async (amount, currency, text, rule) => {
      reply(replyMoney(amount, currency))
      await openChannelDeletion(member)
      await expect.poll(() => document.querySelector('dialog [data-lost]')?.textContent).toContain(text)
      expect(readStrong()).toContain(rule)
      expect(document.querySelectorAll('dialog li')).toHaveLength(3)
    },
  )

  test.each<[string, Reply]>([
    ['is nothing', replyMoney(0)[readDeletion.path] as Reply],
    ['is unknown', broken],
  ])('%s: both readings stand there as before', async (_, replyWith) => {
    reply({ [readDeletion.path]: replyWith })
    await openChannelDeletion(member)
    await expect.element(getDialog()).toMatchTextContent(/10,000포인트 미만은[\s\S]*10,000포인트 이상이면/)
    expect(readStrong()).toBeUndefined()
    await expect.element(getDialog().getByRole('button', { name: '채널 삭제' })).toBeEnabled()
  })

  test('is on the account page, and in the dialog that deletes the account', async () => {
    reply({
      ...replyMoney(8_432_000, 'KRW', { requested: 50_000_000, estimated: 1_500_000 }),
      [readBalance.path]: () => ({
        currency: 'KRW',
        balance: 58_432_000,
        awaiting: 50_000_000,
        requested: 50_000_000,
        requestedAt: '2026-11-20T02:00:00.000Z',
        requestable: 0,
        requestableTaxes: [],
        held: 0,
        minimum: 10_000_000,
        payday: null,
      }),
    })
    history.replaceState(null, '', '/config-account')
    shown = await renderView(account, member)
    await expect.poll(() => readText('[data-field="balance"] dd')).toContain('₩58,432')
    await expect
      .element(page.getByRole('link', { name: '정산서 보기' }))
      .toHaveAttribute('href', '/statements')
    await userEvent.click(page.getByRole('button', { name: '탈퇴하기' }))
    await expect
      .element(getDialog())
      .toMatchTextContent(
        /8,432포인트\(₩8,432\).*\(₩50,000\)은 삭제한 뒤에도 지급됩니다.*예상 수익\(약 ₩1,500\)은 받을 수 없게/,
      )
    expect(readStrong()).toContain('계정을 삭제하는 즉시 소멸됩니다.')
  })

  test('of a member is shown to the manager who deletes the member', async () => {
    const asked = reply(replyMoney(123_456_000))
    history.replaceState(null, '', '/manage-member')
    shown = await renderView(members)
    const [first] = (await shown.call(listMembers)).members
    openDeletion('/manage-member', first?.id)
    await expect.element(getDialog()).toMatchTextContent('이 멤버가 잃는 금액: 123,456포인트(₩123,456)')
    expect(readStrong()).toContain('10,000포인트 이상이면 삭제하기 전에 멤버가 출금(지급 신청)하도록')
    await expect.element(getDialog().getByRole('heading', { name: '멤버 삭제' })).toHaveFocus()
    expect(asked).toContain(`${readDeletion.path}?member=${first?.id}`)
  })

  test('stays where the site says so, without the rule', async () => {
    reply(replyMoney(123_456_000, 'KRW', { forfeits: false }))
    await openChannelDeletion()
    await expect.element(getDialog()).toMatchTextContent('(₩123,456)은 삭제한 뒤에도 남아 지급됩니다.')
    await expect.element(getDialog()).not.toMatchTextContent('소멸')
  })
})
