import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import { closeMonth, readMonthClosing } from '#contract/settlement/month-closing.ts'
import { type MonthRow, readMonth, readMonths } from '#contract/settlement/months.ts'
import { importPayments, payStatements } from '#contract/settlement/statement-payments.ts'
import { screen } from '#islands/settlement/months/month/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import {
  buildClosing,
  buildMonth,
  buildRow,
  buildSharesObstacle,
  buildSummary,
  zero,
} from './month-fixtures.ts'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView

beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

type Reply = (call: { query: URLSearchParams; body: unknown }) => Response | Promise<Response>

const succeed = (body: object) => Response.json({ success: true, message: '', ...body })
const refuse = (code: string, status: number, fields: Record<string, string> = {}) =>
  Response.json(
    {
      success: false,
      code,
      message: '지금은 안 됩니다',
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, message]) => [name, { code: 'statement_details', message }]),
      ),
    },
    { status },
  )

/** Replaces replies of the API, by the endpoint's path. Every other call is real. */
function stub(replies: Record<string, Reply>): void {
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    const reply = replies[pathname.replace(/^\/api\//, '')]
    return reply
      ? reply({ query: searchParams, body: init?.body ? JSON.parse(String(init.body)) : null })
      : realFetch(input, init)
  }
}

const summaries = [
  buildSummary('2026-11', null),
  buildSummary('2026-10', 900_000_000),
  buildSummary('2026-09', 600_000_000),
]
const months: Reply = () => succeed({ currency: 'KRW', months: summaries })

async function renderMonth(rows: readonly MonthRow[], overrides: object = {}, options: ViewOptions = {}) {
  stub({ [readMonths.path]: months, [readMonth.path]: () => succeed(buildMonth(rows, overrides)) })
  await render(options)
}

async function render(options: ViewOptions = {}) {
  history.replaceState(null, '', '/months/2026-10')
  renderedView = await renderView(screen, options)
}

const findRows = () => [...document.querySelectorAll<HTMLElement>('[data-member]')]
const readRowIds = () => findRows().map(({ dataset }) => Number(dataset.member))
const readCell = (id: number, column: string) =>
  document.querySelector(`[data-member="${id}"] [data-column="${column}"]`)?.textContent
const readFigure = (name: string) => document.querySelector(`[data-figure="${name}"]`)?.textContent
const getButton = (name: string | RegExp) => page.getByRole('button', { name })
const getDialog = (name: string) => page.getByRole('dialog', { name })
/** Polls until the text contains this part. */
const expectText = (locator: Locator, text: string) =>
  expect.poll(() => locator.query()?.textContent ?? '').toContain(text)
const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const readSnackbars = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)

const paid = { state: 'paid', paidOn: '2026-11-18', reference: 'KB-77' } as const
const three = [
  buildRow(1),
  buildRow(2, { ...paid, payable: 900_000_000, net: 900_000_000 }),
  buildRow(3, { state: 'carried_over', payable: 0, net: -4_000_500, closing: -4_000_500, tax: -4_000_500 }),
]

describe('a closed month', () => {
  test('says first what is to be paid, compared with the month before', async () => {
    await renderMonth(three)
    await expect.poll(() => readFigure('payable')).toBe('₩1,284,000')
    const answer = page.getByRole('region', { name: '2026년 10월 멤버 지급액' })
    await expectText(answer, '▲ +₩684,000 (114.0%) 9월보다')
    await expectText(answer, '1달러 = ₩1,387.5')
    await expectText(answer, '2026.11.16 마감')
    await expect
      .element(page.getByRole('link', { name: '2026년 9월: ₩600,000' }))
      .toHaveAttribute('href', '/months/2026-09')
    await expect.element(page.getByRole('link', { name: /2026년 11월: 초안/ })).toBeVisible()
  })

  test('has a row for each member that leads to the statement, largest amount first', async () => {
    await renderMonth(three, {
      network: buildRow(9, { ...zero, fee: 77_000_000, net: 77_000_000, closing: 77_000_000 }),
    })
    await expect.poll(readRowIds).toEqual([2, 1, 3])
    await expect
      .element(page.getByRole('link', { name: '멤버 2' }))
      .toHaveAttribute('href', '/statements/1002')
    expect(readCell(2, 'state')).toContain('지급 완료')
    expect(readCell(2, 'state')).toContain('2026.11.18 KB-77')
    expect(readCell(3, 'net')).toBe('−₩4,001')
    expect(readCell(3, 'state')).toBe('이월')
    const totals = [...document.querySelectorAll('[data-total] [data-column="payable"]')]
    expect(totals[0]?.textContent).toBe('₩1,284,000')
    expect(document.querySelector('table:has([data-member])')?.textContent).toContain('₩77,000')
  })

  test('is sorted by every column, searched and filtered', async () => {
    await renderMonth(three)
    await expect.poll(() => readRowIds().length).toBe(3)
    await userEvent.click(getButton(/^멤버/))
    await expect.poll(readRowIds).toEqual([1, 2, 3])
    await userEvent.click(getButton(/^멤버/))
    await expect.poll(readRowIds).toEqual([3, 2, 1])
    for (const column of [
      '지급액',
      '이월 잔액',
      '수익',
      '조정',
      'YouTube 세금',
      '수수료',
      '정정',
      '순수익',
      '원천징수',
      '남은 잔액',
      '상태',
    ])
      await expect.element(getButton(new RegExp(`^${column}`)).first()).toBeVisible()
    await userEvent.click(getButton(/^YouTube 세금/))
    await expect.poll(readRowIds).toEqual([3, 1, 2])
    await userEvent.click(page.getByRole('radio', { name: /지급 완료/ }))
    await expect.poll(readRowIds).toEqual([2])
    expect(readParams()).toMatchObject({ state: 'paid' })
    await userEvent.fill(page.getByRole('searchbox'), 'nobody')
    await expect.element(page.getByText('조건에 맞는 멤버가 없습니다')).toBeVisible()
    await userEvent.click(getButton('전체 보기'))
    await expect.poll(() => readRowIds().length).toBe(3)
  })

  test('compares what was paid with what was estimated', async () => {
    await renderMonth(three)
    const comparison = page.getByRole('region', { name: '확정과 예상' })
    await expectText(comparison, '−₩20,000 (−2.2%)')
    await expectText(comparison.getByRole('row', { name: /한입주방/ }), '−₩50,000')
    await expectText(comparison.getByRole('row', { name: /몽이네/ }), '+₩30,000')
    await expectText(page.getByRole('region', { name: '수익원별 확정 수익' }), '합계₩840,000')
  })

  test('in dollars has dollars, and no exchange rate', async () => {
    const rows = [
      buildRow(1, {
        ...zero,
        payable: 1_234_567_890,
        income: 9_876_543_210_123,
        net: 9_876_543_210_123,
        closing: 9_876_543_210_123,
      }),
    ]
    await renderMonth(rows, { currency: 'USD' }, { locale: 'en' })
    await expect.poll(() => readFigure('payable')).toBe('$1,234.57')
    expect(readCell(1, 'net')).toBe('$9,876,543.21')
    expect(document.body.textContent).not.toContain('1,387.5')
  })

  test('of 1,000 members has pages, whose order is that of all', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => buildRow(at + 1, { payable: (at + 1) * 1_000 }))
    await renderMonth(rows)
    await expect.poll(() => readRowIds().length).toBe(100)
    expect(readRowIds()[0]).toBe(1_000)
    await userEvent.click(getButton('10쪽'))
    await expect.poll(() => readRowIds().at(-1)).toBe(1)
    await expect.element(page.getByRole('heading', { name: '멤버 정산서' })).toHaveFocus()
    await userEvent.click(page.getByRole('checkbox', { name: '지급 대기 모두 선택' }))
    await expect.element(page.getByText('1000명 · ₩500,500').last()).toBeVisible()
  })

  test('reads the rows of all pages of the API', async () => {
    const pages = [0, 1].map((number) => [buildRow(number * 10 + 1), buildRow(number * 10 + 2)])
    stub({
      [readMonths.path]: months,
      [readMonth.path]: ({ query }) => {
        const number = Number(query.get('page') ?? 0)
        return succeed(buildMonth(pages[number] ?? [], { total: 1_001, page: number }))
      },
    })
    await render()
    await expect.poll(() => readRowIds().sort((a, b) => a - b)).toEqual([1, 2, 11, 12])
  })

  test('is of cards on a phone', async () => {
    await page.viewport(360, 800)
    await renderMonth(three)
    await expect.poll(() => findRows().length).toBe(3)
    expect(findRows()[0]?.tagName).toBe('LI')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
    for (const text of ['멤버 2', '₩900,000', '지급 완료', 'KB-77'])
      expect(findRows()[0]?.textContent).toContain(text)
  })
})

describe('an open month', () => {
  const open = { state: 'open', closedAt: null, rateDay: '2026-10-30' }
  const drafts = [buildRow(1, { statementId: null, number: null })]

  test('is a draft that says what it follows and what is in the way', async () => {
    const channelId = 'UC_shared_channel_00001'
    const obstacles: Obstacle[] = [
      buildSharesObstacle('함께하는 채널의 배분율이 없습니다', channelId, '함께하는 채널'),
      { code: 'not-over', canBeExplained: false, text: '달이 아직 끝나지 않았습니다', day: '2026-11-01' },
    ]
    await renderMonth(drafts, { ...open, obstacles })
    await expect.element(page.getByText('마감 전 초안입니다.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('함께하는 채널의 배분율이 없습니다')).toBeVisible()
    await expect.element(page.getByText('달이 아직 끝나지 않았습니다')).toBeVisible()
    expect(document.querySelector('[data-member] a')).toBeNull()
    expect(document.querySelector('[data-member] input')).toBeNull()
    await userEvent.click(getButton(/배분율 정하기/))
    expect(readParams()).toEqual({ shares: channelId })
  })

  test('without a rate has no amounts', async () => {
    await renderMonth([], { ...open, krwMicros: null, rateDay: null })
    await expect.element(page.getByText('환율이 없어 금액을 계산할 수 없습니다.')).toBeVisible()
    await expect.element(page.getByText('아직 금액을 계산할 수 없습니다')).toBeVisible()
    expect(readFigure('payable')).toBeUndefined()
  })
})

describe('without a month', () => {
  test('says what will be here', async () => {
    stub({ [readMonths.path]: () => succeed({ currency: 'KRW', months: [] }) })
    history.replaceState(null, '', '/months')
    renderedView = await renderView(screen)
    await expect.element(page.getByText('아직 정산할 달이 없습니다')).toBeVisible()
  })

  test('in the address, it is the newest one', async () => {
    const asked: (string | null)[] = []
    stub({
      [readMonths.path]: months,
      [readMonth.path]: ({ query }) => {
        asked.push(query.get('month'))
        return succeed(buildMonth(three, { month: '2026-11' }))
      },
    })
    history.replaceState(null, '', '/months')
    renderedView = await renderView(screen)
    await expect.poll(() => readRowIds().length).toBe(3)
    expect(asked).toEqual(['2026-11'])
  })

  test.each(['2026-13', 'newest'])('that exists, such as %s, leads to the newest one', async (name) => {
    stub({ [readMonths.path]: months })
    history.replaceState(null, '', `/months/${name}`)
    renderedView = await renderView(screen)
    await expect.element(page.getByText('이 달의 정산을 찾을 수 없습니다')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '가장 최근 달 보기' }))
      .toHaveAttribute('href', '/months')
  })

  test('that can be loaded, it says so and tries again', async () => {
    let isDown = true
    stub({
      [readMonths.path]: months,
      [readMonth.path]: () => (isDown ? refuse('internal', 400) : succeed(buildMonth(three))),
    })
    await render()
    await expect.element(page.getByText('월 정산을 불러오지 못했습니다')).toBeVisible()
    isDown = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readRowIds().length).toBe(3)
  })
})

describe('payments', () => {
  const rows = [
    buildRow(1),
    buildRow(2, { payable: 100_000_000 }),
    buildRow(3, { state: 'carried_over', payable: 0 }),
  ]

  /** Stubs an API that remembers payments. */
  function stubPayments(pay: Reply): { sent: unknown[] } {
    const sent: unknown[] = []
    let current = rows
    stub({
      [readMonths.path]: months,
      [readMonth.path]: () => succeed(buildMonth(current)),
      [payStatements.path]: async (call) => {
        sent.push(call.body)
        const response = await pay(call)
        if (response.ok) current = current.map((row) => (row.payable > 0 ? { ...row, ...paid } : row))
        return response
      },
    })
    return { sent }
  }

  async function openPayDialog() {
    await render()
    await userEvent.click(page.getByRole('checkbox', { name: '지급 대기 모두 선택' }))
    await expect.element(page.getByText('2명 · ₩484,000').last()).toBeVisible()
    await userEvent.click(getButton('지급 완료로 표시'))
    await expect.element(getDialog('지급 완료로 표시')).toBeVisible()
  }

  test('are recorded with one reference for all but those with their own, and change the states in place', async () => {
    const { sent } = stubPayments(() => succeed({ paid: 2, unchanged: 0 }))
    await openPayDialog()
    const dialog = getDialog('지급 완료로 표시')
    await userEvent.fill(dialog.getByLabelText('지급일'), '2026-11-18')
    await userEvent.fill(dialog.getByLabelText('송금 번호', { exact: true }), 'BULK-1')
    await userEvent.fill(dialog.getByLabelText('멤버 2 송금 번호'), 'OWN-2')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.poll(() => readCell(1, 'state')).toContain('지급 완료')
    expect(sent).toEqual([
      {
        payments: [
          { statementId: 1_001, paidOn: '2026-11-18', reference: 'BULK-1' },
          { statementId: 1_002, paidOn: '2026-11-18', reference: 'OWN-2' },
        ],
      },
    ])
    expect(readSnackbars()).toEqual(['success: 2건을 지급 완료로 표시했습니다.'])
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect(document.querySelector('[data-selected]')).toBeNull()
  })

  test('without a reference are not sent', async () => {
    const { sent } = stubPayments(() => succeed({ paid: 2, unchanged: 0 }))
    await openPayDialog()
    const dialog = getDialog('지급 완료로 표시')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.element(dialog.getByText('송금 번호를 입력해 주세요.')).toBeVisible()
    await expect.element(dialog.getByLabelText('송금 번호', { exact: true })).toHaveFocus()
    expect(sent).toEqual([])
  })

  test('that are refused say so at their row', async () => {
    stubPayments(() =>
      refuse('invalid', 422, { 'payments.1.statementId': '지급 정보가 확인되지 않았습니다' }),
    )
    await openPayDialog()
    const dialog = getDialog('지급 완료로 표시')
    await userEvent.fill(dialog.getByLabelText('송금 번호', { exact: true }), 'BULK-1')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect
      .poll(() => document.querySelector('[data-statement="1002"]')?.textContent)
      .toContain('지급 정보가 확인되지 않았습니다')
    expect(document.querySelector('[data-statement="1001"]')?.textContent).not.toContain('확인되지')
    await expect.element(dialog.getByLabelText('멤버 2 송금 번호')).toHaveFocus()
  })

  test('are selected with the keyboard', async () => {
    stubPayments(() => succeed({ paid: 1, unchanged: 0 }))
    await render()
    await expect.poll(() => readRowIds().length).toBe(3)
    document.querySelector<HTMLElement>('[data-member="1"] input')?.focus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByText('1명 · ₩384,000').last()).toBeVisible()
    expect(document.querySelector('[data-member="3"] input')).toBeNull()
  })
})

describe('the file with references', () => {
  async function openDialog(reply: Reply) {
    stub({
      [readMonths.path]: months,
      [readMonth.path]: () => succeed(buildMonth(three)),
      [importPayments.path]: reply,
    })
    await render()
    await userEvent.click(getButton('송금 번호 올리기'))
    const dialog = getDialog('송금 번호 올리기')
    await expect.element(dialog).toBeVisible()
    return dialog
  }
  const upload = (content: BlobPart, name = 'payments.csv') =>
    userEvent.upload(
      document.querySelector<HTMLInputElement>('dialog input[type=file]') as HTMLElement,
      new File([content], name),
    )

  test('says what was recorded', async () => {
    const sent: unknown[] = []
    const dialog = await openDialog(({ body }) => {
      sent.push(body)
      return succeed({ paid: 2, unchanged: 1, ignored: 4 })
    })
    await upload('number,reference\n1,가')
    await expect.element(dialog.getByText('2건을 지급 완료로 기록했습니다.')).toBeVisible()
    await expect.element(dialog.getByText('1건은 이미 기록되어 있습니다.')).toBeVisible()
    await expect.element(dialog.getByText('4줄은 비어 있어 건너뛰었습니다.')).toBeVisible()
    expect(sent).toEqual([{ file: 'number,reference\n1,가' }])
  })

  test('is read as Korean spreadsheets write it', async () => {
    const sent: unknown[] = []
    await openDialog(({ body }) => {
      sent.push(body)
      return succeed({ paid: 0, unchanged: 0, ignored: 0 })
    })
    await upload(new Uint8Array([0xb0, 0xa1, 0x2c, 0x31]))
    await expect.poll(() => sent).toEqual([{ file: '가,1' }])
  })

  test('says which lines are refused and why, and that nothing was recorded', async () => {
    const dialog = await openDialog(() => refuse('invalid', 422, { 'lines.3': '이미 지급되었습니다' }))
    await upload('정산 번호,지급일\n202610-000001,2026-11-18\n202610-000002,2026-11-18\n')
    await expect.element(dialog.getByText(/아무것도 기록하지 않았습니다\.$/)).toBeVisible()
    await expect.element(dialog.getByText('3번째 줄')).toBeVisible()
    await expect.element(dialog.getByText('이미 지급되었습니다')).toBeVisible()
    await expect.element(dialog.getByText('202610-000002,2026-11-18')).toBeVisible()
  })

  test('is taken when it is dropped', async () => {
    const dialog = await openDialog(() => refuse('invalid', 422, { file: '열을 찾을 수 없습니다' }))
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], 'dropped.csv'))
    document
      .querySelector('dialog fieldset')
      ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
    await expect.element(dialog.getByText('열을 찾을 수 없습니다')).toBeVisible()
  })
})

describe('an operator', () => {
  const open = { state: 'open', closedAt: null, rateDay: '2026-10-30' }

  async function renderAsOperator(closing: object | null, more: Record<string, Reply> = {}) {
    stub({
      [readMonths.path]: months,
      [readMonth.path]: () => succeed(buildMonth([buildRow(1, { statementId: null, number: null })], open)),
      [readMonthClosing.path]: () => succeed({ months: [{ month: '2026-10', state: 'open' }], closing }),
      ...more,
    })
    await render()
    const { $user, setUser } = await import('#lib/api/session.ts')
    const user = $user.get()
    if (user) setUser({ ...user, is_operator: true })
  }
  const getPanel = () => page.getByRole('region', { name: '전체 마감' })

  test('sees every source against the payment summary, and what belongs to nobody', async () => {
    await renderAsOperator(buildClosing())
    const row = getPanel().getByRole('row', { name: /^광고/ })
    await expectText(row, '광고 빠진 파일: 광고 조정US$4,466.63US$4,470.00−US$3.37')
    await expectText(getPanel().getByRole('row', { name: /^Bonus/ }), '맞는 파일 없음')
    await expectText(getPanel(), '등록되지 않은 채널 3개 · US$6.00')
    await expectText(getPanel(), '이 밖에 2개가 더 있습니다.')
    await expectText(getPanel(), '지급액 (KRW)₩4,162,500정산서 12건')
  })

  test('closes the month once the difference is explained and the end of the way is acknowledged', async () => {
    const sent: unknown[] = []
    await renderAsOperator(buildClosing(), {
      [closeMonth.path]: ({ body }) => {
        sent.push(body)
        return succeed({ statements: 12 })
      },
    })
    const close = getPanel().getByRole('button', { name: '2026년 10월 마감하기' })
    await expect.element(close).toBeDisabled()
    await userEvent.fill(getPanel().getByLabelText('차이가 맞는 이유'), ' 조정 파일은 다음 달에 옵니다. ')
    await userEvent.click(close)
    const dialog = getDialog('2026년 10월 마감')
    await expectText(dialog, '마감한 달은 다시 열 수 없고')
    await userEvent.click(dialog.getByRole('button', { name: '마감', exact: true }))
    await expect.element(dialog.getByText('되돌릴 수 없음을 먼저 확인해 주세요.')).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.click(dialog.getByRole('checkbox'))
    await userEvent.click(dialog.getByRole('button', { name: '마감', exact: true }))
    await expect.poll(readSnackbars).toEqual(['success: 마감했습니다. 정산서 12건이 확정되었습니다.'])
    expect(sent).toEqual([
      { month: '2026-10', krwMicros: 1_387_500_000, explanation: '조정 파일은 다음 달에 옵니다.' },
    ])
  })

  test('is told why a month could not be closed after all', async () => {
    await renderAsOperator(buildClosing({ obstacles: [] }), {
      [closeMonth.path]: () => refuse('month_obstructed', 409),
    })
    await userEvent.click(getPanel().getByRole('button', { name: '2026년 10월 마감하기' }))
    const dialog = getDialog('2026년 10월 마감')
    await userEvent.click(dialog.getByRole('checkbox'))
    await userEvent.click(dialog.getByRole('button', { name: '마감', exact: true }))
    await expect.element(dialog.getByText('지금은 안 됩니다')).toBeVisible()
  })

  test('cannot close a month with an obstacle that nobody can explain', async () => {
    const obstacles = [buildSharesObstacle('배분율이 없습니다', 'UC_shared_channel_00001', '함께하는 채널')]
    await renderAsOperator(buildClosing({ obstacles }))
    await expect.element(getPanel().getByText('배분율이 없습니다')).toBeVisible()
    await expect.element(getPanel().getByRole('button', { name: /마감하기/ })).toBeDisabled()
    await expect.element(getPanel().getByText('위의 항목을 해결하면 마감할 수 있습니다.')).toBeVisible()
  })

  test('changes the rate of the draft', async () => {
    await renderAsOperator(buildClosing())
    const rate = getPanel().getByLabelText('1달러당 원화 환율')
    await expect.element(rate).toHaveValue('1387.5')
    await userEvent.fill(rate, '0')
    await userEvent.click(getPanel().getByRole('button', { name: '적용하기' }))
    await expect.element(getPanel().getByText(/0보다 크고 9,000보다 작은/)).toBeVisible()
    await userEvent.fill(rate, '1,400.25')
    await userEvent.click(getPanel().getByRole('button', { name: '적용하기' }))
    expect(readParams()).toEqual({ rate: '1400250000' })
  })

  test('alone sees all that', async () => {
    await renderMonth(three)
    await expect.poll(() => readRowIds().length).toBe(3)
    expect(document.getElementById('month-closing')).toBeNull()
  })
})
