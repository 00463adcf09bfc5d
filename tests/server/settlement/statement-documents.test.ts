// @module-tag extended
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#contract/platform/locale.ts'
import {
  exportStatementPdf,
  readStatement,
  type StatementDetail,
} from '#contract/settlement/statement-detail.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { formatMoney } from '#lib/format/number.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { encryptDetails } from '#server/settlement/payees/details.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi, testEncryption } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { readPdf, withoutSpaces } from '#tests/support/pdf-text.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'

const now = new Date('2026-05-20T12:00:00Z')
const logo = 'media/site-logos/00000000000000000000000000000000.webp'

let api: Api
let folder: string
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-statements-'))
  api = await startApi(undefined, undefined, { mediaDir: folder })
  api.clock.now = now
  const { db } = api
  const site = await createSite(db)
  for (const [name, network] of [
    ['boss', undefined],
    ['ann', 'boss'],
    ['ben', 'boss'],
    ['rival', undefined],
  ] as const) {
    ids[name] = await createAccount(db, site, `${name}@example.test`, network && ids[network], !network)
    tokens[name] = await signIn(api, `${name}@example.test`)
  }
  for (const channel of ['a', 'b']) {
    const registration = await createChannel(db, ids.boss ?? 0, channelIdFor(channel))
    await insertAssignment(db, registration, ids.ann ?? 0)
  }
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01', from_day = '2026-01-01'`)
  await queryRaw(db, `update channels set name = '한입주방 街头 <b>' where channel_id = $1`, [
    channelIdFor('a'),
  ])
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [ids.ann],
  )
  await insertPayee()
  await putFile('ads', '2026-03-01', '10.5')
  await putFile('tax', '2026-03-01', '0.75')
  await close('2026-03-01')
  await putFile('ads', '2026-03-01', '9.25')
  await putFile('premium', '2026-04-01', '1234.567891')
  await close('2026-04-01')
  await queryRaw(
    db,
    `insert into payment_info (site_id, company_name, company_address, business_number, company_mail, manager_name, manager_contact)
    values ($1, '훅라인미디어', '서울', '123-45', 'pay@example.test', '이정산', '02-123')`,
    [site.id],
  )
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function insertPayee(): Promise<void> {
  const details = { name: '김안나', bank: '국민은행', account: '110222333444', swift: null, country: null }
  await queryRaw(
    api.db,
    `insert into payees (account_id, kind, details, masked_account, entered_at, confirmed_at, confirmed_network_id)
    values ($1, 'individual', $2, '•••• 3444', now(), now(), $3)`,
    [
      ids.ann,
      await encryptDetails(testEncryption, ids.ann ?? 0, { kind: 'individual', ...details }),
      ids.boss,
    ],
  )
}

const putFile = (source: 'ads' | 'premium' | 'tax', month: string, amount: string) =>
  insertMonthFile(api.db, {
    month,
    source,
    amounts: { [channelIdFor('a')]: amount, [channelIdFor('b')]: '0.5' },
  })

const close = (month: string) =>
  closeAndRelease(api.db, {
    month,
    krwMicros: 1_386_500_000,
    now,
    explanation: 'There is no payment summary.',
  })

async function download(name: string, id: number, language = 'ko') {
  const path = `${exportStatementPdf.path}?id=${id}`
  const headers = signHeaders('GET', `/${path}`, undefined, { token: tokens[name], language })
  const response = await api.send(path, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function readLatest(name = 'ann'): Promise<StatementDetail> {
  const as = { token: tokens[name] }
  const { statements } = await api.call(readStatements, as)
  const { statement } = await api.call(readStatement, { ...as, query: { id: statements[0]?.id ?? 0 } })
  return statement
}

const listAmounts = (statement: StatementDetail): number[] => [
  ...[statement.opening, statement.payments, statement.income, statement.adjustments, statement.tax],
  ...[statement.fee, statement.corrections, statement.net, statement.closing, statement.payable].filter(
    (amount) => amount !== 0,
  ),
  ...statement.incomeLines.lines.flatMap(({ amount, sources }) => [
    amount,
    ...sources.map((one) => one.amount),
  ]),
  ...statement.correctionLines.lines.map(({ amount }) => amount),
]

test.each(locales)('the document in %s has the amounts and names of the reply', async (locale) => {
  const statement = await readLatest()
  expect(statement.correctionLines.lines.length).toBeGreaterThan(0)
  const { status, bytes } = await download('ann', statement.id, locale)
  expect(status).toBe(200)
  const text = (await readPdf(bytes)).texts.join('\n')
  for (const amount of listAmounts(roundStatement(statement)).filter((one) => one !== 0))
    expect(text).toContain(formatMoney(amount, statement.currency, locale).replace('-', '−'))
  for (const word of [
    '김안나',
    '국민은행 •••• 3444',
    '한입주방 街头 <b>',
    '훅라인미디어',
    'pay@example.test',
    statement.number,
  ])
    expect(text).toContain(withoutSpaces(word))
  expect(text).not.toContain('110222333444')
  expect(text).not.toContain('222333')
})

test('is a file that nobody caches, with a name in the language', async () => {
  const { id, number } = await readLatest()
  const { headers } = await download('ann', id)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="--- ${number}.pdf"; filename*=UTF-8''${encodeURIComponent('정산서')}%20${number}.pdf`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const [event] = await queryRaw(
    api.db,
    `select kind, account_id as account, detail from security_events where kind = 'export' order by id desc limit 1`,
  )
  expect(event).toEqual({ kind: 'export', account: ids.ann, detail: { endpoint: 'exportStatementPdf' } })
})

test('is for its account and the network’s manager; for others it is unknown', async () => {
  const { id } = await readLatest()
  const { id: ofNetwork } = await readLatest('boss')
  const statuses = async (of: number) =>
    Promise.all(['ann', 'boss', 'ben', 'rival'].map(async (name) => (await download(name, of)).status))
  expect(await statuses(id)).toEqual([200, 200, 404, 404])
  expect(await statuses(ofNetwork)).toEqual([404, 200, 404, 404])
  expect(await statuses(999_999)).toEqual([404, 404, 404, 404])
  expect((await download('nobody', id)).status).toBe(401)
})

test('the command writes the same bytes, and overwrites nothing', async () => {
  const { id, number } = await readLatest()
  const { bytes } = await download('ann', id, 'zh-TW')
  const output = join(folder, 'statement.pdf')
  const run = () =>
    runOperatorWith(
      api.db,
      { MEDIA_DIR: folder, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
      ...['statement', 'pdf', number, '--locale', 'zh-TW', '--output', output],
    )
  expect(await run()).toMatchObject({ status: 0, text: `${number}: statement.pdf` })
  expect((await readFile(output)).equals(bytes)).toBe(true)
  await expect(run()).rejects.toThrow('already exists')
})

test('has the logo and the colors of the site', async () => {
  const { id } = await readLatest()
  const plain = await download('ann', id)
  const file = join(folder, logo.replace('media/', ''))
  await mkdir(join(folder, 'site-logos'))
  await writeFile(
    file,
    await sharp({ create: { width: 300, height: 60, channels: 4, background: '#c0335580' } })
      .webp()
      .toBuffer(),
  )
  await queryRaw(
    api.db,
    `insert into site_images (site_id, kind, locale, path, width, height)
    select id, 'logo', '', $1, 300, 60 from sites limit 1`,
    [logo],
  )
  const { bytes } = await download('ann', id)
  expect(plain.bytes.toString('latin1')).not.toContain('/Subtype /Image')
  expect(bytes.toString('latin1')).toContain('/Subtype /Image')
})

test('doctor names whose names no font can write, except for emoji', async () => {
  const findLine = async () =>
    (await runOperatorWith(api.db, {}, 'doctor')).lines.find((line) => line.includes('names in PDF'))
  const rename = (name: string) =>
    queryRaw(api.db, 'update channels set name = $1 where channel_id = $2', [name, channelIdFor('b')])
  await rename('한글'.normalize('NFD').concat(' łódź ğı Nguyễn น้ำ 街头 🍲👨‍🍳'))
  expect(await findLine()).toBe('ok       names in PDF: fonts have all characters except emoji')
  await rename('قناة الطبخ')
  await queryRaw(api.db, `update accounts set nickname = 'ქართული' where id = $1`, [ids.ben])
  expect(await findLine()).toBe(
    `warning  names in PDF: no font has all characters of 2 names: account ${ids.ben} (ქართული), channel ${channelIdFor('b')} (قناة الطبخ)`,
  )
})
