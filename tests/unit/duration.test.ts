import { expect, test } from 'vitest'
import { locales } from '#contract/platform/locale.ts'
import { formatDuration, formatLength } from '#islands/reports/detail/duration.ts'

const formatAll = (seconds: number | null) => locales.map((locale) => formatDuration(seconds, locale))

test('a time is said in its two largest units, in the words of the language', () => {
  expect(formatAll(12.34)).toEqual(['12.3초', '12.3s', '12.3秒', '12.3 秒'])
  expect(formatAll(65)).toEqual(['1분 5초', '1m 5s', '1分钟5秒', '1 分鐘 5 秒'])
  expect(formatDuration(3_725, 'en')).toBe('1h 2m')
  expect(formatDuration(4_623_000, 'ko')).toBe('1,284시간')
  expect(formatAll(null)).toEqual(['–', '–', '–', '–'])
})

test('rounding never makes a sixtieth second', () => {
  expect(formatDuration(59.94, 'en')).toBe('59.9s')
  expect(formatDuration(59.96, 'en')).toBe('1m 0s')
  expect(formatDuration(3_599.7, 'en')).toBe('1h 0m')
})

test('the length of a video has no tenths', () => {
  expect(formatLength(25, 'ko')).toBe('25초')
  expect(formatLength(60, 'en')).toBe('1m 0s')
})
