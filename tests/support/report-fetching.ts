import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findReportKind } from '#server/demo/data/report-csv.ts'
import { startFakeReportingApi } from '#server/demo/reporting/reporting-server.ts'
import { createReportingWorld, type ReportSource } from '#server/demo/reporting/reporting-world.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { createOauthClient } from '#server/reports/fetching/api/oauth.ts'
import { finishAuthorization, startAuthorization } from '#server/reports/fetching/authorize.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { type FetchDependencies, fetchReports } from '#server/reports/fetching/fetch.ts'
import { channelIdFor, videoIdFor } from './facts.ts'
import {
  activityRow,
  claimRow,
  formatActivity,
  formatClaims,
  formatMetadata,
  formatRevenue,
  metadataRow,
  revenueRow,
} from './report-files.ts'

const dayMs = 86_400_000

const dayNumber = (day: string) => Math.round(Date.parse(day) / dayMs)

/** Creates two videos with figures that differ between days and issues. */
export function createIssue(reportTypeId: string, day: string, issue = 1): string {
  const videos = ['first', 'second'].map((name, at) => ({
    channel_id: channelIdFor('one'),
    video_id: videoIdFor(name),
    views: ((dayNumber(day) * (at + 7)) % 900) + 100 * issue,
    estimated_partner_revenue: `${((dayNumber(day) * (at + 3)) % 50) + issue}.250000`,
  }))
  switch (findReportKind(reportTypeId)) {
    case 'activity':
      return formatActivity(
        videos.map(({ channel_id, video_id, views }) => activityRow(day, { channel_id, video_id, views })),
      )
    case 'revenue':
      return formatRevenue(
        videos.map(({ channel_id, video_id, estimated_partner_revenue }) =>
          revenueRow(day, { channel_id, video_id, estimated_partner_revenue }),
        ),
      )
    case 'metadata':
      return formatMetadata(videos.map(({ video_id }) => metadataRow({ video_id, video_title: `On ${day}` })))
    default:
      return formatClaims(videos.map(({ video_id }) => claimRow({ claim_id: `claim-${video_id}`, video_id })))
  }
}

export const testKey = Buffer.alloc(32, 7)
export const contentOwnerId = 'AbCdEfGhIjKlMnOpQrStUv'

/** Starts the fake API, a clock, and everything that a server needs to fetch from it. `connect` connects `owner`. */
export async function startFetching(
  db: Database,
  {
    owner = 'main',
    start = '2026-03-01T12:00:00Z',
    source = ({ reportTypeId, day }) => createIssue(reportTypeId, day),
  }: { owner?: string; start?: string; source?: ReportSource } = {},
) {
  let time = new Date(start)
  const now = () => time
  const world = createReportingWorld({ now, source })
  world.addOwner(contentOwnerId)
  const server = await startFakeReportingApi(world)
  const folder = await mkdtemp(join(tmpdir(), 'hookline-fetching-'))
  const environment = {
    DATA_DIR: folder,
    YOUTUBE_REPORTING_URL: server.url,
    YOUTUBE_OAUTH_URL: server.url,
    YOUTUBE_CLIENT_ID: world.oauth.client.id,
    YOUTUBE_CLIENT_SECRET: world.oauth.client.secret,
  }
  const settings = readConfig(environment).reporting
  if (!settings.oauth) throw new Error('There is no OAuth client.')
  const logLines: string[] = []
  const dependencies: FetchDependencies = {
    db,
    log: createLog('info', { write: (line: string) => void logLines.push(line) }),
    now,
    encryption: createEncryption(async () => testKey),
    oauth: createOauthClient(settings.oauth),
    settings,
    retryPolicy: { initialDelayMs: 1, maxDelayMs: 10 },
  }
  return {
    world,
    owner,
    environment,
    dependencies,
    logLines,
    spoolDir: settings.spoolDir,
    now,
    setTime(text: string) {
      time = new Date(text)
    },
    passDays(days: number) {
      time = new Date(time.getTime() + days * dayMs)
    },
    /** A person follows the link and consents. */
    async connect() {
      const url = await startAuthorization(dependencies, { owner, contentOwnerId }, 'http://127.0.0.1:4999/')
      const response = await fetch(url, { redirect: 'manual' })
      return finishAuthorization(dependencies, new URL(response.headers.get('Location') ?? ''))
    },
    /** The server does this every hour. */
    async fetch(changes: Partial<FetchDependencies> = {}) {
      const connection = (await selectConnections(db)).find((one) => one.owner === owner)
      if (!connection) throw new Error('The owner is not connected.')
      return fetchReports({ ...dependencies, ...changes }, connection)
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Fetching = Awaited<ReturnType<typeof startFetching>>
