import { expect, test } from 'vitest'
import { normalizeHost } from '#contract/platform/host.ts'

test.each([
  ['Studio.Example', 'studio.example'],
  ['www.studio.example:8080', 'studio.example'],
  [' localhost:4321 ', 'localhost'],
  ['한글.example', 'xn--bj0bj06e.example'],
  ['WWW.한글.Example:443', 'xn--bj0bj06e.example'],
  ['xn--bj0bj06e.example', 'xn--bj0bj06e.example'],
  ['ｗｗｗ．studio.example', 'studio.example'],
  ['[::1]:4321', '[::1]'],
  ['', ''],
  ['a b', 'a b'],
  ['somebody@studio.example', 'somebody@studio.example'],
  ['studio.example/path', 'studio.example/path'],
  ['studio.example?host=x', 'studio.example?host=x'],
])('the host %j is keyed by %j', (host, key) => {
  expect(normalizeHost(host)).toBe(key)
})
