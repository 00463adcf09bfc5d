import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { formatSignedPercent } from '#lib/format/amount.ts'
import { formatDay, formatDayRange, formatDayShort } from '#lib/format/day.ts'
import { groupDays } from '#lib/format/day-groups.ts'
import { formatLocalTime } from '#lib/format/moment.ts'
import {
  formatCents,
  formatCount,
  formatCountShort,
  formatCountTick,
  formatMoney,
  formatMoneyChange,
  formatMoneyShort,
  formatMoneyTick,
  formatNumber,
  formatPercent,
  formatPrice,
  formatThousandPrice,
} from '#lib/format/number.ts'
import { formatRange } from '#lib/format/range.ts'

/** Expected output of each language, in the order ko, en, zh-CN, zh-TW. */
const forEachLocale = (format: (locale: Locale) => string) => locales.map(format)

describe('counts', () => {
  test.each([
    [0, '0', '0', '0', '0'],
    [999, '999', '999', '999', '999'],
    [1_284, '1,284', '1.28K', '1,284', '1,284'],
    [5_000, '5천', '5.00K', '5,000', '5,000'],
    [9_500, '9,500', '9.50K', '9,500', '9,500'],
    [12_345, '1.2만', '12.3K', '1.2万', '1.2萬'],
    [480_000, '48.0만', '480.0K', '48.0万', '48.0萬'],
    [962_380, '96.2만', '962.4K', '96.2万', '96.2萬'],
    [2_841_234, '284.1만', '2.84M', '284.1万', '284.1萬'],
    [12_841_234, '1,284만', '12.84M', '1284万', '1284萬'],
    [123_456_789, '1.23억', '123.5M', '1.23亿', '1.23億'],
    [1_284_123_456, '12.84억', '1.28B', '12.84亿', '12.84億'],
  ])('%i is written in the units of each language', (value, ...texts) => {
    expect(forEachLocale((locale) => formatCount(value, locale))).toEqual(texts)
  })

  test('rounding up moves to the next unit', () => {
    expect(forEachLocale((locale) => formatCount(99_999_999, locale))).toEqual([
      '1.0억',
      '100.0M',
      '1.0亿',
      '1.0億',
    ])
    expect(formatCount(999_960, 'en')).toBe('1.0M')
  })

  test('axes do without zeros at the end', () => {
    expect(forEachLocale((locale) => formatCountShort(480_000, locale))).toEqual([
      '48만',
      '480K',
      '48万',
      '48萬',
    ])
    expect(forEachLocale((locale) => formatCountShort(0, locale))).toEqual(Array(4).fill('0'))
  })

  test('a Korean axis has one form: units where all ticks are whole, or all digits', () => {
    const format = (ticks: number[], locale: Locale = 'ko') =>
      ticks.map((tick) => formatCountTick(tick, ticks, locale)).join(' ')
    expect(format([0, 2_000, 4_000, 6_000, 8_000, 10_000])).toBe('0 2천 4천 6천 8천 1만')
    expect(format([0, 5_000, 10_000, 15_000])).toBe('0 5,000 10,000 15,000')
    expect(format([0, 2_500, 5_000])).toBe('0 2,500 5,000')
    expect(format([-1_000, 0, 500, 1_000])).toBe('−1,000 0 500 1,000')
    expect(format([0, 15_000, 30_000])).toBe('0 1.5만 3만')
    expect(format([0, 5_000, 10_000, 15_000], 'en')).toBe('0 5K 10K 15K')
  })

  test('cents are digits of every language', () => {
    expect(forEachLocale((locale) => formatCents(12_351_287, locale))).toEqual(Array(4).fill('123,512.87'))
    expect(formatCents(250, 'ko')).toBe('2.50')
  })

  test('what is shown as zero has no sign', () => {
    for (const amount of [4_999, -4_999]) {
      expect(formatMoneyChange(amount, 'USD', 'en')).toBe('$0.00')
      expect(formatMoneyChange(amount, 'USD', 'en')).toBe('$0.00')
      expect(formatSignedPercent(amount / 10_000_000, 'en')).toBe('0.0%')
    }
    expect(formatMoneyChange(5_000, 'USD', 'en')).toBe('+$0.01')
    expect(formatMoneyChange(-5_000, 'USD', 'en')).toBe('−$0.01')
    expect(formatSignedPercent(0.0005, 'en')).toBe('+0.1%')
  })

  test('every digit is there when asked for', () => {
    expect(forEachLocale((locale) => formatNumber(12_841_234, locale))).toEqual(Array(4).fill('12,841,234'))
  })

  test('no count is longer than seven characters below a trillion', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_000_000_000 }),
        fc.constantFrom(...locales),
        (value, locale) => {
          expect(formatCount(value, locale).length).toBeLessThanOrEqual(7)
        },
      ),
    )
  })
})

describe('money', () => {
  test('won have no decimals and one sign in all languages', () => {
    expect(forEachLocale((locale) => formatMoney(4_120_380_499, 'KRW', locale))).toEqual(
      Array(4).fill('₩4,120,380'),
    )
  })

  test('dollars have two, and say whose they are outside English', () => {
    expect(forEachLocale((locale) => formatMoney(3_012_449_999, 'USD', locale))).toEqual([
      'US$3,012.45',
      '$3,012.45',
      'US$3,012.45',
      'US$3,012.45',
    ])
  })

  test('a correction below zero keeps its sign, and nothing is never minus nothing', () => {
    expect(formatMoney(-12_000, 'KRW', 'ko')).toBe('−₩12')
    expect(formatMoney(-400, 'KRW', 'ko')).toBe('₩0')
  })

  test('every formatter has the same minus and the same thousands', () => {
    expect(formatNumber(-1_234, 'ko')).toBe('−1,234')
    expect(formatPercent(-0.034, 'ko')).toBe('−3.4%')
    expect(formatMoneyShort(-21_700_000_000, 'KRW', 'ko')).toBe('−₩2,170만')
    expect(formatMoneyTick(21_700_000_000, [21_700_000_000], 'KRW', 'ko')).toBe('₩2,170만')
    expect(formatCount(21_700_000, 'ko')).toBe('2,170만')
    expect(formatMoneyShort(21_700_000_000, 'KRW', 'zh-CN')).toBe('₩2170万')
  })

  test('axes use short amounts', () => {
    expect(forEachLocale((locale) => formatMoneyShort(120_000_000, 'KRW', locale))).toEqual([
      '₩12만',
      '₩120K',
      '₩12万',
      '₩12萬',
    ])
    expect(formatMoneyShort(500_000, 'USD', 'en')).toBe('$0.50')
    expect(formatMoneyShort(0, 'USD', 'en')).toBe('$0')
    expect(forEachLocale((locale) => formatMoneyShort(4_536_600, 'KRW', locale))).toEqual([
      '₩4,537',
      '₩4.54K',
      '₩4,537',
      '₩4,537',
    ])
    expect(formatMoneyShort(5_000_000, 'KRW', 'ko')).toBe('₩5천')
    expect(formatMoneyShort(9_999_600, 'KRW', 'ko')).toBe('₩1만')
    expect(formatMoneyShort(37_540_000, 'USD', 'ko')).toBe('US$37.54')
    expect(formatMoneyShort(2_000_000, 'USD', 'en')).toBe('$2')
  })
})

test('a range is written as each language writes it', () => {
  expect(forEachLocale((locale) => formatRange('₩1', '₩2', locale))).toEqual([
    '₩1~₩2',
    '₩1 – ₩2',
    '₩1～₩2',
    '₩1～₩2',
  ])
  expect(forEachLocale((locale) => formatRange('1,001', '1,040', locale))).toEqual([
    '1,001~1,040',
    '1,001–1,040',
    '1,001～1,040',
    '1,001～1,040',
  ])
})

test('a time of day has no leading zero in languages of twelve hours', () => {
  const written = forEachLocale((locale) => formatLocalTime('2026-11-08T15:09:00', locale))
  expect(written.map((text) => text.replace(/\s/g, ' '))).toEqual([
    '오후 3:09',
    '3:09 PM',
    '15:09',
    '下午3:09',
  ])
})

test('the amounts of an axis have the same decimals', () => {
  const format = (currency: 'KRW' | 'USD', locale: Locale, amounts: number[]) =>
    amounts.map((amount) =>
      formatMoneyTick(
        amount * (currency === 'KRW' ? 1e3 : 1e6),
        amounts.map((one) => one * (currency === 'KRW' ? 1e3 : 1e6)),
        currency,
        locale,
      ),
    )
  expect(format('USD', 'en', [0, 0.5, 1, 1.5])).toEqual(['$0.00', '$0.50', '$1.00', '$1.50'])
  expect(format('USD', 'en', [0, 5, 10])).toEqual(['$0', '$5', '$10'])
  expect(format('USD', 'en', [0, 500, 1_000, 1_500])).toEqual(['$0', '$500', '$1.0K', '$1.5K'])
  expect(format('USD', 'ko', [0, 2.5, 5])).toEqual(['US$0.00', 'US$2.50', 'US$5.00'])
  expect(format('KRW', 'ko', [0, 20_000, 40_000])).toEqual(['₩0', '₩2만', '₩4만'])
  expect(format('KRW', 'ko', [0, 5_000, 10_000, 15_000])).toEqual(['₩0', '₩5,000', '₩10,000', '₩15,000'])
  expect(format('KRW', 'ko', [0, 2_000, 10_000])).toEqual(['₩0', '₩2천', '₩1만'])
  expect(format('USD', 'ko', [0, 0.5, 1])).toEqual(['US$0.00', 'US$0.50', 'US$1.00'])
  expect(format('USD', 'ko', [0, 500, 1_000, 1_500])).toEqual(['US$0', 'US$500', 'US$1,000', 'US$1,500'])
  expect(format('KRW', 'ko', [0, 15_000, 30_000])).toEqual(['₩0', '₩1.5만', '₩3.0만'])
})

describe('the price of a view', () => {
  test('won show two decimals, and more rather than a false zero', () => {
    expect(formatPrice(320, 'KRW', 'ko')).toBe('₩0.32')
    expect(formatPrice(1_820, 'KRW', 'ko')).toBe('₩1.82')
    expect(formatPrice(4.2, 'KRW', 'ko')).toBe('₩0.0042')
    expect(formatPrice(0, 'KRW', 'ko')).toBe('₩0.00')
  })

  test('dollars show six decimals below one, as a column of prices has them', () => {
    expect(formatPrice(231, 'USD', 'en')).toBe('$0.000231')
    expect(formatPrice(1_400, 'USD', 'en')).toBe('$0.001400')
    expect(formatPrice(21.4, 'USD', 'en')).toBe('$0.000021')
    expect(formatPrice(1_250_000, 'USD', 'en')).toBe('$1.25')
  })

  test('of a thousand views is a readable amount, with more decimals rather than a false zero', () => {
    expect(formatThousandPrice(320_400, 'KRW', 'ko')).toBe('₩320')
    expect(formatThousandPrice(420, 'KRW', 'ko')).toBe('₩0.42')
    expect(formatThousandPrice(211_000, 'USD', 'en')).toBe('$0.21')
    expect(formatThousandPrice(211_000, 'USD', 'ko')).toBe('US$0.21')
    expect(formatThousandPrice(2_100, 'USD', 'en')).toBe('$0.0021')
    expect(formatThousandPrice(-500_000, 'KRW', 'ko')).toBe('−₩500')
    expect(formatThousandPrice(0, 'USD', 'en')).toBe('$0.00')
  })

  test('without views there is none', () => {
    expect(forEachLocale((locale) => formatPrice(null, 'USD', locale))).toEqual(Array(4).fill('–'))
    expect(formatThousandPrice(null, 'KRW', 'ko')).toBe('–')
  })
})

test('shares have one decimal, large changes none, missing ones a dash', () => {
  expect(forEachLocale((locale) => formatPercent(0.1244, locale))).toEqual(Array(4).fill('12.4%'))
  expect(formatPercent(12.344, 'ko')).toBe('1,234%')
  expect(formatPercent(null, 'ko')).toBe('–')
})

describe('days', () => {
  test('are written as each language writes them', () => {
    expect(forEachLocale((locale) => formatDay('2026-11-08', locale))).toEqual([
      '2026.11.08',
      'Nov 8, 2026',
      '2026年11月8日',
      '2026年11月8日',
    ])
    expect(forEachLocale((locale) => formatDayShort('2026-11-08', locale))).toEqual([
      '11.08',
      'Nov 8',
      '11/8',
      '11/8',
    ])
  })

  test('a range says its year once where it can', () => {
    expect(
      forEachLocale((locale) => formatDayRange('2026-11-01', '2026-11-18', locale)).map((text) =>
        text.replace(/\s/g, ' '),
      ),
    ).toEqual(['2026.11.01~11.18', 'Nov 1 – 18, 2026', '2026年11月1日～11月18日', '2026年11月1日～11月18日'])
    expect(formatDayRange('2025-12-01', '2026-01-02', 'ko')).toBe('2025.12.01~2026.01.02')
    expect(formatDayRange('2026-01-02', '2026-01-02', 'ko')).toBe('2026.01.02')
  })
})

test('days that follow each other are a group, also across months and the change to summer time', () => {
  expect(groupDays([])).toEqual([])
  expect(
    groupDays(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-07', '2026-03-08', '2026-03-10']),
  ).toEqual([
    { from: '2026-02-27', to: '2026-03-01' },
    { from: '2026-03-07', to: '2026-03-08' },
    { from: '2026-03-10', to: '2026-03-10' },
  ])
})
