import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import checksums from '../fixtures/migration-checksums.json' with { type: 'json' }

const folder = 'server/platform/db/migrations'

test('a migration never changes, not even a comment: installations that applied it would refuse to start', () => {
  const files = readdirSync(folder).sort()
  const actual = files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(`${folder}/${name}`))
      .digest('hex'),
  ])
  expect(Object.fromEntries(actual)).toEqual(checksums)
})
