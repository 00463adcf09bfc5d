import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, run } from './install.mjs'

const debian = '/usr/bin/chromium'

/**
 * A browser for the tests: CHROMIUM_PATH, Debian's where it is or can be had as root, else Playwright's own.
 * @returns {Promise<string>} its path; '' means Playwright's own
 */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(debian)) return debian
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium …')
    const apt = (...words) =>
      spawnSync('apt-get', words, {
        cwd: root,
        stdio: ['ignore', 'ignore', 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (
      apt('update', '-qq') &&
      apt('install', '-y', '-qq', 'chromium', 'fonts-noto-cjk') &&
      existsSync(debian)
    )
      return debian
  }
  console.error('Fetching Playwright’s browser …')
  const status = await run(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (status === 0) return ''
  console.error('No browser for the tests: install Chromium, or name one with CHROMIUM_PATH.')
  process.exit(1)
}
