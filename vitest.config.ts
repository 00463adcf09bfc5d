import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { screens } from './src/build/screens.ts'

/** Files that start processes take longest: begun last, they would leave the other workers idle. */
const long = /(?:crash|adopt|order|backup|socket)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => Number(long.test(b.moduleId)) - Number(long.test(a.moduleId)))
  }
}

const inNode = (name: string, include: string[], globalSetup: string[] = []) => ({
  plugins: [screens()],
  test: {
    name,
    include,
    globalSetup,
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      inNode('unit', ['tests/unit/**/*.test.ts']),
      inNode('server', ['tests/server/**/*.test.ts'], ['tests/support/database-template.ts']),
      inNode('faults', ['tests/faults/**/*.test.ts'], ['tests/support/database-template.ts']),
      inNode('site', ['tests/site/**/*.test.ts']),
      {
        plugins: [react(), screens()],
        test: {
          name: 'islands',
          include: ['tests/islands/**/*.test.tsx'],
          testTimeout: 30_000,
          globalSetup: ['tests/support/island-api.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
