import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Payday, type PaydayEstimate, readPayday } from '#contract/settlement/payday.ts'
import { screen } from '#islands/reports/dashboard/screen.ts'
import type { Namespace } from '#lib/texts/catalog.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

let view: RenderedView | undefined
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  view?.close()
})

const november: PaydayEstimate = {
  month: '2999-11',
  day: '2999-12-25',
  range: { low: 1_410_000_000, high: 1_490_000_000 },
  tax: 'after',
  reachesMinimum: true,
}

async function show(change: Partial<Payday>, options: ViewOptions = {}): Promise<void> {
  const payday: Payday = {
    currency: 'KRW',
    payday: null,
    nextPayday: '2999-11-25',
    held: 0,
    carried: 0,
    minimum: 10_000_000,
    payoutAccount: 'confirmed',
    paidTo: '•••• 4821',
    confirmedBy: 'manager',
    estimates: [november],
    ...change,
  }
  window.fetch = async (input, init) =>
    String(input).includes(readPayday.path)
      ? new Response(JSON.stringify({ success: true, message: '', ...payday }))
      : realFetch(input, init)
  const namespaces: Namespace[] = [...(screen.namespaces ?? []), 'payday', 'breakdown']
  view = await renderView({ ...screen, namespaces }, { email: 'hanip@hookline.example', ...options })
}

const read = (selector: string) =>
  document.querySelector(`[data-payday] ${selector}`)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const readStep = () => document.querySelector<HTMLElement>('[data-payday-step]')?.dataset.paydayStep ?? null

test('the dashboard says what is paid when, what is held and why, what is likely then, each with a sign', async () => {
  const payday = { day: '2999-11-25', amount: 953_956_000 }
  await show({ payday, held: 224_944_000, payoutAccount: 'missing' })
  await expect.poll(() => read('[data-figure="payday"]')).toBe('₩953,956')
  expect(read('#payday-title')).toMatch(/^2999\.11\.25 지급 예정 [\d,]+일 뒤$/)
  expect(read('[data-held="missing"]')).toBe('보류 세금 차감 전정산 계좌가 없습니다₩224,944')
  expect(read('[data-estimate="2999-11"]')).toBe('2999.12.25 예상11월 수익, 수수료·세금 차감 후₩141만~₩149만')
  const kinds = [...document.querySelectorAll<SVGElement>('[data-payday] svg[data-kind]')]
  expect(kinds.map(({ dataset }) => dataset.kind)).toEqual(['final', 'held', 'estimated'])
  expect(new Set(kinds.map(({ innerHTML }) => innerHTML)).size).toBe(3)
  await expect
    .element(page.getByRole('link', { name: '정산 계좌 입력' }))
    .toHaveAttribute('href', '/config-account?payee=1')
})

for (const [about, change, title, figure, note] of [
  [
    'nothing is final',
    { estimates: [{ ...november, tax: 'before' as const }] },
    /^To be paid on Dec 25, 2999/,
    '₩1.41M – ₩1.49M',
    'Nov, before tax',
  ],
  [
    'too few days are known',
    { estimates: [{ ...november, range: null }] },
    /^Next payday$/,
    /^Dec 25, 2999/,
    'What you earn in Nov is paid on this day.',
  ],
  [
    'too little is carried over',
    {
      carried: 9_000_000,
      estimates: [{ ...november, range: { low: 9_000_000, high: 9_500_000 }, reachesMinimum: false }],
    },
    /^Next payday$/,
    /^Dec 25, 2999/,
    '₩9,000 is carried over. It is paid once ₩1,000 more brings it to the minimum payment of ₩10,000.',
  ],
] as const)
  test(`it says what is known, if ${about}`, { tags: 'extended' }, async () => {
    await show({ ...change, estimates: [...change.estimates] }, { locale: 'en' })
    await expect.poll(() => read('#payday-title')).toMatch(title)
    expect(read('[data-figure]')).toMatch(figure)
    expect(read('p:last-of-type')).toContain(note)
  })

for (const [payoutAccount, step] of [
  ['unconfirmed', 'confirm'],
  ['missing', 'enter'],
  ['rejected', 'correct'],
  // A channel of the demonstration waits for verification.
  ['entered', 'verify'],
] as const)
  test(`one step is offered at most: ${payoutAccount}`, { tags: 'extended' }, async () => {
    await show({ payoutAccount, held: 1_000_000 })
    await expect.poll(() => read('[data-held]')).toContain('₩1,000')
    await expect.poll(readStep).toBe(step)
    expect(document.querySelectorAll('[data-payday] [data-kind="primary"]').length).toBe(1)
  })

test('a manager, who is paid by others’ fees, has no such card', { tags: 'extended' }, async () => {
  await show({}, { email: 'manager@hookline.example' })
  await expect.poll(() => document.querySelector('[data-figure="profit"]')?.textContent).toBeTruthy()
  expect(document.querySelector('[data-payday]')).toBeNull()
})
