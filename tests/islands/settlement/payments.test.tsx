import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import { cancelBankFile, exportBankFile, importBankResults } from '#contract/settlement/filing/bank-files.ts'
import { createTaxFile } from '#contract/settlement/filing/tax-files.ts'
import { exportJournal } from '#contract/settlement/movements.ts'
import { enterPayeeOfGone } from '#contract/settlement/payees.ts'
import {
  addManualEntries,
  endBalance,
  exportManualEntries,
  listManualEntries,
  readPayments,
  removeManualEntry,
  returnPayments,
} from '#contract/settlement/payments.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { readBalance } from '#contract/settlement/statements.ts'
import { screen } from '#islands/settlement/payments/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
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
import {
  buildAccount,
  buildBoard,
  buildEntries,
  buildEntry,
  buildGone,
  buildHeld,
  buildPaid,
  buildPayout,
  thisYear,
} from './payment-fixtures.ts'

const realUrl = location.href
let renderedView: RenderedView

beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

async function render(options: ViewOptions = {}) {
  history.replaceState(null, '', '/payments')
  renderedView = await renderView(screen, options)
}

const everyState = [
  buildPayout(1, { requestedAt: thisYear('11-24T02:00:00.000Z') }),
  buildPayout(2, { outstanding: 50_000_000, payday: '2999-12-25' }),
  buildPayout(3, { state: 'exported', exportedAt: thisYear('11-24T02:00:00.000Z') }),
  buildPaid(4),
  buildPaid(5, {
    payment: { id: 5_005, paidOn: thisYear('11-18'), reference: 'TR-5', amount: 40_000_000 },
  }),
  buildPayout(6, {
    state: 'returned',
    returned: { day: thisYear('11-22'), reason: '예금주 불일치', isMistake: false },
  }),
  buildPayout(7, {
    state: 'partly_paid',
    outstanding: 70_000_000,
    payment: { id: 5_007, paidOn: thisYear('11-20'), reference: 'TR-7', amount: 30_000_000 },
  }),
  buildPayout(8, { state: 'details_required', paidTo: null }),
]

interface Sent {
  path: string
  body: unknown
}

/** Stubs an API whose board changes with every call that succeeds. */
function stubBoard(
  boards: readonly object[],
  replies: Record<string, Reply> = {},
  entries = [buildEntry(1)],
): Sent[] {
  const sent: Sent[] = []
  const recorded = Object.entries(replies).map(([path, reply]): [string, Reply] => [
    path,
    (call) => {
      sent.push({ path, body: call.body })
      return reply(call)
    },
  ])
  const writes = () => sent.filter(({ body }) => body !== null).length
  stub({
    [readPayments.path]: () => succeed(boards[Math.min(writes(), boards.length - 1)] ?? {}),
    [listManualEntries.path]: () => succeed(buildEntries(writes() > 0 ? entries : entries.slice(0, 1))),
    ...Object.fromEntries(recorded),
  })
  return sent
}

const findColumn = (name: string) => page.getByRole('region', { name, exact: true })
const findItem = (person: number) => document.querySelector<HTMLElement>(`[data-person="${person}"]`)
const readFigure = (name: string) => document.querySelector(`[data-figure="${name}"]`)?.textContent ?? ''
const getDialog = (name: string) => page.getByRole('dialog', { name })
const getButton = (name: string | RegExp) => page.getByRole('button', { name })

async function chooseAction(person: string, action: string) {
  await userEvent.click(getButton(`${person} 지급 메뉴`))
  await userEvent.click(page.getByRole('menuitem', { name: action, exact: true }))
}

describe('the board', () => {
  test('says what is due by when, what is stuck and why, and where the money is', async () => {
    stubBoard([buildBoard(everyState, [buildHeld(9, 1_853_179_000)])])
    await render()
    await expect.poll(() => readFigure('due')).toBe('₩420,000')
    expect(readFigure('people')).toContain('5명')
    expect(readFigure('overdue')).toBe('이 가운데 4명(₩370,000)은 지급일이 지났습니다.')
    expect(document.querySelector('[data-reason="blocked"]')?.textContent).toContain('₩1,953,179')
    expect(document.querySelector('[data-reason="returned"]')?.textContent).toContain('₩100,000')
    for (const [column, text] of [
      ['보류', '₩1,953,179'],
      ['보류', '일부는 세금을 빼기 전 금액입니다.'],
      ['지급 대기', '₩150,000'],
      ['지급 대기', '지급 신청'],
      ['은행에 보냄', '11.24 은행에 보냄'],
      ['지급 완료', '₩140,000'],
      ['반송', '예금주 불일치'],
      ['일부 지급', '₩100,000 중 ₩30,000 지급'],
    ] as const)
      await expectText(findColumn(column), text)
    // People who have asked come first.
    expect(document.querySelector('[data-group="ready"] li')?.textContent).toContain('멤버 1')
  })

  test('says no distance to a payday beside money that is all past its own', async () => {
    stubBoard([buildBoard([buildPayout(1), buildPayout(2, { outstanding: 50_000_000 })])])
    await render()
    await expect.poll(() => readFigure('due')).toBe('₩150,000')
    expect(readFigure('overdue')).toBe('2명 모두 지급일이 지났습니다.')
    expect(readFigure('people')).toBe('')
  })

  test('groups what was paid by day, and links to statements', async () => {
    stubBoard([buildBoard(everyState)])
    await render()
    const days = () => [...document.querySelectorAll('[data-day]')].map((day) => day.getAttribute('data-day'))
    await expect.poll(days).toEqual(['11-20', '11-18'].map(thisYear))
    await userEvent.click(page.getByText('11.18'))
    await expectText(page.getByText('나눠 지급, 모두 ₩100,000'), '나눠')
    await expect
      .element(page.getByRole('link', { name: '멤버 5' }))
      .toHaveAttribute('href', '/statements/1005')
  })

  test('is searched by name, and says that nothing was found', async () => {
    stubBoard([buildBoard(everyState)])
    await render()
    await userEvent.fill(page.getByRole('searchbox'), '멤버 6')
    await expect.poll(() => document.querySelectorAll('[data-payout]').length).toBe(1)
    expect(readParams()).toEqual({ search: '멤버 6' })
    await userEvent.fill(page.getByRole('searchbox'), 'nobody')
    await expect.element(page.getByText('조건에 맞는 지급이 없습니다')).toBeVisible()
    await userEvent.click(getButton('전체 보기'))
    await expect.poll(() => document.querySelectorAll('[data-payout]').length).toBe(8)
  })

  test('without payments says so', async () => {
    stubBoard([buildBoard([])])
    await render()
    await expect.element(page.getByText('지급할 금액이 없습니다')).toBeVisible()
    await expect.element(page.getByText('지급하지 못하는 금액이 없습니다')).toBeVisible()
    expect(readFigure('due')).toBe('₩0')
  })

  test('that cannot be loaded says so and tries again', async () => {
    let isDown = true
    stub({
      [readPayments.path]: () => (isDown ? refuse('internal', 400) : succeed(buildBoard(everyState))),
      [listManualEntries.path]: () => succeed(buildEntries([])),
    })
    await render()
    await expect.element(page.getByText('지급 현황을 불러오지 못했습니다')).toBeVisible()
    isDown = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readFigure('due')).toBe('₩420,000')
  })

  test('shows the first of sixty people, and all on demand', async () => {
    const names = Array.from({ length: 60 }, (_, at) => buildPayout(at + 1))
    stubBoard([buildBoard(names)])
    await render()
    await expect.poll(() => document.querySelectorAll('[data-payout]').length).toBe(8)
    await userEvent.click(getButton('52명 더 보기'))
    await expect.poll(() => document.querySelectorAll('[data-payout]').length).toBe(60)
  })

  test.each([360, 1440])('fits into %i px', { tags: 'extended' }, async (width) => {
    await page.viewport(width, 900)
    const long = { id: 1, nickname: '가'.repeat(60), email: null, isNetwork: false }
    const huge = 98_765_432_101_000
    stubBoard([
      buildBoard([...everyState, buildPayout(11, { account: long, amount: huge, outstanding: huge })]),
    ])
    await render()
    await expect.poll(() => findItem(1)).not.toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  test('is for managers', { tags: 'extended' }, async () => {
    await render({ email: 'hanip@hookline.example' })
    await expect.element(page.getByText('관리자만 사용할 수 있는 화면입니다')).toBeVisible()
  })
})

describe('paying', () => {
  const paid = () => succeed({ paid: 1, unchanged: 0 })

  test('several at once records what is left of each', async () => {
    const sent = stubBoard([buildBoard(everyState), buildBoard([buildPaid(1), buildPaid(2)])], {
      [payStatements.path]: () => succeed({ paid: 2, unchanged: 0 }),
    })
    await render()
    await userEvent.click(page.getByRole('checkbox', { name: '지급 대기 모두 선택' }))
    await userEvent.click(
      page.getByRole('region', { name: '선택한 지급' }).getByRole('button', { name: '지급 완료로 표시' }),
    )
    const dialog = getDialog('지급 완료로 표시')
    await expectText(dialog, '2명의 지급 내역(총 ₩150,000)을 기록합니다.')
    await expect.element(dialog.getByLabelText('지급일')).toHaveFocus()
    await userEvent.fill(dialog.getByLabelText('지급일'), '2026-11-25')
    await userEvent.fill(dialog.getByLabelText('송금 번호', { exact: true }), 'BULK-1')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.poll(() => readFigure('ready')).toBe('₩0')
    const payment = { paidOn: '2026-11-25', reference: 'BULK-1' }
    expect(sent).toEqual([
      {
        path: payStatements.path,
        body: {
          payments: [
            { statementId: 1_001, ...payment, amount: 100_000_000 },
            { statementId: 1_002, ...payment, amount: 50_000_000 },
          ],
        },
      },
    ])
    expect(document.querySelector('[data-selected]')).toBeNull()
  })

  test('one starts with its amount', async () => {
    stubBoard([buildBoard(everyState)])
    await render()
    await chooseAction('멤버 1', '지급 완료로 표시')
    await expect.element(getDialog('지급 완료로 표시').getByLabelText('지급 금액')).toHaveFocus()
  })

  test('a part asks for the amount and says what stays', async () => {
    const sent = stubBoard([buildBoard(everyState)], { [payStatements.path]: paid })
    await render()
    await chooseAction('멤버 1', '일부만 지급')
    const dialog = getDialog('일부 지급 기록')
    const amount = dialog.getByLabelText('지급 금액')
    await expect.element(amount).toHaveFocus()
    await userEvent.fill(dialog.getByLabelText('송금 번호'), 'PART-1')
    for (const wrong of ['', '0', '100,001', '10.5']) {
      await userEvent.fill(amount, wrong)
      await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
      await expect.element(dialog.getByText(/^남은 실지급액 이하의 금액을/)).toBeVisible()
      await expect.element(amount).toHaveFocus()
    }
    expect(sent).toEqual([])
    await userEvent.fill(amount, '₩30,000')
    await expectText(dialog, '이 지급을 기록하면 남는 금액: ₩70,000')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]?.body).toMatchObject({
      payments: [{ statementId: 1_001, amount: 30_000_000, reference: 'PART-1' }],
    })
  })

  test('what came back pays it again', async () => {
    const sent = stubBoard([buildBoard(everyState)], { [payStatements.path]: paid })
    await render()
    await chooseAction('멤버 6', '다시 지급')
    const dialog = getDialog('지급 완료로 표시')
    await userEvent.fill(dialog.getByLabelText('송금 번호'), 'AGAIN-1')
    await userEvent.click(dialog.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.poll(() => sent.length).toBe(1)
    expect(readSnackbars()).toEqual(['success: 1건을 지급 완료로 표시했습니다.'])
  })
})

describe('a return', () => {
  const returned = (count: number) => () => succeed({ returned: count, unchanged: 0 })

  test('of several payments is recorded with its day and reason', async () => {
    const sent = stubBoard([buildBoard([buildPaid(1), buildPaid(2)])], { [returnPayments.path]: returned(2) })
    await render()
    await userEvent.click(page.getByText('11.20'))
    for (const name of ['멤버 1', '멤버 2'])
      await userEvent.click(page.getByRole('checkbox', { name: `${name} 선택` }))
    await userEvent.click(getButton('반송 기록'))
    const dialog = getDialog('반송 기록')
    await expectText(dialog, '지급 2건(총 ₩200,000)')
    await userEvent.click(dialog.getByRole('button', { name: '반송 기록' }))
    await expect.element(dialog.getByText('이유를 입력해 주세요.')).toBeVisible()
    await userEvent.fill(dialog.getByLabelText('반송된 날'), '2026-11-23')
    await userEvent.fill(dialog.getByLabelText('반송 사유'), '해지된 계좌')
    await userEvent.click(dialog.getByRole('button', { name: '반송 기록' }))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    const one = { cause: 'bank', returnedOn: '2026-11-23', reason: '해지된 계좌' }
    expect(sent.map(({ body }) => body)).toEqual([
      {
        returns: [
          { paymentId: 5_001, ...one },
          { paymentId: 5_002, ...one },
        ],
      },
    ])
  })

  test('that is refused says so at its row', async () => {
    stubBoard([buildBoard([buildPaid(1)])], {
      [returnPayments.path]: () =>
        refuse('not_found', 404, { 'returns.0.paymentId': '지급 기록이 아닙니다' }),
    })
    await render()
    await userEvent.click(page.getByText('11.20'))
    await chooseAction('멤버 1', '반송 기록')
    const dialog = getDialog('반송 기록')
    await userEvent.fill(dialog.getByLabelText('반송 사유'), '해지된 계좌')
    await userEvent.click(dialog.getByRole('button', { name: '반송 기록' }))
    await expect
      .poll(() => document.querySelector('[data-payment="5001"]')?.textContent)
      .toContain('지급 기록이 아닙니다')
  })

  test('of a mistake leads to paying again', async () => {
    const boards = [
      buildBoard([buildPaid(1)]),
      buildBoard([
        buildPayout(1, {
          state: 'returned',
          returned: { day: thisYear('11-24'), reason: '번호', isMistake: true },
        }),
      ]),
    ]
    const sent = stubBoard(boards, {
      [returnPayments.path]: returned(1),
      [payStatements.path]: () => succeed({ paid: 1, unchanged: 0 }),
    })
    await render()
    await userEvent.click(page.getByText('11.20'))
    await chooseAction('멤버 1', '잘못된 기록 바로잡기')
    const dialog = getDialog('잘못된 기록 바로잡기')
    await userEvent.fill(dialog.getByLabelText('무엇이 잘못되었는지'), '송금 번호를 잘못 적음')
    await userEvent.click(dialog.getByRole('button', { name: '기록 취소' }))
    const again = getDialog('지급 완료로 표시')
    await expectText(again, '1명의 지급 내역(총 ₩100,000)을 기록합니다.')
    await userEvent.fill(again.getByLabelText('송금 번호'), 'TR-RIGHT')
    await userEvent.click(again.getByRole('button', { name: '지급 완료로 표시' }))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect(sent.map(({ body }) => body)).toMatchObject([
      { returns: [{ paymentId: 5_001, cause: 'mistake' }] },
      { payments: [{ statementId: 1_001, reference: 'TR-RIGHT' }] },
    ])
  })
})

describe('amounts by hand', () => {
  const booked = buildEntry(3, {
    kind: 'advance',
    amount: -50_000_000,
    statement: { id: 12, number: '202609-000012' },
  })

  test('that wait are told from those on statements', async () => {
    stub({
      [readPayments.path]: () => succeed(buildBoard(everyState)),
      [listManualEntries.path]: () => succeed(buildEntries([buildEntry(4), booked])),
    })
    await render()
    const card = page.getByRole('region', { name: '다음 정산에 반영할 금액' })
    await expectText(card.getByRole('list', { name: '반영 예정' }), '+₩30,000')
    await expectText(card.getByRole('list', { name: '최근 반영' }), '−₩50,000')
    await expect
      .element(card.getByRole('link', { name: /202609-000012/ }))
      .toHaveAttribute('href', '/statements/12')
  })

  test('are added for a member who is searched for', async () => {
    const entries = [
      buildEntry(1),
      buildEntry(2, { kind: 'deduction', amount: -20_000_000, reason: '장비 파손' }),
    ]
    const sent = stubBoard(
      [buildBoard(everyState)],
      { [addManualEntries.path]: () => succeed({ added: 1 }) },
      entries,
    )
    await render()
    const { members } = await renderedView.call(listMembers, { query: { search: '하루' } })
    await userEvent.click(getButton('금액 등록'))
    const dialog = getDialog('다음 정산에 금액 등록')
    await userEvent.click(dialog.getByRole('button', { name: '등록하기' }))
    await expect.element(dialog.getByText('멤버를 선택해 주세요.')).toBeVisible()
    const combobox = dialog.getByRole('combobox', { name: '멤버' })
    await expect.element(combobox).toHaveFocus()
    await expect.element(combobox).toBeInvalid()
    await expect.element(combobox).toHaveAccessibleDescription('멤버를 선택해 주세요.')
    await expect.element(dialog.getByText('이유를 입력해 주세요.')).toBeVisible()
    await userEvent.fill(combobox, '하루')
    await userEvent.click(dialog.getByRole('option', { name: /하루/ }))
    await userEvent.click(dialog.getByRole('radio', { name: '공제' }))
    await userEvent.fill(dialog.getByLabelText('금액', { exact: true }), '20,000')
    await expectText(dialog, '멤버의 정산서: −₩20,000')
    await userEvent.fill(dialog.getByLabelText('이유'), '장비 파손')
    await userEvent.click(dialog.getByRole('button', { name: '등록하기' }))
    await expect.poll(() => document.querySelector('[data-entry="2"]')?.textContent).toContain('장비 파손')
    expect(sent.map(({ body }) => body)).toEqual([
      { entries: [{ member: members[0]?.id, kind: 'deduction', amount: 20_000_000, reason: '장비 파손' }] },
    ])
  })

  test('are added for a person on the board, and the API’s refusal is shown', {
    tags: 'extended',
  }, async () => {
    stubBoard([buildBoard(everyState)], {
      [addManualEntries.path]: () => refuse('not_found', 404, { 'entries.0.member': '삭제된 멤버입니다' }),
    })
    await render()
    await chooseAction('멤버 1', '다음 정산에 금액 등록')
    const dialog = getDialog('다음 정산에 금액 등록')
    await expect.element(dialog.getByText('member1@hookline.example')).toBeVisible()
    // The one that is selected, not the first.
    await expect.element(dialog.getByRole('radio', { name: '보너스' })).toHaveFocus()
    await userEvent.fill(dialog.getByLabelText('금액', { exact: true }), '1')
    await userEvent.fill(dialog.getByLabelText('이유'), 'x')
    await userEvent.click(dialog.getByRole('button', { name: '등록하기' }))
    await expect.element(dialog.getByText('삭제된 멤버입니다')).toBeVisible()
  })

  test('are taken back until a closing has them', async () => {
    const sent = stubBoard([buildBoard([])], { [removeManualEntry.path]: () => succeed({}) }, [])
    stub({
      [readPayments.path]: () => succeed(buildBoard([])),
      [listManualEntries.path]: () => succeed(buildEntries(sent.length > 0 ? [] : [buildEntry(1)])),
      [removeManualEntry.path]: ({ body }) => {
        sent.push({ path: removeManualEntry.path, body })
        return succeed({})
      },
    })
    await render()
    await userEvent.click(getButton(/^등록 취소/))
    await expect.element(page.getByText('등록한 금액이 없습니다.')).toBeVisible()
    expect(sent.map(({ body }) => body)).toEqual([{ id: 1 }])
    expect(readSnackbars()).toEqual(['success: 멤버 1 님의 보너스 +₩30,000 등록을 취소했습니다.'])
  })
})

describe('files', () => {
  const csv = (name: string) =>
    new Response('\uFEFFa,b', {
      headers: { 'Content-Type': 'text/csv', 'Content-Disposition': `attachment; filename="${name}"` },
    })

  test('of the journal cover the days that are asked for', async () => {
    const asked: (string | null)[][] = []
    stub({
      [readPayments.path]: () => succeed(buildBoard([])),
      [listManualEntries.path]: () => succeed(buildEntries([])),
      [exportJournal.path]: ({ query }) => {
        asked.push([query.get('from'), query.get('to')])
        return asked.length > 1
          ? csv('journal.csv')
          : Response.json(
              {
                success: false,
                code: 'invalid',
                message: '',
                fields: { to: { code: 'journal_range', message: '' } },
              },
              { status: 422 },
            )
      },
    })
    await render()
    await userEvent.click(getButton('분개장 내려받기'))
    const dialog = getDialog('분개장')
    await userEvent.fill(dialog.getByLabelText('시작일'), '2026-03-01')
    await userEvent.fill(dialog.getByLabelText('마지막 날'), '2026-02-01')
    await userEvent.click(dialog.getByRole('button', { name: 'CSV 내려받기' }))
    await expect.element(dialog.getByText(/^분개장 기간은 시작일부터 2년까지이고/)).toBeVisible()
    await expect.element(dialog.getByLabelText('마지막 날')).toHaveFocus()
    await userEvent.fill(dialog.getByLabelText('마지막 날'), '2026-03-31')
    await userEvent.click(dialog.getByRole('button', { name: 'CSV 내려받기' }))
    await expect.poll(readSnackbars).toEqual(['success: CSV 파일로 저장했습니다'])
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    await expect.element(getButton('분개장 내려받기')).toHaveFocus()
    expect(asked).toEqual([
      ['2026-03-01', '2026-02-01'],
      ['2026-03-01', '2026-03-31'],
    ])
  })

  test('of amounts by hand are offered where there are any', async () => {
    let entries = [buildEntry(1)]
    stub({
      [readPayments.path]: () => succeed(buildBoard([])),
      [listManualEntries.path]: () => succeed(buildEntries(entries)),
      [removeManualEntry.path]: () => {
        entries = []
        return succeed({})
      },
      [exportManualEntries.path]: () => csv('entries.csv'),
    })
    await render()
    const save = getButton('다음 정산에 반영할 금액 CSV 내보내기')
    await userEvent.click(save)
    await expect.poll(readSnackbars).toEqual(['success: CSV 파일로 저장했습니다'])
    await userEvent.click(getButton(/^등록 취소/))
    await expect.element(save).not.toBeInTheDocument()
  })
})

describe('ending a balance', () => {
  const readReply = (balance: number) =>
    succeed({
      currency: 'KRW',
      balance,
      awaiting: balance,
      requested: 0,
      requestedAt: null,
      requestable: 0,
      requestableTaxes: [],
      held: 0,
      payday: null,
      minimum: 10_000_000,
    })

  test('is offered for people who are gone only, and names the exact amount', async () => {
    let balance = 82_300_000
    let isChanged = true
    const sent: unknown[] = []
    stub({
      [readPayments.path]: () => succeed(buildBoard([buildPayout(1), buildGone(2)])),
      [listManualEntries.path]: () => succeed(buildEntries([])),
      [readBalance.path]: () => readReply(balance),
      [endBalance.path]: ({ body }) => {
        sent.push(body)
        if (!isChanged) return succeed({})
        isChanged = false
        balance = 90_000_000
        return refuse('balance_changed', 409)
      },
    })
    await render()
    await userEvent.click(getButton('멤버 1 지급 메뉴'))
    await expect.element(page.getByRole('menuitem', { name: '정산서 보기' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: '잔액 소멸 처리' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await chooseAction('삭제된 계정', '잔액 소멸 처리')
    const dialog = getDialog('잔액 소멸 처리')
    await expectText(dialog, '지급하지 않은 잔액(₩82,300)을 모두 소멸 처리합니다.')
    await userEvent.fill(dialog.getByLabelText('소멸 처리하는 이유'), '연락 두절')
    await userEvent.click(dialog.getByRole('button', { name: '₩82,300 소멸 처리' }))
    await expectText(dialog, '지급하지 않은 잔액(₩90,000)을 모두 소멸 처리합니다.')
    await userEvent.click(dialog.getByRole('button', { name: '₩90,000 소멸 처리' }))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect(sent).toEqual([
      { member: 2, amount: 82_300_000, reason: '연락 두절' },
      { member: 2, amount: 90_000_000, reason: '연락 두절' },
    ])
  })

  test('is paid where the manager says, if nobody has entered it', async () => {
    const gone = { ...buildHeld(2, 100_000_000), account: buildAccount(2, null) }
    const sent = stubBoard([buildBoard([], [gone]), buildBoard([buildGone(2, { paidTo: '•••• 3444' })])], {
      [enterPayeeOfGone.path]: () => succeed({}),
    })
    await render()
    await userEvent.click(getButton(/정산 계좌 입력.*삭제된 계정/))
    const dialog = getDialog('정산 계좌 입력')
    await expectText(dialog, '받는 분에게 확인한 뒤 입력해 주세요.')
    await userEvent.selectOptions(dialog.getByLabelText('구분'), 'individual')
    await userEvent.fill(dialog.getByLabelText('예금주'), '김하늘')
    await userEvent.selectOptions(dialog.getByLabelText('은행'), '004')
    await userEvent.fill(dialog.getByLabelText('계좌번호'), '110-222-333444')
    await userEvent.click(dialog.getByRole('button', { name: '저장' }))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect(sent).toEqual([
      {
        path: enterPayeeOfGone.path,
        body: expect.objectContaining({
          target: 2,
          kind: 'individual',
          name: '김하늘',
          account: '110222333444',
        }),
      },
    ])
    expect(readSnackbars()).toEqual(['success: 정산 계좌를 저장했습니다. 이제 지급할 수 있습니다.'])
    await expect.poll(() => findItem(2)?.textContent).toContain('•••• 3444')
  })
})

describe('the file for the tax office', () => {
  test('is created for the period that is chosen', async () => {
    const sent = stubBoard([buildBoard([])], {
      [createTaxFile.path]: () => succeed({ file: null, people: 0, missing: [], unpaid: [] }),
    })
    await render()
    await userEvent.click(getButton('세금 신고 파일'))
    const dialog = getDialog('세금 신고 파일')
    await userEvent.selectOptions(dialog.getByRole('combobox'), String(new Date().getFullYear() - 1))
    await userEvent.fill(dialog.getByLabelText('현재 비밀번호'), 'secret')
    await userEvent.click(dialog.getByRole('button', { name: '파일 만들기' }))
    await expectText(dialog, '이 기간에 신고할 지급 내역이 없습니다.')
    const period = String(new Date().getFullYear() - 1)
    expect(sent).toEqual([{ path: createTaxFile.path, body: { period, password: 'secret' } }])
  })
})

describe('files of banks', () => {
  test('are written of all that can be sent, and say what they leave out', async () => {
    const sent = stubBoard([buildBoard(everyState)], {
      [exportBankFile.path]: () =>
        succeed({
          fileName: 'kb-2026-11-25.xlsx',
          type: 'text/plain',
          file: btoa('a file'),
          written: 3,
          unwritable: [{ statementId: 1_001, reason: 'bank_code' }],
        }),
    })
    await render()
    await userEvent.click(getButton('이체 파일 만들기'))
    const dialog = getDialog('이체 파일 만들기')
    await expectText(dialog, '4건(총 ₩320,000)을 이체할 파일을 만듭니다.')
    await userEvent.selectOptions(dialog.getByLabelText('은행 또는 서비스'), '신한은행')
    await userEvent.click(dialog.getByRole('button', { name: '파일 만들기' }))
    await expectText(dialog, '3건을 담은 파일을 저장했습니다: kb-2026-11-25.xlsx')
    await expectText(dialog, '멤버 1: 은행을 목록에서 다시 선택해야 합니다.')
    await expect.element(dialog.getByRole('button', { name: '닫기' })).toHaveFocus()
    const body = sent[0]?.body as { format: string; statements: number[] }
    expect(body.format).toBe('shinhan')
    expect(body.statements.toSorted()).toEqual([1_001, 1_002, 1_006, 1_007])
  })

  test('are answered by a result, whose lines are counted or refused', async () => {
    const replies = [
      () => refuse('invalid', 422, { 'lines.3': '상태를 알 수 없습니다.' }),
      () => succeed({ paid: 1, returned: 2, unchanged: 0, unknown: ['202608-000099'] }),
    ]
    const sent = stubBoard([buildBoard(everyState)], {
      [importBankResults.path]: () => replies.shift()?.() ?? refuse('internal', 500),
    })
    await render()
    await userEvent.click(getButton('이체 결과 올리기'))
    const dialog = getDialog('이체 결과 올리기')
    const upload = () =>
      userEvent.upload(
        document.querySelector<HTMLInputElement>('dialog input[type=file]') as HTMLElement,
        new File(['\u0000\u00ff결과'], 'result.xlsx'),
      )
    await expect.element(dialog.getByText('파일 고르기', { exact: true })).toBeVisible()
    await upload()
    await expectText(dialog, '상태를 알 수 없습니다.')
    await upload()
    await expectText(dialog, '지급 1건 기록')
    await expect.poll(() => document.activeElement).toBe(document.querySelector('dialog input[type=file]'))
    await expectText(dialog, '반송 2건 기록')
    await expectText(dialog, '기록하지 않았습니다: 202608-000099')
    const body = sent[0]?.body as { file: string }
    expect(new TextDecoder().decode(Uint8Array.from(atob(body.file), (letter) => letter.charCodeAt(0)))).toBe(
      '\u0000\u00ff결과',
    )
  })

  test('are taken back when they were never sent', async () => {
    const sent = stubBoard([buildBoard(everyState), buildBoard([])], {
      [cancelBankFile.path]: () => succeed({ cancelled: 1 }),
    })
    await render()
    await expect.poll(() => findItem(3)).not.toBeNull()
    await chooseAction('멤버 3', '‘은행에 보냄’ 표시 취소')
    await expect.poll(readSnackbars).toEqual(['success: ‘은행에 보냄’ 표시를 취소했습니다.'])
    expect(sent).toEqual([{ path: cancelBankFile.path, body: { statements: [1_003] } }])
  })
})
