import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import i18next from 'astro-i18next'
import { originPlaceholder } from './contract/portal/hosting.ts'
import { chunks } from './src/build/bundle/chunks.ts'
import { createClassName } from './src/build/bundle/class-names.ts'
import { clientBuild } from './src/build/bundle/client-build.ts'
import { endpointSummaries } from './src/build/bundle/endpoint-summaries.ts'
import { inlineScripts } from './src/build/bundle/inline-scripts.ts'
import { lazyStyles } from './src/build/bundle/lazy-styles.ts'
import { screens } from './src/build/bundle/screens.ts'
import { skeletons } from './src/build/bundle/skeletons.ts'
import { compression } from './src/build/compression.ts'
import { contentSecurityPolicy } from './src/build/content-security-policy.ts'
import { headingFont } from './src/build/heading-font.ts'
import { islandStyleInHead } from './src/build/island-style.ts'
import { localeCheck } from './src/build/locale-check.ts'
import { paintedIslands } from './src/build/painted-islands.ts'
import { shareImages } from './src/build/share/share-images.ts'
import { localizedSitemap } from './src/build/sitemap.ts'
import { staticHost } from './src/build/static-host.ts'
import { versionFile } from './src/build/version-file.ts'

export default defineConfig({
  site: originPlaceholder,
  output: 'static',
  trailingSlash: 'never',
  // Each page is a folder, because any host serves its index. As requests, style sheets would hold up the first paint by
  // a round trip.
  build: { format: 'directory', inlineStylesheets: 'always' },
  integrations: [
    localeCheck(),
    i18next(),
    mdx(),
    react(),
    localizedSitemap(),
    shareImages(),
    headingFont(),
    paintedIslands(),
    islandStyleInHead(),
    contentSecurityPolicy(),
    versionFile(),
    staticHost(),
    compression(),
  ],
  vite: {
    plugins: [
      inlineScripts(),
      endpointSummaries(),
      screens(),
      skeletons(),
      chunks(),
      lazyStyles(),
      clientBuild(),
    ],
    css: { modules: { generateScopedName: createClassName } },
    // npm run dev: the API is a process of its own.
    server: {
      proxy: { '/api': { target: `http://localhost:${process.env.API_PORT ?? 4322}`, changeOrigin: false } },
    },
  },
  devToolbar: { enabled: false },
})
