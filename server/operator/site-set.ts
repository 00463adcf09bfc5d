import { diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { markFiguresChanged } from '#server/reports/figures/network-revisions.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { bumpDataRevision } from '#server/reports/lists/rollups.ts'
import { OperatorError, type Schedule, UsageError } from './command.ts'
import { type HomeChange, parseFocus, parseShare, readHomeChange, updateHome } from './home-change.ts'
import { selectHomeValues } from './home-values.ts'
import { createOperatorActor, lockAccount, lockSite, requireSite } from './lookups.ts'
import { collect, parseEmail } from './parsers.ts'
import {
  createSiteCommand,
  getGivenSettings,
  type SiteSettings,
  selectSiteValues,
  updateSiteSettings,
} from './site-settings.ts'
import { formatSite, selectSiteRows } from './sites.ts'

/** Email of the manager whose network new accounts join; null for none, undefined to keep it. */
type DefaultNetwork = string | null | undefined

export const siteSetCommand = (schedule: Schedule) =>
  createSiteCommand('set', {
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
  })
    .option(
      '--default-network <email|none>',
      'manager whose network new accounts join; none: they are standalone',
      // commander would turn null into an empty string.
      (text) => (text === 'none' ? text : parseEmail(text)),
    )
    .option('--home <file|none>', 'texts and facts of the home page; none: those of the design')
    .option('--logo <file|none>', 'logo, at least 40 pixels high: SVG, PNG, WebP, AVIF or JPEG')
    .option('--logo-dark <file|none>', 'the same for dark backgrounds')
    .option('--favicon <file|none>', 'square icon of at least 64 × 64 pixels')
    .option(
      '--picture <file|none|drawn>',
      'picture of the home page, 3:2 or wider and at least 800 pixels wide; drawn: the one of the design',
    )
    .option('--focus <x,y>', 'point of the picture that stays visible, in percent', parseFocus)
    .option(
      '--share <[language=]file|none>',
      'picture of shared links, 1200 × 630; may be repeated with languages',
      collect(parseShare),
    )
    .action(
      (domain, { defaultNetwork, home, logo, logoDark, favicon, picture, focus, share, ...settings }) => {
        const homeOptions = { home, logo, logoDark, favicon, picture, focus, share }
        const isHomeGiven = Object.values(homeOptions).some((value) => value !== undefined)
        if (
          defaultNetwork === undefined &&
          !isHomeGiven &&
          Object.keys(getGivenSettings(settings)).length === 0
        )
          throw new UsageError('Give at least one setting to change.')
        schedule(async (context) => {
          const { db, print } = context
          await requireSite(db, domain)
          const change = {
            settings,
            defaultNetwork: defaultNetwork === 'none' ? null : defaultNetwork,
            home: isHomeGiven ? await readHomeChange(context, homeOptions) : undefined,
          }
          const hasChanged = await updateSite(db, domain, change)
          await refreshLists(db)
          const sites = await selectSiteRows(db, domain)
          print(sites.map((site) => `${hasChanged ? 'changed' : 'unchanged'}: ${formatSite(site)}`))
        })
      },
    )

interface SiteChange {
  settings: SiteSettings
  defaultNetwork: DefaultNetwork
  home: HomeChange | undefined
}

const updateSite = (
  db: Database,
  domain: string,
  { settings, defaultNetwork, home }: SiteChange,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const site = await lockSite(tx, domain)
    const selectValues = async () => ({
      ...(await selectSiteValues(tx, site.id)),
      ...(await selectHomeValues(tx, site.id)),
    })
    const before = await selectValues()
    // The currency determines every amount in the lists.
    if (settings.playlist !== undefined && settings.playlist !== site.isPlaylist) {
      await bumpDataRevision(tx)
      await markFiguresChanged(tx, sql`select network_id from accounts where site_id = ${site.id}`)
    }
    await updateSiteSettings(tx, site.id, settings)
    await setDefaultNetwork(tx, site, defaultNetwork)
    if (home) await updateHome(tx, site, home)
    const { hasChanged, ...change } = diffValues(before, await selectValues())
    if (!hasChanged) return false
    await recordAuditEntry(tx, createOperatorActor(site), {
      action: 'site set',
      subject: { kind: 'site', id: site.id },
      ...change,
    })
    return true
  })

async function setDefaultNetwork(tx: Queryable, site: Site, email: DefaultNetwork): Promise<void> {
  if (email === undefined) return
  const account = email === null ? null : await lockAccount(tx, site, email)
  if (account && !account.isManager)
    throw new OperatorError(`${email} is not a manager. See: account promote --help`)
  await tx.execute(sql`update sites set default_network_id = ${account?.id ?? null} where id = ${site.id}`)
}
