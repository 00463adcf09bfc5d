/**
 * The floor plan that `check-imports.ts` enforces. An area lists its rooms from top to bottom: a room imports only
 * itself and rooms below it. Folders never import each other in a circle.
 */
export interface Area {
  /** Folders from top to bottom; files directly in the area are above them all. Without rooms, the order is free. */
  readonly rooms?: readonly string[]
  /** Other areas, or folders of them. */
  readonly areas: readonly string[]
  readonly packages: readonly string[]
}

const rooms = ['operations', 'settlement', 'portal', 'channels', 'people', 'reports']
const react = ['react', 'react-dom', 'nanostores', '@nanostores/react']
const astro = ['astro', 'astro:', 'virtual:']

/** A file belongs to the longest key that is a prefix of its path. */
export const areas: Readonly<Record<string, Area>> = {
  contract: { rooms: [...rooms, 'platform'], areas: [], packages: ['zod'] },
  server: {
    rooms: ['operator', 'demo', ...rooms, 'platform'],
    areas: [
      'contract',
      'src/lib/format',
      'src/lib/guides',
      'src/lib/page',
      'src/lib/share',
      'src/lib/texts',
      'src/locales',
    ],
    packages: [
      'hono',
      '@hono/node-server',
      'commander',
      'csv-parse',
      'ky',
      'lru-cache',
      'sharp',
      'zod',
      'node:',
    ],
  },
  'src/islands': {
    rooms: ['shell', ...rooms, 'kit'],
    areas: ['contract', 'src/lib'],
    packages: [...react, 'zod', 'virtual:'],
  },
  'src/lib': {
    rooms: ['guides', 'page', 'navigation', 'share', 'api', 'site', 'i18n', 'texts', 'format'],
    areas: ['contract', 'src/content', 'src/locales'],
    packages: ['nanostores', '@nanostores/persistent', 'zod', 'sharp', 'node:', ...astro],
  },
  'src/build': {
    areas: ['contract', 'src/lib', 'src/components', 'src/islands/kit', 'src/islands/shell', 'src/locales'],
    packages: ['@astrojs/sitemap', 'astro', 'esbuild', 'sharp', 'vite', 'zod', 'node:'],
  },
  src: {
    areas: ['contract', 'src/lib', 'src/islands', 'public'],
    packages: astro,
  },
}

/**
 * Packages that only one file, or one folder (with a trailing slash), may import, because it wraps them; or several, each for
 * another use.
 */
export const packageOwners: Readonly<Record<string, string | readonly string[]>> = {
  'node:cluster': 'server/platform/cluster/',
  'node:https': 'server/reports/fetching/api/download.ts',
  '@electric-sql/pglite': 'server/platform/db/adapters/pglite-worker.ts',
  '@node-rs/argon2': 'server/platform/auth/passwords.ts',
  '@prometheus-io/client': 'server/platform/metrics/registry.ts',
  '@zxcvbn-ts/language-common': 'server/people/credentials/weak-passwords.ts',
  bowser: 'server/people/credentials/device.ts',
  '@simplewebauthn/server': 'server/people/second-factor/passkeys.ts',
  'mdast-util-from-markdown': 'server/portal/rich-text/markdown.ts',
  'mdast-util-gfm': 'server/portal/rich-text/markdown.ts',
  'micromark-extension-gfm': 'server/portal/rich-text/markdown.ts',
  fontkit: 'server/settlement/documents/pdf/fonts.ts',
  linkedom: 'src/lib/page/fill/parse-html.ts',
  nodemailer: 'server/platform/mail/smtp.ts',
  oauth4webapi: ['server/people/sign-in/providers/oidc.ts', 'server/reports/fetching/api/oauth.ts'],
  otpauth: 'server/people/second-factor/totp.ts',
  pdfkit: 'server/settlement/documents/pdf/canvas.ts',
  'pg-boss': 'server/platform/jobs/pg-boss-queue.ts',
  pino: 'server/platform/log.ts',
  postgres: 'server/platform/db/adapters/postgres.ts',
  'sql-template-tag': 'server/platform/db/sql.ts',
  'subset-font': 'server/settlement/documents/pdf/fonts.ts',
  '@tanstack/react-virtual': 'src/islands/kit/tables/VirtualRows.tsx',
  'file-type': 'server/platform/media/',
  'mdast-util-to-string': 'server/portal/notice-source.ts',
  i18next: 'src/lib/i18n/build-time.ts',
  yauzl: 'server/platform/files/zip-source.ts',
  uqr: 'src/islands/people/account/second-factor/qr-code.ts',
  uplot: 'src/islands/kit/charts/plot.ts',
  yaml: 'server/portal/yaml.ts',
  'read-excel-file': 'server/settlement/bank-files/spreadsheet.ts',
  'write-excel-file': 'server/settlement/bank-files/spreadsheet.ts',
}

/** Modules of Node that nothing may import: they start programs, or run text as code. */
export const forbiddenModules: readonly string[] = [
  'node:child_process',
  'node:vm',
  'node:inspector',
  'node:inspector/promises',
  'node:repl',
]

/** Modules that only one folder may import. Tests may import them, too. */
export const restrictedModules: Readonly<Record<string, string>> = {
  'server/platform/db/raw-sql.ts': 'server/platform/db',
}

/** Rooms that a single file loads with `import()`, where their code runs. Tests may import them. */
export const lazyRooms: Readonly<Record<string, string>> = { 'server/demo': 'server/demonstration.ts' }

/**
 * Folders that may import one folder above them until a room can contribute parts to lower ones: adding a member also
 * adds a first channel, and a check of `doctor` knows the demonstration's accounts.
 */
export const exceptions: Readonly<Record<string, string>> = {
  'contract/people': 'contract/channels',
  'server/people/commands': 'server/demonstration.ts',
}

/** Areas whose folders must stay within these limits. */
export const boundedAreas: readonly string[] = [
  'contract',
  'server',
  'src/build',
  'src/components',
  'src/islands',
  'src/lib',
]
export const maxFolders = 12
export const maxFiles = 15
