import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readChannelHistory } from '#contract/channels/channel-history.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import { type ListedChannel, listChannels } from '#contract/channels/channels.ts'
import { setEarningDay } from '#contract/channels/earning-day.ts'
import { readMe } from '#contract/people/session.ts'
import { screen } from '#islands/shell/screens/manage-channel/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView
/** Bodies of the calls that set the day. */
let sent: { id: number; from: string }[]
let lists = 0
let respond: () => Response
let channelHistory: object
/** Of everybody, whenever the screen asks who is signed in. */
let isOperator: boolean

const reply = (body: object, status = 200) =>
  Response.json({ success: status === 200, message: '', ...body }, { status })

beforeEach(async () => {
  await page.viewport(1280, 900)
  sent = []
  lists = 0
  isOperator = true
  respond = () => reply({})
  channelHistory = { verifiedAt: null, reviews: [], earnsFrom: '2026-10-05', firstEarningDay: null }
  window.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    if (pathname.endsWith(readMe.path)) {
      const { user } = await (await realFetch(input, init)).json()
      const permissions = [...user.permissions, ...(isOperator ? ['earning-days.change'] : [])]
      return reply({ user: { ...user, permissions } })
    }
    if (pathname.endsWith(readChannelHistory.path)) return reply(channelHistory)
    if (pathname.endsWith(listChannels.path)) lists += 1
    if (!pathname.endsWith(setEarningDay.path)) return realFetch(input, init)
    sent.push(JSON.parse(String(init?.body)))
    return respond()
  }
})
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

const getDialog = () => page.getByRole('dialog')
const getDay = (name = '새 수익 시작일') => getDialog().getByLabelText(name)
const confirm = (name = '변경') => userEvent.click(getDialog().getByRole('button', { name, exact: true }))

async function renderChannels(options?: ViewOptions) {
  history.replaceState(null, '', '/manage-channel')
  renderedView = await renderView(screen, options)
  const { channels } = await renderedView.call(listChannels)
  const find = (approval: number) =>
    channels.find((one) => one.approval === approval && one.verification === 'verified')
  return { earning: find(approvalStatus.approved), pending: find(approvalStatus.pending) }
}

async function openMenu(channel: ListedChannel | undefined): Promise<void> {
  const selector = `[data-channel="${channel?.id}"]`
  await expect.poll(() => document.querySelector(selector)).not.toBeNull()
  const row = page.elementLocator(document.querySelector(selector) as Element)
  await userEvent.click(row.getByRole('button', { name: /작업$|^Actions for/ }))
}

const openDialog = async (channel: ListedChannel | undefined, name = '수익 시작일 변경') => {
  await openMenu(channel)
  await userEvent.click(page.getByRole('menuitem', { name }))
}

describe('the earning day of a channel', () => {
  test('is changed by an operator, who reads what that does', async () => {
    const { earning } = await renderChannels()
    await openDialog(earning)
    await expect.element(getDialog().getByText('현재 수익 시작일: 2026.10.05')).toBeVisible()
    await expect.element(getDialog().getByText('늦게 나온 수익', { exact: false })).toBeVisible()
    await expect.element(getDay()).toHaveValue('2026-10-05')
    await userEvent.fill(getDay(), '2026-09-01')
    const before = lists
    await confirm()
    await expect.element(getDialog()).not.toBeInTheDocument()
    expect(sent).toEqual([{ id: earning?.id, from: '2026-09-01' }])
    expect($snackbars.get().map(({ message }) => message)).toEqual([
      '수익 시작일을 2026.09.01로 변경했습니다.',
    ])
    await expect.poll(() => lists).toBeGreaterThan(before)
  })

  test('is for operators only, and for channels that earn', async () => {
    isOperator = false
    const { earning, pending } = await renderChannels()
    await openMenu(earning)
    await expect.element(page.getByRole('menuitem', { name: '배정', exact: true })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: '수익 시작일 변경' })).not.toBeInTheDocument()
    renderedView.close()
    await renderChannels()
    await openMenu(pending)
    await expect.element(page.getByRole('menuitem', { name: '배정', exact: true })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: '수익 시작일 변경' })).not.toBeInTheDocument()
  })

  test('an empty day and what the server refuses are said at the field', { tags: 'extended' }, async () => {
    const { earning } = await renderChannels({ locale: 'en' })
    await openDialog(earning, 'Change earning day')
    await expect.element(getDay('New earning day')).toHaveValue('2026-10-05')
    await userEvent.fill(getDay('New earning day'), '')
    await confirm('Change')
    await expect
      .element(getDialog().getByText('Please enter a date in the format', { exact: false }))
      .toBeVisible()
    expect(sent).toEqual([])
    respond = () => {
      const from = { code: 'closed_days_lost', message: 'x' }
      return reply({ code: 'month_closed', message: 'This month is already closed.', fields: { from } }, 409)
    }
    await userEvent.fill(getDay('New earning day'), '2026-11-02')
    await confirm('Change')
    await expect
      .element(getDialog().getByText('This would remove days of a closed month', { exact: false }))
      .toBeVisible()
    respond = () => reply({ code: 'unapproved', message: 'Not approved yet.' }, 409)
    await confirm('Change')
    await expect.element(getDialog().getByText('Not approved yet.')).toBeVisible()
    expect($snackbars.get()).toEqual([])
  })

  test('cannot be changed of a channel that has stopped earning', { tags: 'extended' }, async () => {
    channelHistory = { ...channelHistory, earnsFrom: null }
    const { earning } = await renderChannels()
    await openDialog(earning)
    await expect.element(getDialog().getByText('지금은 수익이 집계되지 않는 채널입니다.')).toBeVisible()
    await expect.element(getDialog().getByRole('button', { name: '변경' })).not.toBeInTheDocument()
  })
})
