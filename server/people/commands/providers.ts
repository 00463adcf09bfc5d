import * as z from 'zod/mini'
import { providerAudiences, providerReturnPath } from '#contract/people/sign-in-providers.ts'
import { waysToSignIn } from '#server/people/credentials/linked-sign-ins/queries.ts'
import { isSafeAddress } from '#server/people/sign-in/providers/client.ts'
import { getProviderContext } from '#server/people/sign-in/providers/queries.ts'
import { diffValues, hidden } from '#server/platform/auth/audit.ts'
import { createConfiguredEncryption } from '#server/platform/auth/encryption.ts'
import { getSiteOrigin } from '#server/platform/auth/sites.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const googleIssuer = 'https://accounts.google.com'
const maxNameLength = 30
const maxSecretBytes = 4096

/** RFC 8176: several factors were used. */
const defaultFactorClaim = 'amr:mfa'

const parseIssuer = cli.expecting('google, or the address of an issuer that begins with https://', (text) => {
  if (text === 'google') return googleIssuer
  return isSafeAddress(text) && new URL(text).search === '' ? text : undefined
})

const parseClaim = cli.expecting('none, amr:<value> or acr:<value>, for example amr:mfa', (text) =>
  text === 'none' || /^(amr|acr):[\x21-\x7e]{1,200}$/.test(text) ? text : undefined,
)

const parseEmailDomain = cli.expecting(
  'none, or a domain of addresses, for example studio.example',
  (text) => {
    const domain = text.toLowerCase().replace(/^@/, '')
    return domain === 'none' || /^[\p{L}\p{N}.-]+\.\p{L}{2,}$/u.test(domain) ? domain : undefined
  },
)

const settings = {
  name: cli.option(
    '--name <name>',
    `name on the button (at most ${maxNameLength} characters)`,
    cli.parseLine(maxNameLength),
  ),
  audience: cli.option(
    '--for <audience>',
    'who may sign in with it: staff (who run a network, and operators), members (everybody else), or everybody',
    providerAudiences,
  ),
  emailDomains: cli.repeatable(
    '--email-domain <domain|none>',
    'only addresses of this domain may be linked or join; none: all; may be repeated',
    parseEmailDomain,
  ),
  factorClaims: cli.repeatable(
    '--second-factor <claim|none>',
    `claim with which the provider says that it has asked for a second factor (${defaultFactorClaim}); may be repeated`,
    parseClaim,
  ),
}

const toList = (values: readonly string[]) => values.filter((value) => value !== 'none')

async function readSecret(context: cli.CommandContext, name: string): Promise<string> {
  const text = await parseInputFile(context, name, maxSecretBytes, (bytes) => bytes.toString('utf8').trim())
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new cli.OperatorError(`${name}: expected the client secret alone, one word.`)
}

const encryptSecret = ({ config }: cli.CommandContext, id: number, secret: string): Promise<Uint8Array> =>
  createConfiguredEncryption(config).encrypt(Buffer.from(secret), getProviderContext(id))

const Row = z.object({
  id: Id,
  siteId: Id,
  site: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  audience: z.enum(providerAudiences),
  emailDomains: z.array(z.string()),
  factorClaims: z.array(z.string()),
  links: Count,
  /** People who would have no other way to sign in but a link that is mailed to them. */
  onlyWay: Count,
  createdAt: Timestamp,
})
type Row = z.output<typeof Row>

const selectProviders = (db: Queryable, siteId: number | null, id: number | null = null): Promise<Row[]> =>
  db.query(
    Row,
    sql`select p.id,
      p.site_id as "siteId",
      s.domain as site,
      p.name,
      p.issuer,
      p.client_id as "clientId",
      p.audience,
      p.email_domains as "emailDomains",
      p.factor_claims as "factorClaims",
      (select count(*) from linked_sign_ins l where l.provider_id = p.id) as links,
      (
        select count(*)
        from linked_sign_ins l
        join accounts a on a.id = l.account_id
        where l.provider_id = p.id
          and ${waysToSignIn} = 1
      ) as "onlyWay",
      p.created_at as "createdAt"
    from sign_in_providers p
    join sites s on s.id = p.site_id
    where (${siteId}::integer is null or p.site_id = ${siteId})
      and (${id}::integer is null or p.id = ${id})
    order by s.domain, p.id`,
  )

async function requireProvider(tx: Queryable, id: number): Promise<Row> {
  const [provider] = await selectProviders(tx, null, id)
  if (!provider) throw new cli.OperatorError(`There is no provider ${id}. See: provider list`)
  return provider
}

const describe = ({ name, clientId, audience, emailDomains, factorClaims }: Row) => ({
  name,
  client: clientId,
  for: audience,
  email_domains: emailDomains,
  second_factor: factorClaims,
})

const NextId = z.object({ id: Id })

export const commands = [
  cli.defineChange('provider add', {
    summary: 'let people of a site sign in with Google or another OpenID Connect provider',
    help: `Register the site at the provider as a web application first: it gives the client ID and the client secret, and needs the
redirect address that this command prints. The secret is read from a file, which can be deleted afterward, and is stored
encrypted. An account is linked only by its own person: on the account page, or after a sign-in with its password or passkey.
New people may join with it by the rules of the site. Where a site or a role asks for a second factor, that of the provider counts
only if the provider says so (--second-factor); otherwise people use their own. See docs/operating/network/sign-in-providers.md.`,
    examples: [
      'provider add studio.example google --client-id 123.apps.googleusercontent.com --client-secret-file google.txt',
      'provider add studio.example https://login.studio.example --name "Studio ID" --client-id hookline --client-secret-file id.txt --for staff --email-domain studio.example',
    ],
    parameters: {
      site: cli.siteArgument,
      issuer: cli.argument('<google|issuer>', 'google, or the address of the issuer', parseIssuer),
      clientId: cli.required('--client-id <id>', 'client ID', cli.parseLine(300)),
      secretFile: cli.required('--client-secret-file <file>', 'file with the client secret alone'),
      ...settings,
    },
    async change(tx, { site, issuer, clientId, secretFile, ...given }, context) {
      const secret = await readSecret(context, secretFile)
      const name = given.name ?? (issuer === googleIssuer ? 'Google' : new URL(issuer).hostname)
      const { id } = await queryOne(
        tx,
        NextId,
        sql`select nextval(pg_get_serial_sequence('sign_in_providers', 'id'))::integer as id`,
      )
      const claims = given.factorClaims.length > 0 ? given.factorClaims : [defaultFactorClaim]
      const added = await tx.execute(
        sql`insert into sign_in_providers
          (id, site_id, name, issuer, client_id, client_secret, audience, email_domains, factor_claims, created_at)
        overriding system value
        values (${id}, ${site.id}, ${name}, ${issuer}, ${clientId}, ${await encryptSecret(context, id, secret)},
          ${given.audience ?? 'everybody'}, ${toList(given.emailDomains)}::text[], ${toList(claims)}::text[], ${new Date()})
        on conflict do nothing`,
      )
      if (added === 0)
        throw new cli.OperatorError(`${site.domain} has this provider already. See: provider set --help`)
      const provider = await requireProvider(tx, id)
      return {
        print: [
          `provider ${id}  ${name}  ${site.domain}`,
          `Redirect address, to register at the provider: ${getSiteOrigin(site, context.config.port)}${providerReturnPath}`,
          'Then run: doctor',
        ],
        site,
        subject: { kind: 'site', id: site.id },
        context: { provider: id },
        after: { issuer, ...describe(provider), secret: hidden },
      }
    },
  }),
  cli.defineList('provider list', {
    summary: 'list the providers with which people sign in',
    help: 'Their secrets are not shown. --json also has the claims of second factors.',
    examples: ['provider list --site studio.example'],
    parameters: { site: cli.siteFilter('providers') },
    read: ({ db }, { site }) => selectProviders(db, site?.id ?? null),
    toJson: ({ siteId: _, ...row }) => row,
    columns: [
      'id',
      'site',
      'name',
      'issuer',
      ['for', 'audience'],
      ['email domains', ({ emailDomains }) => emailDomains.join(' ') || 'all'],
      'links',
    ],
    empty: 'There are no providers yet. See: provider add --help',
  }),
  cli.defineChange('provider set', {
    summary: 'change a provider, or its client secret',
    help: 'Links of accounts stay. Another issuer knows other people: add it as a provider of its own.',
    examples: [
      'provider set 3 --client-secret-file new.txt',
      'provider set 3 --for staff --email-domain studio.example',
    ],
    parameters: {
      id: cli.argument('<id>', 'id of the provider, see: provider list', cli.parseId),
      clientId: cli.option('--client-id <id>', 'client ID', cli.parseLine(300)),
      secretFile: cli.option('--client-secret-file <file>', 'file with the client secret alone'),
      ...settings,
    },
    async change(tx, { id, secretFile, ...given }, context) {
      const before = await requireProvider(tx, id)
      const secret = secretFile === undefined ? null : await readSecret(context, secretFile)
      const encrypted = secret === null ? null : await encryptSecret(context, id, secret)
      const listOrNull = (values: readonly string[]) => (values.length > 0 ? toList(values) : null)
      await tx.execute(
        sql`update sign_in_providers
        set name = coalesce(${given.name ?? null}, name),
          client_id = coalesce(${given.clientId ?? null}, client_id),
          client_secret = coalesce(${encrypted}::bytea, client_secret),
          audience = coalesce(${given.audience ?? null}, audience),
          email_domains = coalesce(${listOrNull(given.emailDomains)}::text[], email_domains),
          factor_claims = coalesce(${listOrNull(given.factorClaims)}::text[], factor_claims)
        where id = ${id}`,
      )
      const after = await requireProvider(tx, id)
      const difference = diffValues(describe(before), describe(after))
      return {
        print: `Provider ${id} is changed.`,
        site: { id: before.siteId },
        subject: { kind: 'site', id: before.siteId },
        context: { provider: id },
        hasChanged: difference.hasChanged || secret !== null,
        before: { ...difference.before, ...(secret !== null && { secret: hidden }) },
        after: { ...difference.after, ...(secret !== null && { secret: hidden }) },
      }
    },
  }),
  cli.defineChange('provider remove', {
    summary: 'end sign-ins with a provider, and the links of accounts to it',
    help: `Open sessions stay. People who had no other way to sign in set a password by a link that is mailed to them: "Forgot your
password?" on the sign-in page.`,
    examples: ['provider remove 3'],
    parameters: { id: cli.argument('<id>', 'id of the provider, see: provider list', cli.parseId) },
    async change(tx, { id }) {
      const provider = await requireProvider(tx, id)
      await tx.execute(sql`delete from sign_in_providers where id = ${id}`)
      const { links, onlyWay, issuer, siteId } = provider
      return {
        print: [
          `Provider ${id} is removed, and ${formatCount(links, 'link')} of accounts to it.`,
          onlyWay > 0 && `Accounts that need a password now: ${onlyWay}`,
        ],
        site: { id: siteId },
        subject: { kind: 'site', id: siteId },
        context: { provider: id },
        before: { issuer, ...describe(provider), links },
        after: null,
      }
    },
  }),
]
