import type { YoutubeClient } from '#server/channels/youtube/types.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { alignColumns } from '#server/platform/command-line/table.ts'
import type { Config, ReportingConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { App } from '#server/platform/http/response/context.ts'
import type { Log } from '#server/platform/log.ts'
import { selectDemoAccounts, selectPublicAccounts } from './data/accounts.ts'
import { mailboxUrl } from './mail/mail-pages.ts'
import { demoMailRoutes } from './mail/mail-routes.ts'
import { demoRoutes } from './media/routes.ts'
import { connectReporting } from './reporting/reporting.ts'
import { ensureDemoData } from './seed/seed.ts'
import { connectYoutube } from './youtube/youtube.ts'
import { studioUrl } from './youtube/youtube-pages.ts'

interface Dependencies {
  db: Database
  log: Log
  now: () => Date
  encryption: Encryption
  config: Config
}

/** Fakes of other companies' services. */
interface DemoServices {
  youtube: YoutubeClient
  reporting: ReportingConfig
  registerRoutes(api: App): void
  close(): Promise<void>
}

async function connect(dependencies: Dependencies): Promise<DemoServices> {
  const { db, config } = dependencies
  const reporting = await connectReporting(dependencies)
  const { youtube, registerDemoRoutes } = connectYoutube(dependencies)
  return {
    youtube,
    reporting: reporting.settings,
    registerRoutes(api) {
      demoRoutes(api)
      registerDemoRoutes?.(api)
      demoMailRoutes(api, db, config)
    },
    close: reporting.close,
  }
}

/** @returns a function that formats accounts to sign in with, and where the pages of the fakes are */
async function describe(
  db: Database,
  { youtube }: Config,
): Promise<(address: string, port: number) => string[]> {
  const accounts = await selectDemoAccounts(db)
  return (address, port) => [
    ...(accounts.length > 0 ? ['', 'Sign in with a demo account:'] : []),
    ...alignColumns(
      [
        accounts.map(({ domain }) => `  http://${domain}:${port}`),
        accounts.map(({ role }) => role),
        accounts.map(({ email }) => email),
        accounts.map(({ password }) => password),
      ],
      [true, true, true, true],
    ),
    '',
    ...(youtube.key === undefined ? [`Edit channels of the fake YouTube API: ${address}${studioUrl}`] : []),
    `Read the mail that the demo sends: ${address}${mailboxUrl}`,
  ]
}

/** The entry of the demonstration: no other module of this folder is imported from outside, except by tests. */
export const demo = { ensureData: ensureDemoData, connect, describe, selectPublicAccounts }
