import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  finishProviderSignIn,
  type ProviderOutcome,
  startProviderSignIn,
} from '#contract/people/sign-in-providers.ts'
import { type Api, startApi, testEncryption } from './api.ts'
import { type FakeOidcProvider, startFakeOidcProvider } from './fake-oidc-provider.ts'
import { runOperatorWith } from './operator.ts'

/** The key of `testEncryption`, for commands. */
const secretKey = Buffer.alloc(32, 7).toString('hex')

/** A file with the client's secret, as the operator's commands read it. */
export function writeSecretFile(secret: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'hookline-secret-')), 'secret.txt')
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
  return path
}

export async function addProvider(
  api: Pick<Api, 'db'>,
  provider: Pick<FakeOidcProvider, 'issuer' | 'client'>,
  { domain = 'example.test', options = [] as string[] } = {},
): Promise<number> {
  const { text } = await runOperatorWith(
    api.db,
    { SECRET_KEY: secretKey },
    ...['provider', 'add', domain, provider.issuer, '--client-id', provider.client.id],
    ...['--client-secret-file', writeSecretFile(provider.client.secret), ...options],
  )
  return Number(/^provider (\d+)/.exec(text)?.[1])
}

/** An API with a fake provider; both end with the test file. */
export async function startProviderApi() {
  const api = await startApi(undefined, undefined, { encryption: testEncryption })
  const fake = await startFakeOidcProvider()
  const origin = 'https://example.test'
  fake.redirectUris.push(`${origin}/external/provider`)

  /** The first half: up to the provider's answer. */
  async function begin(
    provider: number,
    domain = 'example.test',
  ): Promise<{ token: string; answer: string }> {
    const { token, url } = await api.call(startProviderSignIn, {
      domain,
      body: { provider, origin: `https://${domain}` },
    })
    return { token, answer: await fake.visit(url) }
  }

  const finish = (
    body: { token: string; answer: string; invitation?: string; device?: string },
    options: { domain?: string; token?: string } = {},
  ) => api.request(finishProviderSignIn, { ...options, body })

  async function signIn(provider: number, more: { invitation?: string } = {}): Promise<ProviderOutcome> {
    const { status, body } = await finish({ ...(await begin(provider)), ...more })
    if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
    return body
  }

  /** @returns the code of the refusal */
  async function readRefusal(provider: number): Promise<string> {
    const { body } = await finish(await begin(provider))
    return body.code ?? JSON.stringify(body)
  }

  return {
    api,
    fake,
    origin,
    begin,
    finish,
    signIn,
    readRefusal,
    close: async () => {
      await fake.close()
      await api.close()
    },
  }
}
