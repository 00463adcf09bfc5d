const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const locales = ['ko', 'en', 'zh-CN', 'zh-TW']
const namespaces = readdirSync(join(__dirname, 'src/locales/ko')).map((file) => file.replace(/\.json$/, ''))

/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'ko',
  locales,
  namespaces,
  defaultNamespace: 'common',
  load: ['server'],
  // Relative to public/.
  resourcesBasePath: '../src/locales',
  i18nextServer: {
    preload: locales,
    load: 'currentOnly',
    initAsync: false,
    fallbackLng: false,
    interpolation: { escapeValue: false },
  },
}
