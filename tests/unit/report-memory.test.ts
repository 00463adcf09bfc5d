import { expect, test } from 'vitest'
import { addToMemory, buildMenuPath, noMemory } from '#lib/navigation/report-memory.ts'

const reports = ['/dashboard', '/report-video', '/report-channel']
const visit = (memory: typeof noMemory, path: string, params: Record<string, string> = {}) =>
  addToMemory(memory, reports, { path, params })

test('the menu keeps the period and filters of all reports and the order of each', () => {
  const sorted = visit(noMemory, '/report-video', {
    period: 'last-month',
    member: '7',
    tag: '3',
    sort: 'profit',
    search: '먹방',
    cursor: 'x',
  })
  const elsewhere = visit(sorted, '/musics', { period: 'none-of-theirs' })
  expect(buildMenuPath('/report-video', elsewhere)).toBe(
    '/report-video?period=last-month&member=7&tag=3&sort=profit',
  )
  expect(buildMenuPath('/dashboard', elsewhere)).toBe('/dashboard?period=last-month&member=7&tag=3')
})

test('an address without filters forgets them; a page below a report shares the period', () => {
  const sorted = visit(noMemory, '/report-video', { period: 'last-month', sort: 'profit' })
  const detail = visit(sorted, '/report-video/abcdefghijk', { period: 'latest', sort: 'views' })
  expect(buildMenuPath('/report-video', detail)).toBe('/report-video?period=latest&sort=profit')
  expect(buildMenuPath('/report-video', visit(detail, '/report-video'))).toBe('/report-video')
})
