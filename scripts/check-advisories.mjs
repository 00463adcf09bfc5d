import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

// Lists advisories of severity high and critical for shipped packages: docs/operating/upkeep/dependencies.md.
// The exit status is 1 if there are any, and 2 if the registry does not answer.

const windows = process.platform === 'win32'

const { stdout } = spawnSync(
  windows ? 'npm.cmd' : 'npm',
  ['audit', '--json', '--package-lock-only', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000'],
  { cwd: root, encoding: 'utf8', shell: windows, stdio: ['ignore', 'pipe', 'ignore'] },
)

function parseReport() {
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

const { vulnerabilities, message = 'npm audit gave no report' } = parseReport()
if (vulnerabilities === undefined) {
  console.error(`Advisories were not checked: ${message}`)
  process.exitCode = 2
} else {
  const severe = Object.values(vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity))
  for (const { name, severity, range } of severe) console.log(`${severity}: ${name} ${range}`)
  if (severe.length > 0) process.exitCode = 1
  else console.log('No dependency has an advisory of severity high or critical.')
}
