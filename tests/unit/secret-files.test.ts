import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/platform/config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function writeSecret(text: string): Promise<string> {
  const path = join(folder, 'secret')
  await writeFile(path, text)
  return path
}

test('each secret is read from the file of a secret manager, without its line break', async () => {
  const url = 'postgres://user:hunter2@db.example/hookline'
  expect(readConfig({ DATABASE_URL_FILE: await writeSecret(`${url}\n`) }).databaseUrl).toBe(url)
  const key = 'ab'.repeat(32)
  expect(readConfig({ SECRET_KEY_FILE: await writeSecret(`${key}\r\n`) }).secretKey?.[0]).toBe(0xab)
  expect(readConfig({ SECRET_KEY_OLD_FILE: await writeSecret(key) }).oldSecretKey?.[0]).toBe(0xab)
  expect(readConfig({ YOUTUBE_API_KEY_FILE: await writeSecret('key') }).youtube.key).toBe('key')
  const smtp = await writeSecret('smtp://me:hunter2@mail.example')
  expect(readConfig({ SMTP_URL_FILE: smtp }).mail.smtp?.host).toBe('mail.example')
})

test.each(['DATABASE_URL', 'SECRET_KEY', 'SMTP_URL', 'YOUTUBE_API_KEY'])(
  '%s_FILE is refused beside the variable, and when there is nothing to read, without the secret',
  async (name) => {
    const path = await writeSecret('hunter2')
    const read = (environment: Record<string, string>) => () => readConfig(environment)
    expect(read({ [`${name}_FILE`]: path, [name]: 'hunter2' })).toThrow(
      new ConfigError(`Set either ${name} or ${name}_FILE, not both.`),
    )
    expect(read({ [`${name}_FILE`]: `${path}-nowhere` })).toThrow(
      new ConfigError(`${name}_FILE: the file ${path}-nowhere cannot be read (ENOENT).`),
    )
    expect(read({ [`${name}_FILE`]: await writeSecret('\n') })).toThrow(
      new ConfigError(`${name}_FILE: the file ${path} is empty.`),
    )
  },
)
