import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import {
  type Area,
  areas,
  boundedAreas,
  exceptions,
  forbiddenModules,
  lazyRooms,
  maxFiles,
  maxFolders,
  packageOwners,
  restrictedModules,
} from './import-rules.ts'

// Checks what the linter cannot: that imports follow the floor plan (import-rules.ts), that folders and files do not
// import each other in circles, that a folder is left only through an alias, that one file wraps each vendor, and that
// no folder has outgrown its limits.

interface Import {
  /** The specifier as it is written. */
  readonly specifier: string
  /** A path from the root, or a package. */
  readonly target: string
  /** True if the module loads only when it is needed. */
  readonly isLazy: boolean
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
  ...findCircles(buildGraph((file) => file)).map((circle) => `Files in a circle: ${circle.join(' → ')}`),
  ...findCircles(buildGraph(getFolder)).map((circle) => `Folders in a circle: ${circle.join(' → ')}`),
  ...checkSizes(),
]
for (const problem of problems) console.error(problem)
console.error(
  problems.length === 0 ? `${files.length} files follow the import rules.` : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function parseImports(file: string): Import[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:^|\s)(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(import\()\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map(([, from, lazy, loaded, bare]) => {
    const specifier = from ?? loaded ?? bare ?? ''
    const target = resolveTarget(file, specifier)
    return { specifier, target, isLazy: lazy !== undefined }
  })
}

function resolveTarget(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const [alias, path] =
    Object.entries(aliases).find(([name]) => specifier.startsWith(name.slice(0, -1))) ?? []
  return alias && path ? specifier.replace(alias.slice(0, -1), path.slice(2, -1)) : specifier
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function findArea(path: string): [string, Area] | undefined {
  return Object.entries(areas)
    .filter(([name]) => isBelow(path, name))
    .sort(([a], [b]) => b.length - a.length)[0]
}

/** Finds the floor of a file in its area, from the top: -1 above all rooms, NaN in a folder outside the plan. */
function getFloor(path: string, [name, { rooms = [] }]: [string, Area]): number {
  const [room = '', ...inside] = path.slice(name.length + 1).split('/')
  if (inside.length === 0) return -1
  return rooms.includes(room) ? rooms.indexOf(room) : Number.NaN
}

function checkImports(file: string): string[] {
  const area = findArea(file)
  if (!area) return [`${file}: scripts/import-rules.ts has no area for it`]
  if (area[1].rooms && Number.isNaN(getFloor(file, area))) return [`${file}: ${area[0]} has no such room`]
  return (imports.get(file) ?? []).flatMap(({ specifier, target, isLazy }) => [
    ...(isAllowed(file, area, target) ? [] : [`${file} must not import ${specifier}`]),
    ...checkLazyRoom(file, target, isLazy),
    ...(specifier.startsWith('../') ? [`${file} leaves its folder through ${specifier}: use an alias`] : []),
  ])
}

function checkLazyRoom(file: string, target: string, isLazy: boolean): string[] {
  const [room, loader] = Object.entries(lazyRooms).find(([name]) => isBelow(target, name)) ?? []
  if (!room || isBelow(file, room) || (file === loader && isLazy)) return []
  return [`${file} must not import ${room}: ${loader} loads it with import()`]
}

function isAllowed(file: string, area: [string, Area], target: string): boolean {
  if (!/^(contract|server|src|public)\//.test(target)) return isPackageAllowed(file, area[1], target)
  const restriction = restrictedModules[target]
  if (restriction && !isBelow(file, restriction)) return false
  const [name, { rooms, areas: others }] = area
  if (findArea(target)?.[0] !== name) return others.some((other) => isBelow(target, other))
  if (!rooms || getFloor(target, area) >= getFloor(file, area)) return true
  return Object.entries(exceptions).some(([from, to]) => isBelow(file, from) && isBelow(target, to))
}

function isPackageAllowed(file: string, { packages }: Area, target: string): boolean {
  if (forbiddenModules.includes(target)) return false
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
  const owner = packageOwners[name]
  if (owner) return [owner].flat().some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one))
  return packages.some((allowed) => name === allowed || (allowed.endsWith(':') && target.startsWith(allowed)))
}

/** Maps each node to those that it imports, including types, but excluding modules that load only when needed. */
function buildGraph(toNode: (file: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [file, found] of imports) {
    const node = toNode(file)
    const targets = graph.get(node) ?? new Set()
    graph.set(node, targets)
    for (const { target, isLazy } of found)
      if (!isLazy && imports.has(target) && toNode(target) !== node) targets.add(toNode(target))
  }
  return graph
}

/** A file in an area without rooms is its own node. */
function getFolder(file: string): string {
  return findArea(file)?.[1].rooms ? posix.dirname(file) : file
}

/** Searches depth-first. */
function findCircles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (node: string): void => {
    if (finished.has(node)) return
    const index = path.indexOf(node)
    if (index >= 0) {
      circles.push([...path.slice(index), node])
      return
    }
    path.push(node)
    for (const target of graph.get(node) ?? []) visit(target)
    path.pop()
    finished.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return circles
}

function checkSizes(): string[] {
  const content = new Map<string, { files: number; folders: Set<string> }>()
  const at = (folder: string) => {
    const entry = content.get(folder) ?? { files: 0, folders: new Set<string>() }
    content.set(folder, entry)
    return entry
  }
  for (const file of files.filter((path) => boundedAreas.some((area) => isBelow(path, area)))) {
    at(posix.dirname(file)).files += 1
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder))
      at(posix.dirname(folder)).folders.add(folder)
  }
  return [...content].flatMap(([folder, { files: count, folders }]) => [
    ...(count > maxFiles ? [`${folder} has ${count} files: more than ${maxFiles} are two folders`] : []),
    ...(folders.size > maxFolders ? [`${folder} has ${folders.size} folders: at most ${maxFolders}`] : []),
  ])
}
