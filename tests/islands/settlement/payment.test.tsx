// @module-tag extended
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type PaymentInfo, readPaymentInfo } from '#contract/settlement/payment-info.ts'
import { linkify } from '#islands/settlement/payment/linkify.ts'
import { screen } from '#islands/settlement/payment/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const contacts: PaymentInfo = {
  company_name: '주식회사 훅라인',
  company_address: '서울특별시 마포구 월드컵북로 1, 3층',
  business_number: '123-45-67890',
  company_mail: 'tax@hookline.example',
  manager_name: '김정산',
  manager_contact: '010-1234-5678, settle@hookline.example',
}
const realFetch = window.fetch
let renderedView: RenderedView

afterEach(() => {
  window.fetch = realFetch
  renderedView?.close()
  $snackbars.set([])
})

/** Renders the payment info with a given reply, whatever the demonstration contains. */
async function renderPayment(respond: () => Response | null, options: ViewOptions = {}): Promise<void> {
  window.fetch = async (input, init) =>
    (String(input).endsWith(readPaymentInfo.path) && respond()) || realFetch(input, init)
  renderedView = await renderView(screen, options)
}
const respondWith = (value: PaymentInfo | null) => () =>
  Response.json({ success: true, message: '', contacts: value })

const readFacts = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-field]')].map((row) => [
      row.dataset.field,
      row.querySelector('dd')?.textContent,
    ]),
  )
const readLinks = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('dd a')].map((link) => link.getAttribute('href'))

test('all six are there, what can be called and written to leads there, and what is copied is said', async () => {
  await renderPayment(respondWith(contacts), { email: 'hanip@hookline.example' })
  await expect.poll(readFacts).toEqual(contacts)
  expect(readLinks()).toEqual([
    'mailto:tax@hookline.example',
    'tel:01012345678',
    'mailto:settle@hookline.example',
  ])
  await expect.element(page.getByText('정산에 관한 문의는 담당자에게 해 주세요.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '사업자등록번호 복사' }))
  // The browser may or may not let a test write to the clipboard.
  await expect
    .poll(() => $snackbars.get().map(({ message }) => message))
    .toEqual([expect.stringMatching(/복사.*사업자등록번호/)])
})

test('where the operator has set none, that is said, and no more', async () => {
  await renderPayment(respondWith(null), { locale: 'en' })
  await expect.element(page.getByText('No payment info yet')).toBeVisible()
  expect(readFacts()).toEqual({})
})

test('what cannot be had says so and is asked again', async () => {
  let broken = true
  await renderPayment(() => (broken ? new Response('{}', { status: 500 }) : respondWith(contacts)()))
  await expect.element(page.getByText('정산 문의처를 불러오지 못했습니다'), { timeout: 20_000 }).toBeVisible()
  broken = false
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => readFacts().company_name).toBe(contacts.company_name)
})

test('the real API answers as the contract says', async () => {
  renderedView = await renderView(screen)
  const { contacts: real } = await renderedView.call(readPaymentInfo)
  if (real) await expect.poll(readFacts).toEqual(real)
  else await expect.element(page.getByText('아직 등록된 정산 문의처가 없습니다')).toBeVisible()
})

test.each([
  ['010-1234-5678', ['tel:01012345678']],
  ['+82 (0)2 123 4567 (평일 10–18시)', ['tel:+82021234567']],
  ['kim@a-b.example / 02.123.4567', ['mailto:kim@a-b.example', 'tel:021234567']],
  ['카카오톡 @settle', []],
  ['123', []],
])('of %j what leads somewhere is found, and nothing is lost', (text, wanted) => {
  const pieces = linkify(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap(({ href }) => href ?? [])).toEqual(wanted)
})
