import { setTimeout as pause } from 'node:timers/promises'
import ky, { HTTPError } from 'ky'
import * as z from 'zod/mini'
import type { AccessTokenSource } from './access-token.ts'
import { downloadFile } from './download.ts'
import { FetchError, type FetchFailure, getCauseCode, parseRetryAfter } from './fetch-error.ts'
import {
  describeErrorBody,
  JobPage,
  JobResource,
  ReportPage,
  type ReportResource,
  ReportTypePage,
  type ReportTypeResource,
} from './resources.ts'
import { ConflictError, createStatusError, UnauthorizedError } from './status-error.ts'

export interface RetryPolicy {
  attemptTimeoutMs: number
  retries: number
  initialDelayMs: number
  /** A longer Retry-After ends the fetch, which is then tried again later. */
  maxDelayMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  attemptTimeoutMs: 30_000,
  retries: 4,
  initialDelayMs: 1_000,
  maxDelayMs: 30_000,
}

export interface ReportingApiOptions {
  baseUrl: string
  contentOwnerId: string
  tokens: AccessTokenSource
  signal: AbortSignal | undefined
  now: () => Date
  retryPolicy?: Partial<RetryPolicy> | undefined
}

/** All calls throw `FetchError`, or the signal's reason. */
export interface ReportingApi {
  listReportTypes(): Promise<ReportTypeResource[]>
  listJobs(): Promise<JobResource[]>
  /** @returns null when there is one of the type already */
  createJob(reportTypeId: string, name: string): Promise<JobResource | null>
  /** Newest first. `createdAfter` is exclusive. */
  listReports(jobId: string, createdAfter: Date | undefined): Promise<ReportResource[]>
  /** Writes the report, compressed, to a new file. @returns its bytes */
  download(downloadUrl: string, path: string): Promise<number>
}

const pageSize = 500
/** Claims and metadata are among them. */
const withSystemManaged = { includeSystemManaged: 'true' }
const retryableStatuses = [408, 429, 500, 502, 503, 504]

export function createReportingApi(options: ReportingApiOptions): ReportingApi {
  const { baseUrl, contentOwnerId, tokens, signal, now } = options
  const retryPolicy = { ...defaultRetryPolicy, ...options.retryPolicy }

  /** One new token, should the first have been withdrawn before its time. */
  async function withToken<Result>(call: (token: string) => Promise<Result>): Promise<Result> {
    const token = await tokens.get()
    try {
      return await call(token)
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      tokens.discard(token)
    }
    return call(await tokens.get()).catch((error: unknown) => {
      throw error instanceof UnauthorizedError
        ? new FetchError('unavailable', 'YouTube rejects an access token that Google has just issued')
        : error
    })
  }

  const request = <Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    query: Record<string, string>,
    body?: object,
  ): Promise<z.output<Schema>> =>
    withToken(async (token) => {
      try {
        const text = await ky(`${baseUrl}/v1/${path}`, {
          method: body ? 'post' : 'get',
          searchParams: { onBehalfOfContentOwner: contentOwnerId, ...query },
          headers: { Authorization: `Bearer ${token}` },
          ...(body && { json: body }),
          // A redirect would take the token to another host.
          redirect: 'manual',
          timeout: retryPolicy.attemptTimeoutMs,
          retry: createRetryOptions(retryPolicy, now),
          ...(signal && { signal }),
        }).text()
        return z.parse(schema, JSON.parse(text))
      } catch (error) {
        signal?.throwIfAborted()
        throw toFetchError(error, now())
      }
    })

  /** Follows the pages to the last one. */
  async function listPages<Item>(
    readPage: (
      token: Record<string, string>,
    ) => Promise<{ items: Item[]; nextPageToken?: string | undefined }>,
  ): Promise<Item[]> {
    const items: Item[] = []
    const seen = new Set<string>()
    for (let token: string | undefined = ''; token !== undefined; ) {
      const page = await readPage({ pageSize: String(pageSize), ...(token !== '' && { pageToken: token }) })
      items.push(...page.items)
      token = page.nextPageToken || undefined
      if (token !== undefined && seen.has(token))
        throw new FetchError('unavailable', 'YouTube’s paginated list never ends')
      if (token !== undefined) seen.add(token)
    }
    return items
  }

  /** Downloads use it, because they are not fetched with ky. */
  async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let retries = 0; ; retries++) {
      try {
        return await attempt()
      } catch (error) {
        const delayMs = getRetryDelayMs(error, retries, retryPolicy)
        if (delayMs === undefined) throw error
        await pause(delayMs, undefined, { signal })
      }
    }
  }

  return {
    listReportTypes: () =>
      listPages((page) => request(ReportTypePage, 'reportTypes', { ...page, ...withSystemManaged })),
    listJobs: () => listPages((page) => request(JobPage, 'jobs', { ...page, ...withSystemManaged })),
    async createJob(reportTypeId, name) {
      try {
        return await request(JobResource, 'jobs', {}, { reportTypeId, name })
      } catch (error) {
        if (error instanceof ConflictError) return null
        throw error
      }
    },
    listReports: (jobId, createdAfter) =>
      listPages((page) =>
        request(ReportPage, `jobs/${jobId}/reports`, {
          ...page,
          ...(createdAfter && { createdAfter: createdAfter.toISOString() }),
        }),
      ),
    download: (downloadUrl, path) =>
      retry(() =>
        withToken((token) =>
          downloadFile(requireSameOrigin(downloadUrl, baseUrl), { token, path, signal, now }),
        ),
      ),
  }
}

/** The token must not leave for another host. */
function requireSameOrigin(downloadUrl: string, baseUrl: string): URL {
  const url = new URL(downloadUrl)
  if (url.origin !== new URL(baseUrl).origin)
    throw new FetchError('unavailable', `YouTube offers a report on another host (${url.host})`)
  return url
}

const createRetryOptions = (policy: RetryPolicy, now: () => Date) => ({
  limit: policy.retries,
  // A job that the lost answer had created is found as a conflict.
  methods: ['get', 'post'],
  statusCodes: retryableStatuses,
  afterStatusCodes: retryableStatuses,
  maxRetryAfter: policy.maxDelayMs,
  backoffLimit: policy.maxDelayMs,
  ...createBackoff(policy),
  retryOnTimeout: true,
  shouldRetry: ({ error }: { error: Error }): boolean | undefined =>
    error instanceof HTTPError &&
    (parseRetryAfter(error.response.headers.get('Retry-After'), now()) ?? 0) * 1_000 > policy.maxDelayMs
      ? false
      : undefined,
})

const retryableFailures: readonly FetchFailure[] = ['limited', 'unavailable', 'incomplete']

/** @returns undefined when another attempt is of no use now */
function getRetryDelayMs(error: unknown, retries: number, policy: RetryPolicy): number | undefined {
  if (!(error instanceof FetchError) || !retryableFailures.includes(error.failure)) return undefined
  if (retries >= policy.retries) return undefined
  const { delay, jitter } = createBackoff(policy)
  const requestedMs = (error.retryAfterSeconds ?? 0) * 1_000
  if (requestedMs > policy.maxDelayMs) return undefined
  return Math.max(requestedMs, Math.min(jitter(delay(retries + 1)), policy.maxDelayMs))
}

const createBackoff = ({ initialDelayMs }: RetryPolicy) => ({
  delay: (attempt: number) => initialDelayMs * 2 ** (attempt - 1),
  jitter: (delay: number) => delay * (0.75 + Math.random() / 2),
})

function toFetchError(error: unknown, now: Date): FetchError {
  if (error instanceof FetchError) return error
  if (error instanceof HTTPError) {
    const { status, headers } = error.response
    return createStatusError(status, describeErrorBody(error.data), headers.get('Retry-After'), now)
  }
  if (error instanceof SyntaxError || (error instanceof Error && error.name === '$ZodError'))
    return new FetchError('unavailable', 'YouTube’s answer has an unexpected form')
  return new FetchError('unavailable', `YouTube does not answer (${getCauseCode(error)})`)
}
