/** Who may import what: the one table that the check reads and the README shows. First match wins. */
export const rule: { from: RegExp; may: RegExp; never: string }[] = [
  { from: /^contract\//, may: /^(contract\/|zod)/, never: 'anything but zod' },
  {
    from: /^server\/(operator|demo|ingest)\//,
    may: /^(contract|server)\/|^(zod|csv-parse|cli-progress|hono|node:)/,
    never: 'the site',
  },
  {
    from: /^server\/channels\//,
    may: /^contract\/|^server\/(db\/|[\w-]+\.ts$|ingest\/(rollups|lists)\.ts$)|^server\/SAME\/|^(zod|ky|dataloader|lru-cache|node:)/,
    never: 'another feature but the figures, the site',
  },
  {
    from: /^server\/(account|auth|contacts|external|members|musics|notices|reports|site)\//,
    may: /^contract\/|^server\/(db\/|[\w-]+\.ts$)|^server\/SAME\/|^(zod|bowser|node:)/,
    never: 'another feature, the site',
  },
  { from: /^server\//, may: /^(contract|server)\/|^(?!react|nanostores|astro)[@\w]/, never: 'the site' },
  {
    from: /^src\/lib\//,
    may: /^(contract|src\/lib|src\/locales)\/|^(zod|nanostores|@nanostores|astro-i18next|i18next|node:|astro)/,
    never: 'islands, components, server',
  },
  {
    from: /^src\/islands\/shared\//,
    may: /^(src\/islands\/shared|src\/lib|contract)\/|^(react|@nanostores|nanostores|uplot|@tanstack|zod)/,
    never: 'a feature, server',
  },
  {
    from: /^src\/islands\/console\//,
    may: /^(src\/islands|src\/lib|contract)\/|^(react|@nanostores|nanostores|zod)/,
    never: 'server',
  },
  {
    from: /^src\/islands\//,
    may: /^src\/islands\/(shared|SAME)\/|^(src\/lib|contract)\/|^(react|@nanostores|nanostores|zod)/,
    never: 'another feature, server',
  },
  {
    from: /^src\/build\//,
    may: /^(src\/(build|lib|locales)|contract)\/|^(astro|node:|vite|@astrojs|esbuild|sharp)/,
    never: 'islands, server',
  },
  {
    from: /^src\/components\//,
    may: /^(src\/(components|lib|styles)|contract)\/|^(virtual:|astro\/)/,
    never: 'stores, server',
  },
  {
    from: /^src\/content\.config\.ts$/,
    may: /^src\/lib\/|^astro[:/]/,
    never: 'islands, components, server',
  },
  {
    from: /^src\/layouts\//,
    may: /^(src\/(layouts|components|islands|lib|styles)|contract)\/|^(virtual:|astro($|\/))/,
    never: 'server',
  },
  {
    from: /^src\/pages\//,
    may: /^src\/(layouts|components|islands|lib|styles|pages)\/|^contract\/locale\.ts$|^(virtual:|astro($|[:/]))/,
    never: 'server; of the contract only the list of languages',
  },
]
