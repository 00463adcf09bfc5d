/**
 * Which folder may import from which others, and which packages: the one table that `check-imports.ts` enforces. A file
 * belongs to the longest key that is a prefix of its path, but below `server/`, `src/`, `src/lib/` and `src/islands/`
 * every folder needs an entry of its own, unless it is a feature (`routes.ts`) or a screen (`screen.ts`). A folder may
 * always import from itself.
 */
export interface ImportRule {
  readonly folders: readonly string[]
  readonly packages: readonly string[]
}

const core = [
  'contract',
  'server',
  'server/auth',
  'server/cache',
  'server/db',
  'server/http',
  'server/jobs',
  'server/mail',
  'server/metrics',
]
const anyServer = ['contract', 'server']
/** Of every folder of `server/` with a `routes.ts` that has no entry of its own. */
export const feature: ImportRule = { folders: core, packages: ['zod', 'node:'] }
const lib = [
  'contract',
  'src/lib/api',
  'src/lib/format',
  'src/lib/guides',
  'src/lib/i18n',
  'src/lib/navigation',
  'src/lib/page',
  'src/lib/share',
  'src/lib/site',
]
const shared = [
  'src/islands/charts',
  'src/islands/dialogs',
  'src/islands/forms',
  'src/islands/tables',
  'src/islands/ui',
]
const react = ['react', 'react-dom', 'nanostores', '@nanostores/react']
/** Of every folder of `src/islands/` with a `screen.ts` that has no entry of its own. */
export const screen: ImportRule = { folders: [...lib, ...shared], packages: [...react, 'zod'] }

export const importRules: Readonly<Record<string, ImportRule>> = {
  contract: { folders: [], packages: ['zod'] },

  // The composition root: everything else flat in server/ is for every feature and imports only the core.
  'server/app.ts': { folders: [...anyServer, 'server/*'], packages: ['hono', 'node:'] },
  'server/main.ts': { folders: [...anyServer, 'server/*'], packages: ['@hono/node-server', 'node:'] },
  server: {
    folders: core,
    packages: [
      'mdast-util-from-markdown',
      'mdast-util-gfm',
      'micromark-extension-gfm',
      'pino',
      'zod',
      'node:',
    ],
  },
  // Whose profile: also with what it is told of alerts, late reports and new statements.
  'server/user.ts': { folders: [...core, 'server/alerts', 'server/figures', 'server/months'], packages: [] },
  'server/auth': {
    folders: core,
    packages: ['@node-rs/argon2', '@zxcvbn-ts/language-common', 'bowser', 'zod', 'node:'],
  },
  'server/cache': { folders: core, packages: ['lru-cache', 'node:'] },
  'server/db': {
    folders: core,
    packages: ['@electric-sql/pglite', 'postgres', 'sql-template-tag', 'zod', 'node:'],
  },
  'server/http': {
    folders: core,
    packages: ['hono', 'swagger-ui-dist', 'zod', 'node:'],
  },
  // Every rule and formula of figures; the features that compute or show them import it.
  'server/figures': { folders: core, packages: ['zod', 'node:'] },
  // PDF documents: their texts, layout and fonts.
  'server/documents': {
    folders: [
      ...core,
      'server/media',
      'server/payees',
      'server/payment-info',
      'server/site',
      'src/lib/format',
    ],
    packages: ['fontkit', 'lru-cache', 'pdfkit', 'subset-font', 'zod', 'node:'],
  },
  // Reading of files and parsing of the values in them.
  'server/files': { folders: [], packages: ['csv-parse', 'yauzl', 'node:'] },
  // Several server processes on one machine.
  'server/cluster': { folders: ['server', 'server/metrics'], packages: ['zod', 'node:'] },
  'server/jobs': { folders: core, packages: ['pg-boss', 'zod', 'node:'] },
  'server/mail': { folders: core, packages: ['hono', 'nodemailer', 'zod', 'node:'] },
  'server/metrics': {
    folders: [...core, 'server/figures'],
    packages: ['@prometheus-io/client', 'hono', 'zod', 'node:'],
  },

  'server/catalog': {
    folders: [...core, 'server/figures', 'server/files', 'server/media'],
    packages: ['leven', ...feature.packages],
  },
  'server/channels': {
    folders: [...core, 'server/figures', 'server/youtube'],
    packages: feature.packages,
  },
  'server/health': {
    ...feature,
    folders: [...core, 'server/alerts', 'server/figures', 'server/reporting'],
  },
  'server/second-factor': {
    ...feature,
    packages: ['@simplewebauthn/server', 'otpauth', ...feature.packages],
  },
  'server/media': { ...feature, packages: ['file-type', 'sharp', ...feature.packages] },
  'server/members': { ...feature, folders: [...core, 'server/figures'] },
  'server/musics': { ...feature, folders: [...core, 'server/figures'] },
  'server/notices': { ...feature, packages: ['lru-cache', ...feature.packages] },
  // Serves the built site, each page with what it shows of the site that is asked for.
  'server/pages': {
    folders: [...core, 'server/media', 'server/musics', 'server/site', 'src/lib/page', 'src/lib/share'],
    packages: ['hono', '@hono/node-server', 'lru-cache', 'node:'],
  },
  'server/reports': { ...feature, folders: [...core, 'server/figures'] },
  'server/site': {
    folders: [...core, 'server/figures', 'server/media'],
    packages: ['lru-cache', ...feature.packages],
  },
  'server/youtube': { folders: core, packages: ['dataloader', 'ky', 'lru-cache', ...feature.packages] },

  'server/backup': { folders: [...core, 'server/figures'], packages: ['zod', 'node:'] },
  'server/ingest': {
    folders: [...core, 'server/figures', 'server/files'],
    packages: ['csv-parse', 'zod', 'node:'],
  },
  // Reads exchange rates from their source.
  'server/rates': {
    folders: [...core, 'server/alerts', 'server/files', 'server/ingest'],
    packages: ['ky', 'node:'],
  },
  // The final figures of months.
  'server/months': { folders: [...core, 'server/files'], packages: ['zod', 'node:'] },
  // What people see of them.
  'server/statements': {
    ...feature,
    folders: [
      ...core,
      'server/documents',
      'server/figures',
      'server/files',
      'server/months',
      'server/payees',
    ],
  },
  // What only the operator can mend.
  'server/alerts': { folders: core, packages: feature.packages },
  // Fetches reports from YouTube.
  'server/reporting': {
    folders: [...core, 'server/alerts', 'server/figures', 'server/files', 'server/ingest'],
    packages: ['ky', 'oauth4webapi', 'zod', 'node:'],
  },
  'server/operator': {
    folders: [...anyServer, 'server/*'],
    packages: ['@commander-js/extra-typings', 'cli-progress', 'mdast-util-to-string', 'yaml', 'zod', 'node:'],
  },
  'server/demo': {
    folders: [...anyServer, 'server/*'],
    packages: ['hono', '@hono/node-server', 'zod', 'node:'],
  },

  'src/lib/api': { folders: lib, packages: ['@nanostores/persistent', 'nanostores', 'zod'] },
  'src/lib/format': { folders: lib, packages: [] },
  'src/lib/guides': { folders: [...lib, 'src/content'], packages: ['astro', 'astro:'] },
  'src/lib/i18n': { folders: [...lib, 'src/locales'], packages: ['astro-i18next', 'i18next', 'virtual:'] },
  'src/lib/navigation': { folders: lib, packages: ['nanostores', 'virtual:', 'zod'] },
  'src/lib/page': { folders: lib, packages: ['linkedom', 'nanostores', 'virtual:'] },
  // Pictures for shared links, drawn by the build, servers and publish-site.
  'src/lib/share': { folders: lib, packages: ['sharp', 'node:'] },
  'src/lib/site': { folders: lib, packages: ['nanostores'] },

  'src/islands/ui': { folders: [...lib, ...shared], packages: react },
  'src/islands/charts': { folders: [...lib, ...shared], packages: [...react, 'uplot'] },
  'src/islands/dialogs': { folders: [...lib, ...shared], packages: react },
  'src/islands/forms': { folders: [...lib, ...shared], packages: [...react, 'zod'] },
  'src/islands/tables': { folders: [...lib, ...shared], packages: [...react, '@tanstack/react-virtual'] },

  // Payment details: on the account's page, and in the dialogs of managers.
  'src/islands/payee': screen,
  'src/islands/account': {
    folders: [...screen.folders, 'src/islands/payee'],
    packages: [...screen.packages, 'uqr'],
  },
  'src/islands/members': { ...screen, folders: [...screen.folders, 'src/islands/payee'] },

  // What members get of a channel: part of the channels’ and the months’ screens.
  'src/islands/payout-shares': screen,
  'src/islands/channels': { ...screen, folders: [...screen.folders, 'src/islands/payout-shares'] },
  'src/islands/months': {
    ...screen,
    folders: [...screen.folders, 'src/islands/payee', 'src/islands/payout-shares'],
  },

  // Pages of their own, which are no screens of the shell.
  'src/islands/auth': screen,
  // Loads every screen.
  'src/islands/shell': { folders: [...lib, 'src/islands/*'], packages: [...react, 'virtual:'] },

  'src/build': {
    folders: [...lib, 'src/components', 'src/islands/ui', 'src/locales'],
    packages: ['@astrojs/sitemap', 'astro', 'esbuild', 'sharp', 'vite', 'zod', 'node:'],
  },
  'src/components': {
    folders: [...lib, 'src/islands/*', 'src/styles', 'public'],
    packages: ['astro', 'virtual:'],
  },
  'src/content': { folders: lib, packages: ['astro', 'astro:'] },
  'src/content.config.ts': { folders: lib, packages: ['astro', 'astro:'] },
  'src/env.d.ts': { folders: [...lib, 'src/islands/shell'], packages: ['astro'] },
  'src/layouts': {
    folders: [...lib, 'src/components', 'src/islands/*', 'src/styles'],
    packages: ['astro', 'astro:', 'virtual:'],
  },
  'src/pages': {
    folders: [...lib, 'src/components', 'src/islands/*', 'src/layouts', 'src/styles'],
    packages: ['astro', 'astro:', 'virtual:'],
  },
}

/** Packages that a single file wraps. */
export const packageOwners: Readonly<Record<string, string>> = {
  '@electric-sql/pglite': 'server/db/pglite-worker.ts',
  '@node-rs/argon2': 'server/auth/passwords.ts',
  '@prometheus-io/client': 'server/metrics/registry.ts',
  '@zxcvbn-ts/language-common': 'server/auth/weak-passwords.ts',
  bowser: 'server/auth/device.ts',
  '@simplewebauthn/server': 'server/second-factor/passkeys.ts',
  'mdast-util-from-markdown': 'server/markdown.ts',
  'mdast-util-gfm': 'server/markdown.ts',
  'micromark-extension-gfm': 'server/markdown.ts',
  fontkit: 'server/documents/fonts.ts',
  linkedom: 'src/lib/page/parse-html.ts',
  nodemailer: 'server/mail/smtp.ts',
  oauth4webapi: 'server/reporting/oauth.ts',
  otpauth: 'server/second-factor/totp.ts',
  pdfkit: 'server/documents/canvas.ts',
  'pg-boss': 'server/jobs/pg-boss-queue.ts',
  pino: 'server/log.ts',
  postgres: 'server/db/postgres.ts',
  'sql-template-tag': 'server/db/sql.ts',
  'subset-font': 'server/documents/fonts.ts',
  uqr: 'src/islands/account/second-factor/qr-code.ts',
  uplot: 'src/islands/charts/plot.ts',
  yaml: 'server/operator/yaml.ts',
}

/** Modules that only some folders may import. Tests may import them, too. */
export const restrictedModules: Readonly<Record<string, readonly string[]>> = {
  'server/db/raw-sql.ts': ['server/db'],
}
