import type { AstroIntegration } from 'astro'

/** Adds the directive `client:painted`. */
export function paintedIslands(): AstroIntegration {
  return {
    name: 'painted-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'painted', entrypoint: './src/lib/page/painted-directive.ts' }),
    },
  }
}
