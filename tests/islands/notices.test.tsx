import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#styles/tokens.css'
import '#styles/base.css'
import type { Locale } from '#contract/locale.ts'
import { listNotices, readNotice } from '#contract/notices.ts'
import { dayOfMoment } from '#lib/days.ts'
import { formatDay } from '#lib/format-day.ts'

// Read when the client is first loaded, so nothing of it may be imported before this line.
import.meta.env.PUBLIC_API_URL = inject('apiUrl')

const texts = import.meta.glob<Record<string, string>>(
  ['/src/locales/*/{common,notices}.json', '/contract/messages/*.json'],
  { eager: true, import: 'default' },
)

const realFetch = window.fetch
const realAddress = location.href
let close = () => {}

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  close()
  go(realAddress)
})

function go(address: string): void {
  history.replaceState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** A view of the notices for the demonstration's member, against the real API. */
async function show(view: 'list' | 'notice', address: string, locale: Locale = 'ko') {
  go(address)
  const [{ provideStrings }, { call }, { readMeta }, { login }, { readMe }, site, session, list, notice] =
    await Promise.all([
      import('#lib/strings.ts'),
      import('#lib/api.ts'),
      import('#contract/site.ts'),
      import('#contract/auth.ts'),
      import('#contract/session.ts'),
      import('#lib/site.ts'),
      import('#lib/session.ts'),
      import('#islands/notices/NoticesView.tsx'),
      import('#islands/notices/NoticeView.tsx'),
    ])
  document.documentElement.lang = locale
  provideStrings(locale, {
    common: texts[`/src/locales/${locale}/common.json`] ?? {},
    notices: texts[`/src/locales/${locale}/notices.json`] ?? {},
    messages: texts[`/contract/messages/${locale}.json`] ?? {},
  })
  site.$site.set((await call(readMeta, { query: { domain: 'localhost' } })).metadata)
  const body = { id: 'hanip@hookline.example', password: 'hookline-demo' }
  session.beginSession((await call(login, { body })).token)
  session.showUser((await call(readMe)).user)
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  root.render(view === 'list' ? <list.NoticesView /> : <notice.NoticeView />)
  close = () => {
    root.unmount()
    place.remove()
    session.clearSession()
  }
  return call
}

/** Puts something between the site and the network for calls about notices. */
function between(act: (address: URL, go: () => Promise<Response>) => Promise<Response>): void {
  window.fetch = (input, init) => {
    const address = new URL(String(input), location.href)
    const reach = () => realFetch(input, init)
    return address.pathname.includes('/v2/mcn/notices') ? act(address, reach) : reach()
  }
}

const answered = (reply: object) => new Response(JSON.stringify({ success: true, message: '', ...reply }))
const refused = (code: string, status: number, message: string) =>
  new Response(JSON.stringify({ success: false, code, message }), { status })

/** 45 notices that the demonstration does not have. */
const many = async (address: URL) => {
  const number = Number(address.searchParams.get('page'))
  const ids = Array.from({ length: 45 }, (_, at) => at + 1).slice(number * 20, number * 20 + 20)
  const entry = { published_at: '2026-11-01T00:00:00.000Z', pinned: false }
  const notices = ids.map((id) => ({ ...entry, id, title: `${id}번 공지` }))
  return answered({ total: 45, page: number, size: 20, notices })
}

const rows = () =>
  [...document.querySelectorAll('[data-notice]')].map((row) => ({
    id: Number(row.getAttribute('data-notice')),
    href: row.querySelector('a')?.getAttribute('href'),
    title: row.querySelector('a')?.textContent,
    day: row.querySelector('time')?.textContent,
    pinned: row.textContent?.startsWith('고정'),
  }))
const heading = () => document.querySelector('h1')?.textContent
const ids = () => rows().map(({ id }) => id)

test('the list has the API’s notices, pinned ones marked, with the way to each', async () => {
  const call = await show('list', '/notices')
  const { notices } = await call(listNotices)
  expect(notices.length).toBeGreaterThan(1)
  await expect.poll(rows).toEqual(
    notices.map(({ id, title, published_at, pinned }) => ({
      id,
      href: `/notices/${id}`,
      title,
      day: formatDay(dayOfMoment(published_at), 'ko'),
      pinned,
    })),
  )
  expect(rows()[0]?.pinned).toBe(true)
  await expect.element(page.getByRole('heading', { level: 1, name: '공지사항' })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test('it is in the page’s language, and so are its links', async () => {
  const call = await show('list', '/zh-TW/notices', 'zh-TW')
  const { notices } = await call(listNotices)
  await expect.poll(() => rows()[0]?.href).toBe(`/zh-TW/notices/${notices[0]?.id}`)
  expect(rows().map(({ title }) => title)).toEqual(notices.map(({ title }) => title))
  expect(heading()).toBe('公告')
})

test('pages are in the address, forth and back, and read from their top', async () => {
  between(many)
  await show('list', '/notices')
  await expect.poll(() => ids().length).toBe(20)
  await expect.element(page.getByRole('button', { name: '이전' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: '다음' }))
  expect(location.search).toBe('?page=2')
  await expect.poll(() => ids()[0]).toBe(21)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: '다음' }))
  await expect.poll(ids).toEqual([41, 42, 43, 44, 45])
  await expect.element(page.getByRole('button', { name: '다음' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: '이전' }))
  await expect.poll(() => ids()[0]).toBe(21)
  await userEvent.click(page.getByRole('button', { name: '이전' }))
  await expect.poll(() => ids()[0]).toBe(1)
  expect(location.search).toBe('')
})

test('past the last page there is a way back to the first', async () => {
  await show('list', '/notices?page=9')
  await expect.element(page.getByText('더 표시할 공지사항이 없습니다')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '첫 페이지로 이동' }))
  await expect.poll(() => ids().length).toBeGreaterThan(0)
  expect(location.search).toBe('')
})

test('without notices it says so', async () => {
  between(async () => answered({ total: 0, page: 0, size: 20, notices: [] }))
  await show('list', '/notices')
  await expect.element(page.getByText('등록된 공지사항이 없습니다.')).toBeVisible()
})

test('a list that cannot be had says why and can be tried again', async () => {
  const message = '지금은 보여 드릴 수 없습니다.'
  between(async () => refused('internal', 400, message))
  await show('list', '/notices')
  await expect.element(page.getByRole('alert').getByText('공지사항 목록을 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => ids().length).toBeGreaterThan(0)
})

test.each([1280, 390])(
  'before the first reply there are rows of the same height, on %i pixels',
  async (width) => {
    await page.viewport(width, 844)
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    between(async (_, go) => {
      await held
      return go()
    })
    await show('list', '/notices')
    await expect.element(page.getByRole('status')).toHaveTextContent('불러오는 중입니다')
    const height = () => Math.round(document.querySelector('main li')?.getBoundingClientRect().height ?? 0)
    const waiting = height()
    arrive()
    await expect.poll(() => ids().length).toBeGreaterThan(0)
    expect(height()).toBe(waiting)
  },
)

test('a notice is shown with its title as heading and its text in paragraphs', async () => {
  const call = await show('list', '/notices')
  const [pinned] = (await call(listNotices)).notices
  if (!pinned) throw new Error('the demonstration has notices')
  close()
  await show('notice', `/notices/${pinned.id}`)
  const { notice } = await call(readNotice, { query: { id: pinned.id } })
  expect(notice.paragraphs.length).toBeGreaterThan(1)
  await expect.poll(heading).toBe(notice.title)
  expect([...document.querySelectorAll('article > p')].map((p) => p.textContent)).toEqual(notice.paragraphs)
  expect(document.querySelector('article time')?.textContent).toBe(
    formatDay(dayOfMoment(notice.published_at), 'ko'),
  )
  await expect.element(page.getByText('고정')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '공지사항 목록' })).toHaveAttribute('href', '/notices')
  expect(document.title).toContain(notice.title)
})

test.each(['/notices/999999', '/notices/first', '/notices/0'])('%s cannot be found', async (address) => {
  await show('notice', address)
  await expect.element(page.getByRole('alert').getByText('공지사항을 찾을 수 없습니다')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '공지사항 목록' })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  expect(heading()).toBe('공지사항')
})

test('a notice that cannot be had says why and can be tried again', async () => {
  const call = await show('list', '/notices')
  const [first] = (await call(listNotices)).notices
  close()
  between(async () => refused('internal', 400, '지금은 보여 드릴 수 없습니다.'))
  await show('notice', `/notices/${first?.id}`)
  await expect.element(page.getByRole('alert').getByText('공지사항을 불러오지 못했습니다')).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(heading).toBe(first?.title)
})

test.each([320, 390])('nothing is wider than a screen of %i pixels', async (width) => {
  await page.viewport(width, 844)
  between(async (address) =>
    address.pathname.endsWith('/read')
      ? answered({
          notice: {
            id: 1,
            title: '긴'.repeat(60),
            published_at: '2026-11-01T00:00:00.000Z',
            pinned: true,
            paragraphs: [`https://example.test/${'x'.repeat(200)}`],
          },
        })
      : answered({
          total: 1,
          page: 0,
          size: 20,
          notices: [
            { id: 1, title: 'x'.repeat(200), published_at: '2026-11-01T00:00:00.000Z', pinned: true },
          ],
        }),
  )
  await show('list', '/notices')
  await expect.poll(ids).toEqual([1])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  close()
  await show('notice', '/notices/1')
  await expect.poll(heading).toBe('긴'.repeat(60))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
