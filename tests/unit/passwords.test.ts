import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { createPasswordHasher } from '#server/platform/auth/passwords.ts'

test('the server hashes with argon2id at OWASP’s cost, for known and unknown accounts alike', async () => {
  const hasher = createPasswordHasher()
  const hash = await hasher.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hasher.needsRehash(hash)).toBe(false)
  expect(await hasher.verify('correct horse', hash)).toBe(true)
  const measure = async (stored: string | null) => {
    const start = process.cpuUsage()
    for (let round = 0; round < 3; round++) expect(await hasher.verify('wrong', stored)).toBe(false)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  await measure(null)
  expect(await measure(null)).toBeGreaterThan((await measure(hash)) / 3)
})

const folder = join(import.meta.dirname, '../../server')

test('nothing in the server chooses another cost', () => {
  const callers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== join('platform', 'auth', 'passwords.ts'))
    .flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/createPasswordHasher\([^)]*\)/g) ?? [])
  expect(callers).toEqual(['createPasswordHasher()'])
  expect(readFileSync(join(folder, 'main.ts'), 'utf8')).not.toContain('passwords')
})

test('one function writes passwords, of those that were tested against the rules', () => {
  const writesPassword = /password_hash\s*=\s*\$\{|insert into accounts[^`]*password_hash/
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && writesPassword.test(readFileSync(join(folder, path), 'utf8')))
    .map((path) => path.split(sep).join('/'))
  expect(writers.sort()).toEqual(['people/credentials/password-hash.ts'])
  const source = readFileSync(join(folder, 'people/credentials/password-hash.ts'), 'utf8')
  // Makes neither from text that was not tested.
  expect(source.match(/as CheckedPassword|as PasswordHash/g)).toHaveLength(2)
})
