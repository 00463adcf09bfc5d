const { readdirSync, readFileSync } = require('node:fs')
const { basename, join } = require('node:path')

const locales = ['ko', 'en', 'zh-CN', 'zh-TW']
const folder = join(__dirname, 'src/locales')

/** The texts of a language by namespace, which is a file's name in any room. */
function readTexts(locale) {
  const files = readdirSync(join(folder, locale), { recursive: true }).filter((file) =>
    file.endsWith('.json'),
  )
  return Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(folder, locale, file), 'utf8')),
    ]),
  )
}

const resources = Object.fromEntries(locales.map((locale) => [locale, readTexts(locale)]))

/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'ko',
  locales,
  namespaces: Object.keys(resources.ko),
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    resources,
    preload: locales,
    load: 'currentOnly',
    initAsync: false,
    fallbackLng: false,
    interpolation: { escapeValue: false },
  },
}
