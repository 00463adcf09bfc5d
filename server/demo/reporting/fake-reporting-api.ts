import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { createFakeGoogleOauth } from './fake-google-oauth.ts'
import { ApiError, credentialsError, scopeError, sendApiError, sendStatusFault } from './google-errors.ts'
import { analyticsScope, monetaryScope } from './google-grants.ts'
import { createDownload } from './report-download.ts'
import { createFaultResponse, damageResponse } from './reporting-faults.ts'
import { createPage, parseTime } from './reporting-lists.ts'
import type { FakeJob, FakeReport, FakeReportType, ReportingWorld } from './reporting-world.ts'

/** Fake of the YouTube Reporting API v1 and Google's OAuth on one address, with their shapes, errors and strictness. */
export function createFakeReportingApi(world: ReportingWorld): Hono {
  const api = new Hono()
  api.route('/', createFakeGoogleOauth(world.oauth))
  api.route('/', createReportingRoutes(world))
  api.notFound((c) => sendApiError(c, new ApiError(404, 'The method was not found.')))
  return injectFaults(world, api)
}

function injectFaults(world: ReportingWorld, api: Hono): Hono {
  const app = new Hono()
  app.all('*', async (c) => {
    const request = {
      method: c.req.method,
      path: c.req.path,
      query: c.req.query(),
      headers: c.req.header(),
    }
    world.recordRequest(request)
    const fault = world.faults.take(request)
    if (fault?.kind === 'status') return sendStatusFault(c, fault)
    if (fault?.kind === 'slow') await pause(fault.ms, undefined, { ref: false })
    const faultResponse = fault && createFaultResponse(fault, c.req.url)
    if (faultResponse) return faultResponse
    const response = await api.fetch(c.req.raw, c.env)
    return fault ? damageResponse(fault, response) : response
  })
  return app
}

/** Google refuses parameters that a method does not have. */
const standardParameters = ['alt', 'fields', 'key', 'prettyPrint', 'quotaUser', '$.xgafv']
const listParameters = ['includeSystemManaged', 'pageSize', 'pageToken', 'onBehalfOfContentOwner']
const reportListParameters = [
  'createdAfter',
  'startTimeAtOrAfter',
  'startTimeBefore',
  'pageSize',
  'pageToken',
  'onBehalfOfContentOwner',
]
const ownerParameters = ['onBehalfOfContentOwner']

function createReportingRoutes(world: ReportingWorld): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof ApiError) return sendApiError(c, error)
    throw error
  })
  app.get('/v1/reportTypes', (c) => {
    const { ownerId } = authorize(world, c, listParameters)
    const types = [...world.reportTypes.values()].filter(
      ({ id, systemManaged }) => isTypeOf(ownerId, id) && (!systemManaged || includesSystemManaged(c)),
    )
    return c.json(createPage('reportTypes', types, toReportTypeResource, c.req.query(), world.pageSize))
  })
  app.get('/v1/jobs', (c) => {
    const { ownerId } = authorize(world, c, listParameters)
    const jobs = [...world.jobs.values()].filter(
      (job) => job.ownerId === ownerId && (!job.systemManaged || includesSystemManaged(c)),
    )
    return c.json(createPage('jobs', jobs, toJobResource, c.req.query(), world.pageSize))
  })
  app.post('/v1/jobs', async (c) => {
    const { ownerId, scopes } = authorize(world, c, ownerParameters)
    const { reportTypeId, name } = await readJobBody(c)
    requireTypeScope(scopes, reportTypeId)
    const type = world.reportTypes.get(reportTypeId)
    if (!type || !isTypeOf(ownerId, reportTypeId) || type.systemManaged || isDeprecated(world, type))
      throw new ApiError(400, 'No job of this report type can be created.')
    if (world.findJob(ownerId, reportTypeId)) throw new ApiError(409, 'There is a job of this report type.')
    return c.json(toJobResource(world.createJob(ownerId, reportTypeId, name)))
  })
  app.get('/v1/jobs/:jobId', (c) => c.json(toJobResource(requireJob(world, c).job)))
  app.delete('/v1/jobs/:jobId', (c) => {
    const { job } = requireJob(world, c)
    if (job.systemManaged) throw new ApiError(403, 'The job is managed by the system.')
    world.deleteJob(job.id)
    return c.json({})
  })
  app.get('/v1/jobs/:jobId/reports', (c) => {
    const { job, scopes } = requireJob(world, c, reportListParameters)
    requireTypeScope(scopes, job.reportTypeId)
    const reports = world.listReports(job.id).filter(createReportFilter(c.req.query()))
    const toResource = (report: FakeReport) => toReportResource(c, job, report)
    return c.json(createPage('reports', reports, toResource, c.req.query(), world.pageSize))
  })
  app.get('/v1/jobs/:jobId/reports/:reportId', (c) => {
    const { job, scopes } = requireJob(world, c)
    requireTypeScope(scopes, job.reportTypeId)
    const report = world.listReports(job.id).find(({ id }) => id === c.req.param('reportId'))
    if (!report) throw new ApiError(404, 'The report was not found.')
    return c.json(toReportResource(c, job, report))
  })
  app.get('/v1/media/*', (c) => sendMedia(world, c))
  return app
}

interface Caller {
  ownerId: string
  scopes: readonly string[]
}

/** @throws {ApiError} */
function authorize(world: ReportingWorld, c: Context, parameters: readonly string[]): Caller {
  const scopes = requireScopes(world, c)
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (!parameters.includes(name) && !standardParameters.includes(name))
      throw new ApiError(400, `There is no query parameter ${JSON.stringify(name)}.`)
    if (values.length > 1) throw new ApiError(400, `The query parameter ${name} is repeated.`)
  }
  const ownerId = c.req.query('onBehalfOfContentOwner') ?? ''
  requirePermission(world, ownerId)
  return { ownerId, scopes }
}

function requireScopes(world: ReportingWorld, c: Context): readonly string[] {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  if (!token) throw credentialsError('There is no access token.')
  const scopes = world.oauth.findScopes(token)
  if (!scopes) throw credentialsError('The access token is invalid or expired.')
  if (!scopes.includes(analyticsScope) && !scopes.includes(monetaryScope))
    throw scopeError('google.youtube.reporting.v1')
  return scopes
}

function requirePermission(world: ReportingWorld, ownerId: string): void {
  if (!world.isPermitted(ownerId)) throw new ApiError(403, 'The caller may not act for this content owner.')
}

const isMonetary = (reportTypeId: string) => /revenue|ad_rates/.test(reportTypeId)

function requireTypeScope(scopes: readonly string[], reportTypeId: string): void {
  if (isMonetary(reportTypeId) && !scopes.includes(monetaryScope)) throw scopeError(reportTypeId)
}

function requireJob(
  world: ReportingWorld,
  c: Context,
  parameters = ownerParameters,
): Caller & { job: FakeJob } {
  const caller = authorize(world, c, parameters)
  const job = world.jobs.get(c.req.param('jobId') ?? '')
  if (job?.ownerId !== caller.ownerId) throw new ApiError(404, 'The job was not found.')
  return { ...caller, job }
}

/** Channels and content owners have report types of their own. */
const isTypeOf = (ownerId: string, reportTypeId: string) =>
  reportTypeId.startsWith('content_owner_') === (ownerId !== '')

const isDeprecated = (world: ReportingWorld, { deprecateTime }: FakeReportType) =>
  deprecateTime !== undefined && deprecateTime <= world.now()

function includesSystemManaged(c: Context): boolean {
  const value = c.req.query('includeSystemManaged') ?? 'false'
  if (value !== 'true' && value !== 'false')
    throw new ApiError(400, 'includeSystemManaged must be true or false.')
  return value === 'true'
}

const maxNameLength = 100

async function readJobBody(c: Context): Promise<{ reportTypeId: string; name: string }> {
  const isJson = /^application\/json(?:;|$)/i.test(c.req.header('Content-Type') ?? '')
  const body = isJson ? await c.req.json<unknown>().catch(() => undefined) : undefined
  if (typeof body !== 'object' || body === null) throw new ApiError(400, 'The body must be a JSON object.')
  const { reportTypeId, name, ...others } = body as Record<string, unknown>
  const [unknownName] = Object.keys(others)
  if (unknownName !== undefined) throw new ApiError(400, `A job has no ${JSON.stringify(unknownName)}.`)
  if (typeof reportTypeId !== 'string' || typeof name !== 'string' || reportTypeId === '' || name === '')
    throw new ApiError(400, 'reportTypeId and name are required.')
  if (name.length > maxNameLength) throw new ApiError(400, 'The name is too long.')
  return { reportTypeId, name }
}

function createReportFilter(query: Record<string, string>): (report: FakeReport) => boolean {
  const createdAfter = parseTime('createdAfter', query) ?? Number.NEGATIVE_INFINITY
  const startTimeAtOrAfter = parseTime('startTimeAtOrAfter', query) ?? Number.NEGATIVE_INFINITY
  const startTimeBefore = parseTime('startTimeBefore', query) ?? Number.POSITIVE_INFINITY
  return ({ createTime, startTime }) =>
    createTime.getTime() > createdAfter &&
    startTime.getTime() >= startTimeAtOrAfter &&
    startTime.getTime() < startTimeBefore
}

/** Google omits false, empty and absent values, and writes fractions of a second only where there are any. */
const formatTime = (time: Date) =>
  time.toISOString().replace(/\.(\d{3})Z$/, (_, ms: string) => (ms === '000' ? 'Z' : `.${ms}000Z`))

const toReportTypeResource = ({ id, name, systemManaged, deprecateTime }: FakeReportType) => ({
  id,
  name,
  ...(deprecateTime && { deprecateTime: formatTime(deprecateTime) }),
  ...(systemManaged && { systemManaged }),
})

const toJobResource = (job: FakeJob) => ({
  id: job.id,
  reportTypeId: job.reportTypeId,
  name: job.name,
  createTime: formatTime(job.createTime),
  ...(job.expireTime && { expireTime: formatTime(job.expireTime) }),
  ...(job.systemManaged && { systemManaged: true }),
})

function toReportResource(c: Context, job: FakeJob, report: FakeReport) {
  const owner = job.ownerId === '' ? 'CHANNEL/own' : `CONTENT_OWNER/${job.ownerId}`
  const { origin } = new URL(c.req.url)
  return {
    id: report.id,
    jobId: job.id,
    startTime: formatTime(report.startTime),
    endTime: formatTime(report.endTime),
    createTime: formatTime(report.createTime),
    ...(job.expireTime && { jobExpireTime: formatTime(job.expireTime) }),
    downloadUrl: `${origin}/v1/media/${owner}/jobs/${job.id}/reports/${report.id}?alt=media`,
  }
}

const mediaPattern = /^\/v1\/media\/(?:CHANNEL\/own|CONTENT_OWNER\/([^/]+))\/jobs\/([^/]+)\/reports\/([^/]+)$/

async function sendMedia(world: ReportingWorld, c: Context): Promise<Response> {
  const scopes = requireScopes(world, c)
  if (c.req.query('alt') !== 'media') throw new ApiError(400, 'The query parameter alt must be "media".')
  const match = mediaPattern.exec(c.req.path)
  if (!match) throw new ApiError(400, 'The resource name is invalid.')
  const [, ownerId = '', jobId = '', reportId = ''] = match
  requirePermission(world, decodeURIComponent(ownerId))
  const job = world.jobs.get(jobId)
  const report = world.findReport(reportId)
  if (!job || report?.jobId !== jobId || world.isExpired(report))
    throw new ApiError(404, 'The report was not found.')
  requireTypeScope(scopes, job.reportTypeId)
  const isGzip = acceptsGzip(c)
  const { body, bytes } = await createDownload(report, isGzip ? 'gzip' : 'identity')
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv',
      'Content-Length': String(bytes),
      'Cache-Control': 'private',
      Vary: 'Accept-Encoding, User-Agent',
      ...(isGzip && { 'Content-Encoding': 'gzip' }),
    },
  })
}

/** Google sends gzip only to clients that also name it in their User-Agent. */
const acceptsGzip = (c: Context) =>
  (c.req.header('Accept-Encoding') ?? '').split(',').some((coding) => /^\s*gzip\s*(?:;|$)/i.test(coding)) &&
  (c.req.header('User-Agent') ?? '').includes('gzip')
