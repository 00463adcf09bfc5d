import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Config, ReportingConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { demoOwner } from '#server/platform/db/demo-state.ts'
import { recordConsent, selectConnections } from '#server/reports/fetching/connections.ts'
import { createDemoReportingWorld } from './reporting-demo.ts'
import { startFakeReportingApi } from './reporting-server.ts'

interface Dependencies {
  db: Database
  now: () => Date
  encryption: Encryption
  config: Pick<Config, 'reporting'>
}

export interface ReportingConnection {
  settings: ReportingConfig
  close(): Promise<void>
}

/**
 * Figures of the demo arrive by themselves: from a fake API on this machine, to which its content owner is connected.
 */
export async function connectReporting({
  db,
  now,
  encryption,
  config: { reporting },
}: Dependencies): Promise<ReportingConnection> {
  const world = reporting.oauth ? undefined : await createDemoReportingWorld(db, now)
  if (!world) return { settings: reporting, close: async () => {} }
  const { url, close } = await startFakeReportingApi(world)
  const isConnected = (await selectConnections(db)).some(({ owner }) => owner === demoOwner)
  if (!isConnected) {
    const { refreshToken } = world.oauth.grant()
    const consent = { owner: demoOwner, contentOwnerId: demoOwner, refreshToken, expiresAt: null }
    await recordConsent(db, encryption, consent, now())
  }
  return {
    settings: {
      ...reporting,
      url,
      oauth: {
        authorizationUrl: `${url}/o/oauth2/v2/auth`,
        tokenUrl: `${url}/token`,
        revocationUrl: `${url}/revoke`,
        client: world.oauth.client,
      },
    },
    close,
  }
}
