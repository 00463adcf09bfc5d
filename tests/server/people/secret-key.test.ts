// @module-tag extended
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { completeSignIn } from '#contract/people/second-factor.ts'
import { createEncryption, loadSecretKey } from '#server/platform/auth/encryption.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { listAuditEntries, password } from '#tests/support/accounts.ts'
import { type Api, startApi, testEncryption } from '#tests/support/api.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { startFactorApi } from '#tests/support/second-factor.ts'

const { reset, api, createPerson, nextStep, enrolTotp } = await startFactorApi()
afterAll(() => api.close())
beforeEach(reset)

describe('the secret key', () => {
  async function createFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'hookline-key-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return folder
  }
  const load = (environment: Record<string, string>) => loadSecretKey(readConfig(environment))

  test('is a file for its owner only, the same for all who start at once', async () => {
    const DATA_DIR = await createFolder()
    const keys = await Promise.all([1, 2, 3, 4].map(() => load({ DATA_DIR })))
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
    const path = join(DATA_DIR, 'secret.key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const text = (await readFile(path, 'utf8')).trim()
    expect(Buffer.from(await load({ DATA_DIR: '/nowhere', SECRET_KEY: text }))).toEqual(
      Buffer.from(keys[0] ?? ''),
    )
    expect(Buffer.from(await load({ SECRET_KEY: Buffer.from(text, 'base64').toString('hex') }))).toEqual(
      Buffer.from(keys[0] ?? ''),
    )
  })

  test.each(['short', 'x'.repeat(64), Buffer.alloc(31).toString('base64')])('cannot be %j', async (text) => {
    expect(() => readConfig({ SECRET_KEY: text })).toThrow(/SECRET_KEY must be 32 bytes.*openssl rand/)
    const DATA_DIR = await createFolder()
    await writeFile(join(DATA_DIR, 'secret.key'), text)
    await expect(load({ DATA_DIR })).rejects.toThrow(/secret\.key is damaged/)
    await expect(load({ DATA_DIR: join(DATA_DIR, 'secret.key') })).rejects.toThrow(ConfigError)
  })

  test('encrypts each secret for its place only', async () => {
    const secret = new TextEncoder().encode('a secret')
    const [first, second] = [
      await testEncryption.encrypt(secret, 'totp 1'),
      await testEncryption.encrypt(secret, 'totp 1'),
    ]
    expect(Buffer.from(first).equals(second)).toBe(false)
    expect(Buffer.from((await testEncryption.decrypt(first, 'totp 1')) ?? '').toString()).toBe('a secret')
    await expect(testEncryption.decrypt(first, 'totp 2')).rejects.toThrow()
    first[first.length - 1] = (first.at(-1) ?? 0) ^ 1
    await expect(testEncryption.decrypt(first, 'totp 1')).rejects.toThrow()
  })

  test('is replaced without a break: servers read secrets of both keys until they are encrypted again', async () => {
    const keys = { SECRET_KEY: '09'.repeat(32), SECRET_KEY_OLD: '07'.repeat(32) }
    await execRaw(api.db, 'delete from totp_secrets')
    const [me, other] = [await createPerson(), await createPerson()]
    const { secret } = await enrolTotp(me)
    await enrolTotp(other)
    await queryRaw(api.db, `update totp_secrets set secret = '\\x01020304' where account_id = $1`, [other.id])
    const config = readConfig(keys)
    const startWith = (old?: Uint8Array) =>
      startApi(api.db, undefined, { encryption: createEncryption(() => loadSecretKey(config), old) })
    const canSignIn = async (server: Api) => {
      nextStep()
      server.clock.now = api.clock.now
      const { body } = await server.request(login, { body: { id: me.email, password } })
      const code = createTotpCode(secret, api.clock.now)
      const answered = await server.request(completeSignIn, {
        body: { challenge: body.challenge.token, code },
      })
      return answered.status === 200
    }
    expect([
      await canSignIn(await startWith()),
      await canSignIn(await startWith(config.oldSecretKey)),
    ]).toEqual([false, true])
    const run = (environment: Record<string, string>) => runOperatorWith(api.db, environment, 'reencrypt')
    await expect(run({ SECRET_KEY: keys.SECRET_KEY })).rejects.toThrow('Set SECRET_KEY_OLD')
    await expect(run({ ...keys, SECRET_KEY_OLD: keys.SECRET_KEY })).rejects.toThrow('the same key')
    const examine = async () => (await runOperatorWith(api.db, keys, 'doctor')).text
    expect(await run(keys)).toMatchObject({
      status: 1,
      lines: [
        '1 secret encrypted again, 0 already encrypted with the new key',
        '1 secret encrypted with neither key: left as they are',
      ],
    })
    expect(await canSignIn(await startWith())).toBe(true)
    await queryRaw(api.db, 'delete from totp_secrets where account_id = $1', [other.id])
    expect(await run(keys)).toMatchObject({
      status: 0,
      lines: ['0 secrets encrypted again, 1 already encrypted with the new key'],
    })
    expect(await examine()).toContain('SECRET_KEY_OLD is no longer needed')
    const entries = (await listAuditEntries(api.db)).filter(({ action }) => action === 'reencrypt')
    expect(entries).toMatchObject([
      { detail: { secrets: 1, before: { key: expect.any(String) }, after: { key: expect.any(String) } } },
    ])
  })

  test('that changed is found by the doctor', async () => {
    const me = await createPerson()
    await enrolTotp(me)
    const examine = async (environment: Record<string, string>) =>
      (await runOperatorWith(api.db, environment, 'doctor')).lines
        .filter((line) => line.includes('secret key'))
        .join()
    expect(await examine({ SECRET_KEY: '08'.repeat(32) })).toMatch(
      /^error .*cannot be used: encrypted with another key/,
    )
    await execRaw(api.db, 'delete from totp_secrets')
    expect(await examine({ SECRET_KEY: '08'.repeat(32) })).toMatch(/^ok .*set by SECRET_KEY/)
    expect(await examine({ DATABASE_URL: 'postgres://server/name' })).toMatch(
      /^warning .*SECRET_KEY is not set/,
    )
  })
})
