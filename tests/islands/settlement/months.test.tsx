import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readSecondFactors } from '#contract/people/second-factor.ts'
import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import { createTaxFile } from '#contract/settlement/filing/tax-files.ts'
import {
  readTaxInvoices,
  recordTaxInvoice,
  requestTaxInvoices,
} from '#contract/settlement/filing/tax-invoices.ts'
import { type MonthRow, readMonth, readMonths } from '#contract/settlement/months.ts'
import { importPayments, payStatements } from '#contract/settlement/statement-payments.ts'
import { screen } from '#islands/settlement/months/month/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import {
  buildMonth,
  buildRow,
  buildSharesObstacle,
  buildShortened,
  buildSummary,
  zero,
} from './month-fixtures.ts'
import {
  expectText,
  type Reply,
  readParams,
  readSnackbars,
  realFetch,
  refuse,
  stub,
  succeed,
} from './month-replies.ts'

const realUrl = location.href
let renderedView: RenderedView

beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

const summaries = [
  buildSummary('2026-11', null),
  buildSummary('2026-10', 900_000_000),
  buildSummary('2026-09', 600_000_000),
]
const older = summaries.slice(2)
const months: Reply = () => succeed({ currency: 'KRW', months: summaries, arrivals: [] })

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

const paid = { state: 'paid', paidOn: '2026-11-18', reference: 'KB-77' } as const
const three = [
  buildRow(1),
  buildRow(2, { ...paid, payable: 900_000_000, net: 900_000_000 }),
  buildRow(3, { state: 'carried_over', payable: 0, net: -4_000_500, closing: -4_000_500, tax: -4_000_500 }),
]

describe('a released month', () => {
  test('says first what is to be paid, compared with the month before', async () => {
    await renderMonth(three)
    await expect.poll(() => readFigure('payable')).toBe('₩1,284,000')
    const answer = page.getByRole('region', { name: '2026년 10월 멤버 실지급액(세후)' })
    await expectText(answer, '▲ +₩684,000(114.0%) 9월보다')
    await expectText(answer, '1달러 = ₩1,387.5')
    await expectText(answer, '2026.11.17 발행')
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

  test('leaves out columns in which nobody has anything', async () => {
    await renderMonth(three)
    await expect.poll(() => readRowIds().length).toBe(3)
    for (const column of ['adjustments', 'corrections', 'manual', 'opening', 'withholding'])
      expect(document.querySelector(`th[data-column="${column}"]`)).toBeNull()
    for (const column of ['payable', 'income', 'tax', 'fee', 'net', 'closing'])
      expect(document.querySelector(`th[data-column="${column}"]`)).not.toBeNull()
    await userEvent.click(getButton('열'))
    await userEvent.click(page.getByRole('checkbox', { name: '원천징수세액' }))
    expect(document.querySelector('th[data-column="withholding"]')).not.toBeNull()
    await userEvent.click(getButton('기본값으로'))
    expect(document.querySelector('th[data-column="withholding"]')).toBeNull()
  })

  test('is sorted by every column, searched and filtered', async () => {
    const rare = { adjustments: 1, corrections: 1, manual: 1, opening: 1, withholding: 1 }
    await renderMonth([buildRow(1, rare), ...three.slice(1)])
    await expect.poll(() => readRowIds().length).toBe(3)
    await userEvent.click(getButton(/^멤버/))
    await expect.poll(readRowIds).toEqual([1, 2, 3])
    await userEvent.click(getButton(/^멤버/))
    await expect.poll(readRowIds).toEqual([3, 2, 1])
    for (const column of [
      '실지급액(세후)',
      '이월 잔액',
      '수익',
      '조정',
      'YouTube 원천징수세액',
      '수수료',
      '정정',
      '추가·공제',
      '정산액(원천징수 전)',
      '원천징수세액',
      '월말 잔액',
      '상태',
    ])
      await expect.element(getButton(new RegExp(`^${RegExp.escape(column)}`)).first()).toBeVisible()
    await userEvent.click(getButton(/^YouTube 원천징수세액/))
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
    await expectText(comparison, '−₩20,000(−2.2%)')
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
    await userEvent.click(getButton('10페이지'))
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
  const open = {
    state: 'open',
    closedAt: null,
    releasedAt: null,
    rateRule: 'last-day',
    rateDay: '2026-10-30',
  }
  const drafts = [buildRow(1, { statementId: null, number: null })]

  test('is a draft that says what it follows and what is in the way', async () => {
    const channelId = 'UC_shared_channel_00001'
    const obstacles: Obstacle[] = [
      buildSharesObstacle('함께하는 채널의 배분율이 없습니다', channelId, '함께하는 채널'),
      {
        code: 'not-over',
        key: 'not-over',
        canBeExplained: false,
        text: '달이 아직 끝나지 않았습니다',
        day: '2026-11-01',
      },
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

  test('says by which rule its rate was taken, and that payments come later', async () => {
    await renderMonth(drafts, open)
    const answer = page.getByRole('region', { name: '2026년 10월 멤버 실지급 예정액(세후)' })
    await expectText(answer, '1달러 = ₩1,387.5(2026.10.30 환율, 그달 마지막 날)')
    await expect.element(page.getByText(/지급을 기록하는 것은 정산서가 발행된 뒤에/)).toBeVisible()
    await expect.element(getButton('송금 내역 올리기')).not.toBeInTheDocument()
  })

  test.each([
    ['average', null, '(그달 평균 환율)'],
    ['payment-day', '2026-11-25', '(2026.11.25 환율, 지급일)'],
    [null, null, '(직접 입력한 환율)'],
  ])('by the rule %s says so', { tags: 'extended' }, async (rateRule, rateDay, text) => {
    await renderMonth(drafts, { ...open, rateRule, rateDay })
    await expectText(page.getByRole('region', { name: '2026년 10월 멤버 실지급 예정액(세후)' }), text)
  })

  test('marks members whose month is far from the one before', async () => {
    const rows = [
      buildRow(1, { isJump: true, previousNet: 12_000_000 }),
      buildRow(2, { previousNet: 380_000_000 }),
    ].map((row) => ({ ...row, statementId: null, number: null }))
    await renderMonth(rows, open)
    await expect.poll(() => readCell(1, 'net')).toContain('지난달과 크게 다름, 지난달 ₩12,000')
    expect(readCell(2, 'net')).toBe('₩384,000')
    await expect
      .element(page.getByText('정산액이 지난달과 크게 달라진 멤버가 1명 있습니다: 멤버 1'))
      .toBeVisible()
  })

  test('names three of many such members, those with the largest change first', {
    tags: 'extended',
  }, async () => {
    const rows = [1, 2, 3, 4, 5].map((id) =>
      buildRow(id, { isJump: true, previousNet: 0, net: id * 100_000_000 }),
    )
    await renderMonth(rows, open)
    await expect
      .element(
        page.getByText('정산액이 지난달과 크게 달라진 멤버가 5명 있습니다: 멤버 5, 멤버 4, 멤버 3 외 2명'),
      )
      .toBeVisible()
  })

  test('says which channels statements count for fewer days, and leads to their shares', async () => {
    const shortened = [
      buildShortened('한입주방'),
      buildShortened('몽이네', { from: null, micros: 1_500_000, account: buildRow(2).account }),
    ]
    await renderMonth(drafts, { ...open, shortened })
    const card = page.getByRole('region', { name: '정산서에 일부 날짜만 반영되는 채널' })
    const [first, second] = [card.getByRole('listitem').nth(0), card.getByRole('listitem').nth(1)]
    for (const text of ['한입주방', '멤버 1', '2026.10.12부터', 'US$12.34']) await expectText(first, text)
    for (const text of ['몽이네', '멤버 2', '이 달은 반영되지 않음', 'US$1.50'])
      await expectText(second, text)
    await userEvent.click(first.getByRole('button', { name: /배분율 정하기/ }))
    expect(readParams()).toEqual({ shares: shortened[0]?.channelId })
  })

  test('without a rate has no amounts', async () => {
    await renderMonth([], { ...open, krwMicros: null, rateDay: null, rateRule: null })
    await expect.element(page.getByText('환율이 없어 금액을 계산할 수 없습니다.')).toBeVisible()
    await expect.element(page.getByText('아직 금액을 계산할 수 없습니다')).toBeVisible()
    expect(readFigure('payable')).toBeUndefined()
  })
})

describe('a closed month that is not released', () => {
  const closed = { state: 'closed', releasedAt: null }

  test('says so, and is not paid yet', async () => {
    stub({
      [readMonths.path]: () =>
        succeed({
          currency: 'KRW',
          months: [buildSummary('2026-10', 1_284_000_000, 'closed'), ...older],
          arrivals: [],
        }),
      [readMonth.path]: () => succeed(buildMonth(three, closed)),
    })
    await render()
    const answer = page.getByRole('region', { name: '2026년 10월 멤버 실지급액(세후)' })
    await expectText(answer, '2026.11.16 마감, 발행 전')
    await expectText(answer, '그때까지는 마감이 취소될 수 있습니다')
    await expect.element(page.getByRole('link', { name: '2026년 10월: ₩1,284,000, 발행 전' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: '2026년 10월 · 발행 전' })).toBeInTheDocument()
    await expect.element(page.getByRole('option', { name: '2026년 9월', exact: true })).toBeInTheDocument()
    await expect.element(page.getByText(/지급을 기록하는 것은 정산서가 발행된 뒤에/)).toBeVisible()
    expect(document.querySelector('[data-member] input')).toBeNull()
    await expect.element(getButton('송금 내역 올리기')).not.toBeInTheDocument()
    await expect.element(getButton('지급 목록 CSV')).not.toBeInTheDocument()
  })

  test('has no dialog for payments either', { tags: 'extended' }, async () => {
    stub({ [readMonths.path]: months, [readMonth.path]: () => succeed(buildMonth(three, closed)) })
    history.replaceState(null, '', '/months/2026-10')
    renderedView = await renderView(screen, { search: 'pay=selected' })
    await expect.poll(() => readRowIds().length).toBe(3)
    await expect.poll(readParams).toEqual({})
  })
})

describe('without a month', () => {
  test('says what will be here', async () => {
    stub({ [readMonths.path]: () => succeed({ currency: 'KRW', months: [], arrivals: [] }) })
    history.replaceState(null, '', '/months')
    renderedView = await renderView(screen)
    await expect.element(page.getByText('아직 정산할 달이 없습니다')).toBeVisible()
    await expect.element(page.getByRole('region', { name: '확정 수익 파일' })).not.toBeInTheDocument()
  })

  test('says which final files have yet to come', async () => {
    const expected = { month: '2026-10', state: 'expected', dueOn: '2026-11-20', missing: [] }
    const late = { month: '2026-09', state: 'late', dueOn: '2026-10-20', missing: ['tax', 'shorts_ads'] }
    stub({ [readMonths.path]: () => succeed({ currency: 'KRW', months: [], arrivals: [late, expected] }) })
    history.replaceState(null, '', '/months')
    renderedView = await renderView(screen)
    const files = page.getByRole('region', { name: '확정 수익 파일' })
    await expectText(
      files,
      '2026년 9월늦음2026.10.20까지 나왔어야 할 파일 가운데 아직 오지 않은 것이 있습니다.',
    )
    await expectText(files, '빠진 파일: YouTube 원천징수세액 및 쇼츠 광고')
    await expectText(files, '2026년 10월예정아직 오지 않았습니다. 보통 2026.11.20까지 나옵니다.')
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
    await userEvent.click(dialog.getByRole('button', { name: /따로 적기.*멤버 2/ }))
    await userEvent.fill(dialog.getByLabelText('멤버 2 지급 금액'), '₩60,000')
    await expectText(dialog, '2명의 지급 내역(총 ₩444,000)을 기록합니다.')
    await expectText(dialog, '남는 금액: ₩40,000')
    await userEvent.fill(dialog.getByLabelText('멤버 2 송금 번호'), 'OWN-2')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.poll(() => readCell(1, 'state')).toContain('지급 완료')
    expect(sent).toEqual([
      {
        payments: [
          { statementId: 1_001, paidOn: '2026-11-18', reference: 'BULK-1', amount: 384_000_000 },
          { statementId: 1_002, paidOn: '2026-11-18', reference: 'OWN-2', amount: 60_000_000 },
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
      refuse('invalid', 422, { 'payments.1.statementId': '정산 계좌가 확인되지 않았습니다' }),
    )
    await openPayDialog()
    const dialog = getDialog('지급 완료로 표시')
    await userEvent.fill(dialog.getByLabelText('송금 번호', { exact: true }), 'BULK-1')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect
      .poll(() => document.querySelector('[data-statement="1002"]')?.textContent)
      .toContain('정산 계좌가 확인되지 않았습니다')
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

describe('tax invoices', () => {
  const statement = {
    statementId: 12,
    number: '202608-000012',
    nickname: '사업자',
    expected: 1_000_000_000,
    requestedAt: null,
    invoice: null,
    difference: null,
  }

  test('are marked as requested, and recorded with their differences', async () => {
    const sent: unknown[] = []
    let current: object = statement
    stub({
      [readMonths.path]: months,
      [readMonth.path]: () => succeed(buildMonth(three)),
      [readTaxInvoices.path]: () => succeed({ statements: [current] }),
      [requestTaxInvoices.path]: ({ body }) => {
        sent.push(body)
        current = { ...statement, requestedAt: '2026-09-01T00:00:00.000Z' }
        return succeed({ requested: 1 })
      },
      [recordTaxInvoice.path]: ({ body }) => {
        sent.push(body)
        const invoice = { number: 'A-1', issuedOn: '2026-09-02', supply: 900_000_000, vat: 90_000_000 }
        current = { ...statement, invoice, difference: { supply: -100_000_000, vat: 0 } }
        return succeed({ statement: current })
      },
    })
    await render()
    await userEvent.click(getButton('세금계산서'))
    const dialog = getDialog('사업자 세금계산서')
    await userEvent.click(dialog.getByRole('button', { name: '1건 요청함으로 표시' }))
    await expect.element(dialog.getByText('요청함', { exact: true })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: /^받은 세금계산서 입력.*202608-000012$/ }))
    await expect.element(dialog.getByLabelText('세액(원)')).toHaveValue('100000')
    await userEvent.fill(dialog.getByLabelText('승인번호'), 'A-1')
    await userEvent.fill(dialog.getByLabelText('작성일'), '2026-09-02')
    await userEvent.fill(dialog.getByLabelText('공급가액(원)'), '900,000')
    await userEvent.fill(dialog.getByLabelText('세액(원)'), '90000')
    await userEvent.click(dialog.getByRole('button', { name: '저장' }))
    await expect.element(dialog.getByText('공급가액이 예상과 −₩100,000 다릅니다.')).toBeVisible()
    expect(sent).toEqual([
      { statements: [12] },
      { statementId: 12, number: 'A-1', issuedOn: '2026-09-02', supply: 900_000_000, vat: 90_000_000 },
    ])
  })
})

describe('the tax file', () => {
  const withheld = three.map((row) => ({ ...row, withholding: -1_000 }))

  test('is created after the password, and says who is left out', async () => {
    const sent: unknown[] = []
    const saved: string[] = []
    const onClick = ({ target }: Event) => {
      if (target instanceof HTMLAnchorElement && target.download) saved.push(target.download)
    }
    document.addEventListener('click', onClick)
    stub({
      [readMonths.path]: months,
      [readMonth.path]: () => succeed(buildMonth(withheld)),
      [readSecondFactors.path]: () =>
        succeed({
          totpSince: null,
          passkeys: [],
          recoveryCodesLeft: 0,
          isRequired: false,
          isVerified: true,
          confirmation: 'password',
        }),
      [createTaxFile.path]: ({ body }) => {
        sent.push(body)
        return succeed({
          file: { name: 'statement.xlsx', type: 'application/octet-stream', base64: 'UEs=' },
          people: 2,
          missing: [{ email: 'none@example.com', statements: ['202608-000012'] }],
          unpaid: ['202608-000013'],
        })
      },
    })
    await render()
    await userEvent.click(getButton('세금 신고 파일'))
    const dialog = getDialog('세금 신고 파일')
    await userEvent.fill(dialog.getByLabelText('현재 비밀번호'), 'secret')
    await userEvent.click(dialog.getByRole('button', { name: '파일 만들기' }))
    await expect.element(dialog.getByText('2명의 명세를 statement.xlsx 파일로 저장했습니다.')).toBeVisible()
    await expect.element(dialog.getByText('none@example.com(202608-000012)')).toBeVisible()
    await expect.element(dialog.getByText('202608-000013')).toBeVisible()
    expect(sent).toEqual([{ period: expect.stringMatching(/^\d{4}-\d\d$/), password: 'secret' }])
    expect(saved).toEqual(['statement.xlsx'])
    await expect.element(dialog.getByRole('button', { name: '닫기' })).toHaveFocus()
    await expect.element(dialog.getByLabelText('현재 비밀번호')).not.toBeInTheDocument()
    document.removeEventListener('click', onClick)
  })

  test('is offered where tax is withheld', async () => {
    stub({ [readMonths.path]: months, [readMonth.path]: () => succeed(buildMonth(three)) })
    await render()
    await expect.element(getButton('송금 내역 올리기')).toBeVisible()
    await expect.element(getButton('세금 신고 파일')).not.toBeInTheDocument()
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
    await userEvent.click(getButton('송금 내역 올리기'))
    const dialog = getDialog('송금 내역 올리기')
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
    await expect.element(dialog.getByText(/아무것도 바꾸지 않았습니다\.$/)).toBeVisible()
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
