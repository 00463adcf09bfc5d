import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { screens } from './src/build/screens.ts'

/** Files that start processes take longest: begun last, they would leave the other workers idle. */
const processTests = /(?:crash|adopt|order|backup|socket)\.test\.ts$/

/** Polls succeed at once or fail late: a busy machine is no failure. */
const patient = { poll: { timeout: 10_000 } }

const databaseTemplate = 'tests/support/database-template.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.sort(
      (a, b) => Number(processTests.test(b.moduleId)) - Number(processTests.test(a.moduleId)),
    )
  }
}

/** Server tests without a database: nothing of them can differ on PostgreSQL. */
const withoutDatabase = [
  'fake-reporting-api',
  'folder-lock',
  'notice-markdown',
  'share-pictures',
  'static-files',
  'verification-code',
  'youtube-real-data',
]
/** Tests of one server, whose plans and files differ on a cluster. */
const withoutCluster = ['server/statement-rows', 'faults/backup']
/** Bounds for the plans of a PostgreSQL server, from data that the embedded database takes a minute to fill. */
const withoutEmbedded = ['server/statement-rows']
const { DATABASE_URL, CITUS_URL } = process.env
const excludedTests = [
  ...(DATABASE_URL || CITUS_URL ? withoutDatabase.map((name) => `server/${name}`) : []),
  ...(CITUS_URL ? withoutCluster : []),
  ...(DATABASE_URL || CITUS_URL ? [] : withoutEmbedded),
].map((name) => `tests/${name}.test.ts`)

/** On a cluster, each statement over all channels is one per shard. */
const databaseTimeout = CITUS_URL ? 300_000 : 60_000

const nodeProject = (name: string, { globalSetup = [] as string[], isolate = true } = {}) => ({
  plugins: [screens()],
  test: {
    name,
    isolate,
    restoreMocks: true,
    include: [`tests/${name}/**/*.test.ts`],
    exclude: excludedTests,
    globalSetup,
    environment: 'node' as const,
    testTimeout: databaseTimeout,
    hookTimeout: databaseTimeout,
    expect: patient,
  },
})

export default defineConfig({
  test: {
    maxWorkers: Number(process.env.TEST_WORKERS) || availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      nodeProject('unit'),
      // The files of a worker share its modules and its database.
      nodeProject('server', { globalSetup: [databaseTemplate], isolate: false }),
      nodeProject('faults', { globalSetup: [databaseTemplate] }),
      nodeProject('site'),
      {
        plugins: [react(), screens()],
        test: {
          name: 'islands',
          include: ['tests/islands/**/*.test.tsx'],
          testTimeout: 30_000,
          expect: patient,
          globalSetup: ['tests/support/island-api.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: chromiumOptions,
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
