import * as z from 'zod/mini'
import { securityEventKinds } from '#contract/people/security-events.ts'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { idParam, searchParam } from '#contract/platform/params.ts'

export const auditActors = ['account', 'partner', 'operator', 'background'] as const
export type AuditActor = (typeof auditActors)[number]

/** What entries are about, by the part of the portal that it belongs to. */
export const auditAreas = {
  people: ['account', 'session', 'partner'],
  channels: ['channel', 'request'],
  reports: ['report', 'rate', 'shared-report'],
  money: ['month', 'statement', 'question'],
  sites: ['site', 'notice', 'music', 'mail'],
} as const
export type AuditArea = keyof typeof auditAreas
export const auditAreaNames = Object.keys(auditAreas) as AuditArea[]
export type AuditSubject = (typeof auditAreas)[AuditArea][number]
export const auditSubjects: readonly AuditSubject[] = Object.values(auditAreas).flat()

export const auditPageSize = 50

const Domain = z.string().check(z.maxLength(253))

const period = {
  site: z.optional(Domain),
  /** Inclusive. */
  since: z.optional(z.iso.datetime()),
  /** Exclusive. */
  until: z.optional(z.iso.datetime()),
}

/** Keyset: the id of the last row of the page before, or of the first row of the page after. */
const page = { before: z.optional(idParam()), after: z.optional(idParam()) }

const auditFilter = {
  actor: z.optional(z.enum(auditActors)),
  /** Part of the name or address of who did it. */
  person: searchParam(),
  action: z.optional(z.string().check(z.maxLength(100))),
  area: z.optional(z.enum(auditAreaNames)),
  /** A kind and an id, such as `channel 12`, or YouTube’s id of a channel. */
  subject: z.optional(z.string().check(z.regex(/^(?:[a-z-]{1,20} [\w.:-]{1,100}|UC[\w-]{22})$/))),
  /** Only who has seen or got account numbers and tax numbers. */
  readings: z.optional(z.literal('1')),
  ...period,
}

export const AuditLogEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.enum(auditActors),
  actorId: z.nullable(z.int()),
  /** Null once the account is gone. */
  actorName: z.nullable(z.string()),
  /** IP address. */
  address: z.nullable(z.string()),
  site: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** As the command `audit` prints it. */
  action: z.string(),
  subject: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  subjectName: z.nullable(z.string()),
  /** What the change is about, besides its subject. */
  context: z.record(z.string(), z.unknown()),
  changes: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

export const listAuditLog = defineEndpoint({
  name: 'listAuditLog',
  summary:
    'Who changed what, newest first, on the sites that the caller’s role is for; what belongs to no site only for a role for everything.',
  method: 'GET',
  path: 'v2/mcn/desk/audit',
  access: 'desk.read',
  query: z.object({ ...auditFilter, ...page }),
  output: z.object({
    entries: z.array(AuditLogEntry),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    /** What has been recorded so far, by which the entries can be filtered. */
    actions: z.array(z.string()),
    /** Domains that the caller’s role is for. */
    sites: z.array(z.string()),
  }),
})

export const exportAuditLog = defineEndpoint({
  ...csvEndpoint,
  name: 'exportAuditLog',
  summary: 'All entries of the audit log that the filter matches, newest first.',
  path: 'v2/mcn/desk/audit/export',
  access: 'desk.read',
  query: z.object(auditFilter),
})

export const DeskSecurityEvent = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(securityEventKinds),
  failed: z.boolean(),
  accountId: z.nullable(z.int()),
  account: z.nullable(z.string()),
  site: z.nullable(z.string()),
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The call, if it says which. */
  endpoint: z.nullable(z.string()),
})
export type DeskSecurityEvent = z.infer<typeof DeskSecurityEvent>

export const listPeopleEvents = defineEndpoint({
  name: 'listPeopleEvents',
  summary:
    'Sign-ins, failed attempts, downloads and changes of credentials of people on the sites that the caller’s role is for, newest first.',
  method: 'GET',
  path: 'v2/mcn/desk/audit/events',
  access: 'desk.read',
  servesImpersonators: false,
  query: z.object({
    person: searchParam(),
    kind: z.optional(z.enum(securityEventKinds)),
    /** Only what was refused. */
    failed: z.optional(z.literal('1')),
    ...period,
    ...page,
  }),
  output: z.object({
    events: z.array(DeskSecurityEvent),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    sites: z.array(z.string()),
  }),
})
