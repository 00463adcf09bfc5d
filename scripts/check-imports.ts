import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { rule } from './import-rule.ts'
import { builtQueries } from './query-rule.ts'

// Checks what the linter cannot say: who may import what (import-rule.ts), that a folder is left only through an
// alias, that one file owns each vendor, and that values reach a query only as parameters.

const owners: Record<string, RegExp> = {
  postgres: /^(server\/db\/postgres|tests\/support\/database)\.ts$/,
  '@electric-sql/pglite': /^server\/db\/pglite-worker\.ts$/,
  uplot: /^src\/islands\/shared\/chart-plot\.ts$/,
  '@tanstack/react-virtual': /^src\/islands\/shared\/\w+\.tsx$/,
  '@node-rs/argon2': /^server\/passwords\.ts$/,
  bowser: /^server\/account\/device\.ts$/,
  pino: /^server\/log\.ts$/,
  'pg-boss': /^server\/job-bench\.ts$/,
  sharp: /^(src\/build\/share-pictures|server\/catalogue\/pictures)\.ts$/,
  'mdast-util-from-markdown': /^server\/markdown\.ts$/,
  'mdast-util-gfm': /^server\/markdown\.ts$/,
  'micromark-extension-gfm': /^server\/markdown\.ts$/,
  yaml: /^server\/front-matter\.ts$/,
  'csv-parse': /^server\/(ingest|catalogue)\/[\w-]+\.ts$/,
}

const aliases = JSON.parse(readFileSync('package.json', 'utf8')).imports as Record<string, string>
const files = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  'contract',
  'server',
  'src',
])
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|astro|mdx)$/.test(file) && existsSync(file))

const problems = files.flatMap((file) => [
  ...importsOf(file).flatMap((wanted) => check(file, wanted)),
  ...queriesOf(file),
])
for (const problem of problems) console.error(problem)
console.error(
  problems.length === 0 ? `${files.length} files keep the import rule.` : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\s)(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function check(file: string, wanted: string): string[] {
  const target = targetOf(file, wanted)
  const layer = rule.find(({ from }) => from.test(file))
  if (!layer) return [`${file}: no rule says what it may import`]
  const problems = []
  const feature = /^(?:server|src\/islands)\/([\w-]+)\//.exec(file)?.[1] ?? ''
  const may = new RegExp(layer.may.source.replaceAll('SAME', feature))
  if (!may.test(target)) problems.push(`${file} must not import ${wanted} (never: ${layer.never})`)
  if (wanted.startsWith('../')) problems.push(`${file} leaves its folder by ${wanted}: use an alias`)
  const owner =
    owners[
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/')
    ]
  if (owner && !owner.test(file)) problems.push(`${file} must not import ${wanted}: one file owns it`)
  return problems
}

function targetOf(file: string, wanted: string): string {
  if (wanted.startsWith('.')) return posix.join(posix.dirname(file), wanted)
  const [alias, path] = Object.entries(aliases).find(([name]) => wanted.startsWith(name.slice(0, -1))) ?? []
  return alias && path ? wanted.replace(alias.slice(0, -1), path.slice(2, -1)) : wanted
}

/** A template with a value in it that goes to the database is how injections begin. */
function queriesOf(file: string): string[] {
  // The adapters hand on COPY's target, which is part of the program.
  if (!file.startsWith('server/') || file.startsWith('server/db/')) return []
  const text = readFileSync(file, 'utf8')
  return builtQueries(text).map(
    (line) => `${file}:${line}: a value is written into a query: hand it over as $1`,
  )
}
