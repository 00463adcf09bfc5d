import { expect, test } from 'vitest'
import { containsCode } from '#server/channels/workers.ts'

const code = 'ABCD1234'

test.each([
  'ABCD-1234',
  'abcd1234',
  'my code: ABCD–1234.',
  'ＡＢＣＤ-１２３４',
  'line\nABCD‑1234\nline',
  '(ABCD-1234)',
  '인증코드ABCD-1234입니다',
  '驗證碼：abcd-1234，謝謝',
])('%j shows the code', (text) => {
  expect(containsCode(text, code)).toBe(true)
})

test.each([
  '',
  'ABCD',
  'XABCD1234',
  'ABCD12345',
  'ABCD-12340',
  'éABCD1234',
  'ABCD 1234',
  'ABCD--1234',
  'ABCE1234',
])('%j does not show the code', (text) => {
  expect(containsCode(text, code)).toBe(false)
})
