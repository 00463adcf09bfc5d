import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { join } from '#contract/people/auth.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { confirmationMinutes } from '#contract/platform/endpoint.ts'
import { callRemote, signInToDemo } from './remote-api.ts'

/** The browser's own messages about replies that a test provokes; anything else on the console is a fault. */
const expectedMessage = /Failed to load resource|net::ERR_/

export const managerEmail = 'manager@hookline.example'
export const memberEmail = 'hanip@hookline.example'
export const demoPassword = 'hookline-demo'

const accounts = {
  manager: { email: managerEmail, domain: 'localhost' },
  member: { email: memberEmail, domain: 'localhost' },
  playlistManager: { email: 'manager@playlane.example', domain: 'playlist.localhost' },
}
type Role = keyof typeof accounts

type Session = { name: string; value: string }[]

/** Half of the time after which an action on money asks for a confirmation. */
const sessionUseMs = (confirmationMinutes / 2) * 60_000

interface TestOptions {
  /** The role that is signed in when the test starts; such a test must neither sign out nor change the password. */
  as: Role | null
  /** Faults that the test provokes. */
  expectedErrors: RegExp
}

interface WorkerFixtures {
  /** State of the browser after a login: a session of each role per worker, renewed in time, without the login form. */
  getSession: (role: Role) => Promise<Session>
}

async function signIn(origin: string, role: Role): Promise<Session> {
  const { email, domain } = accounts[role]
  const token = await signInToDemo(origin, email, domain)
  const { user } = await callRemote(origin, readMe, { token, domain })
  return [
    { name: `token:${domain}`, value: token },
    { name: `may:${domain}`, value: user.permissions.join(' ') },
    { name: `verify:${domain}`, value: user.settings.channel_verify_needed ? '1' : '' },
  ]
}

/** Fails a test if its pages threw, logged an error, or violated the policy. */
export const test = base.extend<TestOptions & { faults: string[] }, WorkerFixtures>({
  as: [null, { option: true }],
  expectedErrors: [/^$/, { option: true }],
  getSession: [
    async ({ browserName: _ }, use, { project }) => {
      const sessions = new Map<Role, { session: Promise<Session>; until: number }>()
      await use((role) => {
        const known = sessions.get(role)
        if (known && Date.now() < known.until) return known.session
        const session = signIn(project.use.baseURL ?? '', role)
        sessions.set(role, { session, until: Date.now() + sessionUseMs })
        return session
      })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ as, baseURL, getSession }, use) => {
    if (!as) return use(undefined)
    const origin = `http://${accounts[as].domain}:${new URL(baseURL ?? '').port}`
    await use({ cookies: [], origins: [{ origin, localStorage: await getSession(as) }] })
  },
  // Each test has its own address, because an address may sign in only a hundred times in ten minutes.
  extraHTTPHeaders: async ({ browserName: _ }, use) => {
    await use({ 'X-Forwarded-For': ['10', ...[1, 2, 3].map(() => randomInt(1, 255))].join('.') })
  },
  faults: [
    async ({ context, expectedErrors }, use) => {
      const faults: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !expectedMessage.test(message.text())) faults.push(message.text())
      })
      context.on('weberror', (error) => faults.push(String(error.error())))
      await use(faults)
      expect(faults.filter((fault) => !expectedErrors.test(fault))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** URL of the tests' server, which also serves the playlist site. */
export const siteUrl = () => new URL(test.info().project.use.baseURL ?? '')
export const playlistOrigin = () => `http://playlist.localhost:${siteUrl().port}`

/** Fills in the login form, for tests of signing in; all others start signed in (`as`). */
export async function submitLogin(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.locator('input[name=id]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

export const joinedPassword = 'the first secret'

/** Registers a new account, which the test may sign out, change and delete. @returns its email */
export async function joinAccount(domain = 'localhost'): Promise<string> {
  const email = `person-${Math.random().toString(36).slice(2)}@hookline.example`
  const body = { email, password: joinedPassword, nickname: '새사람' }
  // Of an address of their own: so many people do not join from one.
  const address = Array.from({ length: 3 }, () => randomInt(1, 255)).join('.')
  const headers = { 'X-Forwarded-For': `10.${address}` }
  const { token } = await callRemote(siteUrl().origin, join, { domain, body, headers })
  await callRemote(siteUrl().origin, logout, { domain, token })
  return email
}

export const readToken = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).find(([name]) => name.startsWith('token:'))?.[1] ?? '')

/** Pressing a key, unlike clicking, does not wait until the button is enabled: a key pressed before is lost. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

const readMailbox = async (page: Page, path = '') => (await page.request.get(`/api/demo/mail${path}`)).text()

/** @returns the markup of the mails to an address in the demonstration's mailbox, newest first */
export const readMails = async (page: Page, recipient: string): Promise<string[]> =>
  (await readMailbox(page)).split('<li>').filter((entry) => entry.includes(recipient))

/** @returns the newest mail to an address in the demonstration's mailbox; '' if there is none */
export async function readNewestMail(page: Page, recipient: string): Promise<string> {
  const [latest = ''] = await readMails(page, recipient)
  const id = /demo\/mail\/(\d+)/.exec(latest)?.[1]
  return id ? readMailbox(page, `/${id}`) : ''
}

/** Finds the link in the newest mail to an address in the demonstration's mailbox. */
export async function readMailLink(page: Page, recipient: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const mail = await readNewestMail(page, recipient)
      link = /<a href="([^"]*\/email-link#[\w-]{43})"/.exec(mail)?.[1]
      return link
    })
    .toBeDefined()
  return link ?? ''
}

/** Opens the fake YouTube's list of channels: the handle for a name, and the page that edits the description. */
export async function openFakeStudio(page: Page, name: string): Promise<{ handle: string; studio: string }> {
  const text = await (await page.request.get(`${siteUrl().origin}/api/demo/youtube`)).text()
  const card = text.split('<li class="card">').find((part) => part.includes(name))
  const handle = /youtube\.com\/(@[^<]+)</.exec(card ?? '')?.[1]
  const studio = /href="([^"]+)"/.exec(card ?? '')?.[1]
  if (!handle || !studio) throw new Error(`The fake YouTube has no ${name}.`)
  return { handle, studio: siteUrl().origin + studio }
}

/** Edits a channel as its owner would, in another window. */
export async function setStudioField(page: Page, studio: string, field: string, text: string): Promise<void> {
  const studioPage = await page.context().newPage()
  await studioPage.goto(studio)
  await studioPage.locator(`[name="${field}"]`).fill(text)
  await studioPage.locator('button').click()
  await expect(studioPage.locator('.saved')).not.toBeEmpty()
  await studioPage.close()
}

/** Reads sessions whose logout has not reached the server. */
export const readPendingLogouts = (page: Page) =>
  page.evaluate(() => localStorage.getItem('logouts:localhost'))

/** The menu contains account, language and sign-out. */
export const openAccountMenu = (page: Page) => page.locator('[data-menu=account] > summary:visible').click()

export const dialog = (page: Page) => page.getByRole('dialog')
export const snackbar = (page: Page, text: string): Locator => page.getByText(text, { exact: true }).first()
export const parseDigits = (text: string | null) => Number((text ?? '').replace(/[^\d-]/g, ''))
/** API amounts are in thousandths of a won. */
export const toWon = (amount: number) => Math.round(amount / 1_000)

const operatorScript = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))

/** Runs an operator command against the tests' server, through its socket. @returns what it prints */
export async function runOperator(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' }
  return (await promisify(execFile)(process.execPath, [operatorScript, ...args], { env })).stdout
}

/** Selects a member of the network by typing the name. */
export async function selectMember(page: Page, nickname: string): Promise<void> {
  const combobox = page.getByRole('combobox', { name: /^(멤버|Member)$/ })
  await combobox.click()
  await combobox.fill(nickname)
  await page.getByRole('option', { name: nickname }).click()
  await expect(combobox).toHaveValue(nickname)
}
