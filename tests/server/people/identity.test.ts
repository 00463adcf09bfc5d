import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addChannel, assignChannel, findChannel, verifyChannel } from '#contract/channels/channel-changes.ts'
import { endSessions, listSessions, updateAccount } from '#contract/people/account.ts'
import { checkPassword, join, login } from '#contract/people/auth.ts'
import {
  changeEmail,
  followEmailLink,
  readEmailLink,
  requestConfirmation,
  requestPasswordReset,
} from '#contract/people/email-links.ts'
import {
  addMember,
  approveMember,
  deleteMember,
  inviteMember,
  updateMember,
} from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import { readMe } from '#contract/people/session.ts'
import { exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import { locales } from '#contract/platform/locale.ts'
import { exportDays, readDashboard } from '#contract/reports/dashboard.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { checkNewPassword, hashPassword, writePassword } from '#server/people/credentials/password-hash.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { MailKind } from '#server/platform/mail/mail-data.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  password,
  setPasswordHash,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { readLinkTokens } from '#tests/support/mails.ts'
import { runOperator } from '#tests/support/operator.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { clearSecurityEvents } from '#tests/support/traces.ts'

let api: Api
let site: Site
let bossId: number
let boss: string
let counter = 0

beforeAll(async () => {
  api = await startApi()
  site = await createSite(api.db)
  await createSite(api.db, 'other.test')
  bossId = await createAccount(api.db, site, 'boss@example.test')
  boss = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(api.db, 'delete from rate_limit_windows; delete from sign_in_attempts; delete from mails')
  await setSite(`default_network_id = ${bossId}, join_policy = 'open', has_strong_passwords = false`)
})

/** The change feed reaches the cache before the next call. */
const setSite = (assignments: string) =>
  execRaw(api.db, `update sites set ${assignments} where id = ${site.id}`)

const moveClock = (days: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + days * 86_400_000)
}

interface SentMail {
  kind: string
  recipient: string
  locale: string
  data: Record<string, unknown>
}

const listMails = (recipient: string) =>
  queryRaw<SentMail>(
    api.db,
    'select kind, recipient, locale, data from mails where recipient = $1 order by id',
    [recipient],
  )

async function readLinkToken(recipient: string, kind: MailKind): Promise<string> {
  const token = (await readLinkTokens(api.db, recipient, kind)).at(-1)
  if (token === undefined) throw new Error(`no ${kind} to ${recipient}`)
  return token
}

async function joinSomebody({ language = 'ko' } = {}) {
  const email = `joiner${++counter}@example.test`
  const body = { email, password: 'secret of mine', nickname: '가입자' }
  const { token, device } = await api.call(join, { body, language })
  return { email, token, device, password: body.password }
}

async function readCode(call: ReturnType<Api['request']>) {
  const { status, body } = await call
  return [
    status,
    body.code,
    ...Object.entries(body.fields ?? {}).map(([k, v]) => `${k}: ${(v as { code: string }).code}`),
  ]
}

const follow = (body: object, token = '') => api.request(followEmailLink, { body, token })
const tryLogin = (id: string, word: string) => api.request(login, { body: { id, password: word } })
const findMember = async (email: string) =>
  (await api.call(listMembers, { token: boss, query: { search: email } })).members[0]

describe('a person who joins', () => {
  test('is signed in at once, unconfirmed, and mailed a link in the language of the page', async () => {
    const { email, token } = await joinSomebody({ language: 'zh-TW' })
    const { user } = await api.call(readMe, { token })
    expect(user).toMatchObject({ email, unconfirmed: true, awaits_approval: false })
    expect(await listMails(email)).toEqual([
      {
        kind: 'confirm-email',
        recipient: email,
        locale: 'zh-TW',
        data: { link: expect.any(Number) },
      },
    ])
  })

  test('is on the manager’s list once the address is confirmed, and not before', async () => {
    const { email, token } = await joinSomebody()
    expect(await findMember(email)).toBeUndefined()
    const [account] = await queryRaw<{ id: number }>(api.db, 'select id from accounts where email = $1', [
      email,
    ])
    const target = { target: account?.id ?? 0, password }
    expect(await readCode(api.request(deleteMember, { token: boss, body: target }))).toEqual([
      404,
      'not_found',
    ])
    const channel = await createChannel(api.db, bossId, channelIdFor('assigned'))
    const assignment = { id: channel, members: [target.target] }
    expect(await readCode(api.request(assignChannel, { token: boss, body: assignment }))).toEqual([
      404,
      'not_found',
    ])
    const query = { member: String(target.target) }
    expect((await api.request(readDashboard, { token: boss, query })).status).toBe(404)
    const link = await readLinkToken(email, 'confirm-email')
    expect(await api.call(readEmailLink, { body: { token: link }, token })).toMatchObject({
      purpose: 'confirm',
      email,
      own: true,
    })
    expect((await api.call(followEmailLink, { body: { token: link }, token })).token).toBeNull()
    expect((await api.call(readMe, { token })).user).toMatchObject({ unconfirmed: false })
    expect(await findMember(email)).toMatchObject({ user_id: email, state: 'active' })
    expect(await readCode(follow({ token: link }, token))).toEqual([410, 'expired'])
    expect(await readCode(api.request(requestConfirmation, { token }))).toEqual([409, 'changed'])
  })

  test('gets the link again on request, three times in ten minutes; only the last one counts', async () => {
    const { email, token } = await joinSomebody()
    const first = await readLinkToken(email, 'confirm-email')
    for (let at = 0; at < 3; at++) {
      await api.call(requestConfirmation, { token })
    }
    expect(await readCode(api.request(requestConfirmation, { token }))).toEqual([429, 'too_many'])
    expect(await readCode(follow({ token: first }, token))).toEqual([410, 'expired'])
    const last = await readLinkToken(email, 'confirm-email')
    expect((await follow({ token: last }, token)).status).toBe(200)
  })

  test('uses nothing that is shared until the address is confirmed and the manager has approved', async () => {
    await setSite(`join_policy = 'approval'`)
    const { email, token } = await joinSomebody()
    const link = '@somebody'
    const tryAll = async () => [
      (await api.request(findChannel, { token, query: { link } })).body.code,
      (await api.request(addChannel, { token, body: { link, category: 'people' } })).body.code,
      (await api.request(verifyChannel, { token, body: { id: 1 } })).body.code,
    ]
    expect(new Set(await tryAll())).toEqual(new Set(['unconfirmed']))
    await follow({ token: await readLinkToken(email, 'confirm-email') }, token)
    expect(new Set(await tryAll())).toEqual(new Set(['awaiting_approval']))
    await api.call(approveMember, { token: boss, body: { target: (await findMember(email))?.id ?? 0 } })
    expect((await api.request(verifyChannel, { token, body: { id: 1 } })).body.code).toBe('not_found')
    expect(await queryRaw(api.db, 'select units from youtube_quota')).toEqual([])
  })

  test('from one network is twenty people in ten minutes', async () => {
    const statuses = new Set<string>()
    for (let at = 0; at < 21; at++)
      statuses.add(
        (
          await api.request(join, {
            body: { email: `many${at}@example.test`, password, nickname: '많은' },
            tamper: (sent) => Object.assign(sent, { 'X-Forwarded-For': `198.51.100.${at}` }),
          })
        ).body.code,
      )
    expect([...statuses]).toEqual([undefined, 'too_many'])
  })

  test('waits for the manager on a site that approves, after confirming', async () => {
    await setSite(`join_policy = 'approval'`)
    const { email, token } = await joinSomebody()
    expect(await listMails('boss@example.test')).toEqual([])
    await follow({ token: await readLinkToken(email, 'confirm-email') }, token)
    expect((await listMails('boss@example.test')).map(({ kind, data }) => [kind, data])).toEqual([
      ['join-request', { nickname: '가입자' }],
    ])
    const member = await findMember(email)
    expect(member).toMatchObject({ state: 'waiting' })
    expect((await api.call(readMe, { token })).user.awaits_approval).toBe(true)
    const body = { target: member?.id ?? 0 }
    await api.call(approveMember, { token: boss, body })
    expect(await findMember(email)).toMatchObject({ state: 'active' })
    expect((await api.call(readMe, { token })).user.awaits_approval).toBe(false)
    expect((await listMails(email)).at(-1)?.kind).toBe('join-approved')
    expect(await readCode(api.request(approveMember, { token: boss, body }))).toEqual([409, 'changed'])
  })

  test('is refused on a site for the invited', async () => {
    await setSite(`join_policy = 'invitation'`)
    const body = { email: 'uninvited@example.test', password, nickname: '누구' }
    expect(await readCode(api.request(join, { body }))).toEqual([403, 'join_closed'])
  })
})

describe('a link to confirm an address', () => {
  test('followed elsewhere asks for the password, and signs in', async () => {
    const { email, token, password: word } = await joinSomebody()
    const link = await readLinkToken(email, 'confirm-email')
    expect(await readCode(follow({ token: link }))).toEqual([422, 'invalid', 'password: password_required'])
    expect(await readCode(follow({ token: link, password: 'guess' }))).toEqual([
      422,
      'invalid',
      'password: password_wrong',
    ])
    const { token: second } = (await follow({ token: link, password: word })).body
    expect((await api.call(readMe, { token: second })).user).toMatchObject({ email, unconfirmed: false })
    expect((await api.request(readMe, { token })).status).toBe(200)
  })

  test('in the hands of somebody else ends what the creator of the account could do', async () => {
    const { email, token: creators, password: word } = await joinSomebody()
    const link = await readLinkToken(email, 'confirm-email')
    const owner = (await follow({ token: link, newPassword: 'the owner’s' })).body
    expect((await api.call(readMe, { token: owner.token })).user).toMatchObject({ email, unconfirmed: false })
    expect(await readCode(api.request(readMe, { token: creators }))).toEqual([401, 'unauthenticated'])
    expect((await tryLogin(email, word)).body.code).toBe('wrong_credentials')
    expect((await tryLogin(email, 'the owner’s')).status).toBe(200)
  })

  test('signed in as somebody else confirms nothing without the password', async () => {
    const [one, two] = [await joinSomebody(), await joinSomebody()]
    const link = await readLinkToken(one.email, 'confirm-email')
    expect((await readCode(follow({ token: link }, two.token)))[0]).toBe(422)
  })

  test('is gone after seven days, on another site, and with the account', async () => {
    const { email, token, password: word } = await joinSomebody()
    const link = await readLinkToken(email, 'confirm-email')
    const body = { token: link, password: word }
    expect((await api.request(followEmailLink, { body, domain: 'other.test' })).body.code).toBe('expired')
    expect((await api.request(readEmailLink, { body, domain: 'other.test' })).body.code).toBe('expired')
    moveClock(7)
    expect(await readCode(follow({ token: link }, token))).toEqual([410, 'expired'])
    await deleteExpiredRows(api.db, api.clock.now)
    expect(await queryRaw(api.db, 'select purpose from email_links')).toEqual([])
  })

  test('followed twice at once counts once', async () => {
    const { email, password: word } = await joinSomebody()
    const body = { token: await readLinkToken(email, 'confirm-email'), password: word }
    const statuses = await Promise.all([1, 2, 3].map(async () => (await follow(body)).status))
    expect(statuses.sort()).toEqual([200, 410, 410])
  })

  test('is stored as a hash only', async () => {
    const { email } = await joinSomebody()
    const token = await readLinkToken(email, 'confirm-email')
    const [row] = await queryRaw<{ text: string }>(
      api.db,
      `select string_agg(concat_ws(' ', l, t), ' ') as text
      from email_links l
      join email_link_tokens t on t.link_id = l.id`,
    )
    expect(row?.text).toContain(hashToken(token).toString('hex'))
    expect(row?.text).not.toContain(token)
  })
})

describe('a forgotten password', () => {
  const requestReset = (email: string) => api.request(requestPasswordReset, { body: { email } })

  test('is replaced with a link, which ends all sessions and signs in', async () => {
    const { email, token: old, password: word } = await joinSomebody()
    await follow({ token: await readLinkToken(email, 'confirm-email') }, old)
    expect((await requestReset(email)).status).toBe(200)
    const link = await readLinkToken(email, 'reset-password')
    expect(await api.call(readEmailLink, { body: { token: link } })).toMatchObject({
      purpose: 'reset',
      email,
    })
    expect(await readCode(follow({ token: link }))).toEqual([
      422,
      'invalid',
      'newPassword: password_required',
    ])
    const { token } = (await follow({ token: link, newPassword: 'remembered' })).body
    expect((await api.request(readMe, { token })).status).toBe(200)
    expect((await api.request(readMe, { token: old })).status).toBe(401)
    expect((await tryLogin(email, word)).status).toBe(401)
    expect((await tryLogin(email, 'remembered')).status).toBe(200)
    expect((await follow({ token: link, newPassword: 'again' })).status).toBe(410)
    expect((await listMails(email)).map(({ kind }) => kind)).toContain('password-changed')
  })

  test('answers the same for an address without an account, and counts it, too', async () => {
    const strip = ({ status, body: { requestId: _, ...body } }: Awaited<ReturnType<typeof requestReset>>) => [
      status,
      body,
    ]
    const { email } = await joinSomebody()
    for (let at = 0; at < 4; at++)
      expect(strip(await requestReset(email))).toEqual(strip(await requestReset('nobody@example.test')))
    expect(await listMails('nobody@example.test')).toEqual([])
  })

  test('has a link for thirty minutes', async () => {
    const { email } = await joinSomebody()
    await requestReset(email)
    const link = await readLinkToken(email, 'reset-password')
    moveClock(30 / 24 / 60)
    expect((await follow({ token: link, newPassword: 'remembered' })).status).toBe(410)
  })

  test('has a link that a stranger’s request does not end, and that ends the stranger’s', async () => {
    const { email } = await joinSomebody()
    await requestReset(email)
    await requestReset(email)
    const [own, other] = await readLinkTokens(api.db, email)
    expect((await follow({ token: own, newPassword: 'remembered' })).status).toBe(200)
    expect((await follow({ token: other, newPassword: 'remembered' })).status).toBe(410)
  })

  test('of an account that a stranger made of the address is the owner’s way in', async () => {
    const { email, token } = await joinSomebody()
    await requestReset(email)
    await follow({ token: await readLinkToken(email, 'reset-password'), newPassword: 'the owner’s' })
    expect((await api.request(readMe, { token })).status).toBe(401)
    expect(await findMember(email)).toMatchObject({ state: 'active' })
  })

  test('has no link left once the operator has set another one', async () => {
    const { email, token, password: word } = await joinSomebody()
    const moved = `thief${counter}@example.test`
    await api.call(changeEmail, { token, body: { email: moved, password: word } })
    const link = await readLinkToken(moved, 'change-email')
    await runOperator(api.db, 'account', 'password', email, '--site', 'example.test')
    expect((await follow({ token: link })).status).toBe(410)
    // Nor is one made when the mail leaves later.
    expect((await follow({ token: await readLinkToken(moved, 'change-email') })).status).toBe(410)
  })

  test('has no link left once the password has been changed', async () => {
    const { email, token, password: word } = await joinSomebody()
    await requestReset(email)
    const link = await readLinkToken(email, 'reset-password')
    await api.call(updateAccount, { token, body: { password: word, new_password: 'another one' } })
    expect((await follow({ token: link, newPassword: 'the thief’s' })).status).toBe(410)
  })
})

describe('another address', () => {
  test('replaces the old one when its link is followed, and the old one hears of it', async () => {
    const { email, token, password: word } = await joinSomebody()
    const moved = `moved${counter}@example.test`
    expect(
      await readCode(api.request(changeEmail, { token, body: { email: moved, password: 'guess' } })),
    ).toEqual([422, 'invalid', 'password: password_wrong'])
    expect(
      await readCode(
        api.request(changeEmail, { token, body: { email: 'boss@example.test', password: word } }),
      ),
    ).toEqual([409, 'taken', 'email: email_taken'])
    await api.call(changeEmail, { token, body: { email: moved, password: word } })
    expect((await api.call(readMe, { token })).user.email).toBe(email)
    const link = await readLinkToken(moved, 'change-email')
    expect((await follow({ token: link })).body).toMatchObject({ token: null })
    expect((await api.call(readMe, { token })).user).toMatchObject({ email: moved, unconfirmed: false })
    expect((await listMails(email)).at(-1)?.kind).toBe('email-changed')
    expect((await tryLogin(moved, word)).status).toBe(200)
  })

  test('is confirmed by its link, so that the manager hears who waits for approval', async () => {
    await setSite(`join_policy = 'approval'`)
    const { token, password: word } = await joinSomebody()
    const moved = `moved${counter}@example.test`
    await api.call(changeEmail, { token, body: { email: moved, password: word } })
    await follow({ token: await readLinkToken(moved, 'change-email') })
    expect((await listMails('boss@example.test')).map(({ kind }) => kind)).toEqual(['join-request'])
    expect(await findMember(moved)).toMatchObject({ state: 'waiting' })
  })

  test('is lost to somebody who takes it first', async () => {
    const { token, password: word } = await joinSomebody()
    const wanted = `wanted${counter}@example.test`
    await api.call(changeEmail, { token, body: { email: wanted, password: word } })
    const link = await readLinkToken(wanted, 'change-email')
    await createAccount(api.db, site, wanted)
    expect(await readCode(follow({ token: link }))).toEqual([409, 'taken'])
  })
})

describe('a member by invitation', () => {
  test('sets the first password with the link, and is confirmed', async () => {
    const email = `invited${++counter}@example.test`
    const { member } = await api.call(addMember, { token: boss, body: { user_id: email, nickname: '초대' } })
    expect(member).toMatchObject({ state: 'invited', last_sign_in_at: null })
    expect((await tryLogin(email, '')).status).toBe(422)
    expect((await tryLogin(email, 'null')).body.code).toBe('wrong_credentials')
    await api.call(inviteMember, { token: boss, body: { target: member.id } })
    const mails = await listMails(email)
    expect(mails.map(({ kind, data }) => [kind, data.network])).toEqual([
      ['invitation', 'boss'],
      ['invitation', 'boss'],
    ])
    const link = await readLinkToken(email, 'invitation')
    const { token } = (await follow({ token: link, newPassword: 'my own one' })).body
    expect((await api.call(readMe, { token })).user).toMatchObject({ email, unconfirmed: false })
    expect(await findMember(email)).toMatchObject({ state: 'active' })
    const again = api.request(inviteMember, { token: boss, body: { target: member.id } })
    expect(await readCode(again)).toEqual([409, 'changed'])
  })

  test('made with a password stays unconfirmed until a link is followed', async () => {
    const email = `made${++counter}@example.test`
    const body = { user_id: email, password: 'from the boss', nickname: '만든' }
    const { member } = await api.call(addMember, { token: boss, body })
    expect(member.state).toBe('unconfirmed')
    const { token } = (await tryLogin(email, 'from the boss')).body
    await api.call(requestConfirmation, { token })
    await follow({ token: await readLinkToken(email, 'confirm-email') }, token)
    expect(await findMember(email)).toMatchObject({ state: 'active' })
  })
})

describe('a password that is easily guessed', () => {
  const check = async (body: object) => (await api.call(checkPassword, { body })).weakness?.code ?? null

  test.each([
    ['1234', 'password_common'],
    ['PassWord', 'password_common'],
    ['    ', 'password_common'],
    ['zzzzzzzz', 'password_common'],
    ['kim@example.test', 'password_personal'],
    ['KIM', 'password_personal'],
    ['하루하루', 'password_personal'],
    ['Example', 'password_context'],
    [' e x a m p l e 2026!', 'password_context'],
    ['example.test', 'password_context'],
    ['¡HookLine1', 'password_context'],
    ['kd8!Tq2', 'password_short'],
    ['correct horse battery', null],
  ])('%j is warned of while typing: %s', async (word, code) => {
    expect(await check({ password: word, email: 'kim@example.test', nickname: '하루하루' })).toBe(code)
  })

  test('is a member’s own choice, but not on a site that refuses it, and not a manager’s', async () => {
    const body = { email: `weak${++counter}@example.test`, password: '1234', nickname: '약한' }
    const { token } = await api.call(join, { body })
    const toWeak = { password: '1234', new_password: 'qwerty' }
    expect((await api.request(updateAccount, { token, body: toWeak })).status).toBe(200)
    const byBoss = api.request(updateAccount, { token: boss, body: { password, new_password: 'boss' } })
    expect(await readCode(byBoss)).toEqual([422, 'invalid', 'new_password: password_personal'])
    for (const [weak, code] of [
      ['hookline!', 'password_context'],
      ['kd8!Tq2', 'password_short'],
    ]) {
      const again = api.request(updateAccount, { token: boss, body: { password, new_password: weak } })
      expect(await readCode(again)).toEqual([422, 'invalid', `new_password: ${code}`])
    }
    await setSite('has_strong_passwords = true')
    const refused = api.request(join, { body: { ...body, email: 'weaker@example.test' } })
    expect(await readCode(refused)).toEqual([422, 'invalid', 'password: password_common'])
    const member = { user_id: 'weaker@example.test', password: '1111', nickname: '약한' }
    expect(await readCode(api.request(addMember, { token: boss, body: member }))).toEqual([
      422,
      'invalid',
      'password: password_common',
    ])
    const { user } = await api.call(readMe, { token })
    await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [user.id])
    const given = { target: user.id, password: '1234', own_password: password }
    expect(await readCode(api.request(updateMember, { token: boss, body: given }))).toEqual([
      422,
      'invalid',
      'password: password_common',
    ])
    const asStrong = { ...given, password: 'correct horse battery' }
    expect((await api.request(updateMember, { token: boss, body: asStrong })).status).toBe(200)
  })

  test('makes nobody a manager or an operator, and neither does one of before', async () => {
    await setSite('default_network_id = null')
    const email = `weak${++counter}@example.test`
    const { token } = await api.call(join, { body: { email, password: '1234', nickname: '약한' } })
    const command = (verb: string) => runOperator(api.db, 'account', verb, email, '--site', 'example.test')
    await command('confirm')
    for (const verb of ['promote', 'grant-operator'])
      await expect(command(verb)).rejects.toThrow(`First run: account password ${email} --site example.test`)
    await queryRaw(api.db, 'update accounts set password_rules = null where email = $1', [email])
    await expect(command('promote')).rejects.toThrow('is of an earlier version')
    // Without a password the role can be given: the next one must meet its rules.
    const { text } = await command('password')
    await command('promote')
    const { now } = api.clock
    api.clock.now = new Date()
    const link = /#([\w-]{43})/.exec(text)?.[1] ?? ''
    expect(await readCode(follow({ token: link, newPassword: '1234' }))).toEqual([
      422,
      'invalid',
      'newPassword: password_common',
    ])
    expect((await follow({ token: link, newPassword: 'correct horse battery' })).status).toBe(200)
    api.clock.now = now
    await command('grant-operator')
    expect((await api.request(readMe, { token })).status).toBe(401)
  })

  test('is no reason to give a role to an account that nobody has confirmed', async () => {
    await setSite('default_network_id = null')
    await createAccount(api.db, site, 'studio@example.test')
    const email = `stranger${++counter}@example.test`
    await api.call(join, { body: { email, password: 'correct horse battery', nickname: '낯선' } })
    const command = (verb: string, ...more: string[]) =>
      runOperator(api.db, 'account', verb, email, ...more, '--site', 'example.test')
    const roles = ['roles', 'owner', '--network', 'studio@example.test']
    for (const given of [['promote'], ['grant-operator'], ['grant-operator', '--role', 'auditor'], roles])
      await expect(command(...(given as [string]))).rejects.toThrow(
        `First run: account mail-link ${email} --site example.test`,
      )
    expect(await queryRaw(api.db, 'select roles from accounts where email = $1', [email])).toEqual([
      { roles: [] },
    ])
    await command('confirm')
    await command(...(roles as [string]))
    await command('grant-operator')
  })

  test('is renewed by mail at the next sign-in, where a site or a role asks for another one by now', async () => {
    const email = `weak${++counter}@example.test`
    const { token } = await api.call(join, { body: { email, password: '1234', nickname: '약한' } })
    const { user } = await api.call(readMe, { token })
    expect((await tryLogin(email, '1234')).status).toBe(200)
    await setSite('has_strong_passwords = true')
    expect((await tryLogin(email, 'guess')).body.code).toBe('wrong_credentials')
    const sessions = async () =>
      (await queryRaw(api.db, 'select id from sessions where account_id = $1', [user.id])).length
    const before = await sessions()
    expect(await readCode(tryLogin(email, '1234'))).toEqual([403, 'password_outdated'])
    expect(await sessions()).toBe(before)
    const link = await readLinkToken(email, 'reset-password')
    expect((await follow({ token: link, newPassword: 'correct horse battery' })).status).toBe(200)
    expect((await tryLogin(email, 'correct horse battery')).status).toBe(200)
  })

  test('of an earlier version is tested at the next sign-in', async () => {
    const [weak, strong] = ['1234', 'correct horse battery']
    for (const [word, hasRole, outcome] of [
      [weak, false, 200],
      [weak, true, 403],
      [strong, true, 200],
    ] as const) {
      const email = `early${++counter}@example.test`
      await createAccount(api.db, site, email, undefined, hasRole)
      const id = await findPerson(api.db, email)
      await setPasswordHash(api.db, id, await cheapHasher.hash(word))
      await queryRaw(api.db, 'update accounts set password_rules = null where id = $1', [id])
      expect((await tryLogin(email, word)).status).toBe(outcome)
      const [account] = await queryRaw(api.db, 'select password_rules as rules from accounts where id = $1', [
        id,
      ])
      expect(account).toEqual({ rules: word === weak ? 'basic' : 'strong' })
    }
  })

  test('that was tested before the role was given is not written after it', async () => {
    const email = `late${++counter}@example.test`
    const id = await createAccount(api.db, site, email, undefined, false)
    const choice = { email, nickname: 'late', password: '1234', hasRole: false, field: 'password' }
    const hash = await hashPassword(cheapHasher, await checkNewPassword(site, choice))
    await runOperator(api.db, 'account', 'promote', email, '--site', 'example.test')
    await expect(writePassword(api.db, id, hash)).rejects.toMatchObject({ code: 'changed' })
    expect((await tryLogin(email, password)).status).toBe(200)
  })
})

describe('sessions', () => {
  const enter = async (email: string, word: string, device?: string) =>
    (await api.call(login, { body: { id: email, password: word, device } })) as {
      token: string
      device: string
    }

  test('end ninety days after the sign-in, however often they are used', async () => {
    const { token } = await joinSomebody()
    for (let days = 0; days < 80; days += 20) {
      moveClock(20)
      expect((await api.request(readMe, { token })).status).toBe(200)
    }
    moveClock(9.9)
    expect((await api.request(readMe, { token })).status).toBe(200)
    moveClock(0.2)
    expect((await api.request(readMe, { token })).status).toBe(401)
  })

  test('are twenty at most; the one used least recently ends', async () => {
    const { email, token: first, password: word } = await joinSomebody()
    const tokens: string[] = []
    for (let at = 0; at < 19; at++) {
      moveClock(0.01)
      tokens.push((await enter(email, word)).token)
    }
    moveClock(2)
    expect((await api.request(readMe, { token: first })).status).toBe(200)
    const { token } = await enter(email, word)
    expect((await api.request(readMe, { token: tokens[0] as string })).status).toBe(401)
    expect((await api.request(readMe, { token: first })).status).toBe(200)
    expect((await api.call(listSessions, { token })).sessions).toHaveLength(20)
  })

  test('from a new device are reported to the person, from a known one not', async () => {
    const { email, device, password: word } = await joinSomebody()
    expect((await enter(email, word, device)).device).toBe(device)
    expect((await listMails(email)).map(({ kind }) => kind)).toEqual(['confirm-email'])
    const other = await enter(email, word)
    expect(other.device).not.toBe(device)
    expect((await listMails(email)).at(-1)).toMatchObject({
      kind: 'new-device',
      data: { time: api.clock.now.toISOString() },
    })
    // If two people share a browser, it is known to both.
    const { email: second, password: secondWord } = await joinSomebody()
    expect((await enter(second, secondWord, device)).device).toBe(device)
  })
})

describe('a nickname', () => {
  const reserved = { status: 422, body: { fields: { nickname: { code: 'nickname_reserved' } } } }

  test.each([
    '훅 라인',
    '훅라인!',
    '운영자',
    '관 리 자',
    '어드민',
    'OPERATOR',
    'Admin.',
    'Ａｄｍｉｎ',
    '运营者',
    '管理员',
    '營運者',
    '管理員',
    'example.test',
  ])('of the site or its operator is for nobody: %s', async (nickname) => {
    await setSite(`name = '훅라인'`)
    const form = { email: 'poser@example.test', password: 'long enough 4 all', nickname }
    expect(await api.request(join, { body: form })).toMatchObject(reserved)
    const { email, token } = await joinSomebody()
    expect(await api.request(updateAccount, { token, body: { nickname } })).toMatchObject(reserved)
    const invitation = { user_id: 'poser@example.test', nickname }
    const manager = await signIn(api, 'boss@example.test')
    expect(await api.request(addMember, { token: manager, body: invitation })).toMatchObject(reserved)
    // One of before stays until it is changed.
    await queryRaw(api.db, 'update accounts set nickname = $1 where email = $2', [nickname, email])
    const body = { nickname, password: 'long enough 4 all', new_password: 'and another one' }
    expect((await api.request(updateAccount, { token, body })).body.fields).not.toHaveProperty('nickname')
    const other = { nickname: `둘째 ${nickname}`.slice(0, 12) }
    expect((await api.request(updateAccount, { token, body: other })).status).toBe(200)
    expect(await api.request(updateAccount, { token, body: { nickname } })).toMatchObject(reserved)
  })

  test('says what to do in each language', async () => {
    const messages = new Set<string>()
    for (const language of locales) {
      const form = { email: 'poser@example.test', password: 'long enough 4 all', nickname: 'admin' }
      messages.add((await api.request(join, { language, body: form })).body.fields.nickname.message)
    }
    expect(messages.size).toBe(4)
  })
})

describe('security events', () => {
  test('are shown to the person, newest first and page by page, and to nobody else', async () => {
    const { email, token, password: word } = await joinSomebody()
    await tryLogin(email, 'guess')
    await api.call(updateAccount, { token, body: { password: word, new_password: 'another one' } })
    await api.call(login, { body: { id: email, password: 'another one' } })
    await api.call(endSessions, { token, body: { password: 'another one' } })
    await api.request(listMembers, { token })
    const { events, more } = await api.call(listSecurityEvents, { token })
    expect(events.map(({ kind, failed }) => `${kind}${failed ? ' failed' : ''}`)).toEqual([
      'forbidden failed',
      'sessions-ended',
      'new-device',
      'sign-in',
      'password-changed',
      'sign-in failed',
      'sign-in',
      'join',
    ])
    expect(more).toBe(false)
    expect(events[0]).toMatchObject({ address: 'unknown', at: api.clock.now.toISOString() })
    for (let at = 0; at < 30; at++) await api.request(listMembers, { token })
    const page = await api.call(listSecurityEvents, { token })
    expect([page.events.length, page.more]).toEqual([20, true])
    const rest = await api.call(listSecurityEvents, { token, query: { before: page.events.at(-1)?.id ?? 0 } })
    // Refused calls leave only a limited number of events per account.
    expect([rest.events.length, rest.more]).toEqual([7, false])
  })

  test('name the address of failed attempts, also for an account that does not exist', async () => {
    await clearSecurityEvents(api.db)
    const tamper = (sent: Record<string, string>) =>
      void Object.assign(sent, { 'X-Forwarded-For': '203.0.113.9' })
    for (let at = 0; at < 6; at++)
      await api.request(login, { body: { id: 'ghost@example.test', password: 'guess' }, tamper })
    const { text } = await runOperator(api.db, 'audit', '--security')
    expect(text).toContain('unknown account of example.test (203.0.113.9)  sign-in-blocked  failed')
    expect(text.match(/ sign-in {2}failed/g)).toHaveLength(5)
    expect(text).not.toContain('ghost')
    const chosen = await runOperator(api.db, 'audit', '--security', '--action', 'sign-in-blocked')
    expect(chosen.lines).toHaveLength(1)
    await expect(runOperator(api.db, 'audit', '--security', '--action', 'nosuch')).rejects.toThrow(
      'no event nosuch',
    )
    await expect(runOperator(api.db, 'audit', '--action', 'nosuch')).rejects.toThrow('"nosuch"')
  })

  test('tell of mails that were asked for, and of links and codes that do not work, without naming anybody', async () => {
    const { email, token, password: word } = await joinSomebody()
    await clearSecurityEvents(api.db)
    await api.call(requestPasswordReset, { body: { email } })
    await api.call(requestPasswordReset, { body: { email: 'ghost@example.test' } })
    await api.call(requestConfirmation, { token })
    await api.call(changeEmail, { token, body: { email: 'elsewhere@example.test', password: word } })
    const wrong = 'A'.repeat(43)
    await api.request(readEmailLink, { body: { token: wrong } })
    await api.request(followEmailLink, { body: { token: wrong, newPassword: 'another one' } })
    await api.request(exchangeSignInCode, { body: { code: wrong } })
    const id = expect.any(Number)
    expect(
      await queryRaw(
        api.db,
        'select kind, is_failure as failed, account_id as account, detail from security_events order by id',
      ),
    ).toEqual([
      { kind: 'reset-requested', failed: false, account: id, detail: {} },
      { kind: 'reset-requested', failed: false, account: null, detail: {} },
      { kind: 'confirmation-requested', failed: false, account: id, detail: {} },
      { kind: 'email-change-requested', failed: false, account: id, detail: {} },
      { kind: 'link-refused', failed: true, account: null, detail: {} },
      { kind: 'link-refused', failed: true, account: null, detail: {} },
      { kind: 'partner-sign-in', failed: true, account: null, detail: {} },
    ])
    const { events } = await api.call(listSecurityEvents, { token })
    expect(events.map(({ kind }) => kind)).toContain('reset-requested')
  })

  test('tell of downloads, and of roles that the operator gives and takes', async () => {
    const id = await createAccount(api.db, site, `alone${++counter}@example.test`, undefined, false)
    const email = `alone${counter}@example.test`
    const token = await signIn(api, email)
    await api.request(exportDays, { token, query: { period: 'latest' } })
    for (const command of ['promote', 'grant-operator', 'revoke-operator', 'demote'])
      await runOperator(api.db, 'account', command, email, '--site', 'example.test')
    expect(
      await queryRaw(
        api.db,
        'select kind, address, detail from security_events where account_id in ($1, $2) order by id',
        [id, await findPerson(api.db, email)],
      ),
    ).toEqual([
      { kind: 'export', address: 'unknown', detail: { endpoint: 'exportDays' } },
      { kind: 'role-changed', address: null, detail: { manager: 1 } },
      { kind: 'role-changed', address: null, detail: { operator: 1 } },
      { kind: 'role-changed', address: null, detail: { operator: 0 } },
      { kind: 'role-changed', address: null, detail: { manager: 0 } },
    ])
  })

  test('are kept for 180 days', async () => {
    await clearSecurityEvents(api.db)
    const { now } = api.clock
    api.clock.now = new Date(Date.now() - 181 * 86_400_000)
    await joinSomebody()
    api.clock.now = now
    const { token } = await joinSomebody()
    const countEvents = async () => (await queryRaw(api.db, 'select id from security_events')).length
    const count = await countEvents()
    await deleteExpiredRows(api.db, now)
    const { events } = await api.call(listSecurityEvents, { token })
    expect([events.length > 0, await countEvents()]).toEqual([true, count / 2])
    // A wrong clock must not delete anything either.
    await deleteExpiredRows(api.db, new Date(now.getTime() + 400 * 86_400_000))
    expect(await countEvents()).toBe(count / 2)
  })
})

test('doctor says how many addresses are unconfirmed', async () => {
  const { text } = await runOperator(api.db, 'doctor')
  expect(text).toMatch(/warning {2}people: \d+ of \d+ accounts have not confirmed their address, among them/)
  await runOperator(api.db, 'account', 'confirm', 'boss@example.test', '--site', 'example.test')
  await expect(
    runOperator(api.db, 'account', 'confirm', 'boss@example.test', '--site', 'example.test'),
  ).rejects.toThrow('confirmed already')
})
