import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { generateRecoveryCode, generateVerificationCode } from '#server/platform/auth/secrets.ts'

// Rules of docs/security.md that hold for each source file and that no reply shows.

const read = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.startsWith('server/demo/'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
const server = read('server/**/*.ts')
const site = read('src/**/*.{ts,tsx,astro}')

/** Lists the files that contain the pattern, each with the first group of its matches. */
const find = (sources: typeof server, pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([all, name = all]) => ({ file, name })),
  )
const unique = (values: readonly string[]) => [...new Set(values)].sort()

test('hashes are SHA-256 and SHA-512, but for the SHA-1 of authenticator apps', () => {
  const hashes = find(server, /create(?:Hash|Hmac)\(([^,)]*)/g)
  expect(hashes.length).toBeGreaterThan(20)
  expect(unique(hashes.map(({ name }) => name))).toEqual(["'sha256'", "'sha512'"])
  const weak = find(server, /\bsha-?1\b|\bmd[45]\b|ripemd|subtle\.digest/gi)
  expect(unique(weak.map(({ file }) => file))).toEqual(['server/people/second-factor/totp.ts'])
})

test('one file encrypts, with AES-256-GCM', () => {
  const ciphers = find(server, /\bcreate(?:C|Dec)ipheriv\((\w+)/g)
  expect(ciphers).toEqual(
    ['algorithm', 'algorithm'].map((name) => ({ file: 'server/platform/auth/encryption.ts', name })),
  )
  const [{ text = '' } = {}] = server.filter(({ file }) => file === ciphers[0]?.file)
  expect(text).toContain("const algorithm = 'aes-256-gcm'\n")
  expect(find(server, /publicEncrypt|privateDecrypt|subtle\.(?:en|de)crypt|diffieHellman/g)).toEqual([])
})

test('random numbers that somebody could foresee only spread out repeated work', () => {
  expect(unique(find([...server, ...site], /Math\.random/g).map(({ file }) => file))).toEqual([
    'server/channels/youtube/api.ts',
    'server/platform/db/adapters/folder-lock.ts',
    'server/reports/fetching/api/api.ts',
    'server/reports/fetching/fetch.ts',
    'src/lib/api/event-stream.ts',
    'src/lib/api/retry.ts',
  ])
})

test('secrets have 128 random bits', () => {
  const sizes = find(server, /randomBytes\((\w+)\)/g).filter(({ name }) => !(Number(name) >= 16))
  // The nonce and the key of AES, and the name of a file that is renamed at once.
  expect(sizes).toEqual(
    ['nonceBytes', '6', 'keyBytes'].map((name) => ({ file: 'server/platform/auth/encryption.ts', name })),
  )
  // A code for the description of a channel is published.
  expect(generateVerificationCode()).toHaveLength(8)
  const code = generateRecoveryCode().replaceAll('-', '')
  expect(code.length * Math.log2(32)).toBe(140)
  expect(find(server, /randomInt\(/g).map(({ file }) => file)).toEqual(['server/platform/auth/secrets.ts'])
})

test('hashes that are cut keep 128 bits', () => {
  const bits: Readonly<Record<string, number>> = { hex: 4, base64: 6, base64url: 6 }
  const cuts = server.flatMap(({ file, text }) =>
    [...text.matchAll(/\.digest\('(\w+)'\)\s*\.(?:slice|substring|substr)\(0, (\w+)\)/g)].map(
      ([, encoding = '', length]) => ({ file, bits: (bits[encoding] ?? 0) * Number(length) }),
    ),
  )
  expect(cuts.length).toBeGreaterThan(3)
  // The digits of a draft, which the operator copies: they tell of a change and stop nobody.
  expect(cuts.filter((cut) => !(cut.bits >= 128)).map(({ file }) => file)).toEqual([
    'server/settlement/closing/draft-fingerprint.ts',
  ])
  // The name of a key, which is no proof of anything.
  expect(find(server, /\.digest\(\)\s*\.(?:slice|subarray)\(/g).map(({ file }) => file)).toEqual([
    'server/platform/auth/encryption.ts',
  ])
})

test('nothing runs text as code', () => {
  expect(
    find([...server, ...site], /\beval\(|new Function\(['"`\w]|setTimeout\(['"`]|insertAdjacentHTML/g),
  ).toEqual([])
})

test('each password field is masked and has its purpose, and nothing keeps people from pasting into it', () => {
  const fields = site.flatMap(({ file, text }) =>
    [...text.matchAll(/type(?:=|: ?)["']password["']/g)].map(({ index }) => ({
      file,
      isNamed: /autoComplete(?:=|: ?)["'](?:new|current)-password["']/.test(
        text.slice(Math.max(0, index - 400), index + 400),
      ),
    })),
  )
  expect(fields.length).toBeGreaterThan(8)
  expect(fields.filter(({ isNamed }) => !isNamed)).toEqual([])
  const shown = site.flatMap(({ file, text }) =>
    [...text.matchAll(/["'](?:new|current)-password["']/g)]
      .filter(
        ({ index }) =>
          !/type(?:=|: ?)["']password["']/.test(text.slice(Math.max(0, index - 400), index + 400)),
      )
      .map(() => file),
  )
  expect(shown).toEqual([])
  expect(find(site, /onPaste|onBeforeInput|addEventListener\('(?:paste|beforeinput)'/g)).toEqual([])
})

test('few files read settings, and few write to the storage of the browser', () => {
  expect(unique(find(server, /process\.env\b/g).map(({ file }) => file))).toEqual([
    'server/main.ts',
    'server/operator/main.ts',
  ])
  expect(
    unique(find(site, /\b(?:localStorage|sessionStorage|indexedDB)\b/g).map(({ file }) => file)),
  ).toEqual(['src/lib/site/storage.ts'])
  // Tokens, flags and numbers of the banner, what the person has chosen for the screen, the look of the site.
  expect(
    unique(
      find(site, /\b(?:writeLocal|writeTab|persistentAtom<\w+>|persistentMap)\(/g).map(({ file }) => file),
    ),
  ).toEqual([
    'src/islands/kit/tables/columns/column-choice.ts',
    'src/islands/people/auth/SetupIsland.tsx',
    'src/islands/people/auth/providers/progress.ts',
    'src/islands/shell/account-list.ts',
    'src/lib/api/pending-logouts.ts',
    'src/lib/api/session.ts',
    'src/lib/navigation/report-memory.ts',
    'src/lib/navigation/shortcuts.ts',
    'src/lib/page/chunk-reload.ts',
    'src/lib/page/static/static-page.ts',
    'src/lib/page/static/static-user.ts',
    'src/lib/site/attention.ts',
    'src/lib/site/cache.ts',
    'src/lib/site/host.ts',
  ])
})

test('each component has an exact version and a hash', () => {
  const Manifest = z.object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const versions = Object.values({ ...dependencies, ...devDependencies })
  expect(versions.filter((version) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const Lock = z.object({
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.optional(z.string()),
        link: z.optional(z.boolean()),
        inBundle: z.optional(z.boolean()),
      }),
    ),
  })
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const unhashed = Object.entries(packages).filter(([, { integrity, inBundle }]) => !integrity && !inBundle)
  expect(unhashed.map(([name]) => name)).toEqual([''])
})

test('nothing switches off the check of certificates', () => {
  expect(find(server, /rejectUnauthorized|checkServerIdentity|TLS_REJECT|insecureHTTPParser/g)).toEqual([])
})

test('one file writes the log; beside it, only a start and commands write lines, for the person who runs them', () => {
  const writers = find(server, /\bconsole\.(?:log|info|warn|error|debug)\b|process\.std(?:out|err)\.write/g)
  expect(unique(writers.map(({ file }) => file))).toEqual([
    'server/main.ts',
    'server/operator/main.ts',
    'server/platform/log.ts',
  ])
})
