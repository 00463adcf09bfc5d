import { expect, test } from 'vitest'
import { wrapText } from '#server/settlement/documents/pdf/wrap.ts'

const wrap = (text: string, width: number) => wrapText(text, { width, measure: (part) => [...part].length })

test('a Chinese name stays on the line of its amount', () => {
  expect(wrap('广告\u00a0₩41,370 · Shorts\u00a0广告\u00a0₩114,252 · 付费功能\u00a0₩5,958', 26)).toEqual([
    '广告\u00a0₩41,370 ·',
    'Shorts\u00a0广告\u00a0₩114,252 ·',
    '付费功能\u00a0₩5,958',
  ])
})

test('a separator ends a line and begins none', () => {
  expect(wrap('광고 100 · 쇼츠 200', 6)).toEqual(['광고', '100 ·', '쇼츠 200'])
})
