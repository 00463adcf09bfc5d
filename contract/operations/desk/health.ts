import * as z from 'zod/mini'
import { OperatorAlert } from '#contract/operations/operator-alerts.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'

export const findingStatuses = ['error', 'warning', 'ok'] as const
export type FindingStatus = (typeof findingStatuses)[number]

export const HealthFinding = z.object({
  subject: z.string(),
  status: z.enum(findingStatuses),
  /** As the command `doctor` prints it. */
  message: z.string(),
  fix: z.nullable(z.string()),
})
export type HealthFinding = z.infer<typeof HealthFinding>

export const deskJobNames = [
  'verify-channel',
  'find-channel',
  'refresh-lists',
  'send-mail',
  'fetch-reports',
] as const
export type DeskJobName = (typeof deskJobNames)[number]

export const JobState = z.object({
  name: z.enum(deskJobNames),
  waiting: z.int(),
  active: z.int(),
  /** Of the last week, without those that were tried again since. */
  failed: z.int(),
  oldestWaitingAt: z.nullable(z.iso.datetime()),
  failedAt: z.nullable(z.iso.datetime()),
  error: z.nullable(z.string()),
})
export type JobState = z.infer<typeof JobState>

export const AlertRecord = z.extend(OperatorAlert, { id: z.int(), endedAt: z.nullable(z.iso.datetime()) })
export type AlertRecord = z.infer<typeof AlertRecord>

/** Of ended alerts. */
export const alertHistoryDays = 90

export const readHealth = defineEndpoint({
  name: 'readHealth',
  summary:
    'What the command doctor finds, background jobs, alerts of the last 90 days, version and database. Findings are some seconds old at most.',
  method: 'GET',
  path: 'v2/mcn/desk/health',
  access: 'health.read',
  output: z.object({
    checkedAt: z.iso.datetime(),
    findings: z.array(HealthFinding),
    version: z.string(),
    node: z.string(),
    missingMigrations: z.array(z.string()),
    databaseBytes: z.int(),
    jobs: z.array(JobState),
    /** Open ones first, then the newest. */
    alerts: z.array(AlertRecord),
  }),
})

export const retryJobs = defineEndpoint({
  name: 'retryJobs',
  summary: 'Queues the failed background jobs of a kind again.',
  method: 'POST',
  path: 'v2/mcn/desk/health/jobs',
  access: 'jobs.change',
  traces: ['audit'],
  body: z.object({ name: z.enum(deskJobNames) }),
  output: z.object({ count: z.int() }),
})
