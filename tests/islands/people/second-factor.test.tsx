// @module-tag extended
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { join, login } from '#contract/people/auth.ts'
import { changeEmail } from '#contract/people/email-links.ts'
import { completeSignIn, readSecondFactors, startTotp } from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import { screen } from '#islands/shell/screens/config-account/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { requireToken } from '#tests/support/require-token.ts'

const realFetch = window.fetch
const realUrl = location.href
const runId = Math.random().toString(36).slice(2, 8)
const password = 'the first secret'
let joinCount = 0
let renderedView: RenderedView

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  window.fetch = realFetch
  const { closeFactorDialog } = await import('#islands/people/account/second-factor/dialog.ts')
  closeFactorDialog()
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

const getButton = (name: string) => page.getByRole('button', { name, exact: true })
const getDialog = () => page.getByRole('dialog')
const getDialogButton = (name: string) => getDialog().getByRole('button', { name, exact: true })
const findDialog = () => document.querySelector('dialog')
const readFact = (name: string) => document.querySelector(`[data-field=${name}] dd`)?.textContent
const readSnackbars = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const fillPassword = (text: string) =>
  userEvent.fill(getDialog().getByLabelText('현재 비밀번호', { exact: true }), text)

/** Renders the account page of a new account. */
async function renderForNewAccount(
  options: ViewOptions = {},
  view: Parameters<typeof renderView>[0] = screen,
) {
  renderedView = await renderView(view, { email: 'hanip@hookline.example', ...options })
  joinCount += 1
  const email = `factor-${runId}-${joinCount}@hookline.example`
  await renderedView.call(join, { body: { email, password, nickname: '새사람' } })
  const { startSession, setUser } = await import('#lib/api/session.ts')
  startSession(requireToken(await renderedView.call(login, { body: { id: email, password } })))
  setUser((await renderedView.call(readMe)).user)
  await expect.poll(() => readFact('email')).toContain(email)
  await expect.poll(() => readFact('totp')).toBeTruthy()
}

async function createCode(secret: string, step = 0): Promise<string> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000) + step))
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const offset = digest.getUint8(19) & 0x0f
  return String((digest.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Opens the dialog and enters the password. @returns the secret on the screen */
async function startApp(): Promise<string> {
  await userEvent.click(getButton('인증 앱 추가'))
  await fillPassword(password)
  await userEvent.click(getDialogButton('계속'))
  await expect.element(getDialog().getByRole('img', { name: '인증 앱에 추가할 QR 코드' })).toBeVisible()
  return (findDialog()?.querySelector('code')?.textContent ?? '').replaceAll(' ', '')
}

async function addApp(secret?: string): Promise<string[]> {
  secret ??= await startApp()
  await userEvent.fill(getDialog().getByLabelText('6자리 코드'), await createCode(secret))
  await userEvent.click(getDialogButton('확인'))
  await expect.element(getDialog().getByRole('heading', { name: '복구 코드를 보관해 주세요' })).toBeVisible()
  return [...(findDialog()?.querySelectorAll('ul[aria-label] li') ?? [])].map(
    (item) => item.textContent ?? '',
  )
}

const saveCodes = async () => {
  await userEvent.click(getDialogButton('보관했습니다'))
  await expect.poll(findDialog).toBeNull()
}

describe('the card', () => {
  test('says what there is not, and offers it', async () => {
    await renderForNewAccount()
    expect(readFact('totp')).toContain('앱이 만드는 6자리 코드로 확인합니다.')
    expect(readFact('passkeys')).toContain('지문, 얼굴')
    expect(readFact('recovery-codes')).toBeUndefined()
    await expect.element(getButton('인증 앱 추가')).toBeVisible()
    await expect.element(getButton('패스키 추가')).toBeVisible()
  })

  test('that cannot be loaded says so, and is asked for again', async () => {
    let broken = true
    window.fetch = (input, init) =>
      broken && String(input).endsWith(readSecondFactors.path)
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : realFetch(input, init)
    renderedView = await renderView(screen)
    const failure = page.getByText('2단계 인증 설정을 불러오지 못했습니다')
    await expect.element(failure, { timeout: 20_000 }).toBeVisible()
    broken = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readFact('totp')).toContain('6자리')
  })
})

describe('adding an authenticator app', () => {
  test('takes the password and a code, and shows ten recovery codes until they are saved', async () => {
    await renderForNewAccount()
    const codes = await addApp()
    expect(new Set(codes).size).toBe(10)
    await expect.element(getDialog().getByRole('list', { name: '복구 코드 목록' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(findDialog()).not.toBeNull()
    await saveCodes()
    await expect.poll(() => readFact('totp')).toMatch(/^\d{4}\.\d\d\.\d\d 추가/)
    expect(readFact('recovery-codes')).toContain('10개 남음')
    expect(document.body.textContent).not.toContain(codes[0])
    expect(readSnackbars()).toEqual(['success: 인증 앱을 추가했습니다.'])
  })

  test('refuses a wrong password and a wrong code at their fields', async () => {
    await renderForNewAccount()
    await userEvent.click(getButton('인증 앱 추가'))
    await userEvent.click(getDialogButton('계속'))
    await expect.element(getDialog().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    await fillPassword('not this one')
    await userEvent.click(getDialogButton('계속'))
    await expect.element(getDialog().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await userEvent.click(getDialogButton('취소'))
    await startApp()
    const field = getDialog().getByLabelText('6자리 코드')
    await expect.element(field).toHaveFocus()
    await userEvent.click(getDialogButton('확인'))
    await expect.element(getDialog().getByText('코드를 입력해 주세요.')).toBeVisible()
    await userEvent.fill(field, '000000')
    await userEvent.click(getDialogButton('확인'))
    await expect.element(getDialog().getByText('코드가 올바르지 않거나 이미 사용되었습니다.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(findDialog).toBeNull()
    await expect.element(getButton('인증 앱 추가')).toHaveFocus()
    expect(readFact('totp')).toContain('6자리 코드로')
  })
})

describe('recovery codes', () => {
  test('are copied, downloaded, and replaced by new ones', async () => {
    await renderForNewAccount()
    const codes = await addApp()
    const downloads: string[] = []
    const noteDownload = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLAnchorElement)) return
      event.preventDefault()
      downloads.push(event.target.download)
    }
    addEventListener('click', noteDownload)
    await userEvent.click(getDialogButton('파일로 저장'))
    removeEventListener('click', noteDownload)
    expect(downloads).toEqual(['recovery-codes-localhost.txt'])
    await userEvent.click(getDialogButton('복사'))
    await expect.poll(() => readSnackbars().length).toBe(2)
    await saveCodes()
    await userEvent.click(getButton('새로 만들기'))
    await fillPassword(password)
    await userEvent.click(getDialogButton('계속'))
    await expect
      .element(getDialog().getByRole('heading', { name: '복구 코드를 보관해 주세요' }))
      .toBeVisible()
    expect(findDialog()?.textContent).not.toContain(codes[0])
    await saveCodes()
  })
})

describe('removing the authenticator app', () => {
  test('takes the password; the recovery codes go with it', async () => {
    await renderForNewAccount()
    await addApp()
    await saveCodes()
    await userEvent.click(getButton('인증 앱 삭제'))
    await fillPassword(password)
    await userEvent.click(getDialogButton('삭제'))
    await expect.poll(() => readFact('totp')).toContain('6자리 코드로')
    expect(readFact('recovery-codes')).toBeUndefined()
    expect(readSnackbars().at(-1)).toBe('success: 인증 앱을 삭제했습니다.')
  })
})

describe('a passkey', () => {
  test('that the browser does not create is named in the dialog', async () => {
    await renderForNewAccount()
    const realCreate = navigator.credentials.create
    navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    await userEvent.click(getButton('패스키 추가'))
    await fillPassword(password)
    await userEvent.click(getDialogButton('계속'))
    await expect
      .element(getDialog().getByText('패스키 확인이 취소되었거나 시간이 지났습니다. 다시 시도해 주세요.'))
      .toBeVisible()
    navigator.credentials.create = () => Promise.reject(new DOMException('no', 'InvalidStateError'))
    await userEvent.click(getDialogButton('계속'))
    await expect.element(getDialog().getByText('이 기기에는 이 계정의 패스키가 이미 있습니다.')).toBeVisible()
    navigator.credentials.create = realCreate
    await userEvent.fill(getDialog().getByLabelText('패스키 이름'), ' ')
    await userEvent.click(getDialogButton('계속'))
    await expect
      .element(getDialog().getByText('패스키 이름을 1자 이상 40자 이하로 입력해 주세요.'))
      .toBeVisible()
  })
})

test('too many attempts are said in the dialog', async () => {
  await renderForNewAccount()
  window.fetch = (input, init) =>
    String(input).endsWith(startTotp.path)
      ? Promise.resolve(
          Response.json(
            { success: false, code: 'too_many', message: '시도 횟수가 너무 많습니다.' },
            { status: 429 },
          ),
        )
      : realFetch(input, init)
  await userEvent.click(getButton('인증 앱 추가'))
  await fillPassword(password)
  await userEvent.click(getDialogButton('계속'))
  await expect.element(getDialog().getByRole('alert')).toMatchTextContent('시도 횟수가 너무 많습니다.')
})

test('a change that asks for an older proof again leads to the second step, and back to the page', async () => {
  let isProved = true
  window.fetch = async (input, init) => {
    const path = String(input)
    if (!isProved && path.endsWith(changeEmail.path))
      return Response.json(
        { success: false, code: 'second_factor_required', message: '2단계 인증이 필요합니다.' },
        { status: 403 },
      )
    const headers = new Headers(init?.headers)
    if (!isProved) headers.delete('If-None-Match')
    const response = await realFetch(input, { ...init, headers })
    if (path.endsWith(completeSignIn.path) && response.ok) isProved = true
    if (isProved || !path.endsWith(readSecondFactors.path)) return response
    return Response.json({ ...(await response.json()), isVerified: false })
  }
  const load = async () => {
    const [AccountView, { SecondFactorGate }, { $isSecondFactorNeeded }, { watchSession }] =
      await Promise.all([
        screen.load?.(),
        import('#islands/shell/SecondFactorGate.tsx'),
        import('#lib/api/session.ts'),
        import('#lib/page/profile.ts'),
      ])
    return function Page() {
      useEffect(watchSession, [])
      return useStore($isSecondFactorNeeded) ? <SecondFactorGate /> : AccountView && <AccountView />
    }
  }
  await renderForNewAccount({}, { ...screen, load })
  const secret = await startApp()
  await addApp(secret)
  await saveCodes()
  expect(readFact('totp')).toContain('추가')
  isProved = false
  await userEvent.click(getButton('이메일 변경'))
  await userEvent.fill(getDialog().getByLabelText('새 이메일'), 'moved@hookline.example')
  await fillPassword(password)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: '본인 확인이 필요합니다' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.fill(page.getByLabelText('인증 코드'), await createCode(secret, 1))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => readFact('totp')).toContain('추가')
  await expect.element(page.getByRole('heading', { name: '본인 확인이 필요합니다' })).not.toBeInTheDocument()
})
