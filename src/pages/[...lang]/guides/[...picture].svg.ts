// Endpoints, unlike pages, do not load the texts on their own.
import 'astro:scripts/page-ssr.js'
import type { APIRoute } from 'astro'
import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import ScreenDrawing from '#components/guides/ScreenDrawing.astro'
import { renderDrawingStyle } from '#components/guides/screens/drawing-style.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { getPictures, guideEntries, type Platform, type ScreenName } from '#lib/guides/manifest.ts'
import { getLanguagePaths } from '#lib/i18n/build-time.ts'

interface Props {
  readonly locale: Locale
  readonly name: ScreenName
  readonly platform: Platform | undefined
}

export const getStaticPaths = () =>
  getLanguagePaths().flatMap(({ params, props }) =>
    guideEntries.flatMap((entry) =>
      Object.entries(getPictures(entry.slug)).map(([picture, name]) => ({
        params: { ...params, picture: `${entry.slug}/${picture}` },
        props: { ...props, name, platform: 'platform' in entry ? entry.platform : undefined } satisfies Props,
      })),
    ),
  )

export const GET: APIRoute<Props> = async ({ props }) => {
  const container = await AstroContainer.create()
  const drawing = (await container.renderToString(ScreenDrawing, { props: { ...props } }))
    .replace(/>\s+</g, '><')
    .replace(/><\/(?:circle|path|rect)>/g, '/>')
  const style = `<style>${renderDrawingStyle(drawing, props.locale)}</style>`
  return new Response(
    drawing.replace(/<\/title>/, (end) => end + style),
    {
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' },
    },
  )
}
