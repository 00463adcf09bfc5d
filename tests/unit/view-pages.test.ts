import { expect, test } from 'vitest'
import { findViewPage, isViewQuery, pickViewQuery, type ViewPage, viewPages } from '#contract/view-pages.ts'
import { parseFilter as parseChannels } from '#islands/channels/state/filter.ts'
import { type FirstRequest, getScreenPaths, type Screen } from '#islands/kit/screen/manifest.ts'
import { parseFilter as parseMembers } from '#islands/people/members/filter.ts'
import { parseChannelFilter } from '#islands/reports/channels/state/filter.ts'
import { parseFilter as parseMonths } from '#islands/settlement/months/state/filter.ts'
import { parseFilter as parsePayments } from '#islands/settlement/payments/state/filter.ts'

const screens = Object.entries(
  import.meta.glob<{ screen: Screen }>('../../src/islands/**/screen.ts', { eager: true }),
)
const firstRequests = import.meta.glob<{ firstRequests: readonly FirstRequest[] }>(
  '../../src/islands/**/first-requests.ts',
  { eager: true },
)

/** A page of a list, a dialog and a rate that somebody tries out mean something else tomorrow. */
const passing = ['*', 'page', 'cursor', 'krwMicros', 'rate']

const getParams = (path: string) => Object.keys((viewPages[path] as ViewPage).params)

test('each page of views is one of a screen, which has its name', () => {
  const names = screens.flatMap(([, { screen }]) => getScreenPaths(screen).map((path) => [path, screen.name]))
  for (const [path, { name }] of Object.entries(viewPages)) expect(names).toContainEqual([path, name])
})

test('what a page asks for first by its address is part of a view', () => {
  const missing = screens.flatMap(([file, { screen }]) => {
    const requests = firstRequests[file.replace(/screen\.ts$/, 'first-requests.ts')]?.firstRequests ?? []
    return getScreenPaths(screen)
      .filter((path) => Object.hasOwn(viewPages, path))
      .flatMap((path) =>
        requests
          .filter(({ paths }) => paths?.includes(path) ?? true)
          .flatMap(({ params }) => Object.values(params))
          .filter((name) => !passing.includes(name) && !getParams(path).includes(name))
          .map((name) => `${path} ${name}`),
      )
  })
  expect(missing).toEqual([])
})

test.each([
  ['/manage-channel', parseChannels({})],
  ['/manage-member', parseMembers({})],
  ['/months', parseMonths({})],
  ['/payments', parsePayments({})],
  ['/report-channel', parseChannelFilter({}, true)],
])('what filters and sorts %s is part of a view', (path, filter) => {
  const names = Object.keys(filter).map((name) => (name === 'selected' ? 'channels' : name))
  expect(names.filter((name) => !passing.includes(name) && !getParams(path).includes(name))).toEqual([])
})

test('the state of an address is taken without what is the default, unknown or of other screens', () => {
  const page = findViewPage('/report-video') as ViewPage
  const search = '?order=asc&sort=profit&page=3&videoDetail=x&period=28-days&compare=previous&member=abc'
  const query = pickViewQuery(page, search)
  expect(query).toBe('period=28-days&sort=profit&order=asc')
  expect(pickViewQuery(page, query)).toBe(query)
  expect([isViewQuery(page, query), isViewQuery(page, search)]).toEqual([true, false])
})

test('a period without its days is none', () => {
  const page = findViewPage('/dashboard') as ViewPage
  expect(pickViewQuery(page, 'from=2026-01-01&to=2026-01-02')).toBe('')
})
