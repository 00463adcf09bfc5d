import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dropChannelRequest, listChannels } from '#contract/channels.ts'
import { type Shown, showView, type Wanted } from './demo-view.tsx'

const view = {
  namespaces: ['channels', 'channel-dialogs'],
  load: async () => (await import('#islands/channels/ChannelsView.tsx')).ChannelsView,
}

const realFetch = window.fetch
const realAddress = location.href
let shown: Shown

const show = async (wanted?: Wanted) => {
  history.replaceState(null, '', '/manage-channel')
  shown = await showView(view, wanted)
  return shown.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  window.fetch = realFetch
  const { requests } = await shown.call(listChannels, {})
  for (const { id } of requests) await shown.call(dropChannelRequest, { body: { id } })
  shown.close()
  history.replaceState(null, '', realAddress)
  await forgetSnackbars()
})

const params = () => Object.fromEntries(new URLSearchParams(location.search))
const dialog = () => page.getByRole('dialog', { name: '채널 등록' })
const link = () => dialog().getByRole('textbox', { name: '채널 링크' })
const category = () => dialog().getByRole('combobox', { name: '카테고리' })
const submit = () => dialog().getByRole('button', { name: '등록', exact: true })
const snackbars = async () => (await import('#lib/snackbars.ts')).$snackbars.get().map((one) => one.message)
const forgetSnackbars = async () => (await import('#lib/snackbars.ts')).$snackbars.set([])

async function open(wanted?: Wanted) {
  const call = await show(wanted)
  await userEvent.click(page.getByRole('button', { name: '채널 등록' }).first())
  await expect.element(dialog()).toBeVisible()
  expect(params()).toMatchObject({ addChannel: '1' })
  return call
}

test('what is missing is said at its field, in the words of the specification', async () => {
  await open()
  await userEvent.click(submit())
  await expect.element(dialog().getByText('채널 링크를 입력해 주세요.')).toBeVisible()
  await expect.element(dialog().getByText('채널 카테고리를 선택해 주세요.')).toBeVisible()
  await expect.element(link()).toHaveFocus()
  await userEvent.selectOptions(category(), 'howto')
  await expect.element(dialog().getByText('채널 카테고리를 선택해 주세요.')).not.toBeInTheDocument()
})

test('a link that names no channel is told of once typing rests, without asking', async () => {
  await open()
  let asked = 0
  window.fetch = (input, init) => {
    if (String(input).includes('/channels/find')) asked += 1
    return realFetch(input, init)
  }
  await userEvent.fill(link(), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await expect.element(dialog().getByText(/YouTube 채널 링크가 아닙니다/)).toBeVisible()
  await userEvent.fill(link(), 'https://www.youtube.com/c/cornerkitchen')
  await expect.element(dialog().getByText(/이 주소로는 채널을 찾을 수 없습니다/)).toBeVisible()
  expect(asked).toBe(0)
  await userEvent.fill(link(), '@nobody')
  await expect.element(dialog().getByText(/이 링크의 채널을 YouTube에서 찾을 수 없습니다/)).toBeVisible()
  await expect.element(link()).toHaveAttribute('aria-invalid', 'true')
  expect(asked).toBe(1)
})

test('a link that names no channel is refused again when it is sent', async () => {
  await open()
  await userEvent.selectOptions(category(), 'howto')
  await userEvent.fill(link(), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  const problem = () => dialog().getByText(/YouTube 채널 링크가 아닙니다/)
  await expect.element(problem()).toBeVisible()
  await userEvent.click(submit())
  await expect.element(link()).toHaveFocus()
  await expect.element(problem()).toBeVisible()
  await userEvent.fill(link(), '@corner')
  await expect.element(problem()).not.toBeInTheDocument()
})

test('the channel found is shown, then registered, and its verification opens', async () => {
  const call = await open({ search: 'state=rejected' })
  const name = `kitchen-${Date.now()}`
  await userEvent.fill(link(), `https://www.youtube.com/@${name}/videos`)
  await expect.element(dialog().getByText(name, { exact: true })).toBeVisible()
  await expect.element(dialog().getByText(/구독자 1.2만명/)).toBeVisible()
  await userEvent.selectOptions(category(), 'howto')
  await userEvent.click(submit())
  await expect.poll(async () => (await call(listChannels, {})).channels[0]?.name).toBe(name)
  const [added] = (await call(listChannels, {})).channels
  await expect.poll(params).toEqual({ verify: String(added?.id) })
  expect(await snackbars()).toContain('채널이 등록되었습니다.')
  expect(added).toMatchObject({ category: 'howto', verification: 'pending' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => document.querySelector('dialog')?.textContent).toContain(name)
  await userEvent.keyboard('{Escape}')
  await expect.poll(params).not.toHaveProperty('verify')
  await expect.poll(() => document.querySelector('[data-channel]')?.textContent).toContain(name)
})

test('pressed before the channel was shown, it is shown first', async () => {
  const call = await open()
  await userEvent.selectOptions(category(), 'music')
  await userEvent.fill(link(), '@early-bird')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByText('early-bird', { exact: true })).toBeVisible()
  expect((await call(listChannels, { query: { search: 'early-bird' } })).total).toBe(0)
})

test('a channel that is registered already is refused at the link', async () => {
  const call = await open()
  const [first] = (await call(listChannels, {})).channels
  await userEvent.fill(link(), `https://www.youtube.com/@taken-${first?.id}`)
  window.fetch = (input, init) =>
    String(input).includes('/channels/find')
      ? Promise.resolve(
          new Response(
            JSON.stringify({
              success: false,
              code: 'taken',
              message: '',
              fields: { link: { code: 'channel_taken', message: '' } },
            }),
            { status: 409 },
          ),
        )
      : realFetch(input, init)
  await expect.element(dialog().getByText('이미 등록된 채널입니다.')).toBeVisible()
})

test('while YouTube does not answer the registration waits, is listed first, and can be taken back', async () => {
  const call = await open()
  await userEvent.fill(link(), '@silent')
  await expect.element(dialog().getByText(/지금은 YouTube가 응답하지 않습니다/)).toBeVisible()
  await userEvent.selectOptions(category(), 'travel')
  await userEvent.click(submit())
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(params).toEqual({})
  expect(await snackbars()).toEqual([expect.stringContaining('자동으로 완료됩니다')])
  const waiting = page.getByRole('listitem').filter({ hasText: '@silent' })
  await expect.element(waiting.getByText(/YouTube의 응답을 기다리고 있습니다/)).toBeVisible()
  expect(document.querySelector('main ul > li')?.textContent).toContain('@silent')
  await userEvent.click(waiting.getByRole('button', { name: '삭제 @silent' }))
  await expect.element(waiting).not.toBeInTheDocument()
  expect((await call(listChannels, {})).requests).toEqual([])
})

test('a registration that was given up says why, and is tried again', async () => {
  window.fetch = async (input, init) => {
    const address = new URL(String(input), location.href)
    const response = await realFetch(input, init)
    if (!address.pathname.endsWith('/v2/mcn/channels') || response.status === 304) return response
    const reply = await response.json()
    for (const request of reply.requests) request.failure = 'no_answer'
    return new Response(JSON.stringify(reply))
  }
  await open()
  await userEvent.fill(link(), '@silent')
  await userEvent.selectOptions(category(), 'travel')
  await expect.element(dialog().getByText(/지금은 YouTube가 응답하지 않습니다/)).toBeVisible()
  await userEvent.click(submit())
  await expect.poll(async () => (await snackbars()).length).toBe(1)
  await forgetSnackbars()
  const given = page.getByRole('listitem').filter({ hasText: '@silent' })
  await expect.element(given.getByText(/YouTube가 응답하지 않아 등록하지 못했습니다/)).toBeVisible()
  await userEvent.click(given.getByRole('button', { name: '다시 시도 @silent' }))
  await expect.poll(snackbars).toEqual([expect.stringContaining('자동으로 완료됩니다')])
  await expect.element(given.getByRole('button', { name: '다시 시도 @silent' })).toBeEnabled()
  expect(document.querySelectorAll('[data-request]').length).toBe(1)
})
