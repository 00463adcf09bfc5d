import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, run } from './install.mjs'

/** Tests need half the time in a browser that draws no windows around the page. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const chromium = '/usr/bin/chromium'

/**
 * Finds a browser for the tests: CHROMIUM_PATH, Debian's if it is installed or can be installed as root, otherwise
 * Playwright's own.
 * @returns {Promise<string>} its path; '' means Playwright's own
 */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(headlessShell) || installHeadlessShell()) return headlessShell
  if (existsSync(chromium)) return chromium
  console.error('Fetching Playwright’s browser …')
  const status = await run(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (status === 0) return ''
  console.error('No browser for the tests: install Chromium, or name one with CHROMIUM_PATH.')
  process.exit(1)
}

function installHeadlessShell() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.error('Installing Chromium …')
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  apt('update', '-qq')
  return apt('install', '-y', '-qq', 'chromium-headless-shell', 'fonts-noto-cjk') && existsSync(headlessShell)
}
