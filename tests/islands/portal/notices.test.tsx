import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#styles/global.css'
import type { Locale } from '#contract/platform/locale.ts'
import { listNotices, markNoticesRead, readNotice } from '#contract/portal/notices.ts'
import type { TextBlock } from '#contract/portal/rich-text.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { requireToken } from '#tests/support/require-token.ts'

// The client reads this when it first loads, so none of its modules may be imported before this line.
import.meta.env.PUBLIC_API_URL = inject('apiUrl')

const texts = import.meta.glob<Record<string, string>>(
  ['/src/locales/*/*/{common,notices,shell}.json', '/contract/messages/*.json'],
  { eager: true, import: 'default' },
)

const realFetch = window.fetch
const realUrl = location.href
let unmount = () => {}

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  unmount()
  navigateTo(realUrl)
})

function navigateTo(address: string): void {
  history.replaceState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Renders a view of the notices for the demonstration's member, against the real API. */
async function renderNotices(view: 'list' | 'notice', address: string, locale: Locale = 'ko') {
  navigateTo(address)
  const [{ setStrings }, { call }, { readMeta }, { login }, { readMe }, site, session, list, notice] =
    await Promise.all([
      import('#lib/i18n/strings.ts'),
      import('#lib/api/call.ts'),
      import('#contract/portal/site.ts'),
      import('#contract/people/auth.ts'),
      import('#contract/people/session.ts'),
      import('#lib/site/site.ts'),
      import('#lib/api/session.ts'),
      import('#islands/portal/notices/NoticesView.tsx'),
      import('#islands/portal/notices/NoticeView.tsx'),
    ])
  document.documentElement.lang = locale
  setStrings(locale, {
    common: texts[`/src/locales/${locale}/kit/common.json`] ?? {},
    shell: texts[`/src/locales/${locale}/kit/shell.json`] ?? {},
    notices: texts[`/src/locales/${locale}/portal/notices.json`] ?? {},
    messages: texts[`/contract/messages/${locale}.json`] ?? {},
  })
  site.$site.set((await call(readMeta, { query: { domain: 'localhost' } })).metadata)
  const body = { id: 'hanip@hookline.example', password: 'hookline-demo' }
  session.startSession(requireToken(await call(login, { body })))
  session.setUser((await call(readMe)).user)
  const container = document.body.appendChild(document.createElement('main'))
  const root = createRoot(container)
  root.render(view === 'list' ? <list.NoticesView /> : <notice.NoticeView />)
  unmount = () => {
    root.unmount()
    container.remove()
    session.clearSession()
  }
  return call
}

/** Intercepts calls about notices. */
function interceptFetch(handler: (address: URL, go: () => Promise<Response>) => Promise<Response>): void {
  window.fetch = (input, init) => {
    const address = new URL(String(input), location.href)
    const proceed = () => realFetch(input, init)
    return address.pathname.includes('/v2/mcn/notices') ? handler(address, proceed) : proceed()
  }
}

const successResponse = (body: object) =>
  new Response(JSON.stringify({ success: true, message: '', ...body }))
const refusalResponse = (code: string, status: number, message: string) =>
  new Response(JSON.stringify({ success: false, code, message }), { status })

const entry = { publishedAt: '2026-11-01T00:00:00.000Z', editedAt: null, pinned: false, isNew: false }

/** Responds with 45 notices that the demonstration does not have. */
const respondWithPage = async (address: URL) => {
  const number = Number(address.searchParams.get('page'))
  const ids = Array.from({ length: 45 }, (_, at) => at + 1).slice(number * 20, number * 20 + 20)
  const notices = ids.map((id) => ({ ...entry, id, title: `${id}번 공지` }))
  return successResponse({ total: 45, page: number, size: 20, notices })
}

const readRows = () =>
  [...document.querySelectorAll('[data-notice]')].map((row) => ({
    id: Number(row.getAttribute('data-notice')),
    href: row.querySelector('a')?.getAttribute('href'),
    title: row.querySelector('a')?.textContent,
    days: [...row.querySelectorAll('time')].map((day) => day.textContent),
    pinned: row.textContent?.startsWith('고정'),
    fresh: /^(고정)?새 글/.test(row.textContent ?? ''),
  }))
const readHeading = () => document.querySelector('h1')?.textContent
const readIds = () => readRows().map(({ id }) => id)

test('the list has the API’s notices, pinned ones marked, with the way to each', async () => {
  const call = await renderNotices('list', '/notices')
  const { notices } = await call(listNotices)
  expect(notices.length).toBeGreaterThan(1)
  await expect.poll(readRows).toEqual(
    notices.map(({ id, title, publishedAt, editedAt, pinned, isNew }) => ({
      id,
      href: `/notices/${id}`,
      title,
      days: [publishedAt, ...(editedAt ? [editedAt] : [])].map((day) => formatDay(toLocalDay(day), 'ko')),
      pinned,
      fresh: isNew,
    })),
  )
  expect(readRows()[0]?.pinned).toBe(true)
  expect(readRows().some(({ days }) => days.length === 2)).toBe(true)
  await expect.element(page.getByRole('heading', { level: 1, name: '공지사항' })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test('it is in the page’s language, and so are its links', async () => {
  const call = await renderNotices('list', '/zh-TW/notices', 'zh-TW')
  const { notices } = await call(listNotices)
  await expect.poll(() => readRows()[0]?.href).toBe(`/zh-TW/notices/${notices[0]?.id}`)
  expect(readRows().map(({ title }) => title)).toEqual(notices.map(({ title }) => title))
  expect(readHeading()).toBe('公告')
})

test('a title without a translation names its language', async () => {
  const notices = [
    { ...entry, id: 2, title: '점검', titleLocale: 'ko' },
    { ...entry, id: 1, title: 'Maintenance', titleLocale: 'en' },
  ]
  interceptFetch(async () => successResponse({ total: 2, page: 0, size: 20, notices }))
  await renderNotices('list', '/en/notices', 'en')
  await expect.poll(() => readIds()).toEqual([2, 1])
  const marks = [...document.querySelectorAll('[data-notice]')].map((row) => [
    row.querySelector('a')?.lang,
    row.querySelector('.chip')?.textContent,
  ])
  expect(marks).toEqual([
    ['ko', '한국어'],
    ['en', undefined],
  ])
})

test('pages are in the address, forth and back, and read from their top', async () => {
  interceptFetch(respondWithPage)
  await renderNotices('list', '/notices')
  await expect.poll(() => readIds().length).toBe(20)
  await expect.element(page.getByRole('button', { name: '이전' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: '다음' }))
  expect(location.search).toBe('?page=2')
  await expect.poll(() => readIds()[0]).toBe(21)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: '다음' }))
  await expect.poll(readIds).toEqual([41, 42, 43, 44, 45])
  await expect.element(page.getByRole('button', { name: '다음' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: '이전' }))
  await expect.poll(() => readIds()[0]).toBe(21)
  await userEvent.click(page.getByRole('button', { name: '이전' }))
  await expect.poll(() => readIds()[0]).toBe(1)
  expect(location.search).toBe('')
})

test('past the last page there is a way back to the first', async () => {
  await renderNotices('list', '/notices?page=9')
  await expect.element(page.getByText('더 표시할 공지사항이 없습니다')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '첫 페이지로 이동' }))
  await expect.poll(() => readIds().length).toBeGreaterThan(0)
  expect(location.search).toBe('')
})

test('without notices it says so', async () => {
  interceptFetch(async () => successResponse({ total: 0, page: 0, size: 20, notices: [] }))
  await renderNotices('list', '/notices')
  await expect.element(page.getByText('등록된 공지사항이 없습니다.')).toBeVisible()
})

test('a list that cannot be had says why and can be tried again', async () => {
  const message = '지금은 보여 드릴 수 없습니다.'
  interceptFetch(async () => refusalResponse('internal', 400, message))
  await renderNotices('list', '/notices')
  await expect.element(page.getByRole('alert').getByText('공지사항 목록을 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => readIds().length).toBeGreaterThan(0)
})

test.each([1280, 390])(
  'before the first reply there are rows of the same height, on %i pixels',
  async (width) => {
    await page.viewport(width, 844)
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    interceptFetch(async (_, go) => {
      await held
      return go()
    })
    await renderNotices('list', '/notices')
    await expect.element(page.getByRole('status')).toHaveTextContent('불러오는 중입니다')
    const height = () => Math.round(document.querySelector('main li')?.getBoundingClientRect().height ?? 0)
    const waiting = height()
    arrive()
    await expect.poll(() => readIds().length).toBeGreaterThan(0)
    expect(height()).toBe(waiting)
  },
)

test('a notice is shown with its title as heading and its words', async () => {
  const call = await renderNotices('list', '/notices')
  const [pinned] = (await call(listNotices)).notices
  if (!pinned) throw new Error('the demonstration has notices')
  unmount()
  await renderNotices('notice', `/notices/${pinned.id}`)
  const { notice } = await call(readNotice, { query: { id: pinned.id } })
  expect(notice.blocks.length).toBeGreaterThan(1)
  await expect.poll(readHeading).toBe(notice.title)
  await expect.poll(() => document.querySelectorAll('article li').length).toBe(3)
  expect(document.querySelector('article time')?.textContent).toBe(
    formatDay(toLocalDay(notice.publishedAt), 'ko'),
  )
  await expect.element(page.getByText('고정')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '공지사항 목록' })).toHaveAttribute('href', '/notices')
  expect(document.title).toContain(notice.title)
})

const buildText = (value: string) => ({ kind: 'text' as const, text: value })
const buildParagraph = (value: string): TextBlock => ({ kind: 'paragraph', children: [buildText(value)] })

/** Replaces a notice with blocks that the demonstration does not have. */
const stubNotice = (blocks: TextBlock[], more: object = {}) =>
  interceptFetch(async () => successResponse({ notice: { ...entry, id: 1, title: '제목', ...more, blocks } }))

test('every kind of words has its element, and none is read as HTML', async () => {
  stubNotice([
    { kind: 'heading', level: 2, children: [buildText('<b>둘</b>')] },
    { kind: 'heading', level: 4, children: [buildText('넷')] },
    {
      kind: 'paragraph',
      children: [
        {
          kind: 'strong',
          children: [buildText('굵게'), { kind: 'emphasis', children: [buildText('강조')] }],
        },
        { kind: 'deleted', children: [buildText('지움')] },
        { kind: 'code', text: '<script>' },
        { kind: 'break' },
        buildText('<img src=x onerror=alert(1)>'),
      ],
    },
    {
      kind: 'list',
      start: 3,
      items: [
        [buildParagraph('하나')],
        [buildParagraph('둘'), { kind: 'list', start: null, items: [[buildParagraph('안')]] }],
      ],
    },
    { kind: 'quote', children: [buildParagraph('인용')] },
    { kind: 'code', text: 'a\n  b' },
    { kind: 'rule' },
    { kind: 'table', head: [[buildText('머리')], []], rows: [[[buildText('칸')], [buildText('다음')]]] },
  ])
  await renderNotices('notice', '/notices/1')
  await expect.poll(readHeading).toBe('제목')
  const body = document.querySelector('article > div')
  expect(body?.innerHTML.replace(/ (class|aria-label|tabindex)="[^"]*"/g, '')).toBe(
    [
      '<h2>&lt;b&gt;둘&lt;/b&gt;</h2><h4>넷</h4>',
      '<p><strong>굵게<em>강조</em></strong><del>지움</del><code>&lt;script&gt;</code><br>',
      '&lt;img src=x onerror=alert(1)&gt;</p>',
      '<ol start="3"><li><p>하나</p></li><li><p>둘</p><ul><li><p>안</p></li></ul></li></ol>',
      '<blockquote><p>인용</p></blockquote><pre><code>a\n  b</code></pre><hr>',
      '<section><table><thead><tr><th scope="col">머리</th><td></td></tr></thead>',
      '<tbody><tr><td>칸</td><td>다음</td></tr></tbody></table></section>',
    ].join(''),
  )
})

test('links lead to the site in the reader’s language, and elsewhere in a tab of their own', async () => {
  const link = (href: string) => ({ kind: 'link' as const, href, children: [buildText(href)] })
  const hrefs = [
    ...['/guides?a=1#b', '/en/musics', '/', '/api/docs', '/files/a.pdf'],
    ...['https://a.test/b', 'mailto:a@b.test'],
  ]
  stubNotice([{ kind: 'paragraph', children: hrefs.map(link) }])
  await renderNotices('notice', '/zh-CN/notices/1', 'zh-CN')
  await expect.poll(readHeading).toBe('제목')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('article div a')]
  expect(links.map((a) => a.getAttribute('href'))).toEqual([
    ...['/zh-CN/guides?a=1#b', '/zh-CN/musics', '/zh-CN', '/api/docs', '/files/a.pdf'],
    ...['https://a.test/b', 'mailto:a@b.test'],
  ])
  expect(links.map((a) => [a.target, a.rel]).filter(([target]) => target !== '')).toEqual([
    ['_blank', 'noopener noreferrer'],
  ])
  await expect
    .element(page.getByRole('link', { name: 'https://a.test/b （在新标签页中打开）' }))
    .toBeVisible()
})

/** Makes the demonstration's notices as new as on its first day, and records those that are marked as read. */
function stubUnread(shouldFail = false) {
  const markRequests: unknown[] = []
  const seen = new Set<number>()
  const entries = [1, 2, 3].map((id) => ({ ...entry, id, title: `${id}번 공지` }))
  const shown = () => entries.map((one) => ({ ...one, isNew: !seen.has(one.id) }))
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    if (pathname.endsWith('/member/me')) {
      const { user } = await (await realFetch(input, init)).json()
      return successResponse({ user: { ...user, unread_notices: 3 - seen.size } })
    }
    if (!pathname.includes('/v2/mcn/notices')) return realFetch(input, init)
    if (pathname.endsWith('/seen')) {
      const { id } = JSON.parse(String(init?.body))
      markRequests.push(id)
      if (shouldFail) return refusalResponse('internal', 400, '지금은 할 수 없습니다.')
      for (const one of entries) if (id === null || id === one.id) seen.add(one.id)
      return successResponse({ unread: entries.length - seen.size })
    }
    if (pathname.endsWith('/read')) {
      const found = shown().find(({ id }) => id === Number(searchParams.get('id')))
      return successResponse({ notice: { ...found, blocks: [buildParagraph('내용')] } })
    }
    return successResponse({ total: 3, page: 0, size: 20, notices: shown() })
  }
  return markRequests
}

const readUnreadCount = async () => (await import('#lib/api/session.ts')).$user.get()?.unread_notices

test('a notice that is shown is read: its mark goes, and the count falls at once', async () => {
  const marked = stubUnread()
  await renderNotices('list', '/notices')
  await expect.poll(() => readRows().map(({ fresh }) => fresh)).toEqual([true, true, true])
  unmount()
  const call = await renderNotices('notice', '/notices/2')
  await expect.poll(readHeading).toBe('2번 공지')
  await expect.poll(() => readUnreadCount()).toBe(2)
  expect(marked).toEqual([2])
  expect((await call(listNotices)).notices.map(({ isNew }) => isNew)).toEqual([true, false, true])
})

test('when it cannot be noted, it stays new', async () => {
  const marked = stubUnread(true)
  await renderNotices('notice', '/notices/2')
  await expect.poll(() => marked.length).toBe(1)
  await expect.poll(() => readUnreadCount()).toBe(3)
  await expect.element(page.getByText('내용')).toBeVisible()
})

test('all can be marked as read at once', async () => {
  const marked = stubUnread()
  await renderNotices('list', '/notices')
  await userEvent.click(page.getByRole('button', { name: '모두 읽음으로 표시' }))
  await expect.poll(() => readRows().map(({ fresh }) => fresh)).toEqual([false, false, false])
  expect(marked).toEqual([null])
  expect(await readUnreadCount()).toBe(0)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('where marking fails, all is as before and it says why', async () => {
  stubUnread(true)
  await renderNotices('list', '/notices')
  await userEvent.click(page.getByRole('button', { name: '모두 읽음으로 표시' }))
  const { $snackbars } = await import('#lib/page/snackbars.ts')
  await expect.poll(() => $snackbars.get().map(({ message }) => message)).toEqual(['지금은 할 수 없습니다.'])
  expect(readRows().map(({ fresh }) => fresh)).toEqual([true, true, true])
  expect(await readUnreadCount()).toBe(3)
  $snackbars.set([])
})

test('with nothing new there is nothing to mark', async () => {
  const call = await renderNotices('list', '/notices')
  await call(markNoticesRead, { body: { id: null } })
  unmount()
  await renderNotices('list', '/notices')
  await expect.poll(() => readIds().length).toBeGreaterThan(0)
  await expect.element(page.getByRole('button', { name: '모두 읽음으로 표시' })).not.toBeInTheDocument()
})

test.each(['/notices/999999', '/notices/first', '/notices/0'])('%s cannot be found', async (address) => {
  await renderNotices('notice', address)
  await expect.element(page.getByRole('alert').getByText('공지사항을 찾을 수 없습니다')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '공지사항 목록' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '목록 보기' })).toHaveAttribute('href', '/notices')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  expect(readHeading()).toBe('공지사항')
})

test('a notice that cannot be had says why and can be tried again', async () => {
  const call = await renderNotices('list', '/notices')
  const [first] = (await call(listNotices)).notices
  unmount()
  interceptFetch(async () => refusalResponse('internal', 400, '지금은 보여 드릴 수 없습니다.'))
  await renderNotices('notice', `/notices/${first?.id}`)
  await expect.element(page.getByRole('alert').getByText('공지사항을 불러오지 못했습니다')).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(readHeading).toBe(first?.title)
})

test.each([320, 390])('nothing is wider than a screen of %i pixels', async (width) => {
  await page.viewport(width, 844)
  interceptFetch(async (address) =>
    address.pathname.endsWith('/read')
      ? successResponse({
          notice: {
            id: 1,
            title: '긴'.repeat(60),
            ...entry,
            pinned: true,
            blocks: [
              buildParagraph(`https://example.test/${'x'.repeat(200)}`),
              { kind: 'code', text: 'y'.repeat(300) },
              {
                kind: 'table',
                head: Array.from({ length: 12 }, (_, at) => [buildText(`${at}번째 칸`)]),
                rows: [Array.from({ length: 12 }, () => [buildText('x'.repeat(40))])],
              },
            ],
          },
        })
      : successResponse({
          total: 1,
          page: 0,
          size: 20,
          notices: [
            {
              ...entry,
              id: 1,
              title: 'x'.repeat(200),
              pinned: true,
              isNew: true,
              editedAt: '2026-11-02T00:00:00.000Z',
            },
          ],
        }),
  )
  await renderNotices('list', '/notices')
  await expect.poll(readIds).toEqual([1])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  unmount()
  await renderNotices('notice', '/notices/1')
  await expect.poll(readHeading).toBe('긴'.repeat(60))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
