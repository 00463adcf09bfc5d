import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { findFreePort } from './scripts/free-port.mjs'

// Workers inherit both: they call the same server, and their operator commands reach its socket.
process.env.E2E_PORT ??= String(await findFreePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'hookline-e2e-'))

const port = process.env.E2E_PORT

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/*.spec.ts', 'specification/*.spec.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: Number(process.env.TEST_WORKERS) || availableParallelism(),
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: `http://localhost:${port}`,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // Recording takes half as long again: set TRACE=1 to debug a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: chromiumOptions,
  },
  webServer: {
    command: 'node tests/support/e2e-server.mjs',
    url: `http://localhost:${port}/api/ready`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: port, LOG_LEVEL: 'error', BEHIND_PROXY: '1', DEMO: '1' },
  },
})
