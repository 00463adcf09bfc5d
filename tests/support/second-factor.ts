import { expect } from 'vitest'
import { login } from '#contract/people/auth.ts'
import type { Challenge } from '#contract/people/challenge.ts'
import {
  addPasskey,
  addTotp,
  completeSignIn,
  startPasskey,
  startTotp,
} from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { createAccount, createSite, findPerson, password, signIn } from './accounts.ts'
import { type Api, startApi, unavailableJobs } from './api.ts'
import { type AuthenticatorKind, createAuthenticator, createTotpCode } from './authenticator.ts'
import { createTestDatabase } from './database.ts'
import { runOperator } from './operator.ts'
import { queryRaw } from './raw-sql.ts'
import { execAsOwner } from './traces.ts'

export const domain = 'example.test'
export const origin = `https://${domain}`

export interface Person {
  id: number
  /** Of an independent account: its own id. */
  networkId: number
  email: string
  token: string
}

type Register = (app: App, services: Pick<Services, 'db' | 'now'>) => void

/** Starts an API with two sites, and people who sign in with second factors. `register` adds endpoints for the test. */
export async function startFactorApi(
  register: Register = () => {},
  jobs = unavailableJobs,
  more: Parameters<typeof startApi>[2] = {},
) {
  const db = await createTestDatabase()
  const api: Api = await startApi(db, undefined, {
    ...more,
    jobs,
    registerDemoRoutes: (app: App) => register(app, { db, now: () => api.clock.now }),
  })
  const site = await createSite(api.db)
  const otherSite = await createSite(api.db, 'other.test')
  let count = 0
  async function createPerson(kind: 'manager' | 'alone' = 'alone'): Promise<Person> {
    const email = `person${++count}@example.test`
    const networkId = await createAccount(api.db, site, email, undefined, kind === 'manager')
    const id = await findPerson(api.db, email)
    return { id, networkId, email, token: await signIn(api, email) }
  }

  const nextStep = (steps = 1) => {
    api.clock.now = new Date(api.clock.now.getTime() + steps * 30_000)
  }

  /** Renews the person's token. @returns the secret of the authenticator app, and the recovery codes */
  async function enrolTotp(person: Person) {
    const { token } = person
    const { challenge, secret, uri } = await api.call(startTotp, { token, body: { password } })
    const code = createTotpCode(secret, api.clock.now)
    const added = await api.call(addTotp, { token, body: { challenge, code } })
    const { factors, recoveryCodes } = added
    person.token = added.token
    nextStep()
    return { secret, uri, factors, recoveryCodes: recoveryCodes ?? [] }
  }

  /** Creates a person with a role of the installation. `options`: of `account grant-operator`. */
  async function createOperator(...options: string[]): Promise<Person> {
    const person = await createPerson()
    await runOperator(api.db, 'account', 'grant-operator', person.email, '--site', domain, ...options)
    await enrolTotp(person)
    return person
  }

  async function enrolPasskey(person: Person, name = 'Laptop', kind: AuthenticatorKind = 'device') {
    const { token } = person
    const { challenge, passkey } = await api.call(startPasskey, { token, body: { password } })
    const authenticator = createAuthenticator(origin, kind)
    const body = { challenge, name, attestation: authenticator.register(passkey) }
    const added = await api.call(addPasskey, { token, body })
    person.token = added.token
    return { authenticator, ...added }
  }

  const requestLogin = ({ email }: Pick<Person, 'email'>) =>
    api.request(login, { body: { id: email, password } })

  async function startSignIn(person: Pick<Person, 'email'>): Promise<Challenge> {
    const { body } = await requestLogin(person)
    expect(Object.keys(body).sort()).toEqual(['challenge', 'message', 'success'])
    return body.challenge
  }

  const answer = (challenge: string, body: object, options: { token?: string; domain?: string } = {}) =>
    api.request(completeSignIn, { ...options, body: { challenge, ...body } })
  const isSignedIn = async (token: string) => (await api.request(readMe, { token })).status === 200
  const listMail = () =>
    queryRaw<{ recipient: string; change: string }>(
      api.db,
      `select recipient, data ->> 'change' as change from mails where kind = 'second-factor-changed' order by id`,
    )
  const countSessions = async ({ id }: Person) =>
    (await queryRaw(api.db, 'select id from sessions where account_id = $1', [id])).length

  /** Resets the clock, and everything that earlier tests left behind. */
  const reset = () => {
    api.clock.now = new Date('2026-11-20T10:00:00Z')
    return execAsOwner(
      api.db,
      'update sites set requires_second_factor = false; delete from rate_limit_windows; delete from audit_log; delete from mails',
    )
  }

  return {
    reset,
    api,
    otherSite,
    createPerson,
    nextStep,
    enrolTotp,
    createOperator,
    enrolPasskey,
    requestLogin,
    startSignIn,
    answer,
    isSignedIn,
    listMail,
    countSessions,
  }
}

export const describeRefusal = ({
  status,
  body,
}: {
  status: number
  body: { code: string; fields?: object }
}) => [
  status,
  body.code,
  ...Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]
export const wrongCode = [422, 'invalid', 'code: code_wrong']
export const expired = [410, 'challenge_expired']
export const rejected = [401, 'passkey_rejected']
export const factorRequired = [403, 'second_factor_required']
