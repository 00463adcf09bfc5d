import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createScreenTables, loadScreens } from '#build/bundle/screens.ts'
import { readAllTexts } from '#build/text-files.ts'
import { locales } from '#contract/platform/locale.ts'
import { permissions } from '#contract/platform/roles.ts'
import { shellPaths } from '#contract/portal/hosting.ts'
import { getScreenPaths } from '#islands/kit/screen/manifest.ts'
import { getPreloadPaths } from '#lib/page/head/preload-requests.ts'

const temporary: string[] = []
afterAll(() => Promise.all(temporary.map((folder) => rm(folder, { recursive: true }))))

const screens = await loadScreens()

test('the parent of a screen is a screen', () => {
  for (const { screen } of screens) {
    if (screen.parent) expect(screens.map((other) => other.screen.name)).toContain(screen.parent)
  }
})

test('the locale files of every screen exist in every language', async () => {
  const root = pathToFileURL(`${process.cwd()}/`)
  const texts = await Promise.all(locales.map((locale) => readAllTexts(root, locale)))
  for (const { screen } of screens) {
    const dialogs = Object.values(screen.dialogs ?? {})
    for (const namespace of [...(screen.namespaces ?? []), ...dialogs.flatMap((dialog) => dialog.namespaces)])
      for (const ofLanguage of texts) expect(ofLanguage.has(namespace), namespace).toBe(true)
  }
})

test('every path with a wildcard is served by the page of its prefix', () => {
  const wildcards = screens
    .filter(({ screen }) => screen.load)
    .flatMap(({ screen }) => getScreenPaths(screen).filter((path) => path.endsWith('/*')))
  expect(wildcards.map((path) => path.slice(0, -2)).sort()).toEqual([...shellPaths].sort())
})

/** Values by their name in the query. */
const pathValues: Readonly<Record<string, string>> = { video: 'abcdefghijk', month: '2026-10' }

test('the default query of every first request is valid', () => {
  for (const { screen, firstRequests = [] } of screens) {
    for (const { endpoint, params, values } of firstRequests) {
      expect(endpoint.method, `${screen.name}: ${endpoint.name}`).toBe('GET')
      const fromPath = Object.entries(params).flatMap(([key, name]) =>
        name === '*' ? [[key, pathValues[key] ?? '1']] : [],
      )
      expect(endpoint.query.safeParse({ ...values, ...Object.fromEntries(fromPath) }).success).toBe(true)
    }
  }
})

test('first requests take their query from the address', () => {
  const search = '?period=latest&member=7&zoom=x&videoDetail=y'
  for (const view of ['/dashboard', '/report-channel', '/report-video']) {
    for (const path of getPreloadPaths(view, search, permissions.join(' '))) {
      const { pathname, searchParams } = new URL(path, 'http://here.invalid')
      if (pathname === '/member/mcn/accounts') continue
      expect(searchParams.get('member')).toBe('7')
      // The latest day is the same in all periods.
      if (!pathname.endsWith('/latest-day')) expect(searchParams.get('period')).toBe('latest')
      expect(searchParams.has('zoom')).toBe(false)
    }
    expect(getPreloadPaths(view, search, '').join()).not.toContain('member')
  }
  expect(getPreloadPaths('/dashboard', '', '')[0]).toBe(
    '/v2/mcn/reports/dashboard?period=month&compare=previous',
  )
  expect(getPreloadPaths('/report-channel', '?channels=a,,b,', '')[1]).toContain('channels=a%2Cb')
  expect(getPreloadPaths('/notices', '?page=3', '')).toEqual(['/v2/mcn/notices?page=2'])
  expect(getPreloadPaths('/notices/12', '', '')).toEqual(['/v2/mcn/notices/read?id=12'])
  expect(getPreloadPaths('/musics/12', '?period=latest', '')).toEqual([
    '/v2/mcn/musics/music?music=12',
    '/v2/mcn/reports/track?period=latest&compare=previous&music=12',
    '/v2/mcn/reports/dashboard?period=latest&compare=previous',
  ])
  expect(getPreloadPaths('/report-video/abcdefghijk', '?channel=UCa&sort=views', '').slice(0, 2)).toEqual([
    '/v2/mcn/reports/video?period=month&compare=previous&channel=UCa&video=abcdefghijk',
    '/v2/mcn/reports/video/curve?channel=UCa&video=abcdefghijk',
  ])
  expect(getPreloadPaths('/report-channel/UCaaaaaaaaaaaaaaaaaaaaaa', '?period=latest', '')).toEqual([
    '/v2/mcn/reports/dashboard?period=latest&compare=previous&channel=UCaaaaaaaaaaaaaaaaaaaaaa',
    '/v2/mcn/reports/latest-day?channel=UCaaaaaaaaaaaaaaaaaaaaaa',
    '/v2/mcn/channel/registration?channel=UCaaaaaaaaaaaaaaaaaaaaaa',
    '/v2/mcn/reports/dashboard?period=latest&compare=previous',
    '/v2/mcn/reports/movers?by=video&period=latest&compare=previous&channel=UCaaaaaaaaaaaaaaaaaaaaaa',
    '/v2/mcn/reports/videos?size=10&period=latest&compare=previous&sort=views&order=desc&channel=UCaaaaaaaaaaaaaaaaaaaaaa',
  ])
  expect(getPreloadPaths('/musics/shopping', '?q=rain', '')[0]).toContain('search=rain')
  expect(getPreloadPaths('/guides', '', '')).toEqual([])
})

const madeUpScreen = `
export const screen = {
  name: 'settlements',
  navigation: { group: 'settings', order: 9, icon: 'M0 0h1' },
  audience: 'all',
  namespaces: ['settlements'],
  load: async () => (await import('./SettlementsView.tsx')).SettlementsView,
  dialogs: { dispute: { namespaces: ['settlements'], load: async () => null } },
}
`

const madeUpRequests = `
import { listNotices } from '#contract/portal/notices.ts'
import { request } from '#islands/kit/screen/manifest.ts'

export const firstRequests = [request(listNotices, { params: ['page'] })]
`

test('the files of a new screen are all that the tables of screens need', async () => {
  // The folder must be inside the repository, so that import aliases resolve.
  await mkdir('.cache', { recursive: true })
  const folder = await mkdtemp(resolve('.cache/screens-'))
  temporary.push(folder)
  await mkdir(join(folder, 'settlements'))
  await writeFile(join(folder, 'settlements/screen.ts'), madeUpScreen)
  await writeFile(join(folder, 'settlements/first-requests.ts'), madeUpRequests)
  expect(createScreenTables(await loadScreens(`${folder}/`))).toEqual({
    navigation: [
      { group: 'figures', items: [] },
      { group: 'settings', items: [{ name: 'settlements', path: '/settlements', audience: 'all' }] },
      { group: 'use', items: [] },
      { group: 'account', items: [] },
    ],
    dialogFlags: ['dispute'],
    publicPaths: ['/settlements'],
    preloadRequests: { '/settlements': [['v2/mcn/notices', [['page', '0', 'page']], '']] },
    latestDayPath: 'v2/mcn/reports/latest-day',
    screenIcons: { settlements: 'M0 0h1' },
  })
})
