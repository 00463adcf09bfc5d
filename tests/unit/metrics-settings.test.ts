import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listTransportFindings } from '#server/operations/commands/transport-checks.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'

const token = 'abcdefghij0123456789'

test('metrics are off by default', () => {
  expect(readConfig({}).metrics).toEqual({ token: undefined, listener: undefined })
})

test('a token, a port and its host open them', async () => {
  expect(readConfig({ METRICS_TOKEN: token }).metrics.token).toBe(token)
  const folder = await mkdtemp(join(tmpdir(), 'hookline-token-'))
  await writeFile(join(folder, 'token'), `${token}\n`)
  expect(readConfig({ METRICS_TOKEN_FILE: join(folder, 'token') }).metrics.token).toBe(token)
  await rm(folder, { recursive: true })
  const port = { METRICS_PORT: '9464' }
  expect(readConfig(port).metrics.listener).toEqual({ host: 'localhost', port: 9464 })
  const { listener } = readConfig({ ...port, METRICS_HOST: '10.0.0.5' }).metrics
  expect(listener).toEqual({ host: '10.0.0.5', port: 9464 })
})

test.each([
  ['a short token', { METRICS_TOKEN: 'secret-but-short' }, /METRICS_TOKEN must have at least 20 characters/],
  ['a token with a space', { METRICS_TOKEN: `${token} ${token}` }, /METRICS_TOKEN must have/],
  ['no port', { METRICS_PORT: 'many' }, /METRICS_PORT must be a port number/],
  ['the port of the site', { METRICS_PORT: '8080', PORT: '8080' }, /METRICS_PORT must differ from PORT/],
  ['the default one', { METRICS_PORT: '4321' }, /METRICS_PORT must differ from PORT/],
  ['a host alone', { METRICS_HOST: '0.0.0.0' }, /METRICS_HOST needs METRICS_PORT/],
])('%s is refused with the reason, without the secret', (_, environment, message) => {
  const read = () => readConfig(environment)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
  expect(read).not.toThrow(/secret-but-short|abcdefghij/)
})

test('a listener that other machines reach without a token is reported', () => {
  const list = (environment: Record<string, string>) =>
    listTransportFindings(readConfig({ METRICS_PORT: '9464', ...environment })).filter(
      ({ subject }) => subject === 'metrics',
    )
  expect(list({})).toEqual([])
  expect(list({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token })).toEqual([])
  expect(list({ METRICS_HOST: '0.0.0.0' })).toMatchObject([{ status: 'warning' }])
})
