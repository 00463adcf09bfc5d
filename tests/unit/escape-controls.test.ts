import { expect, test } from 'vitest'
import { escapeControls } from '#server/platform/escape-controls.ts'

test('what a terminal would obey is shown, and everything else stays', () => {
  expect(escapeControls('\u001bc\u009b2J bel\u0007 \u007f\r')).toBe(
    '\\u001bc\\u009b2J bel\\u0007 \\u007f\\u000d',
  )
  expect(escapeControls('abc\u202edcba\u2066')).toBe('abc\\u202edcba\\u2066')
  expect(escapeControls('\u{e0041}')).toBe('\\udb40\\udc41')
  const plain = '한별\t보기 – ann@example.test\n가족 👨‍👩‍👧'
  expect(escapeControls(plain)).toBe(plain)
})

test('JSON stays the same JSON', () => {
  const value = { nickname: 'a\u001b[2J\u0085\u202e\u{e0041}\n', count: 1 }
  const printed = escapeControls(JSON.stringify(value, null, 1))
  expect(printed).not.toMatch(/[\u0080-\u009f\u202e]/)
  expect(JSON.parse(printed)).toEqual(value)
})
