import { expect, test } from 'vitest'
import { addStrings, hasStrings, locale, setStrings, t } from '#lib/i18n/strings.ts'

test('a text is found by namespace and path, with its parameters', () => {
  setStrings('en', { musics: { visitors: 'Hello {{name}}, {{ day }}', popular: { more: 'Found' } } })
  expect(t('musics:visitors', { name: 'Ann', day: 3 })).toBe('Hello Ann, 3')
  expect(t('musics:popular.more')).toBe('Found')
  expect(locale()).toBe('en')
})

test('a parameter that is not given stays visible', () => {
  setStrings('en', { musics: { visitors: 'Hello {{name}}' } })
  expect(t('musics:visitors')).toBe('Hello {{name}}')
})

test('a name that turns the direction of text does not turn the words after it', () => {
  setStrings('en', { musics: { visitors: 'Delete “{{name}}”? It stays on YouTube.' } })
  const turned = ['\u202e', '\u2067', '\u2069\u202d'].map((start) =>
    t('musics:visitors', { name: `${start}Ann` }),
  )
  expect(turned).toEqual(turned.map(() => 'Delete “Ann”? It stays on YouTube.'))
  expect(t('musics:visitors', { name: 'عن\u200f!' })).toContain('عن\u200f!')
})

test('count chooses the plural form of the language', () => {
  setStrings('en', {
    common: { channelCount_one: '{{count}} video', channelCount_other: '{{count}} videos' },
  })
  expect(t('common:channelCount', { count: 1 })).toBe('1 video')
  expect(t('common:channelCount', { count: 0 })).toBe('0 videos')
  setStrings('ko', { common: { channelCount_other: '영상 {{count}}개' } })
  expect(t('common:channelCount', { count: 1 })).toBe('영상 1개')
})

test('a namespace can come later', () => {
  setStrings('ko', {})
  expect(hasStrings('home')).toBe(false)
  addStrings('home', { title: '늦은 제목' })
  expect(t('home:title')).toBe('늦은 제목')
})

test('a text that does not exist stops the build', () => {
  setStrings('zh-TW', {})
  expect(() => t('home:title')).toThrow('No text for home:title in zh-TW')
})
