import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createTag, deleteTag, listTags, tagChannels } from '#contract/channels/channel-tags.ts'
import { type ListedChannel, listChannels } from '#contract/channels/channels.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { screen as channelReport } from '#islands/reports/channels/screen.ts'
import { screen as dashboard } from '#islands/reports/dashboard/screen.ts'
import { screen as videoReport } from '#islands/reports/videos/screen.ts'
import { screen as channels } from '#islands/shell/screens/manage-channel/screen.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

/** Members: other tests look at the manager's screens in the meantime. */
const [first, second] = ['golmok@hookline.example', 'mongi@hookline.example']
const realUrl = location.href
let view: RenderedView

const render = async (screen: Parameters<typeof renderView>[0], options: ViewOptions = {}) => {
  view = await renderView(screen, { email: first, ...options })
  return view.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  await deleteTags(view)
  view.close()
  history.replaceState(null, '', realUrl)
  ;(await import('#lib/page/snackbars.ts')).$snackbars.set([])
})

async function deleteTags({ call }: RenderedView): Promise<void> {
  const { tags } = await call(listTags)
  for (const { id } of tags) await call(deleteTag, { body: { id } })
}

/** Makes tags of the person's channels, given by their places in the list. */
async function makeTags(tags: Record<string, readonly number[]>, email = first): Promise<ListedChannel[]> {
  const other = await renderView({ load: async () => () => null }, { email })
  await deleteTags(other)
  const { channels: own } = await other.call(listChannels, { query: { sort: 'name', order: 'asc' } })
  for (const [name, places] of Object.entries(tags)) {
    const { tag } = await other.call(createTag, { body: { name } })
    const ids = places.map((at) => own[at]?.channelId ?? '')
    if (ids.length > 0) await other.call(tagChannels, { body: { channels: ids, add: [tag.id], remove: [] } })
  }
  const { channels: tagged } = await other.call(listChannels, { query: { sort: 'name', order: 'asc' } })
  other.close()
  return tagged
}

const readTags = async () =>
  (await view.call(listTags)).tags.map(({ name, channels }) => `${name} ${channels}`)
const readNames = async () =>
  (await view.call(listChannels, { query: { sort: 'name', order: 'asc' } })).channels.map(({ tags }) =>
    tags.map(({ name }) => name).join(),
  )
const getDialog = () => page.getByRole('dialog')
const getBox = (name: RegExp) => getDialog().getByRole('checkbox', { name })
const getButton = (name: string | RegExp) => getDialog().getByRole('button', { name, exact: true })
const isMixed = async (name: RegExp) =>
  ((await getBox(name).element()) as HTMLInputElement).matches(':indeterminate')

const renderChannels = async (options?: ViewOptions) => {
  history.replaceState(null, '', '/manage-channel')
  await render(channels, options)
}

/** The dialog about the person's first channels. */
async function renderDialog(tags: Record<string, readonly number[]>, count = 2): Promise<ListedChannel[]> {
  const own = await makeTags(tags)
  const { TagDialog } = await import('#islands/reports/frame/tags/TagDialog.tsx')
  await render({
    namespaces: ['channel-tags'],
    load: async () => () => (
      <TagDialog channels={own.slice(0, count)} onClose={() => {}} onChanged={() => {}} />
    ),
  })
  return own
}

describe('the dialog', () => {
  test('makes a tag in place and adds it to the channels', async () => {
    await renderDialog({})
    await expect.element(getDialog().getByText(/아직 태그가 없습니다/)).toBeVisible()
    await userEvent.fill(getDialog().getByRole('textbox', { name: '새 태그 이름' }), ' 요리 ')
    await userEvent.keyboard('{Enter}')
    await expect.element(getBox(/^요리/)).toBeChecked()
    await expect.element(getDialog().getByRole('textbox', { name: '새 태그 이름' })).toHaveFocus()
    await userEvent.click(getButton('저장'))
    await expect.poll(readTags).toEqual(['요리 2'])
  })

  test('says why a name is refused', async () => {
    await renderDialog({ Cooking: [] })
    await userEvent.fill(getDialog().getByRole('textbox', { name: '새 태그 이름' }), 'COOKING')
    await userEvent.click(getButton('만들기'))
    await expect
      .element(getDialog().getByText('같은 이름의 태그가 있습니다. 다른 이름을 입력해 주세요.'))
      .toBeVisible()
    await expect.element(getDialog().getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  })

  test('keeps a tag that only some of the channels have, unless it is chosen', async () => {
    await renderDialog({ Alpha: [0], Beta: [1], Gamma: [0, 1] })
    await expect.element(getBox(/^Alpha 2개 중 1개/)).toBeVisible()
    expect(await isMixed(/^Alpha/)).toBe(true)
    await expect.element(getBox(/^Gamma/)).toBeChecked()
    for (const [isBoxMixed, isChecked] of [
      [false, true],
      [false, false],
      [true, false],
    ]) {
      await userEvent.click(getBox(/^Alpha/))
      expect(await isMixed(/^Alpha/)).toBe(isBoxMixed)
      expect(((await getBox(/^Alpha/).element()) as HTMLInputElement).checked).toBe(isChecked)
    }
    await userEvent.click(getBox(/^Beta/))
    await userEvent.click(getBox(/^Gamma/))
    await userEvent.click(getButton('저장'))
    await expect.poll(readTags).toEqual(['Alpha 1', 'Beta 2', 'Gamma 0'])
    expect((await readNames()).slice(0, 2)).toEqual(['Alpha,Beta', 'Beta'])
  })

  test('renames a tag, and returns the focus to it', async () => {
    await renderDialog({ Alpha: [0] })
    await userEvent.click(getButton('‘Alpha’ 이름 변경 또는 삭제'))
    await userEvent.fill(getDialog().getByRole('textbox', { name: '태그 이름', exact: true }), 'Omega')
    await userEvent.keyboard('{Enter}')
    await expect.element(getBox(/^Omega/)).toBeVisible()
    await expect.element(getButton('‘Omega’ 이름 변경 또는 삭제')).toHaveFocus()
    expect(await readTags()).toEqual(['Omega 1'])
  })

  test('deletes a tag after a confirmation; Escape closes only the question', async () => {
    await renderDialog({ Alpha: [0, 1], Beta: [] })
    await userEvent.click(getButton('‘Alpha’ 이름 변경 또는 삭제'))
    await userEvent.click(getButton('태그 삭제'))
    await expect
      .element(
        getDialog().getByText(
          '‘Alpha’ 태그를 삭제하시겠습니까? 채널 2개에서 태그가 사라지며, 채널은 그대로 남습니다.',
        ),
      )
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(getButton('‘Alpha’ 이름 변경 또는 삭제')).toHaveFocus()
    await userEvent.click(getButton('‘Alpha’ 이름 변경 또는 삭제'))
    await userEvent.click(getButton('태그 삭제'))
    await userEvent.click(getButton('삭제하기'))
    await expect.poll(readTags).toEqual(['Beta 0'])
    await expect.element(getBox(/^Alpha/)).not.toBeInTheDocument()
  })

  test('is opened by a row of the channels and of the report, whose chips change', async () => {
    const [channel] = await makeTags({ Alpha: [] })
    const name = channel?.name ?? ''
    await renderChannels()
    await userEvent.click(page.getByRole('button', { name: `${name} 작업` }))
    await userEvent.click(page.getByRole('menuitem', { name: '태그' }))
    await userEvent.click(getBox(/^Alpha/))
    await userEvent.click(getButton('저장'))
    await expect.element(page.getByText('태그: Alpha').first()).toBeInTheDocument()
    await expect.element(getDialog()).not.toBeInTheDocument()
    view.close()
    await render(channelReport)
    await expect.element(page.getByText('태그: Alpha').first()).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: `${name} 태그` }), { force: true })
    await expect.element(getBox(/^Alpha/)).toBeChecked()
    await userEvent.click(getBox(/^Alpha/))
    await userEvent.click(getButton('저장'))
    await expect.element(page.getByText('태그: Alpha')).not.toBeInTheDocument()
  })

  test('is opened for the selected channels of a manager', async () => {
    await renderChannels({ email: 'manager@hookline.example' })
    await userEvent.click(page.getByRole('checkbox', { name: /선택$/ }).nth(1))
    await userEvent.click(page.getByRole('checkbox', { name: /선택$/ }).nth(2))
    await userEvent.click(page.getByRole('button', { name: '태그', exact: true }))
    await expect.element(getDialog().getByText(/^선택한 채널 2개에/)).toBeVisible()
    await userEvent.click(getButton('취소'))
  })
})

describe('the filter', () => {
  const getFilter = () => page.getByRole('combobox', { name: '태그' })
  const readTag = () => new URLSearchParams(location.search).get('tag')
  const readViews = () => document.querySelector('[data-figure="views"]')?.textContent ?? ''

  test('is absent without tags', async () => {
    await render(dashboard, { email: second })
    await expect.poll(readViews).not.toBe('')
    await expect.poll(async () => (await import('#lib/api/session.ts')).$cachedTags.get()).toBe('')
    await expect.element(getFilter()).not.toBeInTheDocument()
  })

  test.each([
    ['the dashboard', dashboard],
    ['the channel report', channelReport],
    ['the video report', videoReport],
  ])('limits %s, and can be cleared', async (_, screen) => {
    await makeTags({ Alpha: [0], Beta: [] })
    const call = await render(screen)
    await userEvent.click(getFilter())
    await expect.element(page.getByRole('option', { name: 'Alpha 채널 1개' })).toBeVisible()
    await userEvent.type(getFilter(), 'al')
    await expect.element(page.getByRole('option', { name: /Beta/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    const [alpha] = (await call(listTags)).tags
    await expect.poll(readTag).toBe(String(alpha?.id))
    await expect.element(getFilter()).toHaveValue('Alpha')
    const { report } = await call(readDashboard, { query: { tag: alpha?.id } })
    expect(report?.totals.views).toBeGreaterThan(0)
    await userEvent.click(page.getByRole('button', { name: '태그 선택 해제' }))
    await expect.poll(readTag).toBe(null)
  })

  test('says that a tag has no figures, and that it has been deleted', async () => {
    await makeTags({ Empty: [] })
    const call = await render(dashboard)
    const [empty] = (await call(listTags)).tags
    view.close()
    await render(dashboard, { search: `tag=${empty?.id}` })
    await expect.element(page.getByText('이 태그의 채널에는 아직 집계된 내용이 없습니다')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '태그 없이 보기' }))
    await expect.poll(readTag).toBe(null)
    view.close()
    await render(channelReport, { search: 'tag=2147483000' })
    await expect.element(page.getByText('삭제된 태그이거나 다른 사람의 태그입니다')).toBeVisible()
    await expect.element(getFilter()).toHaveValue('삭제된 태그')
  })
})
