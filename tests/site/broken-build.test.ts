// @module-tag extended
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const copiedFolders = [
  'src',
  'contract',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'package.json',
  'tsconfig.json',
]
const timeoutMs = 120_000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-build-'))
  for (const part of copiedFolders) await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Builds the copy, and returns its exit status and output. */
const runBuild = () =>
  new Promise<{ status: number | null; text: string }>((done) => {
    const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', VITEST: '', ASTRO_TELEMETRY_DISABLED: '1' },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk
      })
    child.on('close', (status) => done({ status, text }))
  })

const removeMatches = (pattern: RegExp) => (text: string) => text.replace(pattern, '')

test.each([
  ['a guide', 'src/content/guides/zh-TW/pc-upload.mdx', () => '', /pc-upload/],
  ['a title', 'src/content/guides/en/pc-upload.mdx', removeMatches(/^title:.*\n/m), /title/],
  [
    'a step',
    'src/content/guides/en/pc-upload.mdx',
    removeMatches(/ {2}- id: publish\n(?: {4}.*\n)+/),
    /The steps of en\/pc-upload/,
  ],
  [
    'a word',
    'src/locales/zh-CN/portal/home.json',
    removeMatches(/ {2}"calculate":.*\n/),
    /zh-CN lacks home:calculate/,
  ],
] as const)(
  'a build stops when one language lacks %s',
  { timeout: timeoutMs },
  async (_, file, change, says) => {
    const path = join(folder, file)
    const before = await readFile(path, 'utf8')
    const after = change(before)
    expect(after).not.toBe(before)
    if (after === '') await rm(path)
    else await writeFile(path, after)
    const { status, text } = await runBuild()
    await writeFile(path, before)
    expect(status).not.toBe(0)
    expect(text).toMatch(says)
  },
)
