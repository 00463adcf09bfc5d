import { initBeforePaint } from '#lib/page/before-paint.ts'
import { initStaticPage } from '#lib/page/static/static-page.ts'

// The only script of static pages, to avoid loading a framework.
initBeforePaint()
addEventListener('DOMContentLoaded', initStaticPage)
