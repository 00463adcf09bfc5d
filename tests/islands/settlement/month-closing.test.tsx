import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  closeMonth,
  readMonthClosing,
  releaseMonth,
  reopenMonth,
} from '#contract/settlement/month-closing.ts'
import { readMonth, readMonths } from '#contract/settlement/months.ts'
import { screen } from '#islands/settlement/months/month/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import {
  buildClosed,
  buildClosing,
  buildDifference,
  buildMonth,
  buildNoFiles,
  buildRate,
  buildRow,
  buildSharesObstacle,
  buildShortened,
  buildSummary,
  buildUnregistered,
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

const open = { state: 'open', closedAt: null, releasedAt: null, rateRule: 'last-day', rateDay: '2026-10-30' }

type ReadClosing = (query: URLSearchParams) => object | null

async function renderAsOperator(
  closing: object | null | ReadClosing,
  more: Record<string, Reply> = {},
  options: ViewOptions = {},
) {
  const read: ReadClosing = typeof closing === 'function' ? (closing as ReadClosing) : () => closing
  stub({
    [readMonths.path]: () =>
      succeed({ currency: 'KRW', months: [buildSummary('2026-10', null)], arrivals: [] }),
    [readMonth.path]: () => succeed(buildMonth([buildRow(1, { statementId: null, number: null })], open)),
    [readMonthClosing.path]: ({ query }) =>
      succeed({ months: [{ month: '2026-10', state: 'open' }], arrivals, closing: read(query) }),
    ...more,
  })
  history.replaceState(null, '', '/months/2026-10')
  renderedView = await renderView(screen, options)
  const { $user, setUser } = await import('#lib/api/session.ts')
  const user = $user.get()
  if (user) setUser({ ...user, permissions: [...user.permissions, 'closing.read', 'closing.change'] })
}

/** Records what is sent to an endpoint. */
function record(reply: () => Response): { sent: unknown[]; reply: Reply } {
  const sent: unknown[] = []
  return {
    sent,
    reply: ({ body }) => {
      sent.push(body)
      return reply()
    },
  }
}

const getPanel = () => page.getByRole('region', { name: '전체 마감' })
const getObstacle = (key: string) =>
  page.elementLocator(document.querySelector(`[data-obstacle="${key}"]`) as Element)
const getReason = (key: string) => getObstacle(key).getByLabelText('그대로 마감하는 이유')
const getCloseButton = () => getPanel().getByRole('button', { name: '2026년 10월 마감하기' })
const getDialog = (name: string) => page.getByRole('dialog', { name })
const confirmIn = (name: string, button: string) =>
  userEvent.click(getDialog(name).getByRole('button', { name: button, exact: true }))
const waitForPanel = () =>
  expect.element(getPanel().getByRole('heading', { name: '마감 금액' })).toBeVisible()

const arrivals = [
  {
    ...{ month: '2026-10', owner: 'main', state: 'incomplete', dueOn: '2026-11-20', isFetched: true },
    missing: ['tax'],
    files: [
      { source: 'ads', way: 'api', importedAt: '2026-11-12T03:00:00.000Z', rows: 12_345 },
      { source: 'payment_summary', way: 'file', importedAt: '2026-11-14T03:00:00.000Z', rows: 7 },
    ],
  },
]

describe('an operator previews', () => {
  test('the final files, by which way they came, and what has yet to come', async () => {
    await renderAsOperator(buildClosing())
    const files = getPanel().getByRole('region', { name: '확정 수익 파일' })
    const summary = files.getByText('2026년 10월')
    await expectText(files, '2026년 10월main일부 도착파일 2개')
    await userEvent.click(summary)
    await expectText(files, '보통 2026.11.20까지 나옵니다. 빠진 파일: YouTube 원천징수세액')
    await expectText(files, 'YouTube API에서 자동으로 받습니다.')
    await expectText(files, '광고2026.11.12 API로 받음12,345행')
    await expectText(files, '지급 요약2026.11.14 파일로 가져옴7행')
  })

  test('every source against the payment summary, and what belongs to nobody', async () => {
    await renderAsOperator(buildClosing())
    const row = getPanel().getByRole('row', { name: /^광고/ })
    await expectText(row, '광고 빠진 파일: 광고 조정US$4,466.63US$4,470.00−US$3.37')
    await expectText(getPanel().getByRole('row', { name: /^Bonus/ }), '해당하는 파일 없음')
    await expectText(getPanel(), '등록되지 않은 채널 3개 · US$6.00')
    await expectText(getPanel(), '이 밖에 2개가 더 있습니다.')
    await expectText(getPanel(), '실지급액(세후, KRW)₩4,162,500정산서 12건')
  })

  test('the rate of each site, and where it comes from', { tags: 'extended' }, async () => {
    await renderAsOperator(
      buildClosing({
        rates: [
          buildRate(),
          buildRate({ site: 'average.example', rule: 'average', day: null, krwMicros: 1_380_000_000 }),
          buildRate({ site: 'missing.example', ruleKrwMicros: null, day: null }),
          buildRate({ site: 'dollars.example', currency: 'USD' }),
        ],
      }),
    )
    await waitForPanel()
    const read = (site: string) => document.querySelector(`[data-site="${site}"]`)?.textContent
    expect(read('studio.example')).toBe('studio.example₩1,387.52026.10.30 환율, 그달 마지막 날')
    expect(read('average.example')).toContain('₩1,380그달 평균 환율')
    expect(read('missing.example')).toContain('규칙에 맞는 환율이 저장되어 있지 않음')
    expect(read('dollars.example')).toBeUndefined()
  })

  test('who will not be paid and why, whose month jumps, and which channels count fewer days', async () => {
    const account = { isNetwork: false, site: 'studio.example', currency: 'KRW' } as const
    await renderAsOperator(
      buildClosing({
        unpaid: [
          { ...account, id: 1, nickname: '하늘소', email: null, reason: 'details', balance: 842_000_000 },
          { ...account, id: 2, nickname: null, email: null, reason: 'minimum', balance: 4_000_000 },
        ],
        jumps: [
          {
            ...account,
            id: 3,
            nickname: '풀잎다방',
            email: null,
            previousNet: 628_700_000,
            net: 1_204_300_000,
          },
          {
            ...account,
            id: 4,
            nickname: '스튜디오',
            email: null,
            isNetwork: true,
            previousNet: 9_000_000,
            net: -1_000_000,
          },
        ],
        shortened: [buildShortened('한입주방')],
      }),
    )
    await waitForPanel()
    const getRow = (id: number) => document.querySelector(`[data-account="${id}"]`)?.textContent
    expect(getRow(1)).toBe('하늘소 studio.example₩842,000정산 계좌가 확인되지 않음')
    expect(getRow(2)).toBe('삭제된 계정 studio.example₩4,000최소 지급액보다 적음')
    expect(getRow(3)).toContain('지난달 ₩628,700 →  이번 달 ₩1,204,300▲ 차이 +₩575,600')
    expect(getRow(4)).toContain('스튜디오 네트워크studio.example')
    expect(getRow(4)).toContain('▼ 차이 −₩10,000')
    const shortened = getPanel().getByRole('region', { name: /정산서에 일부 날짜만 반영되는 채널/ })
    for (const text of ['한입주방', '멤버 1', '2026.10.12부터', 'US$12.34']) await expectText(shortened, text)
    await expect.element(shortened.getByRole('button', { name: /배분율/ })).not.toBeInTheDocument()
  })

  test('a hundred accounts in two steps', { tags: 'extended' }, async () => {
    const unpaid = Array.from({ length: 100 }, (_, at) => ({
      id: at + 1,
      nickname: `멤버 ${at + 1}`,
      email: null,
      isNetwork: false,
      site: 'studio.example',
      currency: 'KRW' as const,
      reason: 'minimum' as const,
      balance: 1_000,
    }))
    await renderAsOperator(buildClosing({ unpaid }))
    const list = getPanel().getByRole('region', { name: /이번에 지급되지 않는 정산서/ })
    await expect.poll(() => document.querySelectorAll('[data-account]').length).toBe(5)
    await expectText(list, '금액이 큰 100건만 표시합니다.')
    await userEvent.click(list.getByRole('button', { name: '95건 더 보기' }))
    await expect.poll(() => document.querySelectorAll('[data-account]').length).toBe(100)
  })

  test('money of channels without a registration, each with its amount', { tags: 'extended' }, async () => {
    await renderAsOperator(buildClosing({ obstacles: [buildUnregistered('등록되지 않은 채널', 7)] }))
    await waitForPanel()
    const obstacle = getObstacle('unregistered')
    await expectText(obstacle, '밤산책 라디오US$10.00')
    await expect
      .element(obstacle.getByRole('link', { name: '밤산책 라디오' }))
      .toHaveAttribute('href', 'https://www.youtube.com/channel/UCunregistered_channel00')
    await userEvent.click(obstacle.getByRole('button', { name: '2개 더 보기' }))
    await expectText(obstacle, 'UCunregistered_channel06US$4.00')
  })

  test('nothing but the need of a rate, where none is stored', { tags: 'extended' }, async () => {
    await renderAsOperator(buildClosing({ draft: null, summary: null, rates: [], obstacles: [] }))
    await expect.element(getPanel().getByText('저장된 환율이 없습니다. 환율을 입력해 주세요.')).toBeVisible()
    await expect.element(getPanel().getByLabelText('1달러당 원화 환율')).toBeVisible()
    await expect.element(getCloseButton()).toBeDisabled()
    await expectText(getPanel(), '환율을 입력하면 마감 금액을 미리 볼 수 있습니다.')
  })
})

describe('an operator closes a month', () => {
  test('once each obstacle has its own explanation, and names the previewed draft', async () => {
    const { sent, reply } = record(() => succeed({ statements: 12 }))
    const obstacles = [buildDifference('main: 3.37달러가 적습니다'), buildNoFiles('late')]
    await renderAsOperator(buildClosing({ obstacles }), { [closeMonth.path]: reply })
    await waitForPanel()
    await expectText(getObstacle('no-files:late'), '다음 마감 때 이 달의 늦게 나온 수익으로 정산됩니다')
    await expectText(getPanel(), '2개 중 2개 남음')
    await userEvent.click(getCloseButton())
    await expect.element(getReason('difference:main:ads')).toHaveFocus()
    for (const { key } of obstacles)
      await expect.element(getObstacle(key).getByText('이유를 적어 주세요.')).toBeVisible()
    await userEvent.fill(getReason('difference:main:ads'), ' 조정 파일은\n다음 달에 옵니다. ')
    await expectText(getPanel(), '2개 중 1개 남음')
    await userEvent.click(getCloseButton())
    expect(document.querySelector('dialog')).toBeNull()
    await expect.element(getReason('no-files:late')).toHaveFocus()
    await userEvent.fill(getReason('no-files:late'), '늦게 옵니다.')
    await expectText(getPanel(), '2개 모두 적었습니다')
    await userEvent.click(getCloseButton())
    const dialog = getDialog('2026년 10월 마감')
    for (const text of [
      '정산서 12건',
      '실지급액 ₩4,162,500, 12건',
      '환율 1달러 = ₩1,387.5',
      '설명한 항목 2개',
      '멤버에게는 아직 보이지 않고 메일도 가지 않습니다',
      '발행하기 전에는 마감을 취소할 수 있습니다',
    ])
      await expectText(dialog, text)
    await confirmIn('2026년 10월 마감', '마감')
    await expect.poll(readSnackbars).toEqual([expect.stringContaining('정산서 12건이 확정되었고')])
    expect(sent).toEqual([
      {
        month: '2026-10',
        draft: '7f3ac92100aa55ff',
        rate: null,
        explanations: [
          { obstacle: 'difference:main:ads', text: '조정 파일은 다음 달에 옵니다.' },
          { obstacle: 'no-files:late', text: '늦게 옵니다.' },
        ],
      },
    ])
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
  })

  test('not with an obstacle that nobody can explain', async () => {
    const obstacles = [
      buildSharesObstacle('배분율이 없습니다', 'UC_shared_channel_00001', '함께하는 채널'),
      {
        code: 'earlier-open' as const,
        key: 'earlier-open:2026-09',
        canBeExplained: false,
        text: '2026-09 정산이 아직 마감되지 않았습니다.',
        month: '2026-09',
      },
    ]
    await renderAsOperator(buildClosing({ obstacles }))
    await expect.element(getPanel().getByText('배분율이 없습니다')).toBeVisible()
    await expect.element(getCloseButton()).toBeDisabled()
    await expect.element(getPanel().getByText(/먼저 해결해야 하는 항목이 남아 있어/)).toBeVisible()
    await expect
      .element(getPanel().getByRole('link', { name: '2026년 9월 보기' }))
      .toHaveAttribute('href', '/months/2026-09')
  })

  test('not with characters that cannot be stored', { tags: 'extended' }, async () => {
    await renderAsOperator(buildClosing())
    await waitForPanel()
    await userEvent.fill(getReason('difference:main:ads'), '왼쪽\u202e오른쪽')
    await userEvent.click(getCloseButton())
    await expect.element(getPanel().getByText(/쓸 수 없는 문자가 있습니다/)).toBeVisible()
    expect(document.querySelector('dialog')).toBeNull()
  })

  test.each([
    ['draft_changed', 409],
    ['month_obstructed', 409],
    ['month_closed', 409],
  ])(
    'that has changed meanwhile (%s) is reported, and the new one is shown',
    { tags: 'extended' },
    async (code, status) => {
      let draft = '7f3ac92100aa55ff'
      const { sent, reply } = record(() => {
        draft = '1111111111111111'
        return refuse(code, status)
      })
      await renderAsOperator(() => buildClosing({ obstacles: [], draft }), { [closeMonth.path]: reply })
      await userEvent.click(getCloseButton())
      await confirmIn('2026년 10월 마감', '마감')
      const dialog = getDialog('2026년 10월 마감')
      await expect.element(dialog.getByText('지금은 안 됩니다')).toBeVisible()
      await expect.element(dialog.getByRole('button', { name: '마감', exact: true })).not.toBeInTheDocument()
      await expectText(getPanel(), '1111111111111111')
      await userEvent.click(dialog.getByRole('button', { name: '다시 확인하기' }))
      await expect.poll(() => document.querySelector('dialog')).toBeNull()
      expect(sent).toHaveLength(1)
    },
  )

  test('keeps the dialog after any other refusal', { tags: 'extended' }, async () => {
    const { sent, reply } = record(() => refuse('too_many', 429))
    await renderAsOperator(buildClosing({ obstacles: [] }), { [closeMonth.path]: reply })
    await userEvent.click(getCloseButton())
    await confirmIn('2026년 10월 마감', '마감')
    await expect.element(getDialog('2026년 10월 마감').getByText('지금은 안 됩니다')).toBeVisible()
    await confirmIn('2026년 10월 마감', '마감')
    await expect.poll(() => sent.length).toBe(2)
  })

  test('and sees no dialog before everything is explained', { tags: 'extended' }, async () => {
    await renderAsOperator(buildClosing(), {}, { search: 'close=1' })
    await waitForPanel()
    await expect.poll(readParams).toEqual({})
  })
})

describe('another rate', () => {
  const withRate = (krwMicros: number, more: object = {}): ReadClosing => {
    return (query) => {
      const given = query.get('krwMicros')
      return buildClosing({
        obstacles: [],
        draft: given === null ? '7f3ac92100aa55ff' : `given-${given}`,
        rates: [given === null ? buildRate() : buildRate({ krwMicros, day: null })],
        ...more,
      })
    }
  }

  async function applyRate(text: string) {
    await userEvent.click(getPanel().getByRole('button', { name: '다른 환율 쓰기' }))
    await userEvent.fill(getPanel().getByLabelText('1달러당 원화 환율'), text)
    await userEvent.click(getPanel().getByRole('button', { name: '이 환율로 미리 보기' }))
  }

  test('is previewed, needs a reason, and is compared with that of the rule', async () => {
    const { sent, reply } = record(() => succeed({ statements: 12 }))
    await renderAsOperator(withRate(1_400_250_000), { [closeMonth.path]: reply })
    await waitForPanel()
    await applyRate('0')
    await expect.element(getPanel().getByText(/0보다 크고 9,000보다 작은/)).toBeVisible()
    await userEvent.fill(getPanel().getByLabelText('1달러당 원화 환율'), '1,400.25')
    await userEvent.click(getPanel().getByRole('button', { name: '이 환율로 미리 보기' }))
    expect(readParams()).toEqual({ rate: '1400250000' })
    await expectText(getPanel(), '규칙 환율 ₩1,387.5 대비 +0.9%')
    await userEvent.click(getCloseButton())
    const reason = getPanel().getByLabelText('이 환율을 쓰는 이유')
    await expect.element(reason).toHaveFocus()
    await userEvent.fill(reason, '은행 고시')
    await userEvent.click(getCloseButton())
    await expect
      .element(getDialog('2026년 10월 마감').getByLabelText('환율 한 번 더 입력'))
      .not.toBeInTheDocument()
    await confirmIn('2026년 10월 마감', '마감')
    await expect
      .poll(() => sent)
      .toEqual([
        {
          month: '2026-10',
          draft: 'given-1400250000',
          rate: { krwMicros: 1_400_250_000, reason: '은행 고시', again: null },
          explanations: [],
        },
      ])
  })

  test('far from that of the rule is entered once more', async () => {
    const { sent, reply } = record(() =>
      sent.length === 1
        ? refuse('invalid', 422, { 'rate.again': '한 번 더 입력해 주세요' })
        : succeed({ statements: 12 }),
    )
    await renderAsOperator(withRate(1_500_000_000), { [closeMonth.path]: reply })
    await waitForPanel()
    await applyRate('1500')
    await expect.element(getPanel().getByText(/규칙 환율과 5%\s?넘게 차이 납니다/)).toBeVisible()
    await userEvent.fill(getPanel().getByLabelText('이 환율을 쓰는 이유'), '계약 환율')
    await userEvent.click(getCloseButton())
    const again = getDialog('2026년 10월 마감').getByLabelText('환율 한 번 더 입력')
    await userEvent.fill(again, '1,501')
    await confirmIn('2026년 10월 마감', '마감')
    await expect.element(again).toHaveFocus()
    await expectText(getDialog('2026년 10월 마감'), '같은 환율을 한 번 더 입력해 주세요.')
    expect(sent).toEqual([])
    await userEvent.fill(again, '1,500')
    await confirmIn('2026년 10월 마감', '마감')
    await expectText(getDialog('2026년 10월 마감'), '한 번 더 입력해 주세요')
    await expect.element(again).toHaveAttribute('aria-invalid', 'true')
    await confirmIn('2026년 10월 마감', '마감')
    await expect.poll(readSnackbars).toHaveLength(1)
    expect(sent.at(-1)).toMatchObject({ rate: { krwMicros: 1_500_000_000, again: 1_500_000_000 } })
  })

  test('is given up for that of the rule', { tags: 'extended' }, async () => {
    await renderAsOperator(withRate(1_400_250_000))
    await waitForPanel()
    await applyRate('1400.25')
    await userEvent.click(getPanel().getByRole('button', { name: '규칙 환율로 되돌리기' }))
    await expect.poll(readParams).toEqual({})
    await expect.element(getPanel().getByLabelText('1달러당 원화 환율')).toHaveFocus()
    await expect.element(getPanel().getByLabelText('1달러당 원화 환율')).toHaveValue('')
    await expectText(getPanel(), '2026.10.30 환율, 그달 마지막 날')
  })

  test('cannot be closed before its draft has arrived', { tags: 'extended' }, async () => {
    let answer = () => {}
    const wait = new Promise<void>((resolve) => {
      answer = resolve
    })
    const read = withRate(1_400_250_000)
    await renderAsOperator(read, {
      [readMonthClosing.path]: async ({ query }) => {
        if (query.has('krwMicros')) await wait
        return succeed({ months: [], arrivals: [], closing: read(query) })
      },
    })
    await waitForPanel()
    await applyRate('1400.25')
    await expect.element(getCloseButton()).toBeDisabled()
    await expect.element(getPanel().getByText('금액을 다시 계산하고 있습니다.')).toBeVisible()
    answer()
    await expect.element(getCloseButton()).toBeEnabled()
  })
})

describe('a closed month', () => {
  test('is released after the person has acknowledged that this is final', async () => {
    const { sent, reply } = record(() => succeed({ statements: 12 }))
    await renderAsOperator(buildClosed(), { [releaseMonth.path]: reply })
    await expectText(getPanel(), '2026.11.16 마감, 발행 전')
    await expectText(getPanel(), '멤버에게는 보이지 않고 메일도 보내지 않았습니다')
    await userEvent.click(getPanel().getByRole('button', { name: '2026년 10월 발행하기' }))
    const dialog = getDialog('2026년 10월 발행')
    for (const text of [
      '정산서 12건이 멤버에게 보입니다',
      '메일이 갑니다',
      '지급을 기록할 수 있습니다',
      '되돌릴 수 없습니다',
    ])
      await expectText(dialog, text)
    await confirmIn('2026년 10월 발행', '발행')
    await expect.element(dialog.getByText('되돌릴 수 없음을 먼저 확인해 주세요.')).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.click(dialog.getByRole('checkbox'))
    await confirmIn('2026년 10월 발행', '발행')
    await expect.poll(readSnackbars).toEqual(['success: 정산서 12건을 발행했습니다.'])
    expect(sent).toEqual([{ month: '2026-10' }])
  })

  test('is reopened for a reason, which the next closing starts with', async () => {
    let isClosed = true
    const { sent, reply } = record(() => {
      isClosed = false
      return succeed({})
    })
    const obstacle = buildDifference('main: 3.37달러가 적습니다')
    const closed = buildClosed({ explanations: [{ obstacle, text: '조정 파일은 다음 달에 옵니다.' }] })
    await renderAsOperator(() => (isClosed ? closed : buildClosing({ obstacles: [obstacle] })), {
      [reopenMonth.path]: reply,
    })
    await userEvent.click(getPanel().getByRole('button', { name: '마감 취소하기' }))
    const dialog = getDialog('2026년 10월 마감 취소')
    await expectText(dialog, '정산서 12건과 장부 기록이 사라지고')
    await confirmIn('2026년 10월 마감 취소', '마감 취소')
    await expect.element(dialog.getByText('이유를 적어 주세요.')).toBeVisible()
    await expect.element(dialog.getByLabelText('마감을 취소하는 이유')).toHaveFocus()
    expect(sent).toEqual([])
    await userEvent.fill(dialog.getByLabelText('마감을 취소하는 이유'), '파일이 더 왔습니다.')
    await confirmIn('2026년 10월 마감 취소', '마감 취소')
    await expect.poll(readSnackbars).toEqual(['success: 마감을 취소했습니다. 이 달은 다시 초안입니다.'])
    expect(sent).toEqual([{ month: '2026-10', reason: '파일이 더 왔습니다.' }])
    await expect.element(getCloseButton()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: '전체 마감' })).toHaveFocus()
    await expect.element(getReason('difference:main:ads')).toHaveValue('조정 파일은 다음 달에 옵니다.')
  })

  test('is released by another person where a site says so', async () => {
    await renderAsOperator(buildClosed({ needsOtherPerson: true }))
    const release = getPanel().getByRole('button', { name: '2026년 10월 발행하기' })
    await expect.element(release).toBeDisabled()
    await expect.element(release).toHaveAccessibleDescription(/마감한 사람과 다른 사람이 발행해야/)
  })

  test('before another closed one cannot be reopened', { tags: 'extended' }, async () => {
    await renderAsOperator(buildClosed({ canReopen: false }))
    const reopen = getPanel().getByRole('button', { name: '마감 취소하기' })
    await expect.element(reopen).toBeDisabled()
    await expect.element(reopen).toHaveAccessibleDescription(/이후의 달이 이미 마감되어/)
    await expect.element(getPanel().getByRole('button', { name: '2026년 10월 발행하기' })).toBeEnabled()
  })

  test.each([
    ['2026년 10월 발행하기', '2026년 10월 발행', '발행', releaseMonth.path, 'other_person_required'],
    ['마감 취소하기', '2026년 10월 마감 취소', '마감 취소', reopenMonth.path, 'later_month_closed'],
  ])(
    'says why it is refused after all: %s',
    { tags: 'extended' },
    async (action, name, confirm, path, code) => {
      await renderAsOperator(buildClosed(), { [path]: () => refuse(code, 409) })
      await userEvent.click(getPanel().getByRole('button', { name: action }))
      const dialog = getDialog(name)
      await expect.element(dialog).toBeVisible()
      const input = dialog.getByRole(path === releaseMonth.path ? 'checkbox' : 'textbox')
      await (path === releaseMonth.path ? userEvent.click(input) : userEvent.fill(input, '이유'))
      await confirmIn(name, confirm)
      await expect.element(dialog.getByText('지금은 안 됩니다')).toBeVisible()
    },
  )

  test('lists what was written down, and its rates', { tags: 'extended' }, async () => {
    const obstacle = buildDifference('main: 3.37달러가 적습니다')
    await renderAsOperator(
      buildClosed({
        rateReason: '계약 환율',
        explanations: [
          { obstacle, text: '다음 달에 옵니다.' },
          { obstacle: null, text: '예전 설명' },
        ],
      }),
    )
    const written = getPanel().getByRole('region', { name: '마감 기록' })
    for (const text of [
      '다른 환율을 쓴 이유계약 환율',
      'main: 3.37달러가 적습니다다음 달에 옵니다.',
      '전체에 대한 설명예전 설명',
    ])
      await expectText(written, text)
    await expectText(getPanel(), 'studio.example₩1,387.5')
  })

  test('that is released has neither action', { tags: 'extended' }, async () => {
    await renderAsOperator(
      buildClosed({ state: 'released', releasedAt: '2026-11-17T02:00:00.000Z', canReopen: false }),
    )
    await expectText(getPanel(), '2026.11.17 발행')
    await expectText(getPanel(), '발행한 달입니다.')
    await expect
      .element(getPanel().getByRole('button', { name: /발행하기|취소하기|마감하기/ }))
      .not.toBeInTheDocument()
  })
})

test('a manager without the operator’s rights sees no panel', async () => {
  stub({
    [readMonths.path]: () =>
      succeed({ currency: 'KRW', months: [buildSummary('2026-10', 900_000_000)], arrivals: [] }),
    [readMonth.path]: () => succeed(buildMonth([buildRow(1)])),
  })
  history.replaceState(null, '', '/months/2026-10')
  renderedView = await renderView(screen)
  await expect.poll(() => document.querySelectorAll('[data-member]').length).toBe(1)
  expect(document.getElementById('month-closing')).toBeNull()
})
