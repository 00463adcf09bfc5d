// @module-tag extended
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addChannel } from '#contract/channels/channel-changes.ts'
import { verificationFailures } from '#contract/channels/channel-states.ts'
import { type Channel, listChannels } from '#contract/channels/channels.ts'
import { screen } from '#islands/shell/screens/manage-channel/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const realUrl = location.href
const runId = Math.random().toString(36).slice(2, 10)
let addCount = 0
let renderedView: RenderedView
/** Changes to channels in the API's replies. */
let channelOverrides: Map<number, Partial<Channel>>

/** Applies the test's changes to the API's reply. */
async function overrideChannels(response: Response): Promise<Response> {
  const reply = await response.json()
  const change = (channel: Channel) => ({ ...channel, ...channelOverrides.get(channel.id) })
  if (reply.channels) reply.channels = reply.channels.map(change)
  if (reply.channel) reply.channel = change(reply.channel)
  return new Response(JSON.stringify(reply), { status: response.status })
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  channelOverrides = new Map()
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    const { pathname } = new URL(String(input), location.href)
    return /\/v2\/mcn\/channels?$/.test(pathname) && response.ok ? overrideChannels(response) : response
  }
})
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

const findDialog = () => document.querySelector('dialog')
const readPhase = () => document.querySelector<HTMLElement>('dialog [data-phase]')?.dataset.phase
const readSnackbars = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const getDialog = () => page.getByRole('dialog')
const getDialogButton = (name: string) => getDialog().getByRole('button', { name, exact: true })
const readFocusedText = () => document.activeElement?.textContent

function navigateTo(search: string): void {
  history.pushState(null, '', `/manage-channel?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Opens the dialog of a channel that is added for it; the list is real. */
async function openDialog(
  name: string,
  overrides: Partial<Channel> = {},
  options: ViewOptions = {},
): Promise<Channel> {
  history.replaceState(null, '', '/manage-channel')
  renderedView = await renderView(screen, options)
  addCount += 1
  const link = `@dialog-${runId}-${addCount}`
  const { channel } = await renderedView.call(addChannel, { body: { link, category: 'music' } })
  if (!channel) throw new Error('the channel was not added')
  channelOverrides.set(channel.id, overrides)
  await reloadChannels()
  navigateTo(`${name}=${channel.id}`)
  await expect.poll(findDialog, { timeout: 15_000 }).not.toBeNull()
  return { ...channel, ...overrides }
}

const reloadChannels = async () => (await import('#islands/channels/state/store.ts')).reloadChannels()

/** Changes the channel in the list from now on. */
async function updateChannel({ id }: Channel, overrides: Partial<Channel>): Promise<void> {
  channelOverrides.set(id, { ...channelOverrides.get(id), ...overrides })
  await reloadChannels()
}

async function findListed({ name }: Channel): Promise<Channel | undefined> {
  return (await renderedView.call(listChannels, { query: { search: name } })).channels[0]
}

describe('verification', () => {
  test('says the steps on each device, and copies the code', async () => {
    const channel = await openDialog('verify')
    expect(readPhase()).toBe('steps')
    await expect.element(getDialog().getByRole('radio', { name: 'PC' })).toHaveFocus()
    const steps = () => [...document.querySelectorAll('dialog ol > li')].map((li) => li.textContent)
    expect(steps()).toHaveLength(5)
    expect(steps()[1]).toContain('맞춤설정에서 프로필')
    expect(findDialog()?.textContent).toContain(channel.verificationCode)
    await userEvent.click(getDialog().getByRole('radio', { name: '휴대전화' }), { force: true })
    expect(steps()[1]).toContain('채널 수정')
    const links = [...document.querySelectorAll<HTMLAnchorElement>('dialog a')].map((a) =>
      a.getAttribute('href'),
    )
    expect(links).toEqual(['/guides/auths/mobile-auth', channel.page])
    await userEvent.click(getDialogButton('코드 복사'))
    // The browser may or may not let a test write to the clipboard.
    await expect
      .poll(readSnackbars)
      .toEqual([expect.stringMatching(/^success: 인증 코드를 복사|^error: .*-/)])
  })

  test('waits with a closed or open dialog, and follows the list to the success', async () => {
    const channel = await openDialog('verify')
    await userEvent.click(getDialogButton('인증하기'))
    await expect.poll(readPhase).toBe('waiting')
    expect(findDialog()?.querySelector('[role="status"]')?.textContent).toContain('창을 닫아도')
    expect(readFocusedText()).toBe('닫기')
    expect((await findListed(channel))?.verification).toBe('verifying')
    await userEvent.keyboard('{Escape}')
    await expect.poll(findDialog).toBeNull()
    navigateTo(`verify=${channel.id}`)
    await expect.poll(readPhase).toBe('waiting')
    await updateChannel(channel, { verification: 'verified', verificationCode: null })
    await expect.poll(readPhase).toBe('done')
    await expect.element(getDialog().getByText('채널이 인증되었습니다.', { exact: false })).toBeVisible()
    await expect.element(getDialog().getByText('영업일 기준 1~2일', { exact: false })).toBeVisible()
    await updateChannel(channel, { approval: 1 })
    await expect.element(getDialog().getByText('이 채널은 보류 중입니다.', { exact: false })).toBeVisible()
    expect(findDialog()?.textContent).not.toContain('수익 창출을 시작해')
    await userEvent.keyboard('{Enter}')
    await expect.poll(findDialog).toBeNull()
  })

  test('a failure is one of five, has the code again, and can be tried again', async () => {
    const channel = await openDialog('verify', { verification: 'verifying' }, { locale: 'en' })
    const titles = new Set<string>()
    for (const verificationFailure of verificationFailures) {
      await updateChannel(channel, { verification: 'pending', verificationFailure })
      await expect.poll(readPhase).toBe('failed')
      await expect
        .poll(() => titles.add(document.querySelector('dialog [role="status"] p')?.textContent ?? '').size)
        .toBe(verificationFailures.indexOf(verificationFailure) + 1)
      await expect.element(getDialogButton('Copy code')).toBeVisible()
      expect(findDialog()?.querySelector('code')?.textContent).toBe(channel.verificationCode)
    }
    expect([...titles][0]).toBe('Channel verification could not be completed. Please enter the code again.')
    const step = getDialog().getByText('In YouTube Studio', { exact: false })
    await expect.element(step).not.toBeVisible()
    await userEvent.click(getDialog().getByText('Show the steps again'))
    await expect.element(step).toBeVisible()
    channelOverrides.delete(channel.id)
    await userEvent.click(getDialogButton('Try again'))
    await expect.poll(readPhase).toBe('waiting')
    expect((await findListed(channel))?.verification).toBe('verifying')
  })

  test('what is refused is said, and can be tried again', async () => {
    await openDialog('verify')
    const before = window.fetch
    window.fetch = async (input, init) =>
      String(input).endsWith('/channels/verify')
        ? new Response(JSON.stringify({ success: false, code: 'too_many', message: '너무 잦습니다.' }), {
            status: 429,
          })
        : before(input, init)
    await userEvent.click(getDialogButton('인증하기'))
    await expect.element(getDialog().getByRole('alert').getByText('너무 잦습니다.')).toBeVisible()
    expect(readPhase()).toBe('steps')
    window.fetch = before
    await userEvent.click(getDialogButton('인증하기'))
    await expect.poll(readPhase).toBe('waiting')
  })
})

describe('assignment', () => {
  const boxes = () => page.getByRole('dialog').getByRole('checkbox')
  const names = () =>
    boxes()
      .elements()
      .map((box) => box.closest('label')?.querySelector('span')?.textContent)

  test('finds members by typing, shows who is chosen, and assigns', async () => {
    const channel = await openDialog('assign')
    await expect.poll(() => names().length).toBeGreaterThan(2)
    await userEvent.click(getDialogButton('배정하기'))
    await expect
      .element(getDialog().getByRole('alert').getByText('멤버를 선택해', { exact: false }))
      .toBeVisible()
    await userEvent.fill(getDialog().getByRole('searchbox'), 'hanip@')
    await expect.poll(names).toEqual(['한입'])
    await userEvent.click(boxes().first())
    await userEvent.fill(getDialog().getByRole('searchbox'), '')
    await expect.poll(() => names().length).toBeGreaterThan(2)
    const other = names().find((name) => name !== '한입') ?? ''
    await userEvent.click(getDialog().getByText(other, { exact: true }))
    await expect.element(getDialogButton(`${other} 선택 해제`)).toBeVisible()
    ;(getDialogButton('한입 선택 해제').element() as HTMLElement).focus()
    await userEvent.keyboard('{Delete}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`${other} 선택 해제`)
    await userEvent.keyboard('{Backspace}')
    await expect.element(getDialog().getByRole('searchbox')).toHaveFocus()
    await userEvent.click(getDialog().getByText('한입', { exact: true }))
    await userEvent.click(getDialogButton('배정하기'))
    await expect.poll(findDialog).toBeNull()
    expect(readSnackbars()).toEqual(['success: 채널을 배정했습니다.'])
    expect((await findListed(channel))?.members.map(({ nickname }) => nickname)).toEqual(['한입'])

    navigateTo(`assign=${channel.id}`)
    await expect.element(getDialog().getByText('지금 배정된 멤버: 한입')).toBeVisible()
    await expect
      .poll(
        () =>
          boxes()
            .elements()
            .filter((box) => box.matches(':checked:disabled')).length,
      )
      .toBe(1)
  })

  test('is taken back from who is chosen; the channel stays', async () => {
    const channel = await openDialog('assign')
    await expect.poll(() => names().length).toBeGreaterThan(2)
    const [first = '', second = ''] = names().map(String)
    await userEvent.click(boxes().nth(0))
    await userEvent.click(boxes().nth(1))
    await userEvent.click(getDialogButton('배정하기'))
    await expect.poll(findDialog).toBeNull()
    navigateTo(`unassign=${channel.id}`)
    await expect.poll(names).toEqual([first, second])
    await expect.element(getDialog().getByText('수익은 그대로 유지됩니다.', { exact: false })).toBeVisible()
    await userEvent.click(getDialogButton('배정 취소'))
    await expect
      .element(getDialog().getByRole('alert').getByText('멤버를 선택해', { exact: false }))
      .toBeVisible()
    await userEvent.click(boxes().first())
    await userEvent.click(getDialogButton('배정 취소'))
    await expect.poll(findDialog).toBeNull()
    expect(readSnackbars().at(-1)).toBe('success: 채널 배정을 취소했습니다.')
    expect((await findListed(channel))?.members.map(({ nickname }) => nickname)).toEqual([second])
    navigateTo(`unassign=${channel.id}`)
    await expect
      .poll(
        () =>
          boxes()
            .elements()
            .filter((box) => box.matches(':checked')).length,
      )
      .toBe(1)
  })
})

describe('deletion', () => {
  test('wants the notes confirmed and the right password', async () => {
    const channel = await openDialog('delete')
    expect(findDialog()?.textContent).toContain('10,000포인트 미만')
    expect(findDialog()?.textContent).toContain('10,000포인트 이상')
    expect(findDialog()?.textContent).toContain('재승인일부터')
    const acknowledgement = getDialog().getByRole('checkbox')
    const password = getDialog().getByLabelText('관리자 비밀번호')
    await userEvent.click(getDialogButton('채널 삭제'))
    await expect.element(getDialog().getByText('유의사항을 확인해 주세요.')).toBeVisible()
    await expect.element(getDialog().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    await expect.element(acknowledgement).toHaveFocus()
    await userEvent.click(acknowledgement)
    await userEvent.fill(password, 'abc')
    await userEvent.keyboard('{Enter}')
    await expect.element(getDialog().getByText('4자 이상 64자 이하', { exact: false })).toBeVisible()
    await userEvent.fill(password, 'not the one')
    await userEvent.keyboard('{Enter}')
    await expect.element(getDialog().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await expect.element(password).toHaveFocus()
    expect(await findListed(channel)).toBeDefined()
    await userEvent.fill(password, 'hookline-demo')
    await userEvent.click(getDialogButton('채널 삭제'))
    await expect.poll(findDialog).toBeNull()
    expect(readSnackbars()).toEqual(['success: 채널을 삭제했습니다.'])
    expect(await findListed(channel)).toBeUndefined()
  })

  test('says what is lost in the currency of the site', async () => {
    await openDialog('delete', {}, { locale: 'en' })
    const { $site } = await import('#lib/site/site.ts')
    const site = $site.get()
    if (site) $site.set({ ...site, is_playist: true })
    await expect.element(getDialog().getByText('Revenue below 20 dollars', { exact: false })).toBeVisible()
    await expect
      .element(getDialog().getByText('If the revenue is 20 dollars', { exact: false }))
      .toBeVisible()
    expect(findDialog()?.textContent).not.toContain('10,000')
  })
})

describe('re-review', () => {
  const held = {
    approval: 1,
    verification: 'verified',
    verificationCode: null,
    reason: '채널 아트에 다른 회사의 상표가 있습니다.',
  } as const
  const hour = 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()

  test('says why the channel is on hold and from when on it is possible; then it is asked for', async () => {
    const channel = await openDialog('review', { ...held, reReviewFrom: at(2 * hour) })
    expect(findDialog()?.textContent).toContain(held.reason)
    expect(findDialog()?.textContent).toMatch(/72시간.*하루에 한 번.*1~2일.*부터 요청할 수 있습니다/)
    await expect.element(getDialogButton('재심사 요청')).toBeDisabled()
    await updateChannel(channel, { reReviewFrom: at(-hour) })
    await expect.element(getDialogButton('재심사 요청')).toBeEnabled()
    const before = window.fetch
    const requested = { approval: 0, reReviewFrom: null, reReviewedAt: at(0) } as const
    window.fetch = async (input, init) => {
      if (!String(input).endsWith('/channels/re-review')) return before(input, init)
      // The list, which reloads after the reply, agrees with it.
      channelOverrides.set(channel.id, requested)
      const reply = { success: true, message: '', channel: { ...channel, ...requested } }
      return new Response(JSON.stringify(reply))
    }
    await userEvent.click(getDialogButton('재심사 요청'))
    await expect.element(getDialog().getByText('재심사를 요청했습니다')).toBeVisible()
    expect(readFocusedText()).toBe('닫기')
    await updateChannel(channel, { approval: 0, reReviewFrom: null, reReviewedAt: at(0) })
    await expect.element(getDialog().getByText('재심사를 요청했습니다')).toBeVisible()
  })

  test('an unverified channel is to be verified first; one that is not on hold cannot', async () => {
    const channel = await openDialog('review', { ...held, verification: 'pending', reReviewFrom: at(-hour) })
    await expect.element(getDialog().getByText('채널 인증을 먼저', { exact: false })).toBeVisible()
    await expect.element(getDialogButton('재심사 요청')).toBeDisabled()
    await updateChannel(channel, { approval: 2, verification: 'verified', reReviewFrom: null })
    await expect.element(getDialog().getByText('보류 상태가 아니어서', { exact: false })).toBeVisible()
    expect(getDialog().getByRole('button', { name: '재심사 요청' }).elements()).toEqual([])
  })

  test('what the API refuses is said in its words', async () => {
    await openDialog('review', { ...held, reReviewFrom: at(-hour) })
    await userEvent.click(getDialogButton('재심사 요청'))
    await expect
      .element(getDialog().getByRole('alert').getByText('채널 상태가 바뀌었습니다', { exact: false }))
      .toBeVisible()
  })
})
