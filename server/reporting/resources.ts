import * as z from 'zod/mini'

// Responses of the YouTube Reporting API v1. Fields that are missing have their default.

const Time = z.iso.datetime({ offset: true })
/** Becomes part of file names and paths. */
const ResourceId = z.string().check(z.regex(/^[\w.-]{1,200}$/))

export const ReportTypeResource = z.object({
  id: ResourceId,
  deprecateTime: z.optional(Time),
  systemManaged: z.optional(z.boolean()),
})
export type ReportTypeResource = z.output<typeof ReportTypeResource>

export const JobResource = z.object({
  id: ResourceId,
  reportTypeId: ResourceId,
  expireTime: z.optional(Time),
  systemManaged: z.optional(z.boolean()),
})
export type JobResource = z.output<typeof JobResource>

export const ReportResource = z.object({
  id: ResourceId,
  startTime: Time,
  endTime: Time,
  createTime: Time,
  downloadUrl: z.url(),
})
export type ReportResource = z.output<typeof ReportResource>

const nextPageToken = z.optional(z.string())
export const ReportTypePage = z.object({
  reportTypes: z._default(z.array(ReportTypeResource), []),
  nextPageToken,
})
export const JobPage = z.object({ jobs: z._default(z.array(JobResource), []), nextPageToken })
export const ReportPage = z.object({ reports: z._default(z.array(ReportResource), []), nextPageToken })

const ErrorBody = z.object({
  error: z.object({
    status: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
})

/** YouTube's own words for an error, shortened. */
export function describeErrorBody(body: unknown): string | undefined {
  const parsed = z.safeParse(ErrorBody, body)
  if (!parsed.success) return undefined
  const { status, message } = parsed.data.error
  return [status, message].filter(Boolean).join(': ').slice(0, 200)
}
