// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Member } from '#contract/people/members.ts'
import { type RenderedView, renderView } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView
let asked: Record<string, string>[]

const members = Array.from(
  { length: 3_000 },
  (_, at): Member => ({
    id: at + 1,
    state: 'active',
    user_id: `member${at + 1}@hookline.example`,
    nickname: `회원${at + 1}`,
    channel_url: null,
    fee_rate: 0,
    channels: at % 4,
    registered_at: '2026-11-02T01:00:00.000Z',
    last_sign_in_at: null,
  }),
)

/** Replaces the network's members; `id` and `search` work as in the API. */
function stubMembers(): void {
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    if (!pathname.endsWith('/member/mcn/accounts')) return realFetch(input, init)
    const query = Object.fromEntries(searchParams)
    asked.push(query)
    const { id, search = '', size = '50' } = query
    const found = members.filter((one) => (id ? one.id === Number(id) : one.nickname.includes(search)))
    return Response.json({
      success: true,
      message: '',
      total: found.length,
      page: 0,
      size: Number(size),
      members: found.slice(0, Number(size)),
    })
  }
}

const combobox = page.getByRole('combobox', { name: '멤버' })
const option = (name: RegExp) => page.getByRole('option', { name })
const findOptions = () => [...document.querySelectorAll('[role=option]')]
const findActive = () => document.getElementById(getAttribute('aria-activedescendant') ?? '')
const getAttribute = (name: string) => combobox.element().getAttribute(name)
const readMember = () => new URLSearchParams(location.search).get('member')

async function renderCombobox(search = ''): Promise<void> {
  stubMembers()
  renderedView = await renderView(
    {
      namespaces: ['member-filter', 'lists'],
      load: async () => {
        const [{ MemberCombobox }, { setParams }] = await Promise.all([
          import('#islands/kit/forms/combobox/MemberCombobox.tsx'),
          import('#lib/navigation/router.ts'),
        ])
        return () => <MemberCombobox onChoose={(value) => setParams({ member: value ?? undefined })} />
      },
    },
    { search },
  )
  await expect.element(combobox).toBeVisible()
}

beforeEach(() => {
  asked = []
})
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
})

test('3,000 members are asked for a page at a time, and only once the list is opened', async () => {
  await renderCombobox()
  expect(asked).toEqual([])
  await userEvent.click(combobox)
  await expect.poll(() => findOptions().length).toBe(51)
  expect(asked).toEqual([{ page: '0', size: '50' }])
  await expect.poll(() => document.querySelector('main [role=status]')?.textContent).toContain('3,000명 중')
})

test('one of them is found by typing, named at once, and named again after a reload', async () => {
  await renderCombobox()
  await userEvent.click(combobox)
  await userEvent.type(combobox, '회원2987')
  await expect.poll(() => findOptions().length).toBe(1)
  expect(asked.at(-1)).toEqual({ search: '회원2987', size: '20' })
  expect(asked.length).toBeLessThanOrEqual(3)
  await userEvent.keyboard('{Enter}')
  expect(readMember()).toBe('2987')
  await expect.element(combobox).toHaveValue('회원2987')
  renderedView.close()
  asked = []
  await renderCombobox('member=2987')
  await expect.element(combobox).toHaveValue('회원2987')
  expect(asked).toEqual([{ id: '2987', size: '1' }])
})

test('the choice of all stays, first in the list', async () => {
  await renderCombobox('member=7')
  await expect.element(combobox).toHaveValue('회원7')
  await userEvent.click(combobox)
  await userEvent.click(option(/^전체 멤버$/))
  expect(readMember()).toBeNull()
  await expect.element(combobox).toHaveValue('')
  await expect.element(combobox).toHaveAttribute('placeholder', '전체 멤버')
  await userEvent.click(combobox)
  await expect.element(option(/^전체 멤버$/)).toHaveAttribute('aria-selected', 'true')
})

test('the list is gone through by keys, as the pattern of a combobox has it', async () => {
  await renderCombobox()
  combobox.element().focus()
  expect(getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => findOptions().length).toBe(51)
  expect(getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(getAttribute('aria-controls') ?? '')?.role).toBe('listbox')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(() => findActive()?.textContent).toContain('회원1')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(() => findActive()?.textContent).toContain('회원50')
  await expect.element(combobox).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(readMember()).toBe('50')
  await expect.element(combobox).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  expect(getAttribute('aria-expanded')).toBe('false')
  expect(readMember()).toBe('50')
})

test('a member who is gone keeps a number', async () => {
  await renderCombobox('member=4000')
  await expect.element(combobox).toHaveValue('멤버 4000')
})
