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

/** Empty lists are omitted; an object with other fields only is not a list. */
const hasOnly = (name: string) =>
  z.refine(
    (page) =>
      Object.hasOwn(page as object, name) ||
      Object.keys(page as object).every((key) => key === 'nextPageToken'),
    `Expected ${name}.`,
  )

const createPage = <Name extends string, Item extends z.ZodMiniType>(name: Name, item: Item) =>
  z.pipe(
    z.looseObject({ [name]: z.optional(z.array(item)), nextPageToken }).check(hasOnly(name)),
    z.transform((page) => ({
      items: (page[name] ?? []) as z.output<Item>[],
      nextPageToken: page.nextPageToken as string | undefined,
    })),
  )

export const ReportTypePage = createPage('reportTypes', ReportTypeResource)
export const JobPage = createPage('jobs', JobResource)
export const ReportPage = createPage('reports', ReportResource)

const ErrorObject = z.object({
  error: z.object({
    status: z.optional(z.string()),
    message: z.optional(z.string()),
    errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
  }),
})
/** Downloads return a list. */
const ErrorBody = z.union([ErrorObject, z.tuple([ErrorObject], ErrorObject)])

/** YouTube's own words for an error, shortened. */
export function describeErrorBody(body: unknown): string | undefined {
  const parsed = z.safeParse(ErrorBody, body)
  if (!parsed.success) return undefined
  const { status, errors, message } = [parsed.data].flat()[0]?.error ?? {}
  return [status, errors?.[0]?.reason, message].filter(Boolean).join(': ').slice(0, 200)
}
