import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { screens } from './src/build/bundle/screens.ts'

/** Polls succeed at once or fail late: a busy machine is no failure. */
const patient = { poll: { timeout: 10_000 } }

const databaseTemplate = 'tests/support/database-template.ts'

const { DATABASE_URL, CITUS_URL } = process.env

/** On a test, a `describe`, or a whole file: `// @module-tag extended` above its imports. */
const tags = [
  { name: 'extended', description: 'Only `npm run test:all` runs it.' },
  { name: 'property', description: 'Tries random cases: two, or many in `npm run test:all`.' },
  {
    name: 'adapter',
    description: 'The adapter of the embedded database can break it: runs on both engines.',
  },
  { name: 'needs-postgres', description: 'Needs a PostgreSQL server.', skip: !DATABASE_URL && !CITUS_URL },
  { name: 'one-server', description: 'Differs on a Citus cluster.', skip: Boolean(CITUS_URL) },
] as const

declare module 'vitest' {
  interface TestTags {
    tags: (typeof tags)[number]['name']
  }
}

/** On a cluster, each statement over all channels is one per shard. */
const databaseTimeout = CITUS_URL ? 300_000 : 60_000

const nodeProject = (name: string, { globalSetup = [] as string[], isolate = true } = {}) => ({
  plugins: [screens()],
  test: {
    name,
    tags: [...tags],
    isolate,
    restoreMocks: true,
    include: [`tests/${name}/**/*.test.ts`],
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
    projects: [
      nodeProject('unit'),
      // The files of a worker share its modules and its database.
      nodeProject('server', { globalSetup: [databaseTemplate], isolate: false }),
      nodeProject('faults', { globalSetup: [databaseTemplate] }),
      nodeProject('site'),
      nodeProject('specification'),
      {
        plugins: [react(), screens()],
        test: {
          name: 'islands',
          // One page for all files; extended ones change the page's location.
          isolate: Boolean(process.env.FULL_RUNS),
          tags: [...tags],
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
