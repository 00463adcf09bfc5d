import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addChannel, assignChannel } from '#contract/channels/channel-changes.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { readPayoutShares, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import { parsePercent } from '#islands/settlement/payout-shares/share-form.ts'
import { screen } from '#islands/shell/screens/manage-channel/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView } from '#tests/islands/kit/render-view.tsx'

const realUrl = location.href
const runId = Math.random().toString(36).slice(2, 10)
let addCount = 0
let renderedView: RenderedView
let channel: Channel
let members: { id: number; nickname: string }[]

beforeEach(async () => {
  await page.viewport(1440, 900)
  history.replaceState(null, '', '/manage-channel')
  renderedView = await renderView(screen)
  const listed = await renderedView.call(listMembers, {})
  // Members in the order in which shares are listed.
  members = listed.members
    .filter(({ state }) => state === 'active')
    .slice(0, 3)
    .sort((a, b) => a.id - b.id)
  channel = await addOne()
})
afterEach(() => {
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

async function addOne(): Promise<Channel> {
  addCount += 1
  const link = `@shares-${runId}-${addCount}`
  const { channel } = await renderedView.call(addChannel, { body: { link, category: 'music' } })
  if (!channel) throw new Error('the channel was not added')
  return channel
}

const reloadChannels = async () => (await import('#islands/channels/state/store.ts')).reloadChannels()
function navigateTo(search: string): void {
  history.pushState(null, '', `/manage-channel?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
}
const getDialog = () => page.getByRole('dialog')
const getInDialog = (name: string) => getDialog().getByRole('button', { name, exact: true })
const readShares = () =>
  renderedView.call(readPayoutShares, { query: { channel: channel.channelId }, fresh: true })
const readLatest = async () =>
  (await readShares()).sets[0]?.shares.map(({ member, permille }) => [member.nickname, permille])
const getNames = () => members.map(({ nickname }) => nickname)
const assign = (ids: readonly number[]) =>
  renderedView.call(assignChannel, { body: { id: channel.id, members: [...ids] } })

const boxes = () => getDialog().getByRole('checkbox')
const choose = async (name: string) => {
  await expect.poll(() => boxes().elements().length).toBeGreaterThan(1)
  await userEvent.click(getDialog().getByText(name, { exact: true }).first())
}

test.each([
  ['', null],
  ['62.5', 625],
  ['62,5 %', 625],
  ['100', 1_000],
  ['0', 0],
  ['100.1', undefined],
  ['12.34', undefined],
  ['-1', undefined],
  ['half', undefined],
])('%j is a share of %j tenths of a percent', (text, permille) => {
  expect(parsePercent(text)).toBe(permille)
})

describe('an assignment', () => {
  test('to one member asks for no shares', async () => {
    navigateTo(`assign=${channel.id}`)
    await choose(getNames()[0] ?? '')
    await expect.element(getInDialog(`${getNames()[0]} 선택 해제`)).toBeVisible()
    expect(getDialog().getByRole('button', { name: '똑같이 나누기' }).elements()).toEqual([])
  })

  test('begins on the chosen day, and so do the shares', async () => {
    const names = getNames().slice(0, 2)
    const { firstDay, today } = await readShares()
    navigateTo(`assign=${channel.id}`)
    for (const name of names) await choose(name)
    await userEvent.fill(getDialog().getByLabelText('배정 시작일'), '2020-02-03')
    await userEvent.click(getInDialog('똑같이 나누기'))
    await userEvent.click(getInDialog('배정하기'))
    await expect.element(getDialog().getByText(/마감되지 않은 달의 날짜를 선택해 주세요/)).toBeVisible()
    await userEvent.fill(getDialog().getByLabelText('배정 시작일'), firstDay ?? '')
    await userEvent.click(getInDialog('배정하기'))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect((await readShares()).sets.map(({ fromDay }) => fromDay)).toEqual([firstDay])
    await reloadChannels()
    navigateTo(`unassign=${channel.id}`)
    await userEvent.click(getDialog().getByText(names[0] ?? '', { exact: true }))
    await userEvent.fill(getDialog().getByLabelText('배정 취소일'), '2999-01-01')
    await userEvent.click(getInDialog('배정 취소'))
    await expect.element(getDialog().getByText('오늘보다 늦은 날짜는 선택할 수 없습니다.')).toBeVisible()
    await userEvent.fill(getDialog().getByLabelText('배정 취소일'), today)
    await userEvent.click(getInDialog('배정 취소'))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    await expect
      .poll(async () => (await readShares()).members.map(({ nickname }) => nickname))
      .toEqual(names.slice(1))
  })

  test('to a second member asks how to divide, and does not accept more than a whole', async () => {
    await page.viewport(360, 640)
    const [first = '', second = ''] = getNames()
    await assign(members.slice(0, 1).map(({ id }) => id))
    await reloadChannels()
    navigateTo(`assign=${channel.id}`)
    await choose(second)
    await userEvent.fill(getDialog().getByLabelText(first, { exact: true }), '60')
    await userEvent.click(getInDialog('배정하기'))
    await expect.element(getDialog().getByText(/배분율을 멤버마다 입력해 주세요/)).toBeVisible()
    await userEvent.fill(getDialog().getByRole('textbox', { name: second, exact: true }), '60')
    await userEvent.click(getInDialog('배정하기'))
    const problem = getDialog().getByText('배분율 합계가 100%를 넘습니다.')
    await expect.element(problem).toBeInViewport()
    await userEvent.fill(getDialog().getByRole('textbox', { name: second, exact: true }), '32,5')
    await expect.element(getDialog().getByRole('status').getByText('7.5%')).toBeVisible()
    await userEvent.click(getInDialog('배정하기'))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect(await readLatest()).toEqual([
      [first, 600],
      [second, 325],
    ])
    expect((await readShares()).undecidedFrom).toBeNull()
  })

  test('can leave the shares open, which the details of the channel say', async () => {
    navigateTo(`assign=${channel.id}`)
    for (const name of getNames().slice(0, 2)) await choose(name)
    await userEvent.click(getInDialog('배정하기'))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect((await readShares()).sets).toEqual([])
    navigateTo(`channel=${channel.id}`)
    const panel = page.getByRole('complementary', { name: channel.name })
    await expect.element(panel.getByText('정해지지 않음')).toBeVisible()
    await expect.element(panel.getByText(/배분율이 정해지지 않았습니다/)).toBeVisible()
    await userEvent.click(panel.getByRole('button', { name: '배분율 정하기' }))
    await userEvent.click(getInDialog('똑같이 나누기'))
    await userEvent.click(getInDialog('저장'))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    await expect.element(panel.getByText(`${getNames()[0]} 50.0%, ${getNames()[1]} 50.0%`)).toBeVisible()
  })

  test('of many channels asks once for those that the same members have', async () => {
    const other = await addOne()
    const [first, second] = members
    await reloadChannels()
    const { channelSelection } = await import('#islands/channels/state/selection.ts')
    const { channelList } = await import('#islands/channels/state/store.ts')
    navigateTo(`search=shares-${runId}-${addCount - 1}`)
    const listed = () => channelList.$state.get().result?.data.channels ?? []
    await expect.poll(() => listed().map(({ id }) => id)).toEqual([channel.id])
    channelSelection.set(listed(), true)
    navigateTo(`search=shares-${runId}-${addCount}`)
    await expect.poll(() => listed().map(({ id }) => id)).toEqual([other.id])
    channelSelection.set(listed(), true)
    navigateTo('assignMany=selected')
    for (const name of getNames().slice(0, 2)) await choose(name)
    await expect.poll(() => document.querySelectorAll('dialog [type=date]').length).toBe(1)
    await userEvent.click(getInDialog('똑같이 나누기'))
    const { today } = await readShares()
    await userEvent.fill(getDialog().getByLabelText('배정 시작일'), today)
    await userEvent.click(getInDialog('배정하기'))
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    for (const one of [channel, other]) {
      const { sets } = await renderedView.call(readPayoutShares, {
        query: { channel: one.channelId },
        fresh: true,
      })
      expect(sets.map(({ fromDay }) => fromDay)).toEqual([today])
      expect(sets[0]?.shares.map(({ member, permille }) => [member.id, permille])).toEqual([
        [first?.id, 500],
        [second?.id, 500],
      ])
    }
  })
})

test('shares that were set before are there to be changed from a chosen day, with their history', async () => {
  const [first = '', second = ''] = getNames()
  await assign(members.slice(0, 2).map(({ id }) => id))
  const { today } = await readShares()
  const shares = members.slice(0, 2).map(({ id }, at) => ({ member: id, permille: at === 0 ? 700 : 200 }))
  await renderedView.call(setPayoutShares, { body: { ids: [channel.id], fromDay: today, shares } })
  navigateTo(`shares=${channel.channelId}`)
  await expect.element(getDialog().getByLabelText(first, { exact: true })).toHaveValue('70')
  await expect.element(getDialog().getByText(`${first} 70.0%, ${second} 20.0%, 네트워크 10.0%`)).toBeVisible()
  await userEvent.fill(getDialog().getByLabelText(second, { exact: true }), '30')
  const tomorrow = addDays(today, 1)
  await userEvent.fill(getDialog().getByLabelText('적용 시작일'), tomorrow)
  await userEvent.click(getInDialog('저장'))
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  expect(await readLatest()).toEqual([
    [first, 700],
    [second, 300],
  ])
  expect((await readShares()).sets.map(({ fromDay }) => fromDay)).toEqual([tomorrow, today])
})

test('a file is previewed with what it changes, or with the lines that are wrong, before it is applied', async () => {
  const listed = await renderedView.call(listMembers, {})
  const [first] = listed.members.filter(({ id }) => id === members[0]?.id)
  const upload = (lines: readonly string[]) =>
    userEvent.upload(
      document.querySelector<HTMLInputElement>('dialog input[type=file]') as HTMLElement,
      new File([lines.join('\n')], 'shares.csv'),
    )
  const { firstDay } = await readShares()
  const day = firstDay ?? ''
  const shown = day.replaceAll('-', '.')
  const { openDialog } = await import('#lib/navigation/active-dialog.ts')
  openDialog('shareFile')
  await expect.element(getDialog().getByText('배정과 배분율 CSV 올리기')).toBeVisible()
  const header = 'channel,member,share,from'
  await upload([header, `${channel.channelId},nobody@hookline.example,60,${day}`])
  await expect.element(getDialog().getByText(/1줄이 잘못되어 아무것도 바꾸지 않았습니다\.$/)).toBeVisible()
  await expect.element(getDialog().getByText('네트워크에 이 이메일을 쓰는 멤버가 없습니다.')).toBeVisible()
  await upload([header, `${channel.channelId},${first?.user_id},60,${day}`])
  await expect.element(getDialog().getByText('1줄의 내용이 바뀝니다.')).toBeVisible()
  await expect.element(getDialog().getByText(`${shown}부터 배정 · ${shown}부터 60.0%`)).toBeVisible()
  expect((await readShares()).sets).toEqual([])
  await userEvent.click(getInDialog('적용하기'))
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  expect(await readLatest()).toEqual([[first?.nickname, 600]])
})
