import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import {
  feature,
  type ImportRule,
  importRules,
  packageOwners,
  restrictedModules,
  screen,
} from './import-rules.ts'

// What the linter cannot check: which folder imports which (import-rules.ts), that a folder is left only through an alias,
// that one file wraps each vendor, that only server/db imports raw SQL, and that files do not import each other in a circle.

interface Import {
  /** As written. */
  readonly specifier: string
  /** A path from the root, or a package. */
  readonly target: string
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

const imports = new Map(files.map((file) => [file, parseImports(file)]))
const problems = [
  ...files.flatMap(checkImports),
  ...findCycles().map((cycle) => `Import cycle: ${cycle.join(' → ')}`),
]
for (const problem of problems) console.error(problem)
console.error(
  problems.length === 0 ? `${files.length} files follow the import rules.` : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function parseImports(file: string): Import[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:^|\s)(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    return { specifier, target: resolveTarget(file, specifier) }
  })
}

function resolveTarget(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const [alias, path] =
    Object.entries(aliases).find(([name]) => specifier.startsWith(name.slice(0, -1))) ?? []
  return alias && path ? specifier.replace(alias.slice(0, -1), path.slice(2, -1)) : specifier
}

/** The folder that a file's rule is named for: a folder of each of these has its own. */
function getFolder(file: string): string {
  const match =
    /^(?:server|src\/(?:lib|islands))\/[\w-]+(?=\/)|^src\/(?:[\w-]+(?=\/)|[\w.-]+$)|^contract|^server|^public/.exec(
      file,
    )
  return match?.[0] ?? file
}

function findRule(file: string): ImportRule | undefined {
  const folder = getFolder(file)
  return importRules[file] ?? importRules[folder] ?? findDefaultRule(folder)
}

function findDefaultRule(folder: string): ImportRule | undefined {
  if (folder.startsWith('src/islands/')) return existsSync(`${folder}/screen.ts`) ? screen : undefined
  return folder.startsWith('server/') && existsSync(`${folder}/routes.ts`) ? feature : undefined
}

function checkImports(file: string): string[] {
  const rule = findRule(file)
  if (!rule) return [`${file}: scripts/import-rules.ts has no rule for ${getFolder(file)}`]
  return (imports.get(file) ?? []).flatMap(({ specifier, target }) => [
    ...(isAllowed(file, rule, target) ? [] : [`${file} must not import ${specifier}`]),
    ...(specifier.startsWith('../') ? [`${file} leaves its folder through ${specifier}: use an alias`] : []),
    ...checkOwner(file, specifier),
  ])
}

function isAllowed(file: string, rule: ImportRule, target: string): boolean {
  if (restrictedModules[target]?.includes(getFolder(file)) === false) return false
  const isLocal = /^(contract|server|src|public)\//.test(target)
  if (!isLocal) {
    return rule.packages.some(
      (name) => target === name || target.startsWith(name.endsWith(':') ? name : `${name}/`),
    )
  }
  const folder = getFolder(target)
  return (
    folder === getFolder(file) ||
    rule.folders.includes(folder) ||
    rule.folders.some((name) => name.endsWith('/*') && folder.startsWith(name.slice(0, -1)))
  )
}

function checkOwner(file: string, specifier: string): string[] {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const owner = packageOwners[name]
  return owner && owner !== file ? [`${file} must not import ${specifier}: ${owner} wraps it`] : []
}

/** Circles of imports, each once, by depth-first search. */
function findCycles(): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    if (finished.has(file)) return
    const index = path.indexOf(file)
    if (index >= 0) {
      cycles.push([...path.slice(index), file])
      return
    }
    path.push(file)
    for (const { target } of imports.get(file) ?? []) if (imports.has(target)) visit(target)
    path.pop()
    finished.add(file)
  }
  for (const file of files) visit(file)
  return cycles
}
