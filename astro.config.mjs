import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import i18next from 'astro-i18next'
import { builtOrigin } from './contract/hosting.ts'
import { checkedLocales } from './src/build/checked-locales.ts'
import { chunks } from './src/build/chunks.ts'
import { contentSecurityPolicy } from './src/build/content-security-policy.ts'
import { headScript } from './src/build/head-script.ts'
import { lightPlot } from './src/build/light-plot.ts'
import { lightSchemas } from './src/build/light-schemas.ts'
import { precompressed } from './src/build/precompressed.ts'
import { preloads } from './src/build/preloads.ts'
import { release } from './src/build/release.ts'
import { sharePictures } from './src/build/share-pictures.ts'
import { siteMap } from './src/build/sitemap.ts'
import { staticHost } from './src/build/static-host.ts'

export default defineConfig({
  site: builtOrigin,
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file' },
  integrations: [
    checkedLocales(),
    i18next(),
    mdx(),
    react(),
    siteMap(),
    sharePictures(),
    preloads(),
    contentSecurityPolicy(),
    release(),
    staticHost(),
    precompressed(),
  ],
  vite: {
    plugins: [headScript(), lightSchemas(), lightPlot(), chunks()],
    build: { modulePreload: { polyfill: false } },
    // npm run dev: the API is a process of its own.
    server: {
      proxy: { '/api': { target: `http://localhost:${process.env.API_PORT ?? 4322}`, changeOrigin: false } },
    },
  },
  devToolbar: { enabled: false },
})
