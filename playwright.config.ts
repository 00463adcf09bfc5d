import { defineConfig, devices } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium-options.ts'

const port = Number(process.env.E2E_PORT ?? 4399)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: `http://localhost:${port}`,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // Recording makes the tests take half as long again: TRACE=1 where one has failed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: chromiumOptions,
  },
  webServer: {
    command: 'node tests/support/e2e-server.mjs',
    url: `http://localhost:${port}/api/ready`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port), LOG_LEVEL: 'error', BEHIND_PROXY: '1' },
  },
})
