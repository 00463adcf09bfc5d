import { isLocale } from '#contract/platform/locale.ts'
import { designIds } from '#contract/portal/design.ts'
import { joinPolicies } from '#contract/portal/site.ts'
import { rateRules } from '#contract/settlement/months.ts'
import { lockSite, requireNetwork } from '#server/people/lookups.ts'
import { diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'
import type { HomeChange } from '#server/portal/home-change.ts'
import {
  describeHome,
  describeSettings,
  type SiteSettings,
  selectSites,
  updateSiteSettings,
} from '#server/portal/site/queries.ts'
import { formatSite } from './site-show.ts'

const maxNameLength = 60
const designNames = [...designIds.filter(Boolean), 'none']

const parseColor = cli.expecting('six hex digits, for example 5b5bd6', (text) => {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? []
  return digits && `#${digits.toLowerCase()}`
})

const parseNameIn = cli.expecting('a language and a name, for example en=Studio', (text) => {
  const [, locale, name = ''] = /^([\w-]+)=(.*)$/s.exec(text) ?? []
  if (!isLocale(locale)) return undefined
  return { locale, name: name === 'none' ? null : cli.parseLine(maxNameLength)(name) }
})

const onOrOff = cli.expecting('on or off', (text) =>
  text === 'on' || text === 'off' ? text === 'on' : undefined,
)

const settings = {
  name: cli.option(
    '--name <name>',
    `name of the site (at most ${maxNameLength} characters)`,
    cli.parseLine(maxNameLength),
  ),
  nameIn: cli.repeatable(
    '--name-in <language=name|none>',
    'name in one language, for example en=Studio; none: the name of the site; may be repeated',
    parseNameIn,
  ),
  playlist: cli.switchOption('--playlist', 'an English site in US dollars', 'a Korean site in won'),
  design: cli.option(
    '--design <id>',
    `frame around the content: ${designNames.join(', ')}`,
    cli.expecting(`one of ${designNames.join(', ')}`, (text) =>
      designIds.find((id) => id === (text === 'none' ? '' : text)),
    ),
  ),
  color: cli.option('--color <hex>', 'primary color, six hex digits', parseColor),
  colorDim: cli.option('--color-dim <hex>', 'its pale shade', parseColor),
  join: cli.option(
    '--join <policy>',
    'who may join: open, approval (the manager approves everybody who joins), invitation (only who is invited)',
    cli.expecting(`one of ${joinPolicies.join(', ')}`, (text) => joinPolicies.find((one) => one === text)),
  ),
  strongPasswords: cli.switchOption(
    '--strong-passwords',
    'refuse passwords that are easily guessed, for everybody',
    'refuse them for managers only',
  ),
  requireSecondFactor: cli.option(
    '--require-second-factor <on|off>',
    'whether managers must sign in with a second factor; those without one add it first',
    onOrOff,
  ),
  payoutMinimum: cli.option(
    '--payout-minimum <amount>',
    'smallest balance that is paid, in whole won or dollars (default: 10,000 won or 20 dollars)',
    cli.wholeNumber('a whole amount, for example 10000', { min: 0 }),
  ),
  rateRule: cli.option(
    '--rate-rule <rule>',
    'exchange rate of a month’s statements: last-day (of the month), average (of its days), payment-day',
    rateRules,
  ),
  paymentDay: cli.option(
    '--payment-day <day>',
    'day of the following month on which is paid (default: 25)',
    cli.wholeNumber('a day from 1 to 28', { min: 1, max: 28 }),
  ),
  needsOtherPerson: cli.option(
    '--release-by-other <on|off>',
    'whether somebody else than who closed a month must release it',
    onOrOff,
  ),
  reportsImpersonation: cli.option(
    '--report-impersonation <on|off>',
    'whether people get a mail when somebody has looked at the portal as them (default: on)',
    onOrOff,
  ),
  forfeitsOnDeletion: cli.option(
    '--forfeit-on-deletion <on|off>',
    'whether an account or channel that is deleted forfeits what it has not been paid (default: on)',
    onOrOff,
  ),
  defaultFee: cli.option(
    '--default-fee <percent>',
    'fee that new members start with, unless their network has another one (network fee)',
    cli.expecting('a percentage from 0 to 100 with one decimal at most, for example 12.5', parsePermille),
  ),
}

export const commands = [
  cli.defineChange('site add', {
    summary: 'add a site',
    help: 'A new site has no manager: account promote turns an account that has joined it into one.',
    examples: ['site add studio.example --name Studio --color 1d6fd8 --color-dim e4effc'],
    parameters: { domain: cli.argument('<domain>', 'domain of the site', cli.parseDomain), ...settings },
    check({ name }) {
      if (name === undefined) throw new cli.UsageError('Give --name, the name of the site.')
    },
    async change(tx, { domain, name = '', ...given }) {
      const [site] = await tx.query(
        IdRow,
        sql`insert into sites (domain, name) values (${domain}, ${name}) on conflict do nothing returning id`,
      )
      if (!site) throw new cli.OperatorError(`The site ${domain} already exists. See: site set --help`)
      await updateSiteSettings(tx, site.id, given)
      return {
        print: (await selectSites(tx, domain)).map((added) => `added: ${formatSite(added)}`),
        site,
        subject: { kind: 'site', id: site.id },
        after: await describeSettings(tx, await cli.requireSite(tx, domain)),
      }
    },
  }),
  cli.defineCommand('site set', {
    summary: 'change the look, home page, currency, default network or second factor of a site',
    help: `Settings that are not given stay as they are.

--home is a YAML file with the texts of the home page by language (ko, en, zh-CN, zh-TW). Everything in it is optional, and
what it lacks is the design's own; a language that is missing gets the texts of the site's language:
  ko:
    headline:                 up to 3 lines of 12 Korean or Chinese or 22 Latin characters
      - 느린 하루를
      - 차곡차곡
    lead: 작은 채널을 위한 음악   up to 90 characters
    action:                   up to 24 characters; the target is a page of the site, or a URL with https://
      label: 내 채널 등록하기
      target: /join
    picture: 창가의 고양이      what the picture shows, for people who do not see it
    logo: 온음표               what the logo says
  facts:                      up to 3; none of your own: tracks, week_views, counted_to
    - tracks                  also week_views, counted_to, countries, channels: from the figures, left out while zero
    - ko: { value: 12년, label: 함께한 시간 }   up to 8 and 24 characters; further languages below ko

Images are recognized by their content and have at most 10 MiB. SVG is drawn as pixels; text in it must be paths.`,
    examples: [
      'site set studio.example --design mcn-2 --default-network boss@studio.example',
      'site set studio.example --home home.yaml --logo logo.svg --favicon icon.png',
      'site set studio.example --picture studio.jpg --focus 50,30 --share share.png --share en=share-en.png',
    ],
    parameters: {
      site: cli.siteArgument,
      ...settings,
      defaultNetwork: cli.option(
        '--default-network <email|none>',
        'manager whose network new accounts join; none: they are standalone',
        (text) => (text === 'none' ? text : cli.parseEmail(text)),
      ),
      home: cli.option('--home <file|none>', 'texts and facts of the home page; none: those of the design'),
      logo: cli.option('--logo <file|none>', 'logo, at least 40 pixels high: SVG, PNG, WebP, AVIF or JPEG'),
      logoDark: cli.option('--logo-dark <file|none>', 'the same for dark backgrounds'),
      favicon: cli.option('--favicon <file|none>', 'square icon of at least 64 × 64 pixels'),
      picture: cli.option(
        '--picture <file|none|drawn>',
        'picture of the home page, 3:2 or wider and at least 800 pixels wide; drawn: the one of the design',
      ),
      focus: cli.option(
        '--focus <x,y>',
        'point of the picture that stays visible, in percent',
        cli.expecting('percent from the left and the top, for example 50,30', (text) => {
          const [, x, y] = /^(\d{1,3}),(\d{1,3})$/.exec(text) ?? []
          return Number(x) <= 100 && Number(y) <= 100 ? { x: Number(x), y: Number(y) } : undefined
        }),
      ),
      share: cli.repeatable(
        '--share <[language=]file|none>',
        'picture of shared links, 1200 × 630; may be repeated with languages',
      ),
    },
    check({ site: _, share, ...given }) {
      if (![share, ...Object.values(given)].some(isGiven))
        throw new cli.UsageError('Give at least one setting to change.')
    },
    async run(context, { site: { domain }, defaultNetwork, ...given }) {
      const { home, logo, logoDark, favicon, picture, focus, share, ...changed } = given
      const { refreshLists } = await import('#server/reports/lists/lists.ts')
      const { db, print } = context
      const options = { home, logo, logoDark, favicon, picture, focus, share }
      const isHome = [share, home, logo, logoDark, favicon, picture, focus].some(isGiven)
      const change = isHome ? await (await loadHomeChange()).readHomeChange(context, options) : undefined
      const hasChanged = await db.transaction((tx) => updateSite(tx, domain, changed, defaultNetwork, change))
      await refreshLists(db)
      const sites = await selectSites(db, domain)
      print(sites.map((site) => `${hasChanged ? 'changed' : 'unchanged'}: ${formatSite(site)}`))
    },
  }),
  cli.defineQuery('site list', {
    summary: 'list the sites with their managers and number of channels',
    examples: ['site list'],
    read: ({ db }) => selectSites(db),
    format: (sites) =>
      sites.length === 0 ? 'There are no sites yet. See: site add --help' : sites.map(formatSite),
  }),
]

const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)

/** It loads the image library. */
const loadHomeChange = () => import('#server/portal/home-change.ts')

async function updateSite(
  tx: Queryable,
  domain: string,
  changed: SiteSettings,
  defaultNetwork: string | undefined,
  home: HomeChange | undefined,
): Promise<boolean> {
  const site = await lockSite(tx, domain)
  const selectValues = async () => ({
    ...(await describeSettings(tx, await cli.requireSite(tx, domain))),
    ...(await describeHome(tx, site.id)),
  })
  const before = await selectValues()
  // The currency determines every amount in the lists.
  if (changed.playlist !== undefined && changed.playlist !== site.isPlaylist) {
    const { publishChange } = await import('#server/reports/lists/publish-change.ts')
    await publishChange(tx, { networks: sql`select network_id from accounts where site_id = ${site.id}` })
  }
  await updateSiteSettings(tx, site.id, changed)
  if (defaultNetwork !== undefined) await setDefaultNetwork(tx, site, defaultNetwork)
  if (home) await (await loadHomeChange()).updateHome(tx, site, home)
  const { hasChanged, ...change } = diffValues(before, await selectValues())
  if (hasChanged)
    await recordAuditEntry(
      tx,
      { kind: 'operator', siteId: site.id },
      { action: 'site set', subject: { kind: 'site', id: site.id }, ...change },
    )
  return hasChanged
}

/** `email`: of a network, or "none". */
async function setDefaultNetwork(tx: Queryable, site: Site, email: string): Promise<void> {
  const network = email === 'none' ? null : await requireNetwork(tx, site, email, 'lock')
  await tx.execute(sql`update sites set default_network_id = ${network?.id ?? null} where id = ${site.id}`)
}
