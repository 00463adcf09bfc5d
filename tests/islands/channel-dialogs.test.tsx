import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addChannel, type Channel, listChannels, verificationFailures } from '#contract/channels.ts'
import { $snackbars } from '#lib/snackbars.ts'
import { type Shown, showView, type Wanted } from './demo-view.tsx'

const view = {
  namespaces: ['channels', 'channel-dialogs'],
  load: async () => (await import('#islands/channels/ChannelsView.tsx')).ChannelsView,
}
const realFetch = window.fetch
const realAddress = location.href
const run = Math.random().toString(36).slice(2, 10)
let added = 0
let shown: Shown
/** What the API says of channels is changed on its way by these. */
let changes: Map<number, Partial<Channel>>

/** Puts what the test says of a channel into what the API says. */
async function changed(response: Response): Promise<Response> {
  const reply = await response.json()
  const change = (channel: Channel) => ({ ...channel, ...changes.get(channel.id) })
  if (reply.channels) reply.channels = reply.channels.map(change)
  if (reply.channel) reply.channel = change(reply.channel)
  return new Response(JSON.stringify(reply), { status: response.status })
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  changes = new Map()
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    const { pathname } = new URL(String(input), location.href)
    return /\/v2\/mcn\/channels?$/.test(pathname) && response.ok ? changed(response) : response
  }
})
afterEach(() => {
  window.fetch = realFetch
  shown.close()
  history.replaceState(null, '', realAddress)
  $snackbars.set([])
})

const dialog = () => document.querySelector('dialog')
const phase = () => document.querySelector<HTMLElement>('dialog [data-phase]')?.dataset.phase
const told = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const within = () => page.getByRole('dialog')
const button = (name: string) => within().getByRole('button', { name, exact: true })
const focused = () => document.activeElement?.textContent

function openAt(search: string): void {
  history.pushState(null, '', `/manage-channel?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Shows the dialog of a channel that was added for it; the list is the real one. */
async function open(name: string, change: Partial<Channel> = {}, wanted: Wanted = {}): Promise<Channel> {
  history.replaceState(null, '', '/manage-channel')
  shown = await showView(view, wanted)
  added += 1
  const link = `@dialog-${run}-${added}`
  const { channel } = await shown.call(addChannel, { body: { link, category: 'music' } })
  if (!channel) throw new Error('the channel was not added')
  changes.set(channel.id, change)
  await reload()
  openAt(`${name}=${channel.id}`)
  await expect.poll(dialog, { timeout: 15_000 }).not.toBeNull()
  return { ...channel, ...change }
}

const reload = async () => (await import('#islands/channels/store.ts')).reloadChannels()

/** What the list says of the channel from now on. */
async function becomes({ id }: Channel, change: Partial<Channel>): Promise<void> {
  changes.set(id, { ...changes.get(id), ...change })
  await reload()
}

async function listed({ name }: Channel): Promise<Channel | undefined> {
  return (await shown.call(listChannels, { query: { search: name } })).channels[0]
}

describe('verification', () => {
  test('says the steps on each device, and copies the code', async () => {
    const channel = await open('verify')
    expect(phase()).toBe('steps')
    expect(document.activeElement).toBe(within().getByRole('radio', { name: 'PC' }).element())
    const steps = () => [...document.querySelectorAll('dialog ol > li')].map((li) => li.textContent)
    expect(steps()).toHaveLength(5)
    expect(steps()[1]).toContain('맞춤설정에서 기본 정보')
    expect(dialog()?.textContent).toContain(channel.verificationCode)
    await userEvent.click(within().getByRole('radio', { name: '휴대전화' }), { force: true })
    expect(steps()[1]).toContain('채널 수정')
    const links = [...document.querySelectorAll<HTMLAnchorElement>('dialog a')].map((a) =>
      a.getAttribute('href'),
    )
    expect(links).toEqual(['/guides/auths/mobile-auth', channel.page])
    await userEvent.click(button('코드 복사'))
    // Whether this browser lets a test write to the clipboard or not.
    await expect.poll(told).toEqual([expect.stringMatching(/^success: 인증 코드를 복사|^error: .*-/)])
  })

  test('waits with a closed or open dialog, and follows the list to the success', async () => {
    const channel = await open('verify')
    await userEvent.click(button('인증하기'))
    await expect.poll(phase).toBe('waiting')
    expect(dialog()?.querySelector('[role="status"]')?.textContent).toContain('창을 닫아도')
    expect(focused()).toBe('닫기')
    expect((await listed(channel))?.verification).toBe('verifying')
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    openAt(`verify=${channel.id}`)
    await expect.poll(phase).toBe('waiting')
    await becomes(channel, { verification: 'verified', verificationCode: null })
    await expect.poll(phase).toBe('done')
    await expect.element(within().getByText('채널이 인증되었습니다.', { exact: false })).toBeVisible()
    await expect.element(within().getByText('영업일 기준 1~2일', { exact: false })).toBeVisible()
    await becomes(channel, { approval: 1 })
    await expect.element(within().getByText('이 채널은 보류 중입니다.', { exact: false })).toBeVisible()
    expect(dialog()?.textContent).not.toContain('수익 창출을 시작해')
    await userEvent.keyboard('{Enter}')
    await expect.poll(dialog).toBeNull()
  })

  test('a failure is one of four, has the code again, and can be tried again', async () => {
    const channel = await open('verify', { verification: 'verifying' }, { locale: 'en' })
    const titles = new Set<string>()
    for (const verificationFailure of verificationFailures) {
      await becomes(channel, { verification: 'pending', verificationFailure })
      await expect.poll(phase).toBe('failed')
      await expect
        .poll(() => titles.add(document.querySelector('dialog [role="status"] p')?.textContent ?? '').size)
        .toBe(verificationFailures.indexOf(verificationFailure) + 1)
      await expect.element(button('Copy code')).toBeVisible()
      expect(dialog()?.querySelector('code')?.textContent).toBe(channel.verificationCode)
    }
    expect([...titles][0]).toBe('Channel verification could not be completed. Please enter the code again.')
    const step = within().getByText('In YouTube Studio', { exact: false })
    await expect.element(step).not.toBeVisible()
    await userEvent.click(within().getByText('Show the steps again'))
    await expect.element(step).toBeVisible()
    changes.delete(channel.id)
    await userEvent.click(button('Try again'))
    await expect.poll(phase).toBe('waiting')
    expect((await listed(channel))?.verification).toBe('verifying')
  })

  test('what is refused is said, and can be tried again', async () => {
    await open('verify')
    const before = window.fetch
    window.fetch = async (input, init) =>
      String(input).endsWith('/channels/verify')
        ? new Response(JSON.stringify({ success: false, code: 'too_many', message: '너무 잦습니다.' }), {
            status: 429,
          })
        : before(input, init)
    await userEvent.click(button('인증하기'))
    await expect.element(within().getByRole('alert').getByText('너무 잦습니다.')).toBeVisible()
    expect(phase()).toBe('steps')
    window.fetch = before
    await userEvent.click(button('인증하기'))
    await expect.poll(phase).toBe('waiting')
  })
})

describe('assignment', () => {
  const boxes = () => page.getByRole('dialog').getByRole('checkbox')
  const names = () =>
    boxes()
      .elements()
      .map((box) => box.closest('label')?.querySelector('span')?.textContent)

  test('finds members by typing, shows who is chosen, and assigns', async () => {
    const channel = await open('assign')
    await expect.poll(() => names().length).toBeGreaterThan(2)
    await userEvent.click(button('배정하기'))
    await expect
      .element(within().getByRole('alert').getByText('멤버를 선택해', { exact: false }))
      .toBeVisible()
    await userEvent.fill(within().getByRole('searchbox'), 'hanip@')
    await expect.poll(names).toEqual(['한입'])
    await userEvent.click(boxes().first())
    await userEvent.fill(within().getByRole('searchbox'), '')
    await expect.poll(() => names().length).toBeGreaterThan(2)
    const other = names().find((name) => name !== '한입') ?? ''
    await userEvent.click(within().getByText(other, { exact: true }))
    await expect.element(button(`${other} 선택 해제`)).toBeVisible()
    ;(button('한입 선택 해제').element() as HTMLElement).focus()
    await userEvent.keyboard('{Delete}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`${other} 선택 해제`)
    await userEvent.keyboard('{Backspace}')
    expect(document.activeElement).toBe(within().getByRole('searchbox').element())
    await userEvent.click(within().getByText('한입', { exact: true }))
    await userEvent.click(button('배정하기'))
    await expect.poll(dialog).toBeNull()
    expect(told()).toEqual(['success: 채널을 배정했습니다.'])
    expect((await listed(channel))?.members.map(({ nickname }) => nickname)).toEqual(['한입'])

    openAt(`assign=${channel.id}`)
    await expect.element(within().getByText('지금 배정된 멤버: 한입')).toBeVisible()
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
    const channel = await open('assign')
    await expect.poll(() => names().length).toBeGreaterThan(2)
    const [first = '', second = ''] = names().map(String)
    await userEvent.click(boxes().nth(0))
    await userEvent.click(boxes().nth(1))
    await userEvent.click(button('배정하기'))
    await expect.poll(dialog).toBeNull()
    openAt(`unassign=${channel.id}`)
    await expect.poll(names).toEqual([first, second])
    await expect.element(within().getByText('수익은 그대로 유지됩니다.', { exact: false })).toBeVisible()
    await userEvent.click(button('배정 취소'))
    await expect
      .element(within().getByRole('alert').getByText('멤버를 선택해', { exact: false }))
      .toBeVisible()
    await userEvent.click(boxes().first())
    await userEvent.click(button('배정 취소'))
    await expect.poll(dialog).toBeNull()
    expect(told().at(-1)).toBe('success: 채널 배정을 취소했습니다.')
    expect((await listed(channel))?.members.map(({ nickname }) => nickname)).toEqual([second])
    openAt(`unassign=${channel.id}`)
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
    const channel = await open('delete')
    expect(dialog()?.textContent).toContain('10,000점 미만')
    expect(dialog()?.textContent).toContain('10,000점 이상')
    expect(dialog()?.textContent).toContain('재승인일부터')
    const acknowledgement = within().getByRole('checkbox')
    const password = within().getByLabelText('관리자 비밀번호')
    await userEvent.click(button('채널 삭제'))
    await expect.element(within().getByText('유의사항을 확인해 주세요.')).toBeVisible()
    await expect.element(within().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    expect(document.activeElement).toBe(acknowledgement.element())
    await userEvent.click(acknowledgement)
    await userEvent.fill(password, 'abc')
    await userEvent.keyboard('{Enter}')
    await expect.element(within().getByText('4자 이상 64자 이하', { exact: false })).toBeVisible()
    await userEvent.fill(password, 'not the one')
    await userEvent.keyboard('{Enter}')
    await expect.element(within().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    expect(document.activeElement).toBe(password.element())
    expect(await listed(channel)).toBeDefined()
    await userEvent.fill(password, 'hookline-demo')
    await userEvent.click(button('채널 삭제'))
    await expect.poll(dialog).toBeNull()
    expect(told()).toEqual(['success: 채널을 삭제했습니다.'])
    expect(await listed(channel)).toBeUndefined()
  })

  test('says what is lost in the currency of the site', async () => {
    await open('delete', {}, { locale: 'en' })
    const { $site } = await import('#lib/site.ts')
    const site = $site.get()
    if (site) $site.set({ ...site, is_playist: true })
    await expect.element(within().getByText('Revenue below 20 dollars', { exact: false })).toBeVisible()
    await expect.element(within().getByText('If the revenue is 20 dollars', { exact: false })).toBeVisible()
    expect(dialog()?.textContent).not.toContain('10,000')
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
    const channel = await open('review', { ...held, reReviewFrom: at(2 * hour) })
    expect(dialog()?.textContent).toContain(held.reason)
    expect(dialog()?.textContent).toMatch(/72시간.*하루에 한 번.*1~2일.*부터 요청할 수 있습니다/)
    await expect.element(button('재검토 요청')).toBeDisabled()
    await becomes(channel, { reReviewFrom: at(-hour) })
    await expect.element(button('재검토 요청')).toBeEnabled()
    const before = window.fetch
    window.fetch = async (input, init) =>
      String(input).endsWith('/channels/re-review')
        ? new Response(
            JSON.stringify({
              success: true,
              message: '',
              channel: { ...channel, approval: 0, reReviewFrom: null, reReviewedAt: at(0) },
            }),
          )
        : before(input, init)
    await userEvent.click(button('재검토 요청'))
    await expect.element(within().getByText('재검토를 요청했습니다')).toBeVisible()
    expect(focused()).toBe('닫기')
    await becomes(channel, { approval: 0, reReviewFrom: null, reReviewedAt: at(0) })
    await expect.element(within().getByText('재검토를 요청했습니다')).toBeVisible()
  })

  test('an unverified channel is to be verified first; one that is not on hold cannot', async () => {
    const channel = await open('review', { ...held, verification: 'pending', reReviewFrom: at(-hour) })
    await expect.element(within().getByText('채널 인증을 먼저', { exact: false })).toBeVisible()
    await expect.element(button('재검토 요청')).toBeDisabled()
    await becomes(channel, { approval: 2, verification: 'verified', reReviewFrom: null })
    await expect.element(within().getByText('보류 상태가 아니어서', { exact: false })).toBeVisible()
    expect(within().getByRole('button', { name: '재검토 요청' }).elements()).toEqual([])
  })

  test('what the API refuses is said in its words', async () => {
    await open('review', { ...held, reReviewFrom: at(-hour) })
    await userEvent.click(button('재검토 요청'))
    await expect
      .element(within().getByRole('alert').getByText('채널 상태가 바뀌었습니다', { exact: false }))
      .toBeVisible()
  })
})
