// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cancelChannelRequest } from '#contract/channels/channel-changes.ts'
import { listChannels } from '#contract/channels/channels.ts'
import { screen } from '#islands/shell/screens/manage-channel/screen.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView

const renderChannels = async (options?: ViewOptions) => {
  history.replaceState(null, '', '/manage-channel')
  renderedView = await renderView(screen, options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  window.fetch = realFetch
  const { requests } = await renderedView.call(listChannels, {})
  for (const { id } of requests) await renderedView.call(cancelChannelRequest, { body: { id } })
  renderedView.close()
  history.replaceState(null, '', realUrl)
  await clearSnackbars()
})

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const getDialog = () => page.getByRole('dialog', { name: '채널 등록' })
const getLinkField = () => getDialog().getByRole('textbox', { name: '채널 링크' })
const getCategoryField = () => getDialog().getByRole('combobox', { name: '카테고리' })
const getSubmitButton = () => getDialog().getByRole('button', { name: '등록', exact: true })
const readSnackbars = async () =>
  (await import('#lib/page/snackbars.ts')).$snackbars.get().map((one) => one.message)
const clearSnackbars = async () => (await import('#lib/page/snackbars.ts')).$snackbars.set([])

async function openDialog(options?: ViewOptions) {
  const call = await renderChannels(options)
  await userEvent.click(page.getByRole('button', { name: '채널 등록' }).first())
  await expect.element(getDialog()).toBeVisible()
  expect(readParams()).toMatchObject({ addChannel: '1' })
  return call
}

test('what is missing is said at its field, in the words of the specification', async () => {
  await openDialog()
  await userEvent.click(getSubmitButton())
  await expect.element(getDialog().getByText('채널 링크를 입력해 주세요.')).toBeVisible()
  await expect.element(getDialog().getByText('채널 카테고리를 선택해 주세요.')).toBeVisible()
  await expect.element(getLinkField()).toHaveFocus()
  await userEvent.selectOptions(getCategoryField(), 'howto')
  await expect.element(getDialog().getByText('채널 카테고리를 선택해 주세요.')).not.toBeInTheDocument()
})

test('a link that names no channel is told of once typing rests, without asking', async () => {
  await openDialog()
  let asked = 0
  window.fetch = (input, init) => {
    if (String(input).includes('/channels/find')) asked += 1
    return realFetch(input, init)
  }
  await userEvent.fill(getLinkField(), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await expect.element(getDialog().getByText(/YouTube 채널 링크가 아닙니다/)).toBeVisible()
  await userEvent.fill(getLinkField(), 'https://www.youtube.com/c/cornerkitchen')
  await expect.element(getDialog().getByText(/이 주소로는 채널을 찾을 수 없습니다/)).toBeVisible()
  expect(asked).toBe(0)
  await userEvent.fill(getLinkField(), '@nobody')
  await expect.element(getDialog().getByText(/이 링크의 채널을 YouTube에서 찾을 수 없습니다/)).toBeVisible()
  await expect.element(getLinkField()).toHaveAttribute('aria-invalid', 'true')
  expect(asked).toBe(1)
})

test('a link that names no channel is refused again when it is sent', async () => {
  await openDialog()
  await userEvent.selectOptions(getCategoryField(), 'howto')
  await userEvent.fill(getLinkField(), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  const problem = () => getDialog().getByText(/YouTube 채널 링크가 아닙니다/)
  await expect.element(problem()).toBeVisible()
  await userEvent.click(getSubmitButton())
  await expect.element(getLinkField()).toHaveFocus()
  await expect.element(problem()).toBeVisible()
  await userEvent.fill(getLinkField(), '@corner')
  await expect.element(problem()).not.toBeInTheDocument()
})

test('the channel found is shown, then registered, and its verification opens', async () => {
  const call = await openDialog({ search: 'state=rejected' })
  const name = `kitchen-${Date.now()}`
  await userEvent.fill(getLinkField(), `https://www.youtube.com/@${name}/videos`)
  await expect.element(getDialog().getByText(name, { exact: true })).toBeVisible()
  await expect.element(getDialog().getByText(/구독자 1.2만명/)).toBeVisible()
  await userEvent.selectOptions(getCategoryField(), 'howto')
  await userEvent.click(getSubmitButton())
  await expect.poll(async () => (await call(listChannels, {})).channels[0]?.name).toBe(name)
  const [added] = (await call(listChannels, {})).channels
  await expect.poll(readParams).toEqual({ verify: String(added?.id) })
  expect(await readSnackbars()).toContain('채널이 등록되었습니다.')
  expect(added).toMatchObject({ category: 'howto', verification: 'pending' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => document.querySelector('dialog')?.textContent).toContain(name)
  await userEvent.keyboard('{Escape}')
  await expect.poll(readParams).not.toHaveProperty('verify')
  await expect.poll(() => document.querySelector('[data-channel]')?.textContent).toContain(name)
})

test('pressed before the channel was shown, it is shown first', async () => {
  const call = await openDialog()
  await userEvent.selectOptions(getCategoryField(), 'music')
  await userEvent.fill(getLinkField(), '@early-bird')
  await userEvent.keyboard('{Enter}')
  await expect.element(getDialog().getByText('early-bird', { exact: true })).toBeVisible()
  expect((await call(listChannels, { query: { search: 'early-bird' } })).total).toBe(0)
})

test('a channel that is registered already is refused at the link', async () => {
  const call = await openDialog()
  const [first] = (await call(listChannels, {})).channels
  await userEvent.fill(getLinkField(), `https://www.youtube.com/@taken-${first?.id}`)
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
  await expect.element(getDialog().getByText(/^이미 등록된 채널입니다/)).toBeVisible()
})

test('while YouTube does not answer the registration waits, is listed first, and can be taken back', async () => {
  const call = await openDialog()
  await userEvent.fill(getLinkField(), '@silent')
  await expect.element(getDialog().getByText(/지금은 YouTube가 응답하지 않습니다/)).toBeVisible()
  await userEvent.selectOptions(getCategoryField(), 'travel')
  await userEvent.click(getSubmitButton())
  await expect.element(getDialog()).not.toBeInTheDocument()
  await expect.poll(readParams).toEqual({})
  expect(await readSnackbars()).toEqual([expect.stringContaining('자동으로 완료됩니다')])
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
  await openDialog()
  await userEvent.fill(getLinkField(), '@silent')
  await userEvent.selectOptions(getCategoryField(), 'travel')
  await expect.element(getDialog().getByText(/지금은 YouTube가 응답하지 않습니다/)).toBeVisible()
  await userEvent.click(getSubmitButton())
  await expect.poll(async () => (await readSnackbars()).length).toBe(1)
  await clearSnackbars()
  const given = page.getByRole('listitem').filter({ hasText: '@silent' })
  await expect.element(given.getByText(/YouTube가 응답하지 않아 등록하지 못했습니다/)).toBeVisible()
  await userEvent.click(given.getByRole('button', { name: '다시 시도 @silent' }))
  await expect.poll(readSnackbars).toEqual([expect.stringContaining('자동으로 완료됩니다')])
  await expect.element(given.getByRole('button', { name: '다시 시도 @silent' })).toBeEnabled()
  expect(document.querySelectorAll('[data-request]').length).toBe(1)
})
