// @module-tag extended
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { confirmSession, readSecondFactors, type SecondFactors } from '#contract/people/second-factor.ts'
import { requestPayment } from '#contract/settlement/payments.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const passkey = { id: 1, name: 'Laptop', createdAt: '2026-11-01T00:00:00.000Z', lastUsedAt: null }
let renderedView: RenderedView
let confirmations: object[] = []

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  confirmations = []
})

const getDialog = () => page.getByRole('dialog', { name: 'Confirm that it’s you' })
const getField = (name: string) => getDialog().getByLabelText(name, { exact: true })
const readOutcome = () => document.querySelector('output')?.textContent

/** Renders a button that asks for a payment, which is refused until a confirmation is `accepted`. */
async function ask(
  factors: Partial<SecondFactors>,
  accepts: (body: object) => object | null,
  options: ViewOptions = {},
) {
  let isConfirmed = false
  window.fetch = async (input, init) => {
    const path = String(input)
    const refuse = (body: object, status: number) =>
      Response.json({ success: false, message: 'Refused.', ...body }, { status })
    if (path.endsWith(readSecondFactors.path)) {
      const none = {
        totpSince: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
        isVerified: false,
      }
      return Response.json({ success: true, message: '', ...none, confirmation: 'password', ...factors })
    }
    if (path.endsWith(confirmSession.path)) {
      const body = JSON.parse(String(init?.body))
      confirmations.push(body)
      const refusal = accepts(body)
      if (refusal) return refuse({ code: 'invalid', fields: refusal }, 422)
      isConfirmed = true
      return Response.json({ success: true, message: '', token: 'N'.repeat(43) })
    }
    if (!path.endsWith(requestPayment.path)) return realFetch(input, init)
    if (!isConfirmed) return refuse({ code: 'confirmation_required' }, 403)
    return Response.json({ success: true, message: '', amount: 1_000, currency: 'KRW' })
  }
  const { call } = await import('#lib/api/call.ts')
  function Page() {
    const [outcome, setOutcome] = useState('')
    const send = () =>
      call(requestPayment).then(
        ({ amount }) => setOutcome(String(amount)),
        (error: Error) => setOutcome(error.message),
      )
    return (
      <>
        <button type="button" onClick={send}>
          Pay
        </button>
        <output>{outcome}</output>
      </>
    )
  }
  renderedView = await renderView({ namespaces: [], load: async () => Page }, { locale: 'en', ...options })
  await userEvent.click(page.getByRole('button', { name: 'Pay' }))
  await expect.element(getDialog()).toBeVisible()
}

test('asks for a code as well when the second factor was proved some time ago', async () => {
  await ask({ totpSince: '2026-11-01T00:00:00.000Z' }, (body) =>
    'code' in body ? null : { code: { code: 'code_required', message: 'Enter a code.' } },
  )
  await userEvent.fill(getField('Current password'), 'secret')
  await userEvent.keyboard('{Enter}')
  await expect.element(getField('Verification or recovery code')).toHaveFocus()
  await userEvent.keyboard('123456{Enter}')
  await expect.poll(readOutcome).toBe('1000')
  expect(confirmations).toEqual([{ password: 'secret' }, { password: 'secret', code: '123456' }])
})

test('shows the field for a code when the proof has become too old meanwhile', async () => {
  await ask({ totpSince: '2026-11-01T00:00:00.000Z', isVerified: true }, (body) =>
    'code' in body ? null : { code: { code: 'code_required', message: 'Enter a code.' } },
  )
  await expect.element(getField('Verification or recovery code')).not.toBeInTheDocument()
  await userEvent.fill(getField('Current password'), 'secret')
  await userEvent.keyboard('{Enter}')
  await expect.element(getField('Verification or recovery code')).toHaveFocus()
  await userEvent.keyboard('123456{Enter}')
  await expect.poll(readOutcome).toBe('1000')
})

test('offers a passkey instead of the password', async () => {
  await ask({ passkeys: [passkey], isVerified: true }, () => null)
  await expect.element(getField('Current password')).toHaveFocus()
  await expect.element(getDialog().getByRole('button', { name: 'Use a passkey instead' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(readOutcome).toBe('Not confirmed, so nothing was done.')
  await expect.element(page.getByRole('button', { name: 'Pay' })).toHaveFocus()
  expect(confirmations).toEqual([])
})

test('tells people of a partner, who have neither, what to do', async () => {
  await ask({ confirmation: null }, () => null)
  await expect.element(getDialog().getByText(/Sign in again through the partner service/)).toBeVisible()
  await userEvent.click(getDialog().getByRole('button', { name: 'Close' }))
  await expect.poll(readOutcome).toBe('Not confirmed, so nothing was done.')
})

test('ends when the person goes back', async () => {
  await ask({}, () => null)
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(readOutcome).toBe('Not confirmed, so nothing was done.')
  await expect.element(getDialog()).not.toBeInTheDocument()
})
